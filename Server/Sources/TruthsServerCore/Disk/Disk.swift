package import Truths

/// The files of a ledger store.
package enum StoreFile: Int, Hashable, Sendable, CaseIterable {
  /// The ledger: entries as JSON Lines, as `truths run --ledger` writes them.
  case ledger
  /// The journal beside the ledger: data that has to be durable but is not an entry.
  case journal
}

/// The disk operations that a store uses. Everything that a store does depends only on their results, so that tests can
/// simulate lost, torn and refused writes.
///
/// Each call succeeds completely or fails. A failed write may have written some of its bytes.
package protocol Disk: AnyObject {
  /// Opens a file, and creates it where it is missing. Called before all other operations on the file.
  func open(_ file: StoreFile) throws(DiskFault)

  /// Returns the status of the file at the path; `nil` where it is not the file that was opened.
  func status(of file: StoreFile) throws(DiskFault) -> FileStatus?

  /// Passes the bytes of a file and the offset of the first zero byte to `look`. The bytes are valid until `look` returns.
  func withBytes<Result>(
    of file: StoreFile, _ look: (_ bytes: UnsafeRawBufferPointer, _ zero: Int?) -> Result
  ) throws(DiskFault) -> Result

  /// Reads bytes of a file.
  func read(_ range: Range<Int>, of file: StoreFile) throws(DiskFault) -> [UInt8]

  /// Returns bytes of a file as text. They must not change while the text is in use.
  func text(of file: StoreFile, _ range: Range<Int>) throws(DiskFault) -> SourceText

  /// Writes bytes at an offset.
  func write(_ bytes: [UInt8], to file: StoreFile, at place: Int) throws(DiskFault)

  /// Writes bytes to a new file that is to replace a file, and returns once they are on the disk. The old file does not change.
  func prepare(_ bytes: [UInt8], for file: StoreFile) throws(DiskFault)

  /// Replaces a file by the prepared one. A failed call has changed nothing. Until ``syncDirectory()`` returns, a crash may
  /// leave either file.
  func replace(_ file: StoreFile) throws(DiskFault)

  /// Truncates a file.
  func truncate(_ file: StoreFile, to size: Int) throws(DiskFault)

  /// Returns once the bytes and the size of a file are on the disk.
  func sync(_ file: StoreFile, _ extent: SyncExtent) throws(DiskFault)

  /// Returns once the names of the files are on the disk.
  func syncDirectory() throws(DiskFault)

  /// Reads the append mark stored in the ledger file's attribute (ledgers §2.2); `nil` where it is missing.
  func record() throws(DiskFault) -> [UInt8]?

  /// Stores the append mark in the ledger file's attribute. If the file system refuses it, an older stored mark matches no
  /// later append and does no harm.
  func setRecord(_ record: [UInt8])
}

/// The parts of a file that a sync writes to the disk.
package enum SyncExtent: Hashable, Sendable {
  /// Bytes and size (`fdatasync`).
  case bytes
  /// Bytes, size and attributes (`fsync`).
  case attributes
}

/// File metadata that changes when another program writes to the file.
package struct FileStatus: Hashable, Sendable {
  package var size: Int
  /// Device and inode number, which differ once another file has replaced this one.
  package var device: UInt64
  package var number: UInt64
  /// Time of the last change of the bytes, in nanoseconds of the file system's clock. Only compared, never shown.
  package var changed: Int

  package init(size: Int, device: UInt64, number: UInt64, changed: Int) {
    (self.size, self.device, self.number, self.changed) = (size, device, number, changed)
  }
}

/// The error of a failed disk operation.
package struct DiskFault: Error, Hashable, Sendable {
  /// Whether the disk is full.
  package var isFull: Bool
  package var reason: String

  package init(isFull: Bool, reason: String) { (self.isFull, self.reason) = (isFull, reason) }
}
