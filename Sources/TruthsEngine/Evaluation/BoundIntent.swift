import TruthsProgram

/// The code that decides proposals of one intent, bound to one store that is not written to.
///
/// A decision looks up nothing by name and allocates nothing. It runs the same code as
/// ``Engine/evaluate(_:store:isExplained:)``.
///
/// `@unchecked Sendable`: the memory behind its pointers is immutable after `init`.
final class BoundIntent: @unchecked Sendable {
  let execution: ExecutionEnvironment
  /// The clauses by number: all clauses of one entry, then those of the next. For a truth, its `if` comes after its clauses.
  let clauses: [DecisiveClause]
  /// Whether this plan alone can decide the clauses: all of them report different ids, none reads a view, and none asks people.
  let isWhole: Bool
  /// Whether any clause or output reads the proposal's id.
  let readsIdentity: Bool
  /// Whether this plan alone can decide acceptance: no truth fires on the produced facts, and no clause reads the result.
  private let isLast: Bool
  private let owned: [Entry]
  private let entries: Unowned<Entry>
  /// The rank of each clause in the order of runs §3.
  private let ranks: UnsafePointer<Int32>
  private let registerCount: Int
  private let outcomeCount: Int

  /// A truth or invariant. It is a class, so that a decision copies nothing and counts no references to its members. Threads
  /// that decide at the same time would wait for each other's counts.
  private final class Entry: Sendable {
    let unit: CompiledUnit
    let probes: BoundProbes
    /// The field of the intent that fills each slot; below 0 where the intent has no such field.
    let fields: [Int]
    /// The start of the code that runs for a proposal.
    let reading: Int
    let isTruth: Bool
    /// The pack that a proposal must name if it names one; below 0 where any pack is admitted.
    let pack: Int
    let firstClause: Int
    let clauses: Unowned<CompiledClause>
    let outputs: Unowned<Output>
    private let owned: (clauses: [CompiledClause], outputs: [Output])

    init(_ plan: IntentPlan.Entry, pack: Int, firstClause: Int, outputs: [Output], _ store: FactStore) {
      unit = plan.unit
      probes = BoundProbes(plan.unit, store)
      fields = plan.fields
      reading = plan.reading
      isTruth = plan.truth != nil
      self.pack = pack
      self.firstClause = firstClause
      owned = (plan.clauses, outputs)
      clauses = Unowned(plan.clauses)
      self.outputs = Unowned(outputs)
    }

    deinit {
      clauses.deallocate()
      outputs.deallocate()
    }
  }

  /// A fact that a truth produces, and its table.
  private final class Output: Sendable {
    let filter: CompiledExpression?
    /// The start of the code that computes its fields, and the register of the first.
    let row: Int
    let fields: Int
    let table: FactTable

    init(_ output: CompiledOutput, _ table: FactTable) {
      (filter, row, fields) = (output.filter, output.row, output.fields)
      self.table = table
    }
  }

  init(_ engine: Engine, intent: Int, execution: ExecutionEnvironment) {
    self.execution = execution
    let plan = engine.plans[intent]
    var clauses: [DecisiveClause] = []
    var entries: [Entry] = []
    var isWhole = engine.reads.examining(plan).isEmpty
    for entry in plan.truths + plan.invariants {
      let shared = entry.clauses.contains { clause in
        clause.checked.hasOwnID && clauses.contains { $0.id == clause.checked.id && $0.declaredBy != clause.declaredBy }
      }
      if shared || entry.clauses.contains(where: \.checked.asksPeople) { isWhole = false }
      let pack = entry.pack.flatMap { name in engine.program.packs.firstIndex { $0.name == name } } ?? -1
      let outputs = entry.truth.map { truth in
        zip(truth.outputs, engine.program.truths[entry.index].outputs).map { Output($0, execution.store.tables[$1.fact]) }
      }
      entries.append(Entry(entry, pack: pack, firstClause: clauses.count, outputs: outputs ?? [], execution.store))
      clauses += entry.clauses.map { DecisiveClause($0) }
      guard let truth = entry.truth, let condition = engine.program.truths[entry.index].condition else { continue }
      clauses.append(DecisiveClause(conditionOf: truth.id, condition.text))
    }
    self.clauses = clauses
    owned = entries
    self.entries = Unowned(entries)
    self.isWhole = isWhole
    isLast = engine.isLastStep(plan)
    readsIdentity = engine.builtins(readBy: plan).contains(.proposalID)
    var ranks = [Int32](repeating: 0, count: clauses.count)
    for (rank, clause) in clauses.indices.sorted(by: { clauses[$0].precedes(clauses[$1]) }).enumerated() {
      ranks[clause] = Int32(truncatingIfNeeded: rank)
    }
    self.ranks = UnsafePointer(plain(ranks))
    registerCount = max(1, entries.map(\.unit.registerCount).max() ?? 1)
    outcomeCount = max(1, entries.map(\.clauses.count).max() ?? 1)
  }

