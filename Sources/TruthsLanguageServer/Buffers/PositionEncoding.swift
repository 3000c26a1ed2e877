import TruthsText

/// The unit in which a client counts the characters of a line.
package enum PositionEncoding: String, CaseIterable, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// Returns the number of units of a scalar, by the first byte of its UTF-8.
  fileprivate func units(of lead: UInt8) -> Int {
    switch self {
    case .utf8: Self.length(of: lead)
    case .utf16: lead >= 0xF0 ? 2 : 1
    case .utf32: 1
    }
  }

  fileprivate static func length(of lead: UInt8) -> Int { lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }
}

/// A position of the protocol: line and character from 0, the character in units of the encoding.
struct LinePosition: Hashable, Comparable {
  var line: Int
  var character: Int

  static func < (left: LinePosition, right: LinePosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

extension SourceFile {
  /// Returns the byte offset of a position.
  ///
  /// A position after the end of its line is the end of the line, one after the last line the end of the file, and one inside of
  /// a character the start of the character.
  ///
  /// - Complexity: O(n) in the length of the line.
  func offset(of position: LinePosition, _ encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < lineStarts.count else { return bytes.count }
    let end = contentEnd(ofLine: position.line)
    var offset = Int(lineStarts[position.line])
    var left = position.character
    while left > 0, offset < end {
      let units = encoding.units(of: bytes[offset])
      if units > left { break }
      left -= units
      offset = min(end, offset + PositionEncoding.length(of: bytes[offset]))
    }
    return offset
  }

  /// Returns the position of a byte offset.
  ///
  /// - Complexity: O(log lines + length of the line).
  func linePosition(at offset: Int, _ encoding: PositionEncoding) -> LinePosition {
    let offset = min(max(0, offset), bytes.count)
    let line = line(at: offset)
    var place = Int(lineStarts[line])
    let end = min(offset, contentEnd(ofLine: line))
    var character = 0
    while place < end {
      character += encoding.units(of: bytes[place])
      place += PositionEncoding.length(of: bytes[place])
    }
    return LinePosition(line: line, character: character)
  }

  /// Returns the number, from 0, of the line that contains an offset.
  func line(at offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the offset at which a line starts, counted from 0; for a line after the last one, the end of the file.
  func start(ofLine line: Int) -> Int { line < lineStarts.count ? Int(lineStarts[max(0, line)]) : bytes.count }

  /// Returns the offset at which a line ends, counted from 0, without its line break.
  func contentEnd(ofLine line: Int) -> Int {
    let start = Int(lineStarts[line])
    guard line + 1 < lineStarts.count else { return bytes.count }
    var end = Int(lineStarts[line + 1])
    if end > start, bytes[end - 1] == 0x0A { end -= 1 }
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }
}
