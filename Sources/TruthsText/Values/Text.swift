/// A text value: a sequence of Unicode scalars, never normalised (language.md §2, "Text").
///
/// Swift's own `String` compares by canonical equivalence; this wrapper compares, hashes and orders by scalar value, which for
/// UTF-8 is the order of the bytes.
package struct Text: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package var string: String

  package init(_ string: String) {
    self.string = string
    self.string.makeContiguousUTF8()
  }

  package init(stringLiteral value: String) { self.init(value) }

  package var description: String { string }

  package static func == (left: Text, right: Text) -> Bool {
    left.string.utf8.count == right.string.utf8.count && left.string.utf8.elementsEqual(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }

  package static func < (left: Text, right: Text) -> Bool { left.string.utf8.lexicographicallyPrecedes(right.string.utf8) }

  /// Whether this key sorts before another by UTF-16 code units, as RFC 8785 §3.2.3 orders the members of an object.
  package func precedesInUTF16(_ other: Text) -> Bool { string.utf16.lexicographicallyPrecedes(other.string.utf16) }
}
