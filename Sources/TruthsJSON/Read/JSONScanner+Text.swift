import TruthsDiagnostics
import TruthsText

extension JSONScanner {
  /// A text or name; stands at its opening quote.
  mutating func text() throws(Diagnostic) -> Text {
    let first = index
    index += 1
    let content = index
    skipPlain()
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return text(from: content, to: index - 1)
      case UInt8(ascii: "\\"): return try escapedText(from: content, first: first)
      case 0x00..<0x20: throw UnescapedControl.found(bytes[index], at: span(index, index + 1))
      case 0x80...0xFF: index += try lengthOfScalar(openedAt: first)
      default: index += 1
      }
    }
    throw truncated(inTextAt: first)
  }

  /// The text that stands in some bytes, which are UTF-8.
  private func text(from start: Int, to end: Int) -> Text {
    Text(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self))
  }

  /// Goes on to the next byte that is more than a character of a text: a quote, a backslash, a control character, one beyond
  /// ASCII. Eight bytes are looked at in one step.
  private mutating func skipPlain() {
    guard let start = UnsafeRawPointer(bytes.baseAddress) else { return }
    let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    while index + 8 <= end {
      let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
      let special = (word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | word
      // The lowest byte that is marked is one; above it a borrow may have marked others.
      if special & highs != 0 {
        index += (special & highs).trailingZeroBitCount / 8
        return
      }
      index += 8
    }
  }

  /// The rest of a text that has escapes; stands at the first of them.
  private mutating func escapedText(from content: Int, first: Int) throws(Diagnostic) -> Text {
    var read = Array(bytes[content..<index])
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return Text(String(decoding: read, as: UTF8.self))
      case UInt8(ascii: "\\"): read.append(contentsOf: try escape(openedAt: first))
      case 0x00..<0x20: throw UnescapedControl.found(bytes[index], at: span(index, index + 1))
      case 0x80...0xFF:
        let length = try lengthOfScalar(openedAt: first)
        read.append(contentsOf: bytes[index..<index + length])
        index += length
      default:
        read.append(bytes[index])
        index += 1
      }
    }
    throw truncated(inTextAt: first)
  }

  /// The UTF-8 of one escape; stands at its backslash.
  private mutating func escape(openedAt first: Int) throws(Diagnostic) -> [UInt8] {
    guard index + 1 < end else { throw truncated(inTextAt: first) }
    let simple: UInt8
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): simple = bytes[index + 1]
    case UInt8(ascii: "b"): simple = 0x08
    case UInt8(ascii: "f"): simple = 0x0C
    case UInt8(ascii: "n"): simple = 0x0A
    case UInt8(ascii: "r"): simple = 0x0D
    case UInt8(ascii: "t"): simple = 0x09
    case UInt8(ascii: "u"): return try unicodeEscape(openedAt: first)
    default:
      throw MalformedJSON.escape("\\" + scalarText(at: index + 1), at: span(index, index + 1 + scalarLength(at: index + 1)))
    }
    index += 2
    return [simple]
  }

  /// The UTF-8 of `\uXXXX`, or of two that make a pair.
  private mutating func unicodeEscape(openedAt first: Int) throws(Diagnostic) -> [UInt8] {
    let start = index
    let unit = try hexadecimalUnit(openedAt: first)
    var value = unit
    if (0xD800..<0xDC00).contains(unit) {
      guard index < end else { throw truncated(inTextAt: first) }
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 >= end || bytes[index + 1] == UInt8(ascii: "u") else {
        throw loneSurrogate(from: start)
      }
      let low = try hexadecimalUnit(openedAt: first)
      guard (0xDC00..<0xE000).contains(low) else {
        index = start + 6
        throw loneSurrogate(from: start)
      }
      value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw loneSurrogate(from: start) }
    guard !ScalarForm.isNoncharacter(value) else { throw InvalidCharacter.noncharacter(value, at: span(start, index)) }
    return Array(String(Character(scalar)).utf8)
  }

  private func loneSurrogate(from start: Int) -> Diagnostic {
    InvalidCharacter.loneSurrogate(String(decoding: bytes[start..<index], as: UTF8.self), at: span(start, index))
  }

  /// The value of `\uXXXX`; stands at its backslash.
  private mutating func hexadecimalUnit(openedAt first: Int) throws(Diagnostic) -> UInt32 {
    var value: UInt32 = 0
    for place in index + 2..<index + 6 {
      guard place < end else { throw truncated(inTextAt: first) }
      guard let digit = hexadecimalDigit(bytes[place]) else {
        throw MalformedJSON.escape(
          String(decoding: bytes[index..<place], as: UTF8.self) + scalarText(at: place),
          at: span(index, place + scalarLength(at: place)))
      }
      value = value << 4 | digit
    }
    index += 6
    return value
  }

  private func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
