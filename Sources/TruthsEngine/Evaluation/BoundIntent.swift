import TruthsProgram

/// All that a decision about the proposals of one intent runs through, bound to one store that nobody writes to: nothing is
/// looked up by name, and nothing is made. It runs the code that ``Engine/evaluate(_:store:isExplained:)`` runs.
///
/// `@unchecked Sendable`: nothing is written behind its pointers once it is made.
final class BoundIntent: @unchecked Sendable {
  let execution: ExecutionEnvironment
  /// By number: the clauses of each entry, behind those of a truth its `if`.
  let clauses: [DecisiveClause]
  /// Whether the clauses can be told by this plan: no two of them report one id, and none reads a view.
  let isWhole: Bool
  /// Whether what decides depends on what a proposal is called.
  let readsIdentity: Bool
  /// Whether acceptance can be told by it: nothing follows from what is produced, and nothing must hold of the result.
  private let isLast: Bool
  private let entries: [Entry]
  /// Of each clause its place in the order of runs §3.
  private let ranks: UnsafePointer<Int32>
  private let registerCount: Int
  private let outcomeCount: Int

  /// A truth or invariant. A class, and its own: a decision copies none of it, and counts no reference to what it has.
  private final class Entry: Sendable {
    let unit: CompiledUnit
    let probes: BoundProbes
    /// For each slot the field of the intent that fills it; below 0 where it has none of that name.
    let fields: [Int]
    /// What is run for a proposal.
    let reading: Int
    let isTruth: Bool
    /// The pack that a proposal must name if it names one; below 0 where that makes no difference.
    let pack: Int
    let firstClause: Int
    let clauses: [CompiledClause]
    let outputs: [Output]

    init(_ plan: IntentPlan.Entry, pack: Int, firstClause: Int, outputs: [Output], _ store: FactStore) {
      unit = plan.unit
      probes = BoundProbes(plan.unit, store)
      fields = plan.fields
      reading = plan.reading
      isTruth = plan.truth != nil
      self.pack = pack
      self.firstClause = firstClause
      clauses = plan.clauses
      self.outputs = outputs
    }
  }

  /// A fact that a truth produces, and the table that it is added to.
  private final class Output: Sendable {
    let filter: CompiledExpression?
    /// The code that works out its fields, and the register of the first.
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
    self.entries = entries
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

  deinit { ranks.deallocate() }

  /// What the clauses come to; `nil` where they do not tell alone what becomes of the proposal.
  ///
  /// - Complexity: O(clauses of the intent), look-ups by hash; nothing is allocated but for texts and lists that clauses make.
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
    guard let first = entries.first, let registers = registers.baseAddress, let outcomes = outcomes.baseAddress,
      let bases = bases.baseAddress
    else { return nil }
    let operands = Interpreter.Operands(
      bases, registers: registers, constants: first.unit.constants.cells, policies: execution.store.policyRow.cells,
      builtins: proposal.builtins)
    var interpreter = Interpreter(
      .passUnretained(first.unit), operands, reads: .passUnretained(execution), symbols: proposal.symbols, ownsSymbols: false,
      outcomes: outcomes)
    let verdict = run(proposal, &interpreter)
    let isOverworked = interpreter.isOverworked
    interpreter.end(proposal.symbols)
    return isOverworked ? nil : verdict
  }

  private func run(_ proposal: ProposalCells, _ interpreter: inout Interpreter) -> ClauseVerdict? {
    var verdict = ClauseVerdict()
    for entry in entries where admits(entry, proposal) {
      begin(entry, proposal, &interpreter)
      let count = entry.clauses.count
      for clause in 0..<count { interpreter.outcomes[clause] = .holds }
      interpreter.failures = 0
      interpreter.condition = .fires
      interpreter.run(from: entry.reading)
      if entry.isTruth {
        if interpreter.condition == .doesNot { continue }
        verdict.hasFired = true
        if interpreter.condition == .unknown { verdict.note(entry.firstClause + count, .requirement, ranks) }
      }
      if interpreter.failures == 0 { continue }
      for clause in 0..<count where interpreter.outcomes[clause] != .holds {
        let kind = entry.clauses[clause].kind(isUnknown: interpreter.outcomes[clause] == .unknown, isPostcondition: false)
        verdict.note(entry.firstClause + clause, kind, ranks)
      }
    }
    if verdict.requirement >= 0 { verdict.unknown = -1 }
    return !verdict.isOpen || !verdict.hasFired || isAdded(proposal, &interpreter) ? verdict : nil
  }

