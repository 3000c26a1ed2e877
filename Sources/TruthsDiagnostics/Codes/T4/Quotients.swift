package import TruthsText

/// A comparison with `==` or `!=` of a quotient that may have been rounded.
///
/// Detected in `Sources/TruthsCheck/Lints/QuotientLint.swift`.
package enum RoundedQuotient: DiagnosticKind {
  package static let id = DiagnosticID("T4504", .warning)

  /// - Parameters:
  ///   - side: the side of the comparison with the quotient, as it is written.
  ///   - comparison: the comparison with that side rounded.
  package static func finding(_ side: String, comparison: String, at span: Span) -> Diagnostic {
    make("`\(side)` is rounded to 34 digits, so it is equal to hardly any number", at: span, help: "write `\(comparison)`")
  }
}
