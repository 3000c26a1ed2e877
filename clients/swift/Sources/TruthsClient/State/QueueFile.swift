import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that keeps unanswered proposals while the program does not run.
///
/// It is replaced as a whole, and is on disk before a call returns. Only its owner may read it, and only one client uses it at a
/// time.
final class QueueFile {
  private let path: String
  private let lock: Int32

  /// The most bytes that are read.
  private static let largest = 1 << 30

  /// - Throws: a fault where another client uses the file, or its folder cannot be written.
  init(_ path: String) throws(ClientFault) {
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Self.fault(path, "name a file in a folder that can be written") }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw .queueFile("\(path): another client uses it; give each a file of its own")
    }
    (self.path, self.lock) = (path, lock)
  }

  deinit { close(lock) }

  /// Returns the content of the file; `nil` where it does not exist.
  func load() throws(ClientFault) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw Self.fault(path, "move it away to begin anew")
    }
    guard status.st_size <= Self.largest, let data = FileManager.default.contents(atPath: path) else {
      throw .queueFile("\(path): it cannot be read, or has more than \(Self.largest) bytes; move it away to begin anew")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Replaces the content of the file.
  ///
  /// - Throws: a fault where the disk refuses; then the old content stays.
  func save(_ text: String) throws(ClientFault) {
    let temporary = path + ".new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Self.fault(temporary, "the proposal is not kept") }
    var rest = Array(text.utf8)[...]
    var isWritten = true
    while isWritten, !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { isWritten = count < 0 && errno == EINTR }
    }
    isWritten = isWritten && fsync(file) == 0
    isWritten = close(file) == 0 && isWritten && rename(temporary, path) == 0
    guard isWritten else { throw Self.fault(path, "the proposal is not kept") }
    let folder = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY)
    if folder >= 0 {
      _ = fsync(folder)
      close(folder)
    }
  }

  private static func fault(_ path: String, _ advice: String) -> ClientFault {
    .queueFile("\(path): \(String(cString: strerror(errno))); \(advice)")
  }
}
