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

  /// Whether this key sorts before another by UTF-16 code units, as RFC 8785 §3.2.3 orders the members of an object.
  ///
  /// UTF-8 sorts as UTF-16 does, but that what needs a surrogate pair (a first byte of 0xF0 or more) sorts before U+E000 to
  /// U+FFFF (a first byte of 0xEE or 0xEF).
  package func precedesInUTF16(_ other: Text) -> Bool {
    guard let (mine, theirs) = firstDifference(from: other) else { return string.utf8.count < other.string.utf8.count }
    let isSwapped = mine >= 0xEE && theirs >= 0xEE && (mine >= 0xF0) != (theirs >= 0xF0)
    return isSwapped != (mine < theirs)
  }

  /// The first bytes of UTF-8 that differ; `nil` where one text begins with the other.
  @inline(__always)
  private func firstDifference(from other: Text) -> (mine: UInt8, theirs: UInt8)? {
    string.withUTF8Bytes { mine in
      other.string.withUTF8Bytes { theirs in
        for place in 0..<min(mine.count, theirs.count) where mine[place] != theirs[place] { return (mine[place], theirs[place]) }
        return nil
      }
    }
  }
}

extension String {
  /// Looks at the UTF-8, where it stands: a text of Swift's own is not copied.
  ///
  /// `utf8.span` says the same, but is no part of the code that asks for it, and took more than the comparison of two names.
  @inline(__always)
  func withUTF8Bytes<Result>(_ look: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(look) ?? Array(utf8).withUnsafeBufferPointer(look)
  }
}
