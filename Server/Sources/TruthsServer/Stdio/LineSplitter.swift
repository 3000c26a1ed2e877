/// Cuts what comes into lines, none of which is kept where it is too long.
struct LineSplitter: Sendable {
  /// A line without its line break; `nil` in place of one that is too long.
  typealias Line = [UInt8]?

  /// The most bytes of a line.
  let limit: Int
  private var line: [UInt8] = []
  private var isTooLong = false

  init(limit: Int) { self.limit = limit }

  /// - Returns: the lines that have ended.
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

  /// - Returns: what came behind the last line break, where that is anything.
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
