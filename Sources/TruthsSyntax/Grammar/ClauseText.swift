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

extension ClauseText {
  /// Where the `}` stands that closes a brace: none in a text between them. `nil` where there is none before an end.
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

  /// The first brace that is none of an escape, `\u{1D}`.
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

/// `0`–`9`
func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

/// `A`–`Z`, `a`–`z` or `_`
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == 0x5F }

/// A letter or digit: what may follow in a word.
func isWordByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

/// Where the bytes of a decoded scalar stand in its file (files §2.4: positions map through quoting, folding and
/// indentation).
struct OffsetMap: Sendable {
  /// A stretch of decoded bytes. In a linear one byte stands for byte; any other (an escape, a folded line break) is one whole.
  struct Segment: Sendable {
    var decoded: Int32
    var sourceStart: Int32
    var sourceEnd: Int32
    var isLinear: Bool
  }

  /// In order of `decoded`, beginning at the text's first byte; empty when the map only shifts.
  private(set) var segments: [Segment] = []
  private let shift: Int

  /// A map for a text that stands in the file as it is.
  init(shift: Int) { self.shift = shift }

  /// A map of stretches in order; an empty list makes the identity.
  init(segments: [Segment]) {
    self.segments = segments
    shift = 0
  }

  /// The source offset of the first byte of what begins at a decoded offset.
  func start(_ offset: Int) -> Int {
    guard let segment = segment(holding: offset) else { return offset + shift }
    return segment.isLinear ? Int(segment.sourceStart) + offset - Int(segment.decoded) : Int(segment.sourceStart)
  }

  /// The source offset behind the last byte of what ends at a decoded offset.
  func end(_ offset: Int) -> Int {
    guard let segment = segment(holding: max(0, offset - 1)) else { return offset + shift }
    if offset <= Int(segment.decoded) { return Int(segment.sourceStart) }
    return segment.isLinear ? Int(segment.sourceStart) + offset - Int(segment.decoded) : Int(segment.sourceEnd)
  }

  /// The last segment that begins at or before an offset.
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

/// How a piece of source was written in its file; decides how a fix must write a replacement.
package enum ScalarStyle: UInt8, Hashable, Sendable {
  /// Text that stands outside YAML: an expression given on the command line, a rule of a bundle, a test.
  case bare
  case plain
  case singleQuoted
  case doubleQuoted
  case literal
  case folded

  /// A replacement as it must be written inside a scalar of this style.
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
