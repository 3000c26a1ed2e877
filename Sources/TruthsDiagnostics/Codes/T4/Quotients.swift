package import TruthsText

/// `==` or `!=` with a quotient that may have been rounded.
///
/// Detected in `Sources/TruthsCheck/Lints/QuotientLint.swift`.
package enum RoundedQuotient: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4504", "rounded-quotient", .warning,
    title: "a quotient is compared with `==` or `!=`",
    why: "A quotient such as 1 / 3 has no end: it is rounded to 34 digits. Three of them are 0.999…, and not 1.",
    mend: "Round it to the places that count, or compare products instead.",
    wrong: [.order(fields: ["amount: decimal"], requires: ["amount exists", "amount / 3 == 20"])],
    right: [
      .order(
        fields: ["amount: decimal"], requires: ["amount exists", "round(amount / 3, 2) == 20", "amount <= 3 * 20.01"])
    ])

  /// - Parameters:
  ///   - side: the side of the comparison with the quotient, as it is written.
  ///   - comparison: both sides, that one rounded.
  package static func found(_ side: String, comparison: String, at span: Span) -> Diagnostic {
    make("`\(side)` is rounded to 34 digits, so that it is equal to hardly any number", at: span, help: "write `\(comparison)`")
  }
}
