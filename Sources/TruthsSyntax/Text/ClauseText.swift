import TruthsText

/// The source of one clause, value or type: decoded bytes with the way back to the file.
struct ClauseText: Sendable {
  let file: FileID
  let style: ScalarStyle
  /// Bytes that hold the text in `range`; for a scalar that stands on one line they are the file's own.
  let bytes: [UInt8]
  let range: Range<Int>
  private let map: OffsetMap

  /// A text that stands in its file letter for letter.
  init(file: FileID, bytes: [UInt8], range: Range<Int>, style: ScalarStyle) {
    self.init(file: file, bytes: bytes, range: range, style: style, map: OffsetMap(shift: 0))
  }

  init(file: FileID, bytes: [UInt8], range: Range<Int>, style: ScalarStyle, map: OffsetMap) {
    self.file = file
    self.bytes = bytes
    self.range = range
    self.style = style
    self.map = map
  }

  /// The source characters of a range of decoded bytes.
  func span(_ start: Int, _ end: Int) -> Span {
    let first = map.start(start)
    return Span(file: file, start: first, end: end > start ? max(first, map.end(end)) : first)
  }

  /// The empty span behind the last character of a range that ends there.
  func spanBehind(_ end: Int) -> Span {
    let place = end > range.lowerBound ? map.end(end) : map.start(end)
    return Span(file: file, start: place, end: place)
  }

  /// The decoded text of a range.
  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The whole text without white space at its ends.
  var trimmed: Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// A part of this text, with the same way back.
  func part(_ range: Range<Int>) -> ClauseText {
    ClauseText(file: file, bytes: bytes, range: range, style: style, map: map)
  }
}

/// Space, tab, line feed or carriage return.
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

/// `0`–`9`
func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

/// `A`–`Z`, `a`–`z` or `_`
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == 0x5F }

/// A letter or digit: what may follow in a word.
func isWordByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
