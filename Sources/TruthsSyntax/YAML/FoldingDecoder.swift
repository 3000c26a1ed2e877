/// Decodes plain and quoted scalars with positions: a line break with the white space around it folds to a space, further ones to
/// line breaks.
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

  /// Reads to the end: stretches are copied, line breaks folded, the special byte is a quote or begins an escape.
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

  /// A doubled quote.
  private mutating func quote() {
    let next = min(end, position + 2)
    result.replace(position..<next, by: [0x27])
    position = next
  }

  /// Blanks within a line are kept; with a line break among them they fold.
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

  /// An escape of YAML 1.1, or a line break that a backslash hides.
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
