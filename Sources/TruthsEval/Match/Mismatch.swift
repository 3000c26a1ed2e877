package import TruthsText

/// One place where what came differs from what a fixture expects.
package struct Mismatch: Hashable, Sendable {
  /// The way to the expectation in its fixture: `expected.violations[0].reason`.
  package var path: String
  /// The characters of the expectation.
  package var span: Span
  /// What should have come, in words or as JSON.
  package var expected: String
  /// What came, in words or as JSON.
  package var got: String

  package init(path: String, span: Span, expected: String, got: String) {
    self.path = path
    self.span = span
    self.expected = expected
    self.got = got
  }
}
