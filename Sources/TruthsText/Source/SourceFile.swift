/// A file as it was read: its bytes and where its lines begin. What the bytes mean is decided elsewhere.
///
/// A line ends at LF, CR LF or CR alone, as it does for YAML and for editors.
package final class SourceFile: Sendable {
  package let id: FileID
  /// The path as it is shown to people, with `/`.
  package let path: String
  package let bytes: [UInt8]
  /// The byte offset at which each line begins; never empty, its first element is 0.
  package let lineStarts: [Int32]
  /// Unicode scalars before each block of bytes, where a line is long enough for that to matter; else empty.
  private let scalarsBefore: [Int32]
  private static let block = 1024

  /// - Complexity: O(n) in the number of bytes.
  package init(id: FileID, path: String, bytes: [UInt8]) {
    self.id = id
    self.path = path
    self.bytes = bytes
    var starts: [Int32] = [0]
    starts.reserveCapacity(bytes.count / 32)
    bytes.withUnsafeBufferPointer { bytes in
      for (offset, byte) in bytes.enumerated() where byte <= 0x0D {
        let next = offset + 1
        let isBreak = byte == 0x0A || byte == 0x0D && (next == bytes.count || bytes[next] != 0x0A)
        if isBreak { starts.append(Int32(truncatingIfNeeded: next)) }
      }
    }
    lineStarts = starts
    scalarsBefore = SourceFile.blocks(of: bytes, lineStarts: starts)
  }

  /// Counts scalars once where many findings on one long line would count them again and again.
  private static func blocks(of bytes: [UInt8], lineStarts: [Int32]) -> [Int32] {
    guard bytes.count > 8 * block else { return [] }
    let ends = lineStarts.dropFirst() + [Int32(truncatingIfNeeded: bytes.count)]
    guard zip(lineStarts, ends).contains(where: { $1 - $0 > 8 * Int32(block) }) else { return [] }
    var counts: [Int32] = []
    var count: Int32 = 0
    for (offset, byte) in bytes.enumerated() {
      if offset % block == 0 { counts.append(count) }
      if !isContinuation(byte) { count += 1 }
    }
    counts.append(count)
    return counts
  }

  /// The whole file as one span.
  package var span: Span { Span(file: id, start: 0, end: bytes.count) }

  /// The line and column of a byte offset; offsets outside the file are moved to its nearest end.
  ///
  /// - Complexity: O(log lines), and at most a few thousand steps on long lines.
  package func position(at offset: Int) -> Position {
    let offset = min(max(0, offset), bytes.count)
    let line = lineIndex(at: offset)
    let start = Int(lineStarts[line])
    let column = scalarsBefore.isEmpty ? scalars(from: start, to: offset) : scalars(before: offset) - scalars(before: start)
    return Position(line: line + 1, column: column + 1)
  }

  private func scalars(before offset: Int) -> Int {
    let index = offset / SourceFile.block
    return Int(scalarsBefore[index]) + scalars(from: index * SourceFile.block, to: offset)
  }

  private func scalars(from start: Int, to end: Int) -> Int {
    var count = 0
    for index in start..<max(start, end) where !SourceFile.isContinuation(bytes[index]) { count += 1 }
    return count
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
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
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
