/// A source file in memory, with its bytes and the offsets at which its lines begin.
///
/// A line ends at LF, CR LF or CR alone, as in YAML and in editors.
package final class SourceFile: Sendable {
  package let id: FileID
  /// The path as messages show it, with `/` between folders.
  package let path: String
  package let bytes: [UInt8]
  /// The byte offsets at which lines begin; the first element is 0.
  package let lineStarts: [Int32]
  /// The number of Unicode scalars before each block of 1,024 bytes; empty for a file without long lines.
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
      let count = bytes.count
      var next = 0
      while next < count {
        let byte = bytes[next]
        next += 1
        if byte > 0x0D { continue }
        let isBreak = byte == 0x0A || byte == 0x0D && (next == count || bytes[next] != 0x0A)
        if isBreak { starts.append(Int32(truncatingIfNeeded: next)) }
      }
    }
    lineStarts = starts
    scalarsBefore = SourceFile.blocks(of: bytes, lineStarts: starts)
  }

  /// Counts the scalars before each block once, so that many findings on one long line do not count them again.
  private static func blocks(of bytes: [UInt8], lineStarts: [Int32]) -> [Int32] {
    guard bytes.count > 8 * block else { return [] }
    let ends = lineStarts.dropFirst() + [Int32(truncatingIfNeeded: bytes.count)]
    guard zip(lineStarts, ends).contains(where: { $1 - $0 > 8 * Int32(block) }) else { return [] }
    return bytes.withUnsafeBufferPointer { bytes in
      var counts: [Int32] = []
      var count: Int32 = 0
      var start = 0
      while start < bytes.count {
        counts.append(count)
        let end = min(start + block, bytes.count)
        while start < end {
          if !isContinuation(bytes[start]) { count += 1 }
          start += 1
        }
      }
      counts.append(count)
      return counts
    }
  }

  /// The whole file as one span.
  package var span: Span { Span(file: id, start: 0, end: bytes.count) }

  /// Returns the line and column of a byte offset. An offset outside the file is moved to the nearest end of the file.
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

  /// Returns the text of a line without its line break; empty if the file has no such line. Invalid bytes are replaced.
  ///
  /// - Parameter number: the number of the line, from 1.
  package func line(_ number: Int) -> String {
    guard number >= 1, number <= lineStarts.count else { return "" }
    let start = Int(lineStarts[number - 1])
    var end = number < lineStarts.count ? Int(lineStarts[number]) : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Returns the text of a span in this file. Invalid bytes are replaced.
  package func text(_ span: Span) -> String {
    let start = min(max(0, Int(span.start)), bytes.count)
    let end = min(max(start, Int(span.end)), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Returns the index (from 0) of the line that contains a byte offset.
  private func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether a byte continues a UTF-8 sequence. Such a byte does not begin a scalar.
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

/// All files of one session, in the order in which they were added.
///
/// Truth sets add their files sorted by path. Findings are ordered by ``Span``, so they are then sorted by path.
package struct SourceMap: Sendable {
  package private(set) var files: [SourceFile] = []

  package init() {}

  /// Adds a file and gives it the next identity.
  @discardableResult
  package mutating func add(path: String, bytes: [UInt8]) -> SourceFile {
    let file = SourceFile(id: FileID(files.count), path: path, bytes: bytes)
    files.append(file)
    return file
  }

  /// Adds a file of an earlier map again, if it gets the same identity here.
  ///
  /// - Returns: whether it was added.
  package mutating func add(_ file: SourceFile) -> Bool {
    guard file.id == FileID(files.count) else { return false }
    files.append(file)
    return true
  }

  /// Adds several files in their order. The beginnings of their lines are found in parallel.
  package mutating func add(_ more: [(path: String, bytes: [UInt8])]) {
    let count = files.count
    files += Parallel.map(more.count, stride: 16) { place in
      SourceFile(id: FileID(count + place), path: more[place].path, bytes: more[place].bytes)
    }
  }

  /// Replaces the bytes of a file. Its identity and its path stay the same.
  package mutating func replace(_ id: FileID, bytes: [UInt8]) -> SourceFile {
    let file = SourceFile(id: id, path: file(id)?.path ?? "", bytes: bytes)
    if files.indices.contains(Int(id.index)) { files[Int(id.index)] = file }
    return file
  }

  /// Returns the file with an identity; `nil` if this map did not assign the identity.
  package func file(_ id: FileID) -> SourceFile? {
    files.indices.contains(Int(id.index)) ? files[Int(id.index)] : nil
  }

  /// Returns the line and column at which a span begins; line 1 and column 1 if the file is unknown.
  package func start(of span: Span) -> Position { file(span.file)?.position(at: Int(span.start)) ?? Position(line: 1, column: 1) }

  /// Returns the line and column after the last character of a span; line 1 and column 1 if the file is unknown.
  package func end(of span: Span) -> Position { file(span.file)?.position(at: Int(span.end)) ?? Position(line: 1, column: 1) }
}
