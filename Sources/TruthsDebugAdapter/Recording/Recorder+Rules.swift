import Truths
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The steps of truths and invariants on a proposal, in the order in which a run evaluates them (runs §3).
extension Recorder {
  /// Records the rules of a proposal whose clauses the run evaluated, and what they produce.
  ///
  /// - Parameter closed: the closed context.
  /// - Returns: the facts after the run.
  func recordRules(of proposal: ReadableProposal, on closed: Context) -> FactStore {
    let pack: String? = if case .text(let name) = environment[.proposalPack] { name.string } else { nil }
    let truths = program.truths.indices.filter { index in
      let truth = program.truths[index]
      return truth.intents.contains(proposal.intent) && (!truth.namesPack || pack == nil || truth.pack == pack)
    }
    let invariants = program.invariants.filter { $0.isEvaluated(for: proposal.intent) }
    recordViews(readBy: truths.map { program.truths[$0] }, invariants, on: closed.store)
    let fired = truths.filter { record(program.truths[$0], on: closed.store) }
    for invariant in invariants { record(invariant, on: closed.store, .before, in: 0) }
    guard isExecuted else { return closed.store }
    let typed = TypedProposal(intent: proposal.intent, fields: fields, pack: pack, environment: environment)
    return recordExecution(fired, typed, on: closed)
  }

  /// A step of a rule with the frame in which its expressions are evaluated.
  struct BegunRule {
    let step: Int
    let scope: EvaluationScope
  }

  /// Adds the step of a truth on the proposal, with its frame.
  func begin(_ truth: CheckedTruth, _ text: String, on store: FactStore, _ kind: RecordedFrame.StoreKind, in parent: Int)
    -> BegunRule?
  {
    begin(
      truth.id, truth.pack, truth.span, text, truth.inputs, truth.evaluatedNodes, truth.frameSize, on: store, kind, in: parent)
  }

  private func begin(
    _ id: String, _ pack: String, _ span: Span, _ text: String, _ inputs: [Input], _ nodes: [Node], _ frameSize: Int,
    on store: FactStore, _ kind: RecordedFrame.StoreKind, in parent: Int
  ) -> BegunRule? {
    let frame = addFrame(RecordedFrame(id, pack: pack, intent: proposal?.intent, facts: kind))
    guard let step = add(.rule, id, text, at: span, in: parent, frame: frame) else { return nil }
    let evaluator = engine.reader(of: nodes, on: store, environment, frameSize: frameSize, now: now)
    let scope = EvaluationScope(evaluator, frame: frame, key: span)
    for (slot, input) in inputs.enumerated() {
      evaluator.set(slot, to: proposal?.value(of: input.name, in: program) ?? .missing(.absent))
      scope.types[slot] = input.type
    }
    return BegunRule(step: step, scope: scope)
  }

  /// Records a truth on the proposal.
  ///
  /// - Returns: whether it fires.
  private func record(_ truth: CheckedTruth, on store: FactStore) -> Bool {
    let isFired = outcome.evaluated.contains { $0.id == truth.id }
    let text = isFired ? "\(truth.id) applies" : "\(truth.id) does not apply"
    guard let rule = begin(truth, text, on: store, .before, in: 0) else { return isFired }
    let readsLets = truth.condition.map { !$0.test.slots.read.isDisjoint(with: truth.lets.map(\.slot)) } ?? false
    if readsLets { record(truth.lets, rule.scope, under: rule.step) }
    if let condition = truth.condition { record(condition, rule) }
    guard isFired else { return false }
    if !readsLets { record(truth.lets, rule.scope, under: rule.step) }
    for clause in truth.requires + truth.invariants + truth.moves.map(\.clause) { record(clause, ofRun: truth.id, rule) }
    if isExecuted { madePlaces.add(truth, rule.scope) }
    return true
  }

  func record(_ invariant: CheckedInvariant, on store: FactStore, _ kind: RecordedFrame.StoreKind, in parent: Int) {
    let rule = begin(
      invariant.id, invariant.pack, invariant.span, "the invariant \(invariant.id)", invariant.inputs, [invariant.clause.test],
      invariant.frameSize, on: store, kind, in: parent)
    if let rule { record(invariant.clause, ofRun: invariant.id, rule) }
  }

  func record(_ condition: CheckedCondition, _ rule: BegunRule) {
    let answer = rule.scope.evaluator.value(condition.test)
    let (verdict, words): (StepVerdict, String) =
      switch answer {
      case .boolean(true): (.holds, "holds")
      case .boolean: (.notApplicable, "is false, so that the truth does not apply")
      default: (.unknown, "cannot be told")
      }
    let step = add(
      .condition(verdict), "if \(condition.text)", "`\(condition.text)` \(words)", at: condition.span, in: rule.step,
      frame: rule.scope.frame)
    tell(condition.terms, rule.scope, of: step, reads: [condition.test])
    record(insideOf: condition.test, at: condition.span, rule.scope, under: step)
  }

