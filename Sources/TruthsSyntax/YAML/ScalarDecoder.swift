import TruthsText

/// Maps the bytes that libyaml gives for a scalar to the source, so that positions are exact.
///
/// libyaml's value is authoritative. The decoding here repeats it with positions. If the two differ, the value keeps only the
/// place of the whole scalar.
struct ScalarDecoder {
  let value: UnsafeBufferPointer<UInt8>
  let start: Int
  let end: Int

  /// Returns the text of the scalar, and its end without white space before it.
  func text(_ style: ScalarStyle, in chunk: Chunk) -> (ClauseText, Int) {
    let end = chunk.trimmedEnd(start, self.end)
    switch style {
    case .plain, .bare:
      if isValue(start..<end, in: chunk) { return (inPlace(start..<end, .plain, in: chunk), end) }
      var decoder = FoldingDecoder(chunk.bytes, start..<end)
      return (mapped(decoder.plain(), .plain, end, in: chunk), end)
    case .singleQuoted, .doubleQuoted:
      let content = start + 1..<max(start + 1, end - 1)
      if isValue(content, in: chunk) { return (inPlace(content, style, in: chunk), end) }
      var decoder = FoldingDecoder(chunk.bytes, content)
      let decoded = style == .singleQuoted ? decoder.singleQuoted() : decoder.doubleQuoted()
      return (mapped(decoded, style, end, in: chunk), end)
    case .literal, .folded:
      return (mapped(BlockAligner(chunk.bytes, start..<end, value).aligned(), style, end, in: chunk), end)
    }
  }

  private func isValue(_ range: Range<Int>, in chunk: Chunk) -> Bool {
    guard range.count == value.count else { return false }
    return chunk.file.bytes.withUnsafeBufferPointer { bytes in
      for place in value.indices where bytes[range.lowerBound + place] != value[place] { return false }
      return true
    }
  }

  /// Returns a scalar whose bytes in the file are its value.
  private func inPlace(_ range: Range<Int>, _ style: ScalarStyle, in chunk: Chunk) -> ClauseText {
    ClauseText(file: chunk.file.id, bytes: chunk.file.bytes, range: range, style: style)
  }

  private func mapped(_ decoded: DecodedScalar, _ style: ScalarStyle, _ end: Int, in chunk: Chunk) -> ClauseText {
    let bytes = Array(value)
    var segments = decoded.segments
    if decoded.bytes != bytes || segments.isEmpty {
      segments = [
        .init(
          decoded: 0, sourceStart: Int32(truncatingIfNeeded: start), sourceEnd: Int32(truncatingIfNeeded: end), isLinear: false)
      ]
    }
    return ClauseText(
      file: chunk.file.id, bytes: bytes, range: 0..<bytes.count, style: style, map: OffsetMap(segments: segments))
  }
}

/// Decoded bytes with the source of each stretch.
struct DecodedScalar {
  var bytes: [UInt8] = []
  var segments: [OffsetMap.Segment] = []

  /// Appends bytes that map to themselves.
  mutating func copy(_ source: ArraySlice<UInt8>) {
    guard !source.isEmpty else { return }
    if segments.last.map({ !$0.isLinear || Int($0.sourceEnd) != source.startIndex }) ?? true {
      begin(source.startIndex, source.startIndex, isLinear: true)
    }
    bytes += source
    segments[segments.count - 1].sourceEnd = Int32(truncatingIfNeeded: source.endIndex)
  }

  /// Appends bytes in place of a whole range of the source, such as an escape: a single byte of one has no counterpart in the
  /// other.
  mutating func replace(_ source: Range<Int>, by other: some Sequence<UInt8>) {
    begin(source.lowerBound, source.upperBound, isLinear: false)
    bytes += other
  }

  private mutating func begin(_ start: Int, _ end: Int, isLinear: Bool) {
    segments.append(
      .init(
        decoded: Int32(truncatingIfNeeded: bytes.count), sourceStart: Int32(truncatingIfNeeded: start),
        sourceEnd: Int32(truncatingIfNeeded: end), isLinear: isLinear))
  }
}

/// Decodes plain and quoted scalars with positions: a line break with the white space around it folds to a space, and further
/// breaks fold to line breaks.
struct FoldingDecoder {
  private let bytes: ArraySlice<UInt8>
  private let end: Int
  private var position: Int
  private var result = DecodedScalar()

  init(_ bytes: ArraySlice<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  mutating func plain() -> DecodedScalar {
    run(special: nil)
    return result
  }

  mutating func singleQuoted() -> DecodedScalar {
    run(special: 0x27)
    return result
  }

  mutating func doubleQuoted() -> DecodedScalar {
    run(special: 0x5C)
    return result
  }

  /// Reads to the end: copies stretches, folds line breaks, and decodes the special byte, which is a quote or begins an escape.
  private mutating func run(special: UInt8?) {
    while position < end {
      if bytes[position] == special {
        special == 0x27 ? quote() : escape()
      } else if isBlank(bytes[position]) {
        blanks()
      } else {
        let start = position
        while position < end, bytes[position] != special, !isBlank(bytes[position]) { position += 1 }
        result.copy(bytes[start..<position])
      }
    }
  }

  /// Reads a doubled quote.
  private mutating func quote() {
    let next = min(end, position + 2)
    result.replace(position..<next, by: [0x27])
    position = next
  }

  /// Reads blanks: within a line they are kept; with a line break among them they fold.
  private mutating func blanks() {
    let start = position
    var breaks = 0
    while position < end, isBlank(bytes[position]) {
      if bytes[position] == 0x0A || bytes[position] == 0x0D && !(position + 1 < end && bytes[position + 1] == 0x0A) {
        breaks += 1
      }
      position += 1
    }
    guard breaks > 0 else { return result.copy(bytes[start..<position]) }
    result.replace(start..<position, by: breaks == 1 ? [0x20] : Array(repeating: 0x0A, count: breaks - 1))
  }

  /// Reads an escape of YAML 1.1, or a line break after a backslash.
  private mutating func escape() {
    let start = position
    let sign = position + 1 < end ? bytes[position + 1] : 0x5C
    position = min(end, position + 2)
    if sign == 0x0A || sign == 0x0D {
      while position < end, isBlank(bytes[position]) { position += 1 }
      return result.replace(start..<position, by: [])
    }
    if let digits = Self.digits[sign] {
      let stop = min(end, position + digits)
      let number = UInt32(String(decoding: bytes[position..<stop], as: UTF8.self), radix: 16)
      position = stop
      guard let scalar = number.flatMap(Unicode.Scalar.init) else { return }
      return result.replace(start..<position, by: Array(String(Character(scalar)).utf8))
    }
    result.replace(start..<position, by: Array((Self.signs[sign] ?? "").utf8))
  }

  private static let digits: [UInt8: Int] = [0x78: 2, 0x75: 4, 0x55: 8]

  private static let signs: [UInt8: String] = [
    0x30: "\0", 0x61: "\u{7}", 0x62: "\u{8}", 0x74: "\t", 0x09: "\t", 0x6E: "\n", 0x76: "\u{B}", 0x66: "\u{C}", 0x72: "\r",
    0x65: "\u{1B}", 0x20: " ", 0x22: "\"", 0x2F: "/", 0x5C: "\\", 0x4E: "\u{85}", 0x5F: "\u{A0}", 0x4C: "\u{2028}",
    0x50: "\u{2029}",
  ]
}
