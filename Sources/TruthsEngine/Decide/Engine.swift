package import TruthsCheck
import TruthsJSON
import TruthsText

/// Reads every clause that applies to a proposal, and works out the facts that its acceptance would produce (runtime.md §3, step
/// 4).
///
/// Pure, and ignorant of ledgers: approvals, overrides, hashes and entries are the business of who calls it.
package struct Engine: Sendable {
  package let program: Program
  /// Indices of the truths that name each intent, by index of the intent, in id order.
  private let truthsByIntent: [[Int]]
  /// Indices of the invariants of their own that apply to each intent, by index of the intent, in id order.
  private let invariantsByIntent: [[Int]]
  /// Indices of the invariants that are read after every run.
  private let stateInvariants: [Int]
  /// Truths on facts that make entries, by stratum.
  let strata: [[MatchPlan]]
  /// Truths on facts that make views.
  let viewPlans: [MatchPlan]
  let reads: EngineReads

  /// - Complexity: O(truths + invariants · intents that they name).
  package init(program: Program) {
    self.program = program
    var truths = [[Int]](repeating: [], count: program.intents.count)
    for (index, truth) in program.truths.enumerated() {
      for intent in truth.intents { truths[intent].append(index) }
    }
    var invariants = [[Int]](repeating: [], count: program.intents.count)
    for (index, invariant) in program.invariants.enumerated() {
      switch invariant.applies {
      case .all: for intent in invariants.indices { invariants[intent].append(index) }
      case .intents(let intents): for intent in intents { invariants[intent].append(index) }
      case .state: break
      }
    }
    truthsByIntent = truths
    invariantsByIntent = invariants
    stateInvariants = program.invariants.indices.filter { program.invariants[$0].applies == .state }
    let plans = MatchPlan.all(of: program)
    strata = Self.strata(of: plans.filter { !program.truths[$0.truth].isView }, program)
    viewPlans = plans.filter { program.truths[$0.truth].isView }
    reads = EngineReads(program)
  }

  /// The truths that a proposal fires, every clause of them and of the invariants that apply, read on one store.
  ///
  /// - Parameter isExplained: whether the values under the terms of clauses that hold are wanted too; nothing is decided by them.
  /// - Complexity: O(truths of the intent + their clauses), look-ups by hash.
  package func examine(_ proposal: TypedProposal, store: FactStore, isExplained: Bool = true) -> Examination {
    var examination = Examination(isExplained: isExplained)
    let wanted = reads.examining(truthsByIntent[proposal.intent], invariantsByIntent[proposal.intent])
    let (store, faults) = views(of: store, wanted: wanted, proposal.now)
    for index in truthsByIntent[proposal.intent] where admitsPack(program.truths[index], of: proposal) {
      examine(truthAt: index, proposal: proposal, store: store, into: &examination)
    }
    for index in invariantsByIntent[proposal.intent] {
      examine(invariantAt: index, proposal: proposal, store: store, into: &examination)
    }
    examination.merge(faults)
    return examination
  }

  /// Whether the pack of a proposal is that of the truth's `when`, or absent.
  private func admitsPack(_ truth: CheckedTruth, of proposal: TypedProposal) -> Bool {
    guard truth.namesPack, let pack = proposal.pack else { return true }
    return pack == truth.pack
  }

  private func examine(truthAt index: Int, proposal: TypedProposal, store: FactStore, into examination: inout Examination) {
    let truth = program.truths[index]
    var evaluator = evaluator(for: truth, proposal: proposal, store: store)
    var reading = ClauseReading(declaredBy: truth.id, isOfInvariant: false, isExplained: examination.isExplained)
    if let condition = truth.condition {
      let answer = evaluator.value(condition.test)
      evaluator.observer?.note(condition, answer)
      if answer == .boolean(false) { return }
      if answer.isMissing { reading.addUnknown(condition, truth: truth.id, evaluator: &evaluator) }
    }
    examination.fired.append(index)
    evaluator.observer?.note(fired: truth)
    for clause in truth.requires { reading.read(clause, &evaluator) }
    for clause in truth.invariants { reading.read(clause, &evaluator) }
    for move in truth.moves { reading.read(move.clause, &evaluator) }
    examination.add(reading)
  }

  private func examine(invariantAt index: Int, proposal: TypedProposal, store: FactStore, into examination: inout Examination) {
    let invariant = program.invariants[index]
    var evaluator = evaluator(for: invariant, proposal: proposal, store: store)
    var reading = ClauseReading(declaredBy: invariant.id, isOfInvariant: true, isExplained: examination.isExplained)
    reading.read(invariant.clause, &evaluator)
    examination.invariants.append(index)
    examination.add(reading)
  }

  /// A frame with the proposal's fields and the truth's `let`s in their slots.
  func evaluator(for truth: CheckedTruth, proposal: TypedProposal, store: FactStore) -> Evaluator {
    var evaluator = Evaluator(
      program: program, store: store, environment: proposal.environment, frameSize: max(truth.frameSize, truth.inputs.count))
    for (slot, input) in truth.inputs.enumerated() { evaluator.slots[slot] = proposal.value(of: input.name, in: program) }
    for binding in truth.lets { evaluator.slots[binding.slot] = evaluator.outside(evaluator.value(binding.node)) }
    return evaluator
  }

  func evaluator(for invariant: CheckedInvariant, proposal: TypedProposal, store: FactStore) -> Evaluator {
    var evaluator = Evaluator(
      program: program, store: store, environment: proposal.environment,
      frameSize: max(invariant.frameSize, invariant.inputs.count))
    for (slot, input) in invariant.inputs.enumerated() { evaluator.slots[slot] = proposal.value(of: input.name, in: program) }
    return evaluator
  }

  /// Reads what must hold of the result of a run: the `ensures` of the truths that fired, on the proposal and on facts, and
  /// invariants over the state.
  ///
  /// - Returns: the violations and clauses read; structural ones are postconditions.
  package func examineResult(
    _ fired: [Int], matches: [FiredMatch], proposal: TypedProposal, store: FactStore, isExplained: Bool = true
  ) -> Examination {
    var examination = Examination(isExplained: isExplained)
    let wanted = reads.ensuring(fired + matches.map(\.truth), stateInvariants)
    let (store, faults) = views(of: store, wanted: wanted, proposal.now)
    for index in fired where !program.truths[index].ensures.isEmpty {
      let truth = program.truths[index]
      var evaluator = evaluator(for: truth, proposal: proposal, store: store)
      var reading = ClauseReading(declaredBy: truth.id, isOfInvariant: false, isExplained: examination.isExplained)
      for clause in truth.ensures { reading.read(clause, &evaluator, isPostcondition: true) }
      examination.add(reading)
    }
    ensure(matches, environment: proposal.environment, store: store, into: &examination)
    for invariant in stateInvariants.map({ program.invariants[$0] }) {
      var evaluator = evaluator(for: invariant, proposal: proposal, store: store)
      var reading = ClauseReading(declaredBy: invariant.id, isOfInvariant: true, isExplained: examination.isExplained)
      reading.read(invariant.clause, &evaluator, isPostcondition: true)
      examination.add(reading)
    }
    examination.merge(faults)
    return examination
  }
}
