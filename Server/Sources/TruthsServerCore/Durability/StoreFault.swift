/// The reason why a store refuses or fails an operation.
package enum StoreFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process writes in the folder of the ledger.
  case busy
  /// The ledger is a single JSON list, so nothing can be appended.
  case list
  /// The ledger has a zero byte that does not come from an interrupted append, so the file is damaged.
  case damaged(at: Int)
  /// The files cannot be opened or read.
  case unreadable(String)
  /// The disk is full. No file has the batch, which may be tried again.
  case full(String)
  /// A write failed. No file has the batch, which may be tried again.
  case failed(String)
  /// Another program changed a file. Nothing more is written.
  case changed(StoreFile)
  /// Bytes may not have reached the disk, or could not be removed. Nothing more is written, because the disk's contents are
  /// unknown until the files are read again.
  case broken(String)
  /// The background check found the served ledger invalid. Nothing more is decided or written.
  case disproved(String)

  /// Whether the same batch may be tried again.
  package var isPassing: Bool {
    switch self {
    case .full, .failed: true
    default: false
    }
  }

  /// The fault and what to do about it, for users.
  package var description: String {
    switch self {
    case .busy: "another process writes in the folder of the ledger; nothing is written"
    case .list: "the ledger is one JSON list; the first `truths run --ledger` rewrites it as lines, and then it can be served"
    case .damaged(let place):
      """
      byte \(place) of the ledger is zero, which no entry and no unfinished append has: the file is damaged, so it is not \
      read, and nothing is written. Restore it from a copy
      """
    case .unreadable(let reason): reason
    case .full(let reason): "\(reason); nothing of the batch is kept, and it can be written once there is room"
    case .failed(let reason): "\(reason); nothing of the batch is kept, and it can be tried again"
    case .changed(.ledger): "another program changed the ledger; nothing more is written"
    case .changed(.journal): "another program changed the journal; nothing more is written"
    case .broken(let reason):
      "\(reason); it is not known what reached the disk, so nothing more is written until the files are read again"
    case .disproved(let reason):
      """
      the ledger does not hold, and what was told of it is not to be believed; nothing more is decided. Put it back from a copy. \
      \(reason)
      """
    }
  }
}
