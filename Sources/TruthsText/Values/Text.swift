/// A text value, which is a sequence of Unicode scalars that is never normalised (types §2).
///
/// Swift's `String` compares by canonical equivalence. `Text` compares, hashes and orders by scalar value, which is the order
/// of the UTF-8 bytes.
package struct Text: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package var string: String

  package init(_ string: String) {
    self.string = string
    self.string.makeContiguousUTF8()
  }

  package init(stringLiteral value: String) { self.init(value) }

  package var description: String { string }

  package static func == (left: Text, right: Text) -> Bool {
    left.string.utf8.count == right.string.utf8.count && left.firstDifference(from: right) == nil
  }

  package func hash(into hasher: inout Hasher) {
    string.utf8.span.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(0xFF as UInt8)
  }

  package static func < (left: Text, right: Text) -> Bool {
    guard let (mine, theirs) = left.firstDifference(from: right) else { return left.string.utf8.count < right.string.utf8.count }
    return mine < theirs
  }

  /// Whether this text sorts before another by UTF-16 code units, as RFC 8785 §3.2.3 orders the members of an object.
  ///
  /// UTF-8 sorts as UTF-16 does, with one exception. Scalars that need a surrogate pair (a first byte of 0xF0 or more) sort
  /// before U+E000 to U+FFFF (a first byte of 0xEE or 0xEF).
  package func precedesInUTF16(_ other: Text) -> Bool {
    guard let (mine, theirs) = firstDifference(from: other) else { return string.utf8.count < other.string.utf8.count }
    let isSwapped = mine >= 0xEE && theirs >= 0xEE && (mine >= 0xF0) != (theirs >= 0xF0)
    return isSwapped != (mine < theirs)
  }

  /// Whether UTF-8 bytes are the same text as this one. Eight bytes are compared in one step.
  package func hasUTF8(_ other: UnsafeRawBufferPointer) -> Bool {
    string.withUTF8Bytes { mine in
      guard mine.count == other.count else { return false }
      let bytes = UnsafeRawBufferPointer(mine)
      var offset = 0
      while offset + 8 <= other.count {
        if bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        {
          return false
        }
        offset += 8
      }
      while offset < other.count {
        if bytes[offset] != other[offset] { return false }
        offset += 1
      }
      return true
    }
  }

  /// Returns the first pair of UTF-8 bytes that differ; `nil` if one text is a prefix of the other.
  @inline(__always)
  private func firstDifference(from other: Text) -> (mine: UInt8, theirs: UInt8)? {
    string.withUTF8Bytes { mine in
      other.string.withUTF8Bytes { theirs in
        let count = min(mine.count, theirs.count)
        var place = 0
        while place < count {
          if mine[place] != theirs[place] { return (mine[place], theirs[place]) }
          place += 1
        }
        return nil
      }
    }
  }
}

extension String {
  /// Calls a function with the UTF-8 bytes of the text; a native Swift string is not copied.
  ///
  /// `utf8.span` does the same but is not inlined, and took longer than the comparison of two names.
  @inline(__always)
  package func withUTF8Bytes<Result>(_ look: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(look) ?? Array(utf8).withUnsafeBufferPointer(look)
  }
}

extension Text {
  /// Whether a reader sees something of the text. It needs a character that is not blank and that can have a glyph.
  ///
  /// - Complexity: O(n), but one step for nearly every text.
  package var isLegible: Bool { string.unicodeScalars.contains { !$0.isBlank && !$0.hasNoGlyph } }
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible: white space, a control or format character, a filler, or a variation selector.
  ///
  /// The list is White_Space, Cc, Cf and Default_Ignorable_Code_Point of Unicode 16, and the empty Braille pattern. It is fixed
  /// here, so that no version of the standard library changes a decision.
  package var isBlank: Bool { Self.blanks.contains { $0.contains(value) } }

  private static let blanks: [ClosedRange<UInt32>] = [
    0x00...0x20, 0x7F...0xA0, 0xAD...0xAD, 0x34F...0x34F, 0x600...0x605, 0x61C...0x61C, 0x6DD...0x6DD, 0x70F...0x70F,
    0x890...0x891, 0x8E2...0x8E2, 0x115F...0x1160, 0x1680...0x1680, 0x17B4...0x17B5, 0x180B...0x180F, 0x2000...0x200F,
    0x2028...0x202F, 0x205F...0x206F, 0x2800...0x2800, 0x3000...0x3000, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
    0xFFA0...0xFFA0, 0xFFF0...0xFFFB, 0x110BD...0x110BD, 0x110CD...0x110CD, 0x13430...0x1343F, 0x1BCA0...0x1BCA3,
    0x1D173...0x1D17A, 0xE0000...0xE0FFF,
  ]

  /// Whether the scalar is not white space but still shows nothing: a placeholder, private use, or a noncharacter.
  fileprivate var hasNoGlyph: Bool {
    switch value {
    case 0xFFFC, 0x13441...0x13442, 0x1D159, 0xE000...0xF8FF, 0xFDD0...0xFDEF, 0xF0000...0x10FFFF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }
}
