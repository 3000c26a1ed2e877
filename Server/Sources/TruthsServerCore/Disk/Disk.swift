package import Truths

/// The files of a store.
package enum StoreFile: Int, Hashable, Sendable, CaseIterable {
  /// The ledger: entries as JSON Lines, as `truths run --ledger` writes them.
  case ledger
  /// The journal: what has to be durable and is no entry. It lies beside the ledger.
  case journal
}

/// What a store asks of a disk. The store's decisions are a pure function of the answers, so a simulated disk can lose, tear and
/// refuse what a real one would.
///
/// Each call is complete or fails; a write that fails may have written some of its bytes.
package protocol Disk: AnyObject {
  /// Opens a file, and makes it where there is none. Comes before all other calls about it.
  func open(_ file: StoreFile) throws(DiskFault)

  /// What stands at the file's path now; `nil` where that is not the file that was opened.
  func status(of file: StoreFile) throws(DiskFault) -> FileStatus?

  /// Gives the bytes of a file, and the place of the first that is zero. They are valid until `look` returns.
  func withBytes<Result>(
    of file: StoreFile, _ look: (_ bytes: UnsafeRawBufferPointer, _ zero: Int?) -> Result
  ) throws(DiskFault) -> Result

  /// Bytes of a file.
  func read(_ range: Range<Int>, of file: StoreFile) throws(DiskFault) -> [UInt8]

  /// Bytes of a file, which nobody changes as long as the text is held.
  func text(of file: StoreFile, _ range: Range<Int>) throws(DiskFault) -> SourceText

  /// Writes bytes from a place on.
  func write(_ bytes: [UInt8], to file: StoreFile, at place: Int) throws(DiskFault)

  /// Writes bytes beside a file, to stand in its place; returns once they are on the disk. The file is as it was.
  func prepare(_ bytes: [UInt8], for file: StoreFile) throws(DiskFault)

  /// Puts what was prepared in the place of a file. A call that fails has changed nothing. Which of the two a crash leaves is
  /// open until ``syncDirectory()`` has returned.
  func replace(_ file: StoreFile) throws(DiskFault)

  /// Cuts a file.
  func truncate(_ file: StoreFile, to size: Int) throws(DiskFault)

  /// Returns once the bytes and the size of a file are on the disk.
  func sync(_ file: StoreFile, _ extent: SyncExtent) throws(DiskFault)

  /// Returns once the names of the files are on the disk.
  func syncDirectory() throws(DiskFault)

  /// The mark of the next append that is kept beside the bytes of the ledger (ledgers §2.2); `nil` where none is kept.
  func record() throws(DiskFault) -> [UInt8]?

  /// Keeps that. Where the file system does not take it, one that is kept from before fits no later append.
  func setRecord(_ record: [UInt8])
}

/// What of a file a sync brings to the disk.
package enum SyncExtent: Hashable, Sendable {
  /// Its bytes and its size (`fdatasync`).
  case bytes
  /// Besides, what is kept beside its bytes (`fsync`).
  case attributes
}

/// What is known of a file without reading it. It differs once another program has written to it.
package struct FileStatus: Hashable, Sendable {
  package var size: Int
  /// The device and the number there: a file that took the place of another one has others.
  package var device: UInt64
  package var number: UInt64
  /// When its bytes were last changed, in nanoseconds of the file system's clock. Only compared, never shown.
  package var changed: Int

  package init(size: Int, device: UInt64, number: UInt64, changed: Int) {
    (self.size, self.device, self.number, self.changed) = (size, device, number, changed)
  }
}

/// A call that a disk refused.
package struct DiskFault: Error, Hashable, Sendable {
  /// Whether it has no room.
  package var isFull: Bool
  package var reason: String

  package init(isFull: Bool, reason: String) { (self.isFull, self.reason) = (isFull, reason) }
}
