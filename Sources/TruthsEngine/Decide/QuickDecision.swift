import TruthsCheck
import TruthsText

/// What the clauses of a proposal's truths and invariants come to: no reason, no value, no text.
package struct QuickVerdict: Hashable, Sendable, BitwiseCopyable {
  /// Numbers in ``QuickProposal/clauses`` of the first of each kind that does not hold, in the order of runtime.md §3; below
  /// 0 for none.
  package var structural: Int32 = -1
  package var unknown: Int32 = -1
  package var requirement: Int32 = -1
  package var acceptance: Int32 = -1
  /// Whether any truth fired.
  package var hasFired = false
  /// Whether only the whole procedure can tell what it comes to.
  package var wantsCloserLook = false

  package init() {}
}

/// A proposal made ready to be decided: its values as cells, its texts as symbols.
///
/// Sendable although it holds pointers: nothing is written behind them once it is made.
package final class QuickProposal: @unchecked Sendable {
  let plan: QuickPlan
  let fields: CellRow
  let builtins: CellRow
  /// In ``Program/packs``; -1 where the proposal names none, -2 where it names another.
  let pack: Int
  let symbols: UnsafeMutablePointer<SymbolOverlay>

  /// The clauses that apply, by number.
  package var clauses: [PlannedClause] { plan.clauses }

  init(_ proposal: TypedProposal, plan: QuickPlan) {
    self.plan = plan
    var overlay = plan.symbols
    fields = CellRow(proposal.fields.map { overlay.cell(of: $0) })
    builtins = proposal.environment.cells { overlay.cell(of: $0) }
    pack = proposal.pack.map { name in plan.ground.program.packs.firstIndex { $0.name == name } ?? -2 } ?? -1
    symbols = UnsafeMutablePointer<SymbolOverlay>.allocate(capacity: 1)
    symbols.initialize(to: overlay)
  }

  deinit {
    symbols.deinitialize(count: 1)
    symbols.deallocate()
  }

  /// What the clauses come to.
  ///
  /// - Complexity: O(clauses of the intent), look-ups by hash; nothing is allocated but for texts and lists that clauses make.
  package func verdict() -> QuickVerdict {
    let plan = plan
    if !plan.isWhole {
      var verdict = QuickVerdict()
      verdict.wantsCloserLook = true
      return verdict
    }
    let cells = plan.registerCount + plan.outcomeCount / 16 + 1
    return withUnsafeTemporaryAllocation(of: Cell.self, capacity: cells) { buffer in
      guard let registers = buffer.baseAddress else { return QuickVerdict() }
      registers.initialize(repeating: .absent, count: cells)
      let outcomes = UnsafeMutableRawPointer(registers + plan.registerCount).assumingMemoryBound(to: ClauseOutcome.self)
      var reader = QuickReader(self, plan, registers, outcomes)
      return reader.read()
    }
  }
}

/// Runs a plan over a ready proposal.
struct QuickReader {
  unowned(unsafe) let proposal: QuickProposal
  unowned(unsafe) let plan: QuickPlan
  private var machine: Machine
  private var verdict = QuickVerdict()

  init(
    _ proposal: QuickProposal, _ plan: QuickPlan, _ registers: UnsafeMutablePointer<Cell>,
    _ outcomes: UnsafeMutablePointer<ClauseOutcome>
  ) {
    self.proposal = proposal
    self.plan = plan
    let operands = Machine.Operands(
      registers: registers, constants: plan.entries.pointee.constants, policies: plan.policies.cells,
      builtins: proposal.builtins.cells)
    machine = Machine(
      plan.entries.pointee.unit, operands, ground: plan.ground, symbols: proposal.symbols, ownsSymbols: false,
      outcomes: outcomes)
  }

  mutating func read() -> QuickVerdict {
    for place in 0..<plan.entryCount { read(plan.entries[place]) }
    if verdict.requirement >= 0 { verdict.unknown = -1 }
    let isOpen = verdict.structural < 0 && verdict.unknown < 0 && verdict.requirement < 0 && verdict.acceptance < 0
    if isOpen, verdict.hasFired { produce() }
    machine.release(from: proposal.symbols)
    return verdict
  }

  /// Puts a proposal's fields into the slots.
  @inline(__always)
  private mutating func begin(_ entry: QuickPlan.Entry) {
    let registers = machine.operands.registers
    for slot in 0..<entry.fieldCount {
      let field = Int(entry.fields[slot])
      registers[slot] = field < 0 ? .absent : proposal.fields.cells[field]
    }
    machine.enter(entry.unit, registers: registers, constants: entry.constants)
  }

  @inline(__always)
  private func admits(_ entry: QuickPlan.Entry) -> Bool { entry.pack < 0 || proposal.pack == -1 || entry.pack == proposal.pack }

  @inline(__always)
  private mutating func read(_ entry: QuickPlan.Entry) {
    guard admits(entry) else { return }
    begin(entry)
    machine.failures = 0
    machine.condition = .fires
    machine.run(from: entry.reading)
    if entry.isTruth {
      if machine.condition == .doesNot { return }
      verdict.hasFired = true
      if machine.condition == .unknown { take(entry.firstClause + entry.clauseCount, isUnknown: false) }
    }
    if machine.failures > 0 { take(entry) }
  }

  private mutating func take(_ entry: QuickPlan.Entry) {
    for clause in 0..<entry.clauseCount where machine.outcomes[clause] != .holds {
      take(entry.firstClause + clause, isUnknown: machine.outcomes[clause] == .unknown)
    }
  }

  /// A clause that does not hold. A requirement that is not true is unmet, unknown or not; an advisory stops nothing.
  private mutating func take(_ clause: Int, isUnknown: Bool) {
    let plan = plan
    switch plan.weights[clause].kind {
    case .advisory: return
    case .requirement: Self.note(clause, &verdict.requirement, plan)
    case .structural where !isUnknown: Self.note(clause, &verdict.structural, plan)
    case .acceptance where !isUnknown: Self.note(clause, &verdict.acceptance, plan)
    case .structural, .acceptance: Self.note(clause, &verdict.unknown, plan)
    }
  }

  private static func note(_ clause: Int, _ first: inout Int32, _ plan: QuickPlan) {
    if first < 0 || plan.weights[clause].rank < plan.weights[Int(first)].rank { first = Int32(truncatingIfNeeded: clause) }
  }

  /// Whether what the truths produce is simply added.
  private mutating func produce() {
    guard plan.isLast else {
      verdict.wantsCloserLook = true
      return
    }
    for place in 0..<plan.entryCount where plan.entries[place].isTruth && admits(plan.entries[place]) {
      let entry = plan.entries[place]
      if !plan.isSingle {
        begin(entry)
        machine.condition = .fires
        machine.run(from: entry.reading)
        if machine.condition == .doesNot { continue }
      }
      machine.run(from: entry.producing)
      if machine.wantsCloserLook { break }
    }
    verdict.wantsCloserLook = machine.wantsCloserLook
  }
}
