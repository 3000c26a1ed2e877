package import Truths

/// Stores the lines of a session in two files, the ledger and the journal, so that committed lines survive a crash.
///
///     var store = try Store(opening: FileDisk(ledger: path))
///     let session = …                              // from `store.ledger()` and `store.journal()`
///     try store.begin(validJournal: session.validJournalBytes)
///     try store.commit(batch)                      // returns once the batch is on the disk
///
/// A batch is written in two phases, each of which ends with a sync:
///
/// 1. The lines of the journal, and the lines of the ledger hidden by their mark (``AppendMark``).
/// 2. The bytes that the mark covers, which reveal all lines of the ledger at once.
///
/// So the ledger has all lines of a batch or none, and the journal has the lines of each batch that the ledger has. The journal
/// may end with lines of a batch that was not committed. The session recognizes these, and excludes them in
/// ``begin(validJournal:)``.
///
/// Not thread-safe: one thread writes (``StoreWriter`` collects batches for it). Readers of the files need no lock.
package struct Store<D: Disk> {
  let disk: D
  /// Contents of the files when they were opened.
  package let recovered: RecoveredFiles
  /// Number of committed bytes of the ledger.
  package internal(set) var ledgerSize: Int
  /// Number of committed ledger bytes that ``newLines()`` has returned.
  private var handedOut: Int
  /// Number of committed bytes of the journal.
  package internal(set) var journalSize: Int

  enum Phase {
    case opened, ready
    case ended(StoreFault)
  }

  var phase = Phase.opened
  /// Status of the files after the last write.
  var statuses: [StoreFile: FileStatus] = [:]
  /// Last committed bytes of the ledger, as many as a mark needs.
  var tail: [UInt8]
  /// The mark of the next append.
  var mark: AppendMark

  /// Opens the files, and creates missing ones. Existing contents do not change.
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
        statuses[file] = try disk.status(of: file)
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

  /// Returns the committed lines of the ledger.
  package func ledger() throws(StoreFault) -> SourceText {
    do { return try disk.text(of: .ledger, 0..<ledgerSize) } catch { throw .unreadable(error.reason) }
  }

  /// Returns the ledger lines committed since the last call, or since the files were opened.
  package mutating func newLines() throws(StoreFault) -> SourceText {
    do {
      let lines = try disk.text(of: .ledger, handedOut..<ledgerSize)
      handedOut = ledgerSize
      return lines
    } catch {
      throw .unreadable(error.reason)
    }
  }

  /// Returns the complete lines of the journal, without a torn last line and without anything after a zero byte, which no line
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

/// Sizes of a store's valid and invalid contents when its files were opened.
package struct RecoveredFiles: Hashable, Sendable {
  /// Number of committed bytes of the ledger.
  package let ledger: Int
  /// Number of journal bytes that form complete lines.
  package let journal: Int
  /// Number of bytes of an interrupted append at the ledger's end.
  package let ledgerLeftOut: Int
  /// Number of bytes at the journal's end that form no complete line.
  package let journalLeftOut: Int
}
