import TruthsText

/// The keys and entries of a truth or job file by its lines and their indentation, whatever else is wrong with it: where a
/// position stands, while something is being written there.
struct LineOutline {
  struct Line {
    /// From 0.
    var number: Int
    /// The offset of the first character that is no blank.
    var start: Int
    /// The offset behind the last one.
    var end: Int
    var indentation: Int
    /// `- ` before the rest.
    var isEntry = false
    /// The key before a `: `, without the dash.
    var key: String?
    /// Where the value begins: behind the key, or behind the dash.
    var valueStart: Int
    var isComment = false
    /// Inside of a block scalar, or of text that goes on from the line before.
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
    // A key is words, dots and the like before a colon that a blank or nothing follows.
    var colon = place
    while colon < end, isOfKey(bytes[colon]) { colon += 1 }
    if colon > place, colon < end, bytes[colon] == 0x3A, colon + 1 == end || bytes[colon + 1] == 0x20 {
      line.key = String(decoding: bytes[place..<colon], as: UTF8.self)
      place = min(end, colon + 1)
      while place < end, bytes[place] == 0x20 { place += 1 }
      line.valueStart = place
    }
    return line
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

  /// The line that holds an offset.
  func line(at offset: Int) -> Line { lines[file.line(at: min(max(0, offset), file.bytes.count))] }

  /// The keys around a line from the root on: `truth ordering`, `requires`. Those of the line itself are none of them.
  ///
  /// - Parameter indentation: how far in the line stands, where it holds nothing yet.
  func path(to number: Int, indentation: Int? = nil) -> [String] {
    var keys: [String] = []
    var limit = indentation ?? lines[number].indentation
    // An entry of a list may stand as far left as its key.
    var mayBeKey = lines[number].isEntry || lines[number].isContinued
    for line in lines[..<number].reversed() where !line.isBlank && !line.isComment && !line.isContinued {
      guard line.indentation < limit || mayBeKey && !line.isEntry && line.indentation == limit else { continue }
      if let key = line.key { keys.append(key) }
      mayBeKey = line.isEntry
      limit = line.indentation
      if limit == 0, !line.isEntry { break }
    }
    return keys.reversed()
  }

  /// The first line of the key or entry that a line belongs to.
  func head(of number: Int) -> Line {
    var number = number
    while number > 0, lines[number].isContinued || lines[number].key == nil && !lines[number].isEntry { number -= 1 }
    return lines[number]
  }
}
