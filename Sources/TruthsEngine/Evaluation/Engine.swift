import TruthsJSON
package import TruthsLedger
package import TruthsProgram
import TruthsText

/// Evaluates the clauses that apply to a proposal, and computes the facts that its acceptance would produce (runs §3.5).
///
/// It has no state and knows no ledgers: the caller adds approvals, overrides, hashes and entries.
package final class Engine: Sendable {
  package let program: Program
  /// The language version by which the engine decides.
  package let language: LanguageVersion
  let code: CompiledProgram
  /// The truths and invariants of each intent, by the intent's index.
  let plans: [IntentPlan]
  /// The indices of the invariants that are evaluated after every run.
  private let stateInvariants: [Int]
  /// The checks of single facts, by index of the invariant; only for invariants that consist of such checks.
  private let stateChecks: [Int: [StateCheck]]
  /// The truths on facts that make entries, by stratum: the groups that reach their fixed points one after the other.
  let strata: [Stratum]
  /// The truths on facts that make views.
  let viewPlans: [MatchPlan]
  let reads: EngineReads
  /// The parts of views that clauses, outputs and `ensures` of truths read, and the parts that invariants read.
  let viewDemands: ViewDemands
  let viewWays: ViewWays
  /// The reads of each intent's clauses, computed on first use.
  let knownReads = KnownIntentReads()
  let knownPlans = KnownViewPlans()
  /// Whether any truth on facts reads the time, the actor or the proposal to decide whether it fires.
  package let derivesByEnvironment: Bool

  /// The number of facts of a type from which loops use look-ups.
  private let lookUpThreshold: Int

  /// Compiles a program for decisions.
  ///
  /// - Parameters:
  ///   - language: the language version to decide by; an older one only to repeat old decisions.
  ///   - lookUpThreshold: the number of facts of a type from which loops use look-ups. It affects no decision, as tests check
  ///   by setting it.
  /// - Complexity: O(size of the program).
  package init(
    program: Program, language: LanguageVersion = .current, lookUpThreshold: Int = Engine.lookUpThreshold
  ) {
    self.program = program
    self.language = language
    self.lookUpThreshold = lookUpThreshold
    reads = EngineReads(program)
    let matchPlans = MatchPlan.all(of: program, reads, language)
    code = CompiledProgram(program, matchPlans, language)
    plans = IntentPlan.all(of: program, code)
    stateInvariants = program.invariants.indices.filter { program.invariants[$0].applies == .state }
    let code = code
    stateChecks = stateInvariants.reduce(into: [:]) { $0[$1] = StateCheck.all(of: program.invariants[$1], code) }
    strata = Stratum.all(of: matchPlans.filter { !program.truths[$0.truth].isView }, program, reads)
    viewPlans = matchPlans.filter { program.truths[$0.truth].isView }
    let finder = ViewFinder(program, language)
    viewDemands = ViewDemands(code, finder)
    viewWays = ViewWays(program, viewPlans, code, reads, finder)
    derivesByEnvironment = strata.flatMap(\.plans).contains { $0.watch?.hasEnvironment ?? false }
  }

  /// Whether the program reads earlier decisions.
  package var readsDecisions: Bool { reads.readsDecisions }

  /// A store without facts, with every policy at its default; every store of the program starts as a copy of it.
  ///
  /// - Complexity: O(fact types).
  package var emptyStore: FactStore {
    FactStore(program: program, symbols: code.symbols, lookUpThreshold: lookUpThreshold)
  }

  /// The default threshold; with fewer facts of a type a look-up costs more than it saves.
  package static let lookUpThreshold = 64

  /// Evaluates the truths that a proposal fires and the invariants that apply, with all their clauses, on one store.
  ///
  /// - Parameter isExplained: whether to compute the values of terms also for clauses that hold; they affect no decision.
  /// - Complexity: O(truths of the intent + their clauses), with look-ups by hash.
  package func evaluate(_ proposal: TypedProposal, store: FactStore, isExplained: Bool = true) -> TruthEvaluation {
    var evaluation = TruthEvaluation(isExplained: isExplained)
    let plan = plans[proposal.intent]
    let (store, faults) = views(of: store, examining: plan, proposal)
    let evaluator = evaluator(on: store, proposal.environment)
    let fields = evaluator.cells(of: proposal.fields)
    var violations = DistinctViolations()
    for entry in plan.truths where entry.admits(pack: proposal.pack) {
      evaluate(entry, fields, evaluator, into: &evaluation)
      if !faults.isEmpty {
        addFaults(faults, readBy: entry, evaluator, hasFired: evaluation.fired.last == entry.index, to: &violations)
      }
    }
    for entry in plan.invariants {
      evaluate(entry, fields, evaluator, into: &evaluation)
      evaluation.invariants.append(entry.index)
      addFaults(faults, readBy: [program.invariants[entry.index].clause], [], evaluator, to: &violations)
    }
    evaluation.merge(violations.all)
    return evaluation
  }

  /// Adds the faults of views that a truth reads: in its `if`, and if it fires also in its clauses and outputs.
  private func addFaults(
    _ faults: ViewFaults, readBy entry: IntentPlan.Entry, _ evaluator: Evaluator, hasFired: Bool,
    to violations: inout DistinctViolations
  ) {
    let truth = program.truths[entry.index]
    var reader = ViewFaultReader(faults, evaluator, lets: truth.lets)
    evaluator.unseen { _ in
      if let condition = truth.condition { reader.read(condition.test) }
      guard hasFired else { return }
      reader.read(truth.requires + truth.invariants + truth.moves.map(\.clause))
      reader.read(truth.outputs)
    }
    violations.add(reader.violations)
  }

  /// Returns an evaluator of compiled code over one store.
  func evaluator(on store: FactStore, _ environment: Environment) -> Evaluator {
    Evaluator(ExecutionEnvironment(code, store), environment)
  }

  /// Returns an evaluator with an empty frame, for expressions that are compiled when they are evaluated.
  package func evaluator(on store: FactStore, _ environment: Environment, frameSize: Int) -> Evaluator {
    let evaluator = evaluator(on: store, environment)
    evaluator.begin(frameSize: frameSize)
    return evaluator
  }

  /// Returns a context before a run, including the views that decide who approves.
  func approvalStore(_ store: FactStore, _ now: Timestamp) -> FactStore {
    reads.approvers.isEmpty ? store : views(of: store, wanted: reads.approvers, now).store
  }

  /// Whether any invariant is evaluated after every run.
  var hasStateInvariants: Bool { !stateInvariants.isEmpty }

  private func evaluate(
    _ entry: IntentPlan.Entry, _ fields: [Cell], _ evaluator: Evaluator, into evaluation: inout TruthEvaluation
  ) {
    begin(entry, fields, evaluator)
    evaluator.run(from: entry.reading, clauses: entry.clauses.count)
    guard let truth = entry.truth else {
      return evaluation.take(entry.clauses, of: entry.clauses[0].declaredBy, evaluator)
    }
    if truth.condition != nil, let condition = program.truths[entry.index].condition {
      let answer = evaluator.condition
      evaluator.observer?.note(condition, answer)
      if answer == .doesNot { return }
      if answer == .unknown {
        evaluation.violations.append(evaluator.unseen { _ in evaluator.violation(unknown: condition, of: truth) })
      }
    }
    evaluation.fired.append(entry.index)
    if let observer = evaluator.observer { observer.note(fired: program.truths[entry.index]) }
    evaluation.take(entry.clauses, of: truth.id, evaluator)
  }

  /// Begins the frame of a truth or invariant, with the proposal's fields in their slots.
  func begin(_ entry: IntentPlan.Entry, _ fields: [Cell], _ evaluator: Evaluator) {
    evaluator.begin(entry.unit, frameSize: entry.frameSize)
    for (slot, field) in entry.fields.enumerated() where field >= 0 { evaluator.set(slot, to: fields[field]) }
  }

  /// Evaluates the clauses on the result of a run: `ensures` of the fired truths, and invariants over the state.
  ///
  /// - Parameter before: the closed context before the run, which `old` reads and on which approvers are computed.
  /// - Returns: the violations and the evaluated clauses; structural violations are postconditions.
  package func examineResult(
    _ fired: [Int], matches: MatchLog, proposal: TypedProposal, store: FactStore, before: FactStore, isExplained: Bool = true
  ) -> TruthEvaluation {
    var evaluation = TruthEvaluation(isExplained: isExplained)
    let ensuring = plans[proposal.intent].truths.filter { entry in
      entry.truth?.ensuredClauses.isEmpty == false && fired.contains(entry.index)
    }
    if ensuring.isEmpty, stateInvariants.isEmpty, !ensures(matches) { return evaluation }
    let others = reads.ensuring(matches.distinctTruths, stateInvariants)
    let (store, faults) = views(of: store, ensuring: ensuring, and: others, proposal)
    let evaluator = evaluator(on: store, proposal.environment)
    evaluator.before = self.before(before, fired + matches.distinctTruths, proposal.environment, proposal.now)
    evaluator.approvalStore = approvalStore(before, proposal.now)
    let fields = evaluator.cells(of: proposal.fields)
    var violations = DistinctViolations()
    for entry in ensuring {
      guard let truth = entry.truth else { continue }
      begin(entry, fields, evaluator)
      evaluator.run(from: truth.ensures, clauses: truth.ensuredClauses.count)
      evaluation.take(truth.ensuredClauses, of: truth.id, evaluator, isPostcondition: true)
      addFaults(faults, readBy: program.truths[entry.index].ensures, program.truths[entry.index].lets, evaluator, to: &violations)
    }
    ensure(matches, evaluator: evaluator, faults, &violations, into: &evaluation)
    for index in stateInvariants {
      let invariant = program.invariants[index]
      let entry = IntentPlan.Entry(invariant, code.invariants[index], at: index, intent: program.intents[proposal.intent])
      begin(entry, fields, evaluator)
      let isKnown = isKnownToHold(index, of: evaluator, before, proposal.environment)
      if isKnown { evaluator.noteHolding() } else { evaluator.run(from: entry.reading, clauses: 1) }
      evaluation.take(entry.clauses, of: invariant.id, evaluator, isPostcondition: true, areKnown: isKnown)
      addFaults(faults, readBy: [invariant.clause], [], evaluator, to: &violations)
    }
    evaluation.merge(violations.all)
    return evaluation
  }

  /// Returns whether an invariant over the state held on the context before, and holds for all that the run added.
  ///
  /// - Complexity: O(facts that are new since it was known to hold, and facts that they touch); the second time that it is
  ///   asked of a context, all facts.
  private func isKnownToHold(_ index: Int, of evaluator: Evaluator, _ before: FactStore, _ environment: Environment) -> Bool {
    guard let checks = stateChecks[index], let knowledge = before.stateKnowledge, evaluator.observer == nil,
      checks.contains(where: { before.count($0.plan.types[0]) >= before.lookUpThreshold })
    else { return false }
    let answer = knowledge.holds(index) { known in
      let evaluator = self.evaluator(on: before, environment)
      let holds =
        known.map { known in checks.allSatisfy { $0.stillHolds(since: known, evaluator) } } == true
        || checks.allSatisfy { $0.holds(evaluator) }
      return before.work?.isExceeded == true ? nil : holds
    }
    guard answer == true else { return false }
    let (counts, after) = (before.tables.counts, self.evaluator(on: evaluator.store, environment))
    return checks.allSatisfy { $0.stillHolds(since: counts, after) }
  }
}
