import Truths
import TruthsServerCore
import TruthsServerTestSupport

/// A disk between a store and a simulated one that makes a mistake of the store, so that the tests prove that they find it.
final class FlawedDisk: Disk {
  enum Flaw: CaseIterable {
    /// A batch is acknowledged before anything of it is on the disk.
    case acknowledgesBeforeSync
    /// The lines of the journal are written once those of the ledger are committed.
    case commitsLedgerFirst
    /// The lines of the ledger are written without a mark.
    case hasNoMark
    /// The mark of the next append is not kept beside the bytes.
    case keepsNoRecord
    /// A partial write is not undone after a fault.
    case takesNothingBack
    /// The bytes read at the start are not written again.
    case believesWhatItReads
    /// A rewritten journal counts as durable before the disk has its name.
    case forgetsTheName
  }

  private let disk: SimulatedDisk
  private let flaw: Flaw?
  /// Bytes that are written later than they should be.
  private var held: (file: StoreFile, bytes: [UInt8], place: Int)?
  private var isLedgerWritten = false

  init(_ disk: SimulatedDisk, flaw: Flaw?) {
    self.disk = disk
    self.flaw = flaw
  }

  func write(_ bytes: [UInt8], to file: StoreFile, at place: Int) throws(DiskFault) {
    if file == .ledger { isLedgerWritten = true }
    switch flaw {
    case .commitsLedgerFirst where file == .journal: held = (file, bytes, place)
    case .hasNoMark where file == .ledger && bytes.first == 0: held = (file, bytes, place)
    case .hasNoMark where file == .ledger && held != nil:
      if let before = held {
        let start = place - before.place
        held?.bytes.replaceSubrange(start..<(start + bytes.count), with: bytes)
      }
    case .believesWhatItReads where Array(disk.bytes(of: file).dropFirst(place).prefix(bytes.count)) == bytes: break
    default: try disk.write(bytes, to: file, at: place)
    }
  }

  func sync(_ file: StoreFile, _ extent: SyncExtent) throws(DiskFault) {
    switch flaw {
    case .acknowledgesBeforeSync: return
    case .commitsLedgerFirst where file == .journal && isLedgerWritten && held != nil: return
    case .hasNoMark where file == .ledger && extent == .bytes && held != nil: return
    default: break
    }
    if file == .ledger, extent == .attributes { isLedgerWritten = false }
    if flaw == .hasNoMark { try writeHeld() }
    if flaw == .commitsLedgerFirst, file == .journal { try writeHeld() }
    try disk.sync(file, extent)
    if flaw == .commitsLedgerFirst, held != nil, file == .ledger, extent == .attributes {
      try writeHeld()
      try disk.sync(.journal, .bytes)
    }
  }

  private func writeHeld() throws(DiskFault) {
    guard let bytes = held else { return }
    held = nil
    try disk.write(bytes.bytes, to: bytes.file, at: bytes.place)
  }

  func truncate(_ file: StoreFile, to size: Int) throws(DiskFault) {
    if held?.file == file { held = nil }
    if flaw == .takesNothingBack, size > 0, size < disk.bytes(of: file).count { return }
    try disk.truncate(file, to: size)
  }

  func setRecord(_ record: [UInt8]) {
    if flaw != .keepsNoRecord { disk.setRecord(record) }
  }

  func open(_ file: StoreFile) throws(DiskFault) { try disk.open(file) }

  func status(of file: StoreFile) throws(DiskFault) -> FileStatus? { try disk.status(of: file) }

  func withBytes<Result>(
    of file: StoreFile, _ look: (_ bytes: UnsafeRawBufferPointer, _ zero: Int?) -> Result
  ) throws(DiskFault) -> Result { try disk.withBytes(of: file, look) }

  func read(_ range: Range<Int>, of file: StoreFile) throws(DiskFault) -> [UInt8] { try disk.read(range, of: file) }

  func text(of file: StoreFile, _ range: Range<Int>) throws(DiskFault) -> SourceText { try disk.text(of: file, range) }

  func prepare(_ bytes: [UInt8], for file: StoreFile) throws(DiskFault) { try disk.prepare(bytes, for: file) }

  func replace(_ file: StoreFile) throws(DiskFault) { try disk.replace(file) }

  func syncDirectory() throws(DiskFault) {
    if flaw != .forgetsTheName { try disk.syncDirectory() }
  }

  func record() throws(DiskFault) -> [UInt8]? { try disk.record() }
}
