import TruthsCheck
package import TruthsJSON
import TruthsText

/// A proposal made ready to be decided: its values as cells, its texts as symbols.
///
/// Proposals that are made ready one after the other stand side by side in one block of memory, so that whoever decides them in
/// that order waits for none of them. Sendable although it holds pointers: nothing is written behind them once it is made.
package struct QuickProposal: @unchecked Sendable {
  private let block: QuickBlock
  let head: UnsafePointer<Head>

  /// What stands before the cells of the fields.
  struct Head: BitwiseCopyable {
    /// `nil` where only the whole procedure can tell what the proposal comes to.
    var plan: UnsafePointer<QuickPlan.Code>?
    var symbols: UnsafeMutablePointer<SymbolOverlay>
    var builtins: UnsafePointer<Cell>
    var note: Unmanaged<QuickNote>
    /// In ``Program/packs``; -1 where the proposal names none, -2 where it names another.
    var pack: Int
  }

  init(_ block: QuickBlock, _ head: UnsafePointer<Head>) {
    self.block = block
    self.head = head
  }

  /// The clauses that apply, by number; none for a proposal that does not fit its intent.
  package var clauses: [PlannedClause] { head.pointee.note._withUnsafeGuaranteedRef { $0.plan?.clauses ?? [] } }

  /// The proposal as it came.
  package var received: LocatedJSON { head.pointee.note._withUnsafeGuaranteedRef { $0.received } }

  /// What the clauses come to.
  ///
  /// - Complexity: O(clauses of the intent), look-ups by hash; nothing is allocated but for texts and lists that clauses make.
  package func verdict() -> QuickVerdict {
    guard let plan = head.pointee.plan else {
      var verdict = QuickVerdict()
      verdict.wantsCloserLook = true
      return verdict
    }
    // Registers, what clauses came to, where operands stand.
    let registers = plan.pointee.registerCount
    let outcomes = plan.pointee.outcomeCount / MemoryLayout<Cell>.size + 1
    let bases = Machine.Operands.spaces * MemoryLayout<UnsafeMutablePointer<Cell>>.size / MemoryLayout<Cell>.size
    return withUnsafeTemporaryAllocation(of: Cell.self, capacity: registers + outcomes + bases) { buffer in
      guard let cells = buffer.baseAddress else { return QuickVerdict() }
      // Code writes what it reads, but for slots that nothing gives a value.
      let memory = UnsafeMutableRawPointer(cells + registers)
      let bases = (memory + outcomes * MemoryLayout<Cell>.size)
        .bindMemory(to: UnsafeMutablePointer<Cell>.self, capacity: Machine.Operands.spaces)
      var reader = QuickReader(
        head, plan, cells, memory.assumingMemoryBound(to: ClauseOutcome.self), bases)
      return reader.read()
    }
  }
}

/// What belongs to a ready proposal and no decision reads.
///
/// Sendable although it holds a pointer: nothing is written behind it once it is made.
final class QuickNote: @unchecked Sendable {
  let plan: QuickPlan?
  let received: LocatedJSON
  let symbols: UnsafeMutablePointer<SymbolOverlay>

  init(_ plan: QuickPlan?, _ received: LocatedJSON, _ symbols: SymbolOverlay) {
    self.plan = plan
    self.received = received
    self.symbols = plain([symbols])
  }

  deinit {
    symbols.deinitialize(count: 1)
    symbols.deallocate()
  }
}

/// The memory of some proposals. Each of them keeps it.
///
/// Sendable although it changes: it is written to under the lock of its engine, and only where no proposal stands yet.
final class QuickBlock: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  private var used = 0
  private var notes: [QuickNote] = []

  /// - Parameter cells: those of the first proposal.
  init(cells: Int) {
    size = max(Self.size(cells), 16_384)
    memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Cell>.alignment)
  }

  deinit { memory.deallocate() }

  /// Bytes of a proposal with so many cells.
  private static func size(_ cells: Int) -> Int { MemoryLayout<QuickProposal.Head>.stride + cells * MemoryLayout<Cell>.stride }

  /// Whether a proposal with so many cells goes behind the others.
  func hasRoom(for cells: Int) -> Bool { used + Self.size(cells) <= size }

  /// Puts a proposal behind the others; there must be room for it.
  ///
  /// - Parameters:
  ///   - cells: its fields, then what clauses may read beside them.
  ///   - fields: how many of the cells are fields.
  func add(
    _ cells: [Cell], fields: Int, _ pack: Int, _ plan: UnsafePointer<QuickPlan.Code>?, _ note: QuickNote
  ) -> QuickProposal {
    let head = (memory + used).bindMemory(to: QuickProposal.Head.self, capacity: 1)
    let row = UnsafeMutableRawPointer(head + 1).bindMemory(to: Cell.self, capacity: cells.count)
    for (place, cell) in cells.enumerated() { (row + place).initialize(to: cell) }
    head.initialize(
      to: QuickProposal.Head(
        plan: plan, symbols: note.symbols, builtins: row + fields, note: .passUnretained(note), pack: pack))
    notes.append(note)
    used += Self.size(cells.count)
    return QuickProposal(self, head)
  }
}
