import TruthsText

/// The source of one clause, value or type: decoded bytes with a map back to the file.
struct ClauseText: Sendable {
  let file: FileID
  let style: ScalarStyle
  /// Bytes that contain the text in `range`; for a scalar on one line they are the file's own.
  let bytes: [UInt8]
  let range: Range<Int>
  /// Whether the text is only tried, so that no help about it is made.
  var isTrial = false
  private let map: OffsetMap

  /// Creates a text that is in its file unchanged.
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

  /// Returns the source span of a range of decoded bytes.
  func span(_ start: Int, _ end: Int) -> Span {
    let first = map.start(start)
    return Span(file: file, start: first, end: end > start ? max(first, map.end(end)) : first)
  }

  /// Returns the empty span after the last character of a range that ends there.
  func spanBehind(_ end: Int) -> Span {
    let place = end > range.lowerBound ? map.end(end) : map.start(end)
    return Span(file: file, start: place, end: place)
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The range of the text without white space at its ends.
  var trimmed: Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Returns a part of this text, with the same map.
  func part(_ range: Range<Int>) -> ClauseText {
    ClauseText(file: file, bytes: bytes, range: range, style: style, map: map)
  }
}

extension ClauseText {
  /// Returns the offset of the `}` that closes a brace, ignoring braces inside texts; `nil` if no `}` precedes `end`.
  func closingBrace(of opening: Int, before end: Int) -> Int? {
    var position = opening + 1
    var isInText = false
    while position < end {
      switch bytes[position] {
      case 0x5C where isInText: position += 1
      case 0x22: isInText.toggle()
      case 0x7D where !isInText: return position
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Returns the first brace that is not part of an escape such as `\u{1D}`.
  func brace(in range: Range<Int>) -> Int? {
    var position = range.lowerBound
    while position < range.upperBound {
      switch bytes[position] {
      case 0x7B, 0x7D: return position
      case 0x5C where bytes[position..<range.upperBound].starts(with: [0x5C, 0x75, 0x7B]):
        position = bytes[position..<range.upperBound].firstIndex(of: 0x7D) ?? position
      default: break
      }
      position += 1
    }
    return nil
  }
}

/// Whether the byte is `0`–`9`.
package func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

/// Whether the byte is `A`–`Z`, `a`–`z` or `_`.
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == 0x5F }

/// Whether the byte is a letter, digit or `_`, which may follow in a word.
package func isWordByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

/// Maps the bytes of a decoded scalar to its file, through quoting, folding and indentation (files §2.4).
struct OffsetMap: Sendable {
  /// A stretch of decoded bytes. In a linear one each byte maps to one byte; any other (an escape, a folded line break) maps as
  /// a whole.
  struct Segment: Sendable {
    var decoded: Int32
    var sourceStart: Int32
    var sourceEnd: Int32
    var isLinear: Bool
  }

  /// Segments in order of `decoded`, beginning at the text's first byte; empty if the map only shifts.
  private(set) var segments: [Segment] = []
  private let shift: Int

  /// Creates a map for a text that is in the file unchanged.
  init(shift: Int) { self.shift = shift }

  /// Creates a map of segments in order; an empty list makes the identity.
  init(segments: [Segment]) {
    self.segments = segments
    shift = 0
  }

  /// Returns the source offset of the first byte of the character at a decoded offset.
  func start(_ offset: Int) -> Int {
    guard let segment = segment(holding: offset) else { return offset + shift }
    return segment.isLinear ? Int(segment.sourceStart) + offset - Int(segment.decoded) : Int(segment.sourceStart)
  }

  /// Returns the source offset after the last byte of the character that ends at a decoded offset.
  func end(_ offset: Int) -> Int {
    guard let segment = segment(holding: max(0, offset - 1)) else { return offset + shift }
    if offset <= Int(segment.decoded) { return Int(segment.sourceStart) }
    return segment.isLinear ? Int(segment.sourceStart) + offset - Int(segment.decoded) : Int(segment.sourceEnd)
  }

  /// Returns the last segment that begins at or before an offset.
  private func segment(holding offset: Int) -> Segment? {
    guard !segments.isEmpty else { return nil }
    var low = 0
    var high = segments.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(segments[middle].decoded) <= offset { low = middle } else { high = middle }
    }
    return segments[low]
  }
}

/// The style in which source was written in its file; it decides how a fix writes a replacement.
package enum ScalarStyle: UInt8, Hashable, Sendable {
  /// Text outside YAML: an expression on the command line, a rule of a bundle, a test.
  case bare
  case plain
  case singleQuoted
  case doubleQuoted
  case literal
  case folded

  /// Returns a replacement as it must be written inside a scalar of this style.
  package func written(_ text: String) -> String {
    switch self {
    case .bare, .plain, .literal, .folded: return text
    case .singleQuoted: return escaped(text) { $0 == "'" ? "''" : nil }
    case .doubleQuoted: return escaped(text) { $0 == "\"" ? "\\\"" : $0 == "\\" ? "\\\\" : nil }
    }
  }

  private func escaped(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let other = replacement(scalar) { result += other } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
