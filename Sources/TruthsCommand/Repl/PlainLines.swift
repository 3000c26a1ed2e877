import Truths
import TruthsSystem

/// Reads lines from a pipe or a file on standard input, without editing.
struct PlainLines {
  private var bytes: [UInt8] = []
  private var isAtEnd = false

  /// Maximum size of a line in bytes.
  static let limit = 1 << 20

  /// Returns the next line without its line break; `nil` at the end.
  ///
  /// - Throws: ``Failure`` where a line is too long, or standard input cannot be read.
  mutating func next() throws -> String? {
    var searched = 0
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        defer { bytes.removeFirst(end + 1) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      searched = bytes.count
      if isAtEnd {
        defer { bytes = [] }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      }
      guard bytes.count <= Self.limit else { throw Failure("standard input: a line has more than 1 MiB", .badData) }
      var part = [UInt8](repeating: 0, count: 1 << 16)
      let count = retrying { read(STDIN_FILENO, &part, part.count) }
      guard count >= 0 else { throw Failure("standard input: \(FileSystem.reason())", .noInput) }
      isAtEnd = count == 0
      bytes += part[..<count]
    }
  }
}
