import CPrefetch
import Synchronization

/// The memory of some proposals. Each of them keeps it.
///
/// From its beginning on stand the proposals, from its end backwards, for each of them, where its look-ups will begin to read.
/// Sendable although it changes: it is written to under the lock of its engine, only where no proposal stands yet, and what was
/// written there is read by others once `count` has passed it.
final class QuickBlock: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  /// The bytes that proposals take.
  private var used = 0
  private let count = Atomic(0)
  private var notes: [QuickNote] = []

  /// Where the look-ups of a proposal begin to read, as far as known; an address that is 0 is none.
  typealias Starts = (UInt, UInt, UInt, UInt)

  /// How many proposals ahead is sent for what they read.
  private static var distance: Int { 3 }

  /// - Parameter cells: those of the first proposal.
  init(cells: Int) {
    size = max(Self.size(cells), 32_768)
    memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Cell>.alignment)
  }

  deinit { memory.deallocate() }

  /// Bytes of a proposal with so many cells.
  private static func size(_ cells: Int) -> Int {
    MemoryLayout<QuickProposal.Head>.stride + cells * MemoryLayout<Cell>.stride + MemoryLayout<Starts>.stride
  }

  /// Whether a proposal with so many cells goes behind the others.
  func hasRoom(for cells: Int) -> Bool {
    used + notes.count * MemoryLayout<Starts>.stride + Self.size(cells) <= size
  }

  /// Puts a proposal behind the others; there must be room for it.
  ///
  /// - Parameters:
  ///   - cells: its fields, then what clauses may read beside them.
  ///   - fields: how many of the cells are fields.
  func add(
    _ cells: [Cell], fields: Int, starts: Starts, _ pack: Int, _ plan: UnsafePointer<QuickPlan.Code>?, _ note: QuickNote
  ) -> QuickProposal {
    let index = notes.count
    let head = (memory + used).bindMemory(to: QuickProposal.Head.self, capacity: 1)
    let row = UnsafeMutableRawPointer(head + 1).bindMemory(to: Cell.self, capacity: cells.count)
    for (place, cell) in cells.enumerated() { (row + place).initialize(to: cell) }
    head.initialize(
      to: QuickProposal.Head(
        plan: plan, symbols: note.symbols, builtins: row + fields, note: .passUnretained(note), pack: pack, index: index))
    self.starts(of: index).bindMemory(to: Starts.self, capacity: 1).initialize(to: starts)
    used += Self.size(cells.count) - MemoryLayout<Starts>.stride
    notes.append(note)
    count.store(index + 1, ordering: .releasing)
    return QuickProposal(self, head)
  }

  @inline(__always)
  private func starts(of index: Int) -> UnsafeMutableRawPointer {
    memory + (size &- (index &+ 1) &* MemoryLayout<Starts>.stride)
  }

  /// Sends for what the look-ups of a later proposal will read: it is there when that is decided, if proposals are decided in the
  /// order in which they were made ready, and makes no difference if not.
  @inline(__always)
  func readAhead(of index: Int) {
    let later = index &+ Self.distance
    guard later < count.load(ordering: .acquiring) else { return }
    let starts = starts(of: later).assumingMemoryBound(to: Starts.self).pointee
    prefetch(UnsafeRawPointer(bitPattern: starts.0))
    prefetch(UnsafeRawPointer(bitPattern: starts.1))
    prefetch(UnsafeRawPointer(bitPattern: starts.2))
    prefetch(UnsafeRawPointer(bitPattern: starts.3))
  }
}