  deinit {
    ranks.deallocate()
    entries.deallocate()
  }

  /// Returns the verdict of the clauses; `nil` where the clauses alone do not decide the proposal.
  ///
  /// - Complexity: O(clauses of the intent), with look-ups by hash; only texts and lists that clauses make are allocated.
  func verdict(_ proposal: ProposalCells) -> ClauseVerdict? {
    withUnsafeTemporaryAllocation(of: Cell.self, capacity: registerCount) { registers in
      withUnsafeTemporaryAllocation(of: ClauseOutcome.self, capacity: outcomeCount) { outcomes in
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Cell>.self, capacity: Interpreter.Operands.spaces) { bases in
          verdict(proposal, registers: registers, outcomes: outcomes, bases: bases)
        }
      }
    }
  }

  private func verdict(
    _ proposal: ProposalCells, registers: UnsafeMutableBufferPointer<Cell>, outcomes: UnsafeMutableBufferPointer<ClauseOutcome>,
    bases: UnsafeMutableBufferPointer<UnsafeMutablePointer<Cell>>
  ) -> ClauseVerdict? {
    guard entries.count > 0, let registers = registers.baseAddress, let outcomes = outcomes.baseAddress,
      let bases = bases.baseAddress
    else { return nil }
    var interpreter = entries.borrow(0) { first in
      let operands = Interpreter.Operands(
        bases, registers: registers, constants: first.unit.constants.cells, policies: execution.store.policyRow.cells,
        builtins: proposal.builtins)
      return Interpreter(
        .passUnretained(first.unit), operands, reads: .passUnretained(execution), symbols: proposal.symbols, ownsSymbols: false,
        outcomes: outcomes)
    }
    let verdict = run(proposal, &interpreter)
    let isOverworked = interpreter.isOverworked
    interpreter.end(proposal.symbols)
    return isOverworked ? nil : verdict
  }

  private func run(_ proposal: ProposalCells, _ interpreter: inout Interpreter) -> ClauseVerdict? {
    var verdict = ClauseVerdict()
    for place in 0..<entries.count {
      entries.borrow(place) { entry in if admits(entry, proposal) { run(entry, proposal, &interpreter, &verdict) } }
    }
    if verdict.requirement >= 0 { verdict.unknown = -1 }
    return !verdict.isOpen || !verdict.hasFired || isAdded(proposal, &interpreter) ? verdict : nil
  }

  @inline(__always)
  private func run(
    _ entry: Entry, _ proposal: ProposalCells, _ interpreter: inout Interpreter, _ verdict: inout ClauseVerdict
  ) {
    begin(entry, proposal, &interpreter)
    let count = entry.clauses.count
    for clause in 0..<count { interpreter.outcomes[clause] = .holds }
    interpreter.failures = 0
    interpreter.condition = .fires
    interpreter.run(from: entry.reading)
    if entry.isTruth {
      if interpreter.condition == .doesNot { return }
      verdict.hasFired = true
      if interpreter.condition == .unknown { verdict.note(entry.firstClause + count, .requirement, ranks) }
    }
    if interpreter.failures == 0 { return }
    for clause in 0..<count where interpreter.outcomes[clause] != .holds {
      let isUnknown = interpreter.outcomes[clause] == .unknown
      let kind = entry.clauses.borrow(clause) { $0.kind(isUnknown: isUnknown, isPostcondition: false) }
      verdict.note(entry.firstClause + clause, kind, ranks)
    }
  }

  @inline(__always)
  private func admits(_ entry: Entry, _ proposal: ProposalCells) -> Bool {
    entry.pack < 0 || proposal.pack == -1 || entry.pack == proposal.pack
  }

  /// Copies a proposal's fields into the slots.
  @inline(__always)
  private func begin(_ entry: Entry, _ proposal: ProposalCells, _ interpreter: inout Interpreter) {
    let registers = interpreter.operands.registers
    for slot in 0..<entry.fields.count {
      let field = entry.fields[slot]
      registers[slot] = field < 0 ? .absent : proposal.fields[field]
    }
    interpreter.enter(
      .passUnretained(entry.unit), entry.probes.first, registers: registers, constants: entry.unit.constants.cells)
    interpreter.allocated = 0
  }

  /// Returns whether each produced fact is complete and new, so that the proposal is accepted without a conflict.
  private func isAdded(_ proposal: ProposalCells, _ interpreter: inout Interpreter) -> Bool {
    guard isLast else { return false }
    for place in 0..<entries.count {
      let isNew = entries.borrow(place) { entry in !admits(entry, proposal) || isAdded(entry, proposal, &interpreter) }
      if !isNew { return false }
    }
    return true
  }

  @inline(__always)
  private func isAdded(_ entry: Entry, _ proposal: ProposalCells, _ interpreter: inout Interpreter) -> Bool {
    if entry.outputs.count == 0 { return true }
    if entries.count > 1 {
      begin(entry, proposal, &interpreter)
      interpreter.condition = .fires
      interpreter.run(from: entry.reading)
      if interpreter.condition == .doesNot { return true }
    }
    for place in 0..<entry.outputs.count {
      if !entry.outputs.borrow(place, { isAdded($0, &interpreter) }) { return false }
    }
    return true
  }

  private func isAdded(_ output: Output, _ interpreter: inout Interpreter) -> Bool {
    if let filter = output.filter {
      if filter.start >= 0 { interpreter.run(from: filter.start) }
      let answer = interpreter.operands.load(filter.result)
      guard answer.isA(.boolean) else { return false }
      if answer.isFalse { return true }
    }
    interpreter.run(from: output.row)
    return output.table.isNew(interpreter.operands.registers + output.fields)
  }
}