  /// Records a clause with its result in the run.
  ///
  /// - Parameter owner: the id of its truth or invariant; `nil` for a match of facts, whose results the run does not keep.
  func record(_ clause: CheckedClause, ofRun owner: String?, _ rule: BegunRule) {
    let recorded = outcome.evaluated.first { $0.id == owner }?.clauses.first { $0.clause == clause.name }
    let verdict = recorded.map { StepVerdict($0.result) } ?? StepVerdict(of: clause, rule.scope)
    let violation = outcome.violations.first { $0.declaredBy == owner && $0.clause == clause.name }
    let reason = violation.map { $0.tellsItsText ? nil : $0.reason } ?? ownReason(of: clause, ofRun: owner, rule.scope)
    let suffix = reason.map { ": \($0)" } ?? ""
    let text =
      switch verdict {
      case .holds: "`\(clause.text)` holds"
      case .violated: (clause.violatedWhen ? "`\(clause.text)` applies" : "`\(clause.text)` does not hold") + suffix
      case .notApplicable: "`\(clause.text)` does not apply"
      case .unknown: violation?.reason ?? "`\(clause.text)` cannot be suffix"
      }
    let step = add(
      .clause(verdict), "\(clause.name) \(clause.text)", text, at: clause.span, in: rule.step, frame: rule.scope.frame)
    tell(clause.terms, rule.scope, of: step, reads: clause.nodes)
    if let recorded, let step {
      let terms = recorded.values.members.map { member in
        RecordedValue(name: member.name.string, value: member.value, type: recorded.displayTypes[member.name.string])
      }
      change(step) { $0.terms = terms }
    }
    record(insideOf: clause.test, at: clause.span, rule.scope, under: step)
  }

  /// Returns the reason that a clause of a match gives, whose violation the run does not keep.
  private func ownReason(of clause: CheckedClause, ofRun owner: String?, _ scope: EvaluationScope) -> String? {
    guard owner == nil, let node = clause.reason, case .text(let text) = scope.value(node) else { return nil }
    return text.string
  }

  /// Records the views that rules read, with their facts.
  private func recordViews(readBy truths: [CheckedTruth], _ invariants: [CheckedInvariant], on store: FactStore) {
    let nodes = truths.flatMap(\.evaluatedNodes) + invariants.map(\.clause.test)
    let views = program.factTypes(readBy: nodes).filter { program.facts[$0].isDerived }.sorted()
    guard !views.isEmpty, let stage = add(.stage, "views", "the views that the rules read", at: nil, in: 0) else { return }
    let viewed = engine.reader(of: nodes, on: store, environment, frameSize: 1, now: now).store
    for view in views {
      let type = program.facts[view]
      let truth = program.truths.first { $0.isView && $0.outputs.contains { $0.fact == view } }
      let span = truth?.outputs.first { $0.fact == view }?.span
      let places = viewed.orderedPlaces(view, in: program)
      let text = "the view \(type.name) has \(counted(places.count, "fact"))"
      guard let step = add(.stage, "view \(type.name)", text, at: truth?.span, in: stage) else { return }
      for place in places.prefix(Self.mostElements) {
        let shown = procedure.shown(type.name, .fact(viewed.record(view, at: place)))
        guard let made = add(.fact, type.name, "\(type.name): \(shown.text)", at: span, in: step) else { return }
        change(made) { $0.terms = [shown] }
      }
    }
  }
}

extension StepVerdict {
  init(_ result: EvaluatedClause.Result) {
    self =
      switch result {
      case .holds: .holds
      case .violated: .violated
      case .unknown: .unknown
      case .notApplicable: .notApplicable
      }
  }

  /// The result of a clause in a scope.
  init(of clause: CheckedClause, _ scope: EvaluationScope) {
    guard case .boolean(let isTrue) = scope.evaluator.value(clause.test) else {
      self = .unknown
      return
    }
    if isTrue == clause.violatedWhen {
      self = .violated
    } else if clause.violatedWhen {
      self = .notApplicable
    } else if case .implies(let condition, _) = clause.test, scope.isFalse(condition) {
      self = .notApplicable
    } else {
      self = .holds
    }
  }
}

extension CheckedTruth {
  /// The expressions that are recorded, which may read facts.
  var evaluatedNodes: [Node] { firingNodes + clauses.flatMap(\.nodes) + outputs.flatMap(\.nodes) }
}

extension CheckedInvariant {
  fileprivate func isEvaluated(for intent: Int) -> Bool {
    switch applies {
    case .all: true
    case .state: false
    case .intents(let intents): intents.contains(intent)
    }
  }
}
