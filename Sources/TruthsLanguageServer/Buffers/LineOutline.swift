import TruthsText

/// The keys and entries of a truth or job file, found by lines and indentation alone. It gives the context of a position in a
/// file that is not yet valid.
struct LineOutline {
  struct Line {
    /// The line number, from 0.
    var number: Int
    /// The offset of the first character that is not a blank.
    var start: Int
    /// The offset after the last character that is not a blank.
    var end: Int
    var indentation: Int
    /// Whether the line starts with `- `.
    var isEntry = false
    /// The key before `: `, without the dash.
    var key: String?
    /// The offset at which the value starts: after the key or the dash.
    var valueStart: Int
    var isComment = false
    /// Whether the line is inside of a block scalar.
    var isContinued = false

    var isBlank: Bool { start == end }
  }

  let file: SourceFile
  let lines: [Line]

  /// - Complexity: O(n) in the size of the file.
  init(_ file: SourceFile) {
    self.file = file
    var lines: [Line] = []
    var blockIndentation: Int?
    for number in file.lineStarts.indices {
      var line = Self.line(number, of: file)
      if let block = blockIndentation, line.isBlank || line.indentation > block {
        line.isContinued = true
        (line.key, line.isEntry, line.valueStart) = (nil, false, line.start)
      } else if !line.isBlank {
        blockIndentation = nil
        if !line.isComment, Self.opensBlock(line, of: file) { blockIndentation = line.indentation }
      }
      lines.append(line)
    }
    self.lines = lines
  }

  private static func line(_ number: Int, of file: SourceFile) -> Line {
    let bytes = file.bytes
    var start = Int(file.lineStarts[number])
    let begin = start
    var end = file.contentEnd(ofLine: number)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    var line = Line(number: number, start: start, end: end, indentation: start - begin, valueStart: start)
    guard start < end else { return line }
    if bytes[start] == 0x23 {
      line.isComment = true
      return line
    }
    var place = start
    if bytes[place] == 0x2D, place + 1 == end || bytes[place + 1] == 0x20 {
      line.isEntry = true
      place = min(end, place + 1)
      while place < end, bytes[place] == 0x20 { place += 1 }
      line.valueStart = place
    }
    // A key consists of words, dots and similar characters before a colon, which a blank or the end of the line follows.
    var colon = place
    while colon < end, isOfKey(bytes[colon]) { colon += 1 }
    if colon > place, colon < end, bytes[colon] == 0x3A, colon + 1 == end || bytes[colon + 1] == 0x20 {
      line.key = String(decoding: bytes[place..<colon], as: UTF8.self)
      place = min(end, colon + 1)
      while place < end, bytes[place] == 0x20 { place += 1 }
      line.valueStart = place
    }
    // The loop of an output may have any signs before the colon: `- fact.order.placed for l in lines where l.pieces > 0:`.
    if line.key == nil, line.isEntry, bytes[end - 1] == 0x3A, isOutput(bytes[place..<end]) {
      line.key = String(decoding: bytes[place..<(end - 1)], as: UTF8.self)
      line.valueStart = end
    }
    return line
  }

  private static func isOutput(_ bytes: ArraySlice<UInt8>) -> Bool {
    ["fact.", "correction.", "proposal."].contains { bytes.starts(with: $0.utf8) }
  }

  private static func isOfKey(_ byte: UInt8) -> Bool {
    byte == 0x5F || byte == 0x2E || byte == 0x20 || byte == 0x2D || byte == 0x22 || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20) || byte >= 0x80
  }

  private static func opensBlock(_ line: Line, of file: SourceFile) -> Bool {
    guard line.valueStart < line.end else { return false }
    let value = file.bytes[line.valueStart..<line.end]
    return (value.first == 0x7C || value.first == 0x3E) && value.count <= 3
  }

  /// Returns the line that contains an offset.
  func line(at offset: Int) -> Line { lines[file.line(at: min(max(0, offset), file.bytes.count))] }

  /// Returns the keys around a line from the root on, without the keys of the line itself: `truth ordering`, `requires`.
  ///
  /// - Parameter indentation: the column of the position in an empty line.
  func path(to number: Int, indentation: Int? = nil) -> [String] {
    var keys: [String] = []
    var limit = indentation ?? lines[number].indentation
    // A list may have the same indentation as its key.
    var mayBeKey = lines[number].isEntry || lines[number].isContinued
    // Nothing is around a root key; without this each would be looked for among all lines above it.
    if limit == 0, !mayBeKey { return [] }
    for line in lines[..<number].reversed() where !line.isBlank && !line.isComment && !line.isContinued {
      guard line.indentation < limit || mayBeKey && !line.isEntry && line.indentation == limit else { continue }
      // A line under `- id: …` that begins in the column of `id` stands beside it, and not below it.
      if let key = line.key, !line.isEntry || keyColumn(of: line) < limit { keys.append(key) }
      mayBeKey = line.isEntry
      limit = line.indentation
      if limit == 0, !line.isEntry { break }
    }
    return keys.reversed()
  }

  /// Returns the column of an entry's key, after its dash.
  private func keyColumn(of line: Line) -> Int {
    var place = line.start + 1
    while place < line.end, file.bytes[place] == 0x20 { place += 1 }
    return line.indentation + place - line.start
  }

  /// Returns the first line of the key or entry that a line belongs to.
  func head(of number: Int) -> Line {
    var number = number
    while number > 0, lines[number].isContinued || lines[number].key == nil && !lines[number].isEntry { number -= 1 }
    return lines[number]
  }
}
