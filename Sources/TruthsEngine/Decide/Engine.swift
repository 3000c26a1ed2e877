package import TruthsCheck
import TruthsJSON
import TruthsText

/// Reads every clause that applies to a proposal, and works out the facts that its acceptance would produce (runtime.md §3, step
/// 4).
///
/// Pure, and ignorant of ledgers: approvals, overrides, hashes and entries are the business of who calls it.
package struct Engine: Sendable {
  package let program: Program
  let code: CompiledProgram
  /// What applies to each intent, by its index.
  let dispatch: [IntentDispatch]
  /// Indices of the invariants that are read after every run.
  private let stateInvariants: [Int]
  /// Truths on facts that make entries, by stratum.
  let strata: [Stratum]
  /// Truths on facts that make views.
  let viewPlans: [MatchPlan]
  let reads: EngineReads
  /// Whether a truth on facts reads the moment, the actor or the proposal to decide whether it fires.
  package let derivesByEnvironment: Bool

  /// - Complexity: O(truths + invariants · intents that they name).
  package init(program: Program) {
    self.program = program
    code = CompiledProgram(program)
    dispatch = IntentDispatch.all(of: program)
    stateInvariants = program.invariants.indices.filter { program.invariants[$0].applies == .state }
    let plans = MatchPlan.all(of: program)
    reads = EngineReads(program)
    strata = Stratum.all(of: plans.filter { !program.truths[$0.truth].isView }, program, reads)
    viewPlans = plans.filter { program.truths[$0.truth].isView }
    derivesByEnvironment = strata.flatMap(\.plans).contains { [reads] in reads.watched[$0.truth]?.hasEnvironment ?? false }
  }

  /// The truths that a proposal fires, every clause of them and of the invariants that apply, read on one store.
  ///
  /// - Parameter isExplained: whether the values under the terms of clauses that hold are wanted too; nothing is decided by them.
  /// - Complexity: O(truths of the intent + their clauses), look-ups by hash.
  package func examine(_ proposal: TypedProposal, store: FactStore, isExplained: Bool = true) -> Examination {
    var examination = Examination(isExplained: isExplained)
    let dispatch = dispatch[proposal.intent]
    let wanted = reads.examining(dispatch.truths.map(\.index), dispatch.invariants.map(\.index))
    let (store, faults) = views(of: store, wanted: wanted, proposal.now)
    var evaluator = evaluator(on: store, proposal.environment)
    let fields = evaluator.cells(of: proposal.fields)
    for truth in dispatch.truths where admitsPack(program.truths[truth.index], of: proposal) {
      examine(truth, fields, &evaluator, into: &examination)
    }
    for invariant in dispatch.invariants {
      examine(invariant, fields, &evaluator, into: &examination)
      examination.invariants.append(invariant.index)
    }
    examination.merge(faults)
    return examination
  }

  /// What expressions are read with, over one store.
  func evaluator(on store: FactStore, _ environment: Environment) -> Evaluator {
    Evaluator(ground(on: store), environment)
  }

  /// A frame for expressions that are compiled when they are asked for.
  package func evaluator(on store: FactStore, _ environment: Environment, frameSize: Int) -> Evaluator {
    var evaluator = evaluator(on: store, environment)
    evaluator.begin(frameSize: frameSize)
    return evaluator
  }

  /// What code reads beside its registers, over one store.
  func ground(on store: FactStore) -> Ground { Ground(program: program, code: code, store: store) }

  /// Whether any invariant is read after every run.
  var hasStateInvariants: Bool { !stateInvariants.isEmpty }

  /// Whether the pack of a proposal is that of the truth's `when`, or absent.
  private func admitsPack(_ truth: CheckedTruth, of proposal: TypedProposal) -> Bool {
    guard truth.namesPack, let pack = proposal.pack else { return true }
    return pack == truth.pack
  }

  private func examine(
    _ place: IntentDispatch.Entry, _ fields: [Cell], _ evaluator: inout Evaluator, into examination: inout Examination
  ) {
    guard place.isTruth else { return examine(invariant: place, fields, &evaluator, into: &examination) }
    let truth = program.truths[place.index]
    let compiled = code.truths[place.index]
    begin(place, fields, &evaluator)
    evaluator.run(from: compiled.reading, clauses: compiled.clauseCount)
    let outcomes = evaluator.outcomes
    var reading = ClauseReading(declaredBy: truth.id, isOfInvariant: false, isExplained: examination.isExplained)
    if let condition = truth.condition {
      let answer = evaluator.condition
      evaluator.observer?.note(condition, answer)
      if answer == .doesNot { return }
      if answer == .unknown { reading.addUnknown(condition, truth: truth.id, evaluator: &evaluator) }
    }
    examination.fired.append(place.index)
    evaluator.observer?.note(fired: truth)
    reading.read(truth.requires + truth.invariants + truth.moves.map(\.clause), outcomes, &evaluator)
    examination.add(reading)
  }

  private func examine(
    invariant place: IntentDispatch.Entry, _ fields: [Cell], _ evaluator: inout Evaluator, into examination: inout Examination,
    isPostcondition: Bool = false
  ) {
    let invariant = program.invariants[place.index]
    begin(place, fields, &evaluator)
    evaluator.run(from: 0, clauses: 1)
    var reading = ClauseReading(declaredBy: invariant.id, isOfInvariant: true, isExplained: examination.isExplained)
    reading.read([invariant.clause], evaluator.outcomes, &evaluator, isPostcondition: isPostcondition)
    examination.add(reading)
  }

  /// A frame for a truth or invariant, with the proposal's fields in their slots.
  func begin(_ place: IntentDispatch.Entry, _ fields: [Cell], _ evaluator: inout Evaluator) {
    let unit = place.isTruth ? code.truths[place.index].unit : code.invariants[place.index]
    evaluator.begin(unit, frameSize: place.frameSize)
    for (slot, field) in place.fields.enumerated() where field >= 0 { evaluator.set(slot, to: fields[field]) }
  }

  /// Reads what must hold of the result of a run: the `ensures` of the truths that fired, on the proposal and on facts, and
  /// invariants over the state.
  ///
  /// - Returns: the violations and clauses read; structural ones are postconditions.
  package func examineResult(
    _ fired: [Int], matches: MatchLog, proposal: TypedProposal, store: FactStore, isExplained: Bool = true
  ) -> Examination {
    var examination = Examination(isExplained: isExplained)
    let wanted = reads.ensuring(fired + matches.distinctTruths, stateInvariants)
    let (store, faults) = views(of: store, wanted: wanted, proposal.now)
    var evaluator = evaluator(on: store, proposal.environment)
    let fields = evaluator.cells(of: proposal.fields)
    for index in fired where !program.truths[index].ensures.isEmpty {
      let truth = program.truths[index]
      begin(IntentDispatch.Entry(truth, at: index, intent: program.intents[proposal.intent]), fields, &evaluator)
      evaluator.run(from: code.truths[index].ensures, clauses: truth.ensures.count)
      var reading = ClauseReading(declaredBy: truth.id, isOfInvariant: false, isExplained: examination.isExplained)
      reading.read(truth.ensures, evaluator.outcomes, &evaluator, isPostcondition: true)
      examination.add(reading)
    }
    ensure(matches, evaluator: &evaluator, into: &examination)
    for index in stateInvariants {
      let invariant = program.invariants[index]
      let place = IntentDispatch.Entry(invariant, at: index, intent: program.intents[proposal.intent])
      examine(invariant: place, fields, &evaluator, into: &examination, isPostcondition: true)
    }
    examination.merge(faults)
    return examination
  }
}
