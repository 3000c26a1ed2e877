package import Truths

/// Keeps the lines of a session in two files, the ledger and the journal, so that what it says is kept survives a crash.
///
///     var store = try Store(opening: FileDisk(ledger: path))
///     let session = …                              // from `store.ledger()` and `store.journal()`
///     try store.begin(validJournal: session.validJournalBytes)
///     try store.commit(batch)                      // returns once the batch is on the disk
///
/// A batch is written in two phases, each of which ends once the disk has everything:
///
/// 1. the lines of the journal, and those of the ledger under their mark (``AppendMark``), which hides all of them;
/// 2. the bytes that the mark covers, which show them all.
///
/// So the ledger has all lines of a batch or none, and the journal has those of each batch that the ledger has. The journal may
/// end with lines of a batch that was not committed; whoever reads it knows which these are, and says so in
/// ``begin(validJournal:)``.
///
/// Not thread-safe: one thread writes (``StoreWriter`` collects batches for it). Readers of the files need no lock.
package struct Store<D: Disk> {
  let disk: D
  /// What the files held when they were opened.
  package let recovered: RecoveredFiles
  /// How many bytes of the ledger are committed.
  package internal(set) var ledgerSize: Int
  /// How many of these were handed out.
  private var handedOut: Int
  /// How many bytes of the journal are.
  package internal(set) var journalSize: Int

  enum Phase {
    case opened, ready
    case ended(StoreFault)
  }

  var phase = Phase.opened
  /// What is known of the files since they were last written.
  var known: [StoreFile: FileStatus] = [:]
  /// The last committed bytes of the ledger, as many as a mark is made from.
  var tail: [UInt8]
  /// The mark of the next append.
  var mark: AppendMark

  /// Opens the files; both are made where they are missing. Nothing of them is changed.
  ///
  /// - Throws: ``StoreFault/list``, ``StoreFault/damaged(at:)`` or ``StoreFault/unreadable(_:)``.
  /// - Complexity: O(size of the ledger) to look for a zero byte.
  package init(opening disk: D) throws(StoreFault) {
    self.disk = disk
    let ledger: (end: LedgerEnd, isList: Bool, size: Int)
    let journal: (whole: Int, size: Int)
    do {
      for file in StoreFile.allCases {
        try disk.open(file)
        known[file] = try disk.status(of: file)
      }
      let record = try disk.record()
      ledger = try disk.withBytes(of: .ledger) { bytes, zero in
        (LedgerEnd(of: bytes, firstZero: zero, record: record), Self.isList(bytes), bytes.count)
      }
      journal = try disk.withBytes(of: .journal) { bytes, zero in (Self.wholeLines(of: bytes, upTo: zero), bytes.count) }
    } catch {
      throw .unreadable(error.reason)
    }
    switch ledger.end {
    case .committed: ledgerSize = ledger.size
    case .uncommitted(let start): ledgerSize = start
    case .damaged(let place): throw .damaged(at: place)
    }
    if ledger.isList { throw .list }
    handedOut = ledgerSize
    journalSize = journal.whole
    recovered = RecoveredFiles(
      ledger: ledgerSize, journal: journalSize, ledgerLeftOut: ledger.size - ledgerSize,
      journalLeftOut: journal.size - journalSize)
    do {
      tail = try disk.read(max(0, ledgerSize - AppendMark.window)..<ledgerSize, of: .ledger)
    } catch {
      throw .unreadable(error.reason)
    }
    mark = AppendMark(at: ledgerSize, behind: tail)
  }

  /// The committed lines of the ledger.
  package func ledger() throws(StoreFault) -> SourceText {
    do { return try disk.text(of: .ledger, 0..<ledgerSize) } catch { throw .unreadable(error.reason) }
  }

  /// The lines of the ledger that were committed since they were last asked for, or since the files were opened.
  package mutating func newLines() throws(StoreFault) -> SourceText {
    do {
      let lines = try disk.text(of: .ledger, handedOut..<ledgerSize)
      handedOut = ledgerSize
      return lines
    } catch {
      throw .unreadable(error.reason)
    }
  }

  /// The whole lines of the journal: without a last one that was torn, and without what stands behind a zero byte, which no line
  /// has.
  package func journal() throws(StoreFault) -> [UInt8] {
    do { return try disk.read(0..<journalSize, of: .journal) } catch { throw .unreadable(error.reason) }
  }

  private static func isList(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "[")
  }

  private static func wholeLines(of bytes: UnsafeRawBufferPointer, upTo zero: Int?) -> Int {
    bytes[..<(zero ?? bytes.count)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }
}

/// What the files of a store held when they were opened.
package struct RecoveredFiles: Hashable, Sendable {
  /// How many bytes of the ledger are committed.
  package let ledger: Int
  /// How many bytes of the journal are whole lines.
  package let journal: Int
  /// How many bytes at the ledger's end are of an append that did not end.
  package let ledgerLeftOut: Int
  /// How many bytes at the journal's end are no whole lines.
  package let journalLeftOut: Int
}
