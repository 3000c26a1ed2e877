/// How the bytes of a scalar beyond ASCII go on, by the first of them (Unicode standard, table 3-7).
struct ScalarForm {
  /// Bytes of the whole scalar.
  let length: Int
  /// What the second byte may be, which rules out overlong forms and surrogates.
  private let second: ClosedRange<UInt8>
  /// What the first byte says of the scalar's value.
  let high: UInt32

  /// - Returns: `nil` where no scalar begins with this byte.
  init?(lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    high = UInt32(lead) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
  }

  /// Whether a byte may stand at a place of the scalar, from 1.
  func allows(_ byte: UInt8, at place: Int) -> Bool { (place == 1 ? second : 0x80...0xBF).contains(byte) }

  /// Whether Unicode keeps a code point from ever being a character, so that RFC 7493 §2.1 forbids it.
  static func isNoncharacter(_ value: UInt32) -> Bool { (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE }
}