  @inline(__always)
  private func admits(_ entry: Entry, _ proposal: ProposalCells) -> Bool {
    entry.pack < 0 || proposal.pack == -1 || entry.pack == proposal.pack
  }

  /// Puts a proposal's fields into the slots.
  @inline(__always)
  private func begin(_ entry: Entry, _ proposal: ProposalCells, _ interpreter: inout Interpreter) {
    let registers = interpreter.operands.registers
    for slot in 0..<entry.fields.count {
      let field = entry.fields[slot]
      registers[slot] = field < 0 ? .absent : proposal.fields[field]
    }
    interpreter.enter(
      .passUnretained(entry.unit), entry.probes.first, registers: registers, constants: entry.unit.constants.cells)
    interpreter.made = 0
  }

  /// Whether what the truths produce is simply added: whole facts, none of which is there.
  private func isAdded(_ proposal: ProposalCells, _ interpreter: inout Interpreter) -> Bool {
    guard isLast else { return false }
    for entry in entries where admits(entry, proposal) {
      if entry.outputs.isEmpty { continue }
      if entries.count > 1 {
        begin(entry, proposal, &interpreter)
        interpreter.condition = .fires
        interpreter.run(from: entry.reading)
        if interpreter.condition == .doesNot { continue }
      }
      for output in entry.outputs where !isAdded(output, &interpreter) { return false }
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

extension CheckedClause {
  /// Whether people whom it names, or a consent, decide about it beside its test.
  fileprivate var asksPeople: Bool { kind == .consent || !people.isEmpty }
}

extension FactTable {
  /// Whether a row is a whole fact that is not there.
  fileprivate func isNew(_ row: UnsafeMutablePointer<Cell>) -> Bool {
    for field in shape.required where row[field].isMissing { return false }
    // What a proposal says and the store does not know is in no row.
    if shape.isKeyedByText { return row[shape.identity[0]].bits >= SymbolOverlay.base || newest(key: row[shape.identity[0]]) < 0 }
    let key = shape.identity.map { row[$0].isMissing ? .absent : row[$0] }
    return newest(key: key.span) < 0
  }
}

extension Engine {
  /// What the truths and invariants of an intent read beside facts and fields.
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

  /// Whether nothing can stop a proposal behind its clauses but what its truths produce: each of its outputs is one fact, nothing
  /// is read on the result, and no truth on facts fires by it.
  fileprivate func isLastStep(_ plan: IntentPlan) -> Bool {
    let indices = plan.truths.map(\.index)
    guard reads.producing(indices).isEmpty, !hasStateInvariants else { return false }
    var made: [Int] = []
    for truth in indices.map({ program.truths[$0] }) {
      if !truth.ensures.isEmpty || !truth.moves.isEmpty { return false }
      if truth.outputs.contains(where: { $0.loop != nil || $0.isCorrection || program.facts[$0.fact].isDerived }) { return false }
      // Amounts are held to the currencies beside them, and may be missing then.
      if truth.outputs.contains(where: { code.currencies.areHeld(in: $0.fact) }) { return false }
      made += truth.outputs.map(\.fact)
    }
    guard Set(made).count == made.count else { return false }
    return strata.flatMap(\.plans).allSatisfy { plan in
      let watch = plan.watch
      return watch?.hasViews != true && watch?.hasEnvironment != true
        && made.allSatisfy { !plan.types.contains($0) && watch?.types.contains($0) != true }
    }
  }
}
