package import TruthsText

/// A range of a field that means nothing.
///
/// Detected in `Sources/TruthsCheck/Declare/VocabularyTables.swift`.
package enum MisusedRange: DiagnosticKind {
  package static let id = DiagnosticID("T2037", .error)

  /// A range of a field that holds no number.
  package static func notANumber(_ name: some PlacedName, type: String, at span: Span) -> Diagnostic {
    make(
      "`\(name.text)` is \(type.withArticle), and `min` and `max` are for numbers", at: span,
      help: "remove them, and write the limit as a clause")
  }

  /// A range of a field that is no member of an intent or of a fact with entries.
  ///
  /// - Parameter owner: the declaration in words: `a record`.
  package static func misplaced(_ name: some PlacedName, owner: String, at span: Span) -> Diagnostic {
    make(
      "the field `\(name.text)` of \(owner) takes no `min` and `max`", at: span,
      help: "write them at a field of an intent or fact, or write the limit as a clause")
  }

  /// A range without numbers.
  ///
  /// - Parameter ofIntegers: whether numbers with decimal places are within, and no integer is.
  package static func empty(_ range: String, ofIntegers: Bool, at span: Span) -> Diagnostic {
    make(
      "no \(ofIntegers ? "integer" : "number") is within `\(range)`", at: span,
      help: ofIntegers ? "write whole numbers, or make the field a `decimal`" : "write the smaller number after `min`")
  }

  /// A default outside of the range.
  ///
  /// - Parameter fault: how it is outside: `above 10`.
  package static func initial(_ name: String, _ fault: String, at span: Span) -> Diagnostic {
    make("the default of `\(name)` is \(fault), outside of its own range", at: span, help: "change the default or the range")
  }
}
