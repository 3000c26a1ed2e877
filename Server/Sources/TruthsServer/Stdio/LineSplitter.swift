/// Splits bytes into lines, and drops lines that are too long.
struct LineSplitter: Sendable {
  /// A line without its line break; `nil` in place of a line that is too long.
  typealias Line = [UInt8]?

  /// Maximum size of a line in bytes.
  let limit: Int
  private var line: [UInt8] = []
  private var isTooLong = false

  init(limit: Int) { self.limit = limit }

  /// - Returns: the completed lines.
  mutating func append(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      add(rest[..<end])
      lines.append(take())
      rest = rest[(end + 1)...]
    }
    add(rest)
    return lines
  }

  /// - Returns: the bytes after the last line break, if any.
  mutating func finish() -> [Line] { line.isEmpty && !isTooLong ? [] : [take()] }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    if isTooLong || line.count + bytes.count > limit {
      isTooLong = true
      line = []
    } else {
      line += bytes
    }
  }

  private mutating func take() -> Line {
    defer { (line, isTooLong) = ([], false) }
    return isTooLong ? nil : line
  }
}
