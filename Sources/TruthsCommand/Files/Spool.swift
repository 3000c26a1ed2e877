import Truths
import TruthsSystem

/// Bytes that are kept until it is known what becomes of them: in memory while they are few, else in a file that has no name, so
/// that nothing is left of it when the process ends.
final class Spool {
  private let directory: String
  private var held: [UInt8] = []
  /// The file, once there are many.
  private var descriptor: Int32 = -1

  /// - Parameter directory: where the file is made.
  init(in directory: String) { self.directory = directory }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// How many bytes are kept in memory.
  private static let most = 16 << 20

  /// Takes bytes.
  ///
  /// - Throws: ``Failure`` with 3 where there is no room for them.
  func write(_ bytes: [UInt8]) throws {
    held += bytes
    guard held.count > Self.most else { return }
    if descriptor < 0 { descriptor = Self.make(in: directory) }
    let code = descriptor < 0 ? errno : writeAll(held, to: descriptor)
    guard code == 0 else { throw Failure("a file for what is printed, in \(directory): \(FileSystem.reason(code))", .fault) }
    held.removeAll(keepingCapacity: true)
  }

  /// The bytes are handed out from now on, from the first on.
  func rewind() throws {
    if descriptor >= 0, lseek(descriptor, 0, SEEK_SET) != 0 { throw Failure("\(directory): \(FileSystem.reason())", .fault) }
  }

  /// The next bytes; none at the end.
  func next() throws -> [UInt8] {
    let part = descriptor < 0 ? [] : try Self.read(descriptor, in: directory)
    if !part.isEmpty { return part }
    defer { held = [] }
    return held
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

  /// A file without a name; below 0 where none can be made, and `errno` says why.
  private static func make(in directory: String) -> Int32 {
    // A ledger may be written to where no file can be made.
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