/// Objects that are read without reference counting. The owner of this list keeps them alive, and deallocates the list.
///
/// `@unchecked Sendable`: the addresses are immutable, and the objects are `Sendable`.
private struct Unowned<Object: AnyObject & Sendable>: BitwiseCopyable, @unchecked Sendable {
  let count: Int
  private let addresses: UnsafePointer<Unmanaged<Object>>

  init(_ objects: [Object]) {
    count = objects.count
    addresses = UnsafePointer(plain(objects.map { .passUnretained($0) }))
  }

  func deallocate() { addresses.deallocate() }

  @inline(__always)
  func borrow<Result>(_ place: Int, _ read: (Object) -> Result) -> Result { addresses[place]._withUnsafeGuaranteedRef(read) }
}

extension CheckedClause {
  /// Whether the clause needs a consent or names people, so that its test alone does not decide it.
  fileprivate var asksPeople: Bool { kind == .consent || !people.isEmpty }
}

extension FactTable {
  /// Returns whether a row is a complete fact whose identity is not in the table.
  fileprivate func isNew(_ row: UnsafeMutablePointer<Cell>) -> Bool {
    for field in shape.required where row[field].isMissing { return false }
    // A text that only the proposal has is in no row.
    if shape.isKeyedByText { return row[shape.identity[0]].bits >= SymbolOverlay.base || newest(key: row[shape.identity[0]]) < 0 }
    let key = shape.identity.map { row[$0].isMissing ? .absent : row[$0] }
    return newest(key: key.span) < 0
  }
}

extension Engine {
  /// Returns the builtins that the truths and invariants of an intent read.
  fileprivate func builtins(readBy plan: IntentPlan) -> Set<Builtin> {
    var reads = NodeReads(program)
    for truth in plan.truths.map({ program.truths[$0.index] }) {
      reads.add(truth.firingNodes)
      reads.add(truth.requires + truth.invariants + truth.ensures)
      reads.add(truth.outputs)
    }
    reads.add(plan.invariants.map { program.invariants[$0.index].clause })
    return reads.builtins
  }

  /// Returns whether only the produced facts can still stop a proposal that passed its clauses.
  ///
  /// Each output must be one fact, no clause may read the result, and no truth on facts may fire by it.
  fileprivate func isLastStep(_ plan: IntentPlan) -> Bool {
    let indices = plan.truths.map(\.index)
    guard reads.producing(indices).isEmpty, !hasStateInvariants else { return false }
    var produced: [Int] = []
    for truth in indices.map({ program.truths[$0] }) {
      if !truth.ensures.isEmpty || !truth.moves.isEmpty { return false }
      if truth.outputs.contains(where: { $0.loop != nil || $0.isCorrection || program.facts[$0.fact].isDerived }) { return false }
      // Amounts are checked against their currencies and may become missing.
      if truth.outputs.contains(where: { code.currencies.areHeld(in: $0.fact) }) { return false }
      // Numbers are checked against the ranges of their fields.
      if truth.outputs.contains(where: { program.facts[$0.fact].fields.contains { $0.range != nil } }) { return false }
      produced += truth.outputs.map(\.fact)
    }
    guard Set(produced).count == produced.count else { return false }
    return strata.flatMap(\.plans).allSatisfy { plan in
      let watch = plan.watch
      return watch?.hasViews != true && watch?.hasEnvironment != true
        && produced.allSatisfy { !plan.types.contains($0) && watch?.types.contains($0) != true }
    }
  }
}
