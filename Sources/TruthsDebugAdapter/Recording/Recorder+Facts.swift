import Truths
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The steps after a proposal or a context: facts, truths on facts, and clauses on the result.
extension Recorder {
  /// Records the facts that follow from the context before the proposal is decided.
  func recordClosing(_ closing: ContextClosure) {
    let made = closing.entries.filter { $0.type == .fact }
    guard !made.isEmpty, let stage = add(.stage, "context", "facts that follow from the context", at: nil, in: 0) else { return }
    for entry in made {
      let truth = program.truths.first { $0.id == entry.truthID }
      let name = entry.payload["type"]?.stringValue ?? "fact"
      let fields = JSONObject(entry.payload.members.filter { $0.name != "type" })
      let fact = RecordedValue(name: name, value: .object(fields), type: nil)
      let step = add(.fact, name, "\(truth?.id ?? "a truth") makes \(name): \(fact.text)", at: truth?.span, in: stage)
      if let step { change(step) { $0.terms = [fact] } }
    }
  }

  /// Records the facts that the truths produce, the truths on facts, and the clauses on the result.
  ///
  /// - Parameter fired: the truths on the proposal that fired, as indices in ``Program/truths``.
  /// - Returns: the facts after the run.
  func recordExecution(_ fired: [Int], _ typed: TypedProposal, on closed: Context) -> FactStore {
    // The entries of the run are by its proposer, whom truths on facts may read.
    let actor = outcome.entries.last?.actor ?? [:]
    let envelope = RunEnvelope(firstSequence: closed.nextSequence + 2, now: now, actor: actor)
    let production = engine.produce(fired, proposal: typed, store: closed.store, envelope: envelope)
    let produced = engine.facts(of: production)
    record(produced, "what the truths produce")
    guard production.violations.isEmpty else { return closed.store }
    let budget = subject.request.budget
    let derivation = engine.derive(
      from: production, before: closed.store, start: closed.derivationStart, environment: environment, envelope: envelope,
      limits: DerivationLimits(rounds: budget.maxCycles, matches: budget.maxSteps, facts: budget.maxFacts), isExplained: false)
    let after = derivation.production.store
    record(derivation.matches, rounds: derivation.rounds, on: after)
    record(Array(engine.facts(of: derivation.production).dropFirst(produced.count)), "what truths on facts make")
    recordResult(fired.map { program.truths[$0] }, on: after)
    return after
  }

  /// Records facts in their order, each at the place of its output.
  private func record(_ made: [ProducedFact], _ title: String) {
    guard !made.isEmpty, let stage = add(.stage, title, "\(title): \(counted(made.count, "fact"))", at: nil, in: 0) else {
      return
    }
    for fact in made {
      let type = program.facts[fact.payload.type]
      let record = FactRecord(
        type: fact.payload.type, fields: fact.payload.fields,
        entry: EntryReference(id: "", sequence: 0, timestamp: now, truthID: fact.truthID, actor: [:]))
      let shown = procedure.shown(type.name, .fact(record))
      facts.append(shown)
      let step = add(
        .fact, type.name, "\(fact.truthID) makes \(type.name): \(shown.text)",
        at: madePlaces.place(of: fact),
        in: stage)
      guard let step else { return }
      change(step) { $0.terms = [shown] }
    }
  }

  /// Records the truths on facts that fired, in order. Their expressions are evaluated on the facts after the last round.
  private func record(_ matches: MatchLog, rounds: Int, on store: FactStore) {
    guard !matches.isEmpty else { return }
    let text = "\(counted(matches.count, "firing")) of truths on facts in \(counted(rounds, "round"))"
    guard let stage = add(.stage, "truths on facts", text, at: nil, in: 0) else { return }
    for match in matches {
      guard let rule = begin(match, on: store, in: stage) else { return }
      let truth = program.truths[match.truth]
      record(truth.lets, rule.scope, under: rule.step)
      if let condition = truth.condition { record(condition, rule) }
      for clause in truth.requires + truth.invariants { record(clause, ofRun: nil, rule) }
      madePlaces.add(truth, rule.scope)
    }
  }

  private func begin(_ match: FiredMatch, on store: FactStore, in parent: Int) -> BegunRule? {
    let truth = program.truths[match.truth]
    let evaluator = engine.reader(of: truth.evaluatedNodes, on: store, environment, frameSize: truth.frameSize, now: now)
    var (facts, types) = ([NamedValue](), [Int: ValueType]())
    for (matched, fact) in zip(truth.matches, match.facts) {
      evaluator.set(matched.slot, toFact: fact.type, at: fact.place)
      types[matched.slot] = .fact(fact.type)
      let value = Value.fact(store.record(fact.type, at: fact.place))
      facts.append(NamedValue(name: matched.variable ?? program.facts[fact.type].name, type: .fact(fact.type), value: value))
    }
    let listed = facts.map { "\($0.name) (\(procedure.shown($0.name, $0.value).text))" }.joined(separator: " and ")
    let frame = addFrame(RecordedFrame(truth.id, pack: truth.pack, inputs: facts, facts: .after))
    let step = add(.rule, truth.id, "\(truth.id) fires on \(listed)", at: truth.span, in: parent, frame: frame)
    guard let step else { return nil }
    return BegunRule(step: step, scope: EvaluationScope(evaluator, frame: frame, key: truth.span, types: types))
  }

  /// Records the clauses on the result: `ensures`, and invariants over the state.
  private func recordResult(_ fired: [CheckedTruth], on store: FactStore) {
    let ensuring = fired.filter { !$0.ensures.isEmpty }
    let invariants = program.invariants.filter { $0.applies == .state }
    guard !ensuring.isEmpty || !invariants.isEmpty, let stage = add(.stage, "result", "clauses on the result", at: nil, in: 0)
    else {
      return
    }
    for truth in ensuring {
      guard let rule = begin(truth, "what \(truth.id) ensures", on: store, .after, in: stage) else { return }
      record(truth.lets, rule.scope, under: rule.step)
      for clause in truth.ensures { record(clause, ofRun: truth.id, rule) }
    }
    for invariant in invariants { record(invariant, on: store, .after, in: stage) }
  }
}
