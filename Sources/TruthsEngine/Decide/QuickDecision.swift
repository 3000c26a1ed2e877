import TruthsCheck

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

/// Runs a plan over a ready proposal. It counts no reference: whoever runs it keeps the proposal, and that keeps all the rest.
struct QuickReader {
  private let head: UnsafePointer<QuickProposal.Head>
  private let plan: UnsafePointer<QuickPlan.Code>
  private var machine: Machine
  private var verdict = QuickVerdict()

  init(
    _ head: UnsafePointer<QuickProposal.Head>, _ plan: UnsafePointer<QuickPlan.Code>, _ registers: UnsafeMutablePointer<Cell>,
    _ outcomes: UnsafeMutablePointer<ClauseOutcome>, _ bases: UnsafeMutablePointer<UnsafeMutablePointer<Cell>>
  ) {
    self.head = head
    self.plan = plan
    let entry = plan.pointee.entries
    let operands = Machine.Operands(
      bases, registers: registers, constants: entry.pointee.constants, policies: plan.pointee.policies,
      builtins: head.pointee.builtins)
    machine = Machine(
      entry.pointee.unit, operands, reads: plan.pointee.ground, symbols: head.pointee.symbols, ownsSymbols: false,
      outcomes: outcomes)
  }

  mutating func read() -> QuickVerdict {
    for place in 0..<plan.pointee.entryCount { read(plan.pointee.entries + place) }
    if verdict.requirement >= 0 { verdict.unknown = -1 }
    let isOpen = verdict.structural < 0 && verdict.unknown < 0 && verdict.requirement < 0 && verdict.acceptance < 0
    if isOpen, verdict.hasFired { produce() }
    if machine.wantsCloserLook { verdict.wantsCloserLook = true }
    machine.end(head.pointee.symbols)
    return verdict
  }

  /// Puts a proposal's fields into the slots.
  @inline(__always)
  private mutating func begin(_ entry: UnsafePointer<QuickPlan.Entry>) {
    let registers = machine.operands.registers
    let fields = UnsafeRawPointer(head + 1).assumingMemoryBound(to: Cell.self)
    for slot in 0..<entry.pointee.fieldCount {
      let field = Int(entry.pointee.fields[slot])
      registers[slot] = field < 0 ? .absent : fields[field]
    }
    machine.enter(entry.pointee.unit, entry.pointee.probes, registers: registers, constants: entry.pointee.constants)
  }

  @inline(__always)
  private func admits(_ entry: UnsafePointer<QuickPlan.Entry>) -> Bool {
    entry.pointee.pack < 0 || head.pointee.pack == -1 || entry.pointee.pack == head.pointee.pack
  }

  @inline(__always)
  private mutating func read(_ entry: UnsafePointer<QuickPlan.Entry>) {
    guard admits(entry) else { return }
    begin(entry)
    machine.failures = 0
    machine.condition = .fires
    machine.run(from: entry.pointee.reading)
    if entry.pointee.isTruth {
      if machine.condition == .doesNot { return }
      verdict.hasFired = true
      if machine.condition == .unknown { take(entry.pointee.firstClause + entry.pointee.clauseCount, isUnknown: false) }
    }
    if machine.failures > 0 { take(entry) }
  }

  @inline(__always)
  private mutating func take(_ entry: UnsafePointer<QuickPlan.Entry>) {
    for clause in 0..<entry.pointee.clauseCount where machine.outcomes[clause] != .holds {
      take(entry.pointee.firstClause + clause, isUnknown: machine.outcomes[clause] == .unknown)
    }
  }

  /// A clause that does not hold. A requirement that is not true is unmet, unknown or not; an advisory stops nothing.
  @inline(__always)
  private mutating func take(_ clause: Int, isUnknown: Bool) {
    let weights = plan.pointee.weights
    switch weights[clause].kind {
    case .advisory: return
    case .requirement: Self.note(clause, &verdict.requirement, weights)
    case .structural where !isUnknown: Self.note(clause, &verdict.structural, weights)
    case .acceptance where !isUnknown: Self.note(clause, &verdict.acceptance, weights)
    case .structural, .acceptance: Self.note(clause, &verdict.unknown, weights)
    }
  }

  @inline(__always)
  private static func note(_ clause: Int, _ first: inout Int32, _ weights: UnsafePointer<QuickPlan.Weight>) {
    if first < 0 || weights[clause].rank < weights[Int(first)].rank { first = Int32(truncatingIfNeeded: clause) }
  }

  /// Whether what the truths produce is simply added.
  @inline(__always)
  private mutating func produce() {
    guard plan.pointee.isLast else {
      verdict.wantsCloserLook = true
      return
    }
    for place in 0..<plan.pointee.entryCount {
      let entry = plan.pointee.entries + place
      guard entry.pointee.isTruth, admits(entry) else { continue }
      if !plan.pointee.isSingle {
        begin(entry)
        machine.condition = .fires
        machine.run(from: entry.pointee.reading)
        if machine.condition == .doesNot { continue }
      }
      machine.run(from: entry.pointee.producing)
      if machine.wantsCloserLook { break }
    }
  }
}
