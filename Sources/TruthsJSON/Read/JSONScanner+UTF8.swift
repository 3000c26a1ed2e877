import TruthsDiagnostics
import TruthsText

extension JSONScanner {
  /// The number of bytes of the scalar beyond ASCII at the next byte.
  ///
  /// - Throws: T8003 for what is no UTF-8 or a noncharacter; T8001 for a sequence that the end of the data cuts.
  func lengthOfScalar(openedAt first: Int) throws(Diagnostic) -> Int {
    let lead = bytes[index]
    // Table 3-7 of the Unicode standard: the lead byte bounds the second, which rules out overlong forms and surrogates.
    let (length, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw InvalidCharacter.invalidUTF8(lead, at: span(index, index + 1))
    }
    var value = UInt32(lead) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for place in index + 1..<index + length {
      guard place < end else { throw truncated(inTextAt: first) }
      guard (place == index + 1 ? second : 0x80...0xBF).contains(bytes[place]) else {
        throw InvalidCharacter.invalidUTF8(lead, at: span(index, index + 1))
      }
      value = value << 6 | UInt32(bytes[place] & 0x3F)
    }
    guard !isNoncharacter(value) else { throw InvalidCharacter.noncharacter(value, at: span(index, index + length)) }
    return length
  }

  /// Whether Unicode keeps a code point from ever being a character, so that RFC 7493 §2.1 forbids it.
  func isNoncharacter(_ value: UInt32) -> Bool { (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE }

  /// The number of bytes of what stands at a place, for pointing at it; a byte that is no UTF-8 stands alone.
  func scalarLength(at place: Int) -> Int {
    guard place < end else { return 0 }
    var length = 1
    while length < 4, place + length < end, bytes[place] >= 0xC0, bytes[place + length] & 0xC0 == 0x80 { length += 1 }
    return length
  }

  /// What stands at a place, for a message.
  func scalarText(at place: Int) -> String {
    String(decoding: bytes[min(place, end)..<min(place, end) + scalarLength(at: place)], as: UTF8.self)
  }
}
