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
    let (mine, theirs) = (left.string.utf8.span, right.string.utf8.span)
    guard mine.count == theirs.count else { return false }
    for place in mine.indices where mine[place] != theirs[place] { return false }
    return true
  }

  package func hash(into hasher: inout Hasher) {
    string.utf8.span.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(0xFF as UInt8)
  }

  package static func < (left: Text, right: Text) -> Bool {
    let (mine, theirs) = (left.string.utf8.span, right.string.utf8.span)
    for place in 0..<min(mine.count, theirs.count) where mine[place] != theirs[place] { return mine[place] < theirs[place] }
    return mine.count < theirs.count
  }

  /// Whether this key sorts before another by UTF-16 code units, as RFC 8785 §3.2.3 orders the members of an object.
  ///
  /// UTF-8 sorts as UTF-16 does, but that what needs a surrogate pair (a first byte of 0xF0 or more) sorts before U+E000 to
  /// U+FFFF (a first byte of 0xEE or 0xEF).
  package func precedesInUTF16(_ other: Text) -> Bool {
    let (mine, theirs) = (string.utf8.span, other.string.utf8.span)
    for place in 0..<min(mine.count, theirs.count) where mine[place] != theirs[place] {
      let (left, right) = (mine[place], theirs[place])
      let isSwapped = left >= 0xEE && right >= 0xEE && (left >= 0xF0) != (right >= 0xF0)
      return isSwapped != (left < right)
    }
    return mine.count < theirs.count
  }
}
