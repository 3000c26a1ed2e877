import Truths
import TruthsSystem

/// Buffers bytes before it is known whether they are printed. Small amounts stay in memory. Larger ones go to an unnamed file,
/// which disappears when the process ends.
final class Spool {
  private let directory: String
  private var pending: [UInt8] = []
  /// Descriptor of the file, once there are many bytes; otherwise -1.
  private var descriptor: Int32 = -1

  /// - Parameter directory: directory for the file.
  init(in directory: String) { self.directory = directory }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Maximum number of bytes in memory.
  private static let most = 16 << 20

  /// Appends bytes.
  ///
  /// - Throws: ``Failure`` with exit code 3 where there is no room for them.
  func write(_ bytes: [UInt8]) throws {
    pending += bytes
    guard pending.count > Self.most else { return }
    if descriptor < 0 { descriptor = Self.make(in: directory) }
    let code = descriptor < 0 ? errno : writeAll(pending, to: descriptor)
    guard code == 0 else {
      throw Failure("cannot make a file for the output in \(directory): \(FileSystem.reason(code))", .fault)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Starts reading from the first byte.
  func rewind() throws {
    if descriptor >= 0, lseek(descriptor, 0, SEEK_SET) != 0 { throw Failure("\(directory): \(FileSystem.reason())", .fault) }
  }

  /// Returns the next bytes; empty at the end.
  func next() throws -> [UInt8] {
    let part = descriptor < 0 ? [] : try Self.read(descriptor, in: directory)
    if !part.isEmpty { return part }
    defer { pending = [] }
    return pending
  }

  private static func read(_ descriptor: Int32, in directory: String) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
      count = retrying { TruthsSystem.read(descriptor, buffer.baseAddress, buffer.count) }
      if count < 0 {
        count = 0
        throw Failure("\(directory): \(FileSystem.reason())", .fault)
      }
    }
  }

  /// Creates an unnamed file and returns its descriptor; negative where that fails, with the reason in `errno`.
  private static func make(in directory: String) -> Int32 {
    // The ledger's directory may not allow new files.
    let made = file(in: directory)
    return made >= 0 ? made : file(in: "/tmp")
  }

  private static func file(in directory: String) -> Int32 {
    var template = Array("\(PathText.join(directory, ".truths-spool.\(String(repeating: "X", count: 6))"))".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return descriptor }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
