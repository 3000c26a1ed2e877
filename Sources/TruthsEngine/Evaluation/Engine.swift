package import TruthsCheck
import TruthsJSON
import TruthsText

/// Reads every clause that applies to a proposal, and works out the facts that its acceptance would produce (runtime.md §3, step
/// 4).
///
/// Pure, and ignorant of ledgers: approvals, overrides, hashes and entries are the business of who calls it.
package final class Engine: Sendable {
  package let program: Program
  let code: CompiledProgram
  /// What applies to each intent, by its index.
  let plans: [IntentPlan]
  /// Indices of the invariants that are read after every run.
  private let stateInvariants: [Int]
  /// Truths on facts that make entries, by stratum.
  let strata: [Stratum]
  /// Truths on facts that make views.
  let viewPlans: [MatchPlan]
  let reads: EngineReads
  /// Whether a truth on facts reads the moment, the actor or the proposal to decide whether it fires.
  package let derivesByEnvironment: Bool

  /// - Complexity: O(size of the program).
  package init(program: Program) {
    self.program = program
    reads = EngineReads(program)
    let matchPlans = MatchPlan.all(of: program, reads)
    code = CompiledProgram(program, matchPlans)
    plans = IntentPlan.all(of: program, code)
    stateInvariants = program.invariants.indices.filter { program.invariants[$0].applies == .state }
    strata = Stratum.all(of: matchPlans.filter { !program.truths[$0.truth].isView }, program, reads)
    viewPlans = matchPlans.filter { program.truths[$0.truth].isView }
    derivesByEnvironment = strata.flatMap(\.plans).contains { $0.watch?.hasEnvironment ?? false }
  }

  /// A store without facts, every policy at its default: what every store of the program comes of.
  ///
  /// - Complexity: O(fact types).
  package var emptyStore: FactStore { FactStore(program: program, symbols: code.symbols) }

  /// The truths that a proposal fires, every clause of them and of the invariants that apply, read on one store.
  ///
  /// - Parameter isExplained: whether the values under the terms of clauses that hold are wanted too; nothing is decided by them.
  /// - Complexity: O(truths of the intent + their clauses), look-ups by hash.
  package func examine(_ proposal: TypedProposal, store: FactStore, isExplained: Bool = true) -> Examination {
    var examination = Examination(isExplained: isExplained)
    let plan = plans[proposal.intent]
    let (store, faults) = views(of: store, wanted: reads.examining(plan), proposal.now)
    let evaluator = evaluator(on: store, proposal.environment)
    let fields = evaluator.cells(of: proposal.fields)
    for entry in plan.truths where entry.admits(pack: proposal.pack) { examine(entry, fields, evaluator, into: &examination) }
    for entry in plan.invariants {
      examine(entry, fields, evaluator, into: &examination)
      examination.invariants.append(entry.index)
    }
    examination.merge(faults)
    return examination
  }

  /// What expressions are read with, over one store.
  func evaluator(on store: FactStore, _ environment: Environment) -> Evaluator {
    Evaluator(Ground(code, store), environment)
  }

  /// A frame for expressions that are compiled when they are asked for.
  package func evaluator(on store: FactStore, _ environment: Environment, frameSize: Int) -> Evaluator {
    let evaluator = evaluator(on: store, environment)
    evaluator.begin(frameSize: frameSize)
    return evaluator
  }

  /// Whether any invariant is read after every run.
  var hasStateInvariants: Bool { !stateInvariants.isEmpty }

  private func examine(
    _ entry: IntentPlan.Entry, _ fields: [Cell], _ evaluator: Evaluator, into examination: inout Examination
  ) {
    begin(entry, fields, evaluator)
    evaluator.run(from: entry.reading, clauses: entry.clauses.count)
    guard let truth = entry.truth else {
      return examination.take(entry.clauses, of: entry.clauses[0].declaredBy, evaluator)
    }
    if truth.condition != nil, let condition = program.truths[entry.index].condition {
      let answer = evaluator.condition
      evaluator.observer?.note(condition, answer)
      if answer == .doesNot { return }
      if answer == .unknown {
        examination.violations.append(evaluator.unseen { _ in evaluator.violation(unknown: condition, of: truth) })
      }
    }
    examination.fired.append(entry.index)
    if let observer = evaluator.observer { observer.note(fired: program.truths[entry.index]) }
    examination.take(entry.clauses, of: truth.id, evaluator)
  }

  /// A frame for a truth or invariant, with the proposal's fields in their slots.
  func begin(_ entry: IntentPlan.Entry, _ fields: [Cell], _ evaluator: Evaluator) {
    evaluator.begin(entry.unit, frameSize: entry.frameSize)
    for (slot, field) in entry.fields.enumerated() where field >= 0 { evaluator.set(slot, to: fields[field]) }
  }

  /// Reads what must hold of the result of a run: the `ensures` of the truths that fired, on the proposal and on facts, and
  /// invariants over the state.
  ///
  /// - Returns: the violations and clauses read; structural ones are postconditions.
  package func examineResult(
    _ fired: [Int], matches: MatchLog, proposal: TypedProposal, store: FactStore, isExplained: Bool = true
  ) -> Examination {
    var examination = Examination(isExplained: isExplained)
    let ensuring = plans[proposal.intent].truths.filter { entry in
      entry.truth?.ensuredClauses.isEmpty == false && fired.contains(entry.index)
    }
    if ensuring.isEmpty, stateInvariants.isEmpty, !ensures(matches) { return examination }
    let wanted = reads.ensuring(fired + matches.distinctTruths, stateInvariants)
    let (store, faults) = views(of: store, wanted: wanted, proposal.now)
    let evaluator = evaluator(on: store, proposal.environment)
    let fields = evaluator.cells(of: proposal.fields)
    for entry in ensuring {
      guard let truth = entry.truth else { continue }
      begin(entry, fields, evaluator)
      evaluator.run(from: truth.ensures, clauses: truth.ensuredClauses.count)
      examination.take(truth.ensuredClauses, of: truth.id, evaluator, isPostcondition: true)
    }
    ensure(matches, evaluator: evaluator, into: &examination)
    for index in stateInvariants {
      let invariant = program.invariants[index]
      let entry = IntentPlan.Entry(invariant, code.invariants[index], at: index, intent: program.intents[proposal.intent])
      begin(entry, fields, evaluator)
      evaluator.run(from: entry.reading, clauses: 1)
      examination.take(entry.clauses, of: invariant.id, evaluator, isPostcondition: true)
    }
    examination.merge(faults)
    return examination
  }
}
