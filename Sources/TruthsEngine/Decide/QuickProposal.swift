import TruthsCheck
package import TruthsJSON
import TruthsText

/// A proposal made ready to be decided: its values as cells, its texts as symbols.
///
/// Proposals that are made ready one after the other stand side by side in one block of memory, so that whoever decides them in
/// that order waits for none of them. What their look-ups by a single field read first is sent for a few proposals ahead.
/// Sendable although it holds pointers: nothing is written behind them once it is made.
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
    /// Which one of its block it is.
    var index: Int
  }

  init(_ block: QuickBlock, _ head: UnsafePointer<Head>) {
    self.block = block
    self.head = head
  }

  /// The clauses that apply, by number; none for a proposal that does not fit its intent.
  package var clauses: [PlannedClause] { head.pointee.note._withUnsafeGuaranteedRef { $0.plan?.clauses ?? [] } }

  /// The proposal as it came.
  ///
  /// - Complexity: O(1), or O(size of the proposal) for one that was read from a tape.
  package var received: LocatedJSON { head.pointee.note._withUnsafeGuaranteedRef { $0.received.json } }

  /// What the clauses come to.
  ///
  /// - Complexity: O(clauses of the intent), look-ups by hash; nothing is allocated but for texts and lists that clauses make.
  package func verdict() -> QuickVerdict {
    guard let plan = head.pointee.plan else {
      var verdict = QuickVerdict()
      verdict.wantsCloserLook = true
      return verdict
    }
    block.readAhead(of: head.pointee.index)
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
  let received: Received
  let symbols: UnsafeMutablePointer<SymbolOverlay>

  /// A proposal as it came.
  enum Received {
    case read(LocatedJSON)
    /// One that a tape has taken, of which hardly ever more is asked.
    case plain([UInt8])

    var json: LocatedJSON {
      switch self {
      case .read(let json): return json
      case .plain(let bytes):
        // A tape takes nothing that the reader refuses; should it ever, that is no proposal, and is rejected.
        return (try? JSONReader.read(DataBytes(bytes), of: FileID(0)).get()) ?? LocatedJSON(unlocated: .null)
      }
    }
  }

  init(_ plan: QuickPlan?, _ received: Received, _ symbols: SymbolOverlay) {
    self.plan = plan
    self.received = received
    self.symbols = plain([symbols])
  }

  deinit {
    symbols.deinitialize(count: 1)
    symbols.deallocate()
  }
}
