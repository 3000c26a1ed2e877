/// A file as it was read: its bytes and where its lines begin. What the bytes mean is decided elsewhere.
package final class SourceFile: Sendable {
  package let id: FileID
  /// The path as it is shown to people, with `/`.
  package let path: String
  package let bytes: [UInt8]
  /// The byte offset at which each line begins; never empty, its first element is 0.
  package let lineStarts: [Int32]

  /// - Complexity: O(n) in the number of bytes.
  package init(id: FileID, path: String, bytes: [UInt8]) {
    self.id = id
    self.path = path
    self.bytes = bytes
    var starts: [Int32] = [0]
    for (offset, byte) in bytes.enumerated() where byte == 0x0A { starts.append(Int32(truncatingIfNeeded: offset + 1)) }
    lineStarts = starts
  }

  /// The whole file as one span.
  package var span: Span { Span(file: id, start: 0, end: bytes.count) }

  /// The line and column of a byte offset; offsets outside the file are moved to its nearest end.
  ///
  /// - Complexity: O(log lines + length of the line).
  package func position(at offset: Int) -> Position {
    let offset = min(max(0, offset), bytes.count)
    let line = lineIndex(at: offset)
    var column = 1
    for index in Int(lineStarts[line])..<max(Int(lineStarts[line]), offset) where !isContinuation(bytes[index]) {
      column += 1
    }
    return Position(line: line + 1, column: column)
  }

  /// The text of a line (from 1) without its line break; invalid bytes are replaced.
  package func line(_ number: Int) -> String {
    guard number >= 1, number <= lineStarts.count else { return "" }
    let start = Int(lineStarts[number - 1])
    var end = number < lineStarts.count ? Int(lineStarts[number]) : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The text under a span of this file; invalid bytes are replaced.
  package func text(_ span: Span) -> String {
    let start = min(max(0, Int(span.start)), bytes.count)
    let end = min(max(start, Int(span.end)), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Index (from 0) of the line that holds a byte offset.
  private func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether a byte continues a UTF-8 sequence, so that it does not count as a scalar of its own.
  private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

/// A line and a column, both from 1; the column counts Unicode scalars.
package struct Position: Hashable, Comparable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
