package import TruthsText

/// A divisor may be zero.
package enum MayDivideByZero: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T3002", "may-divide-by-zero", .warning,
    title: "a divisor may be zero",
    why: "Divided by zero, a value is missing, and what reads it cannot be told.",
    mend: "Require that the divisor is not zero, or test it in the clause.",
    wrong: [
      .order(fields: ["amount: decimal = 1", "parts: decimal = 1"], invariants: ["amount / parts > 9 → requires_approval"])
    ],
    right: [
      .order(
        fields: ["amount: decimal = 1", "parts: decimal = 1"], requires: ["parts > 0"],
        invariants: ["amount / parts > 9 → requires_approval"])
    ])

  /// A divisor that nothing keeps from being zero.
  package static func found(at span: Span) -> Diagnostic {
    make("this may be zero, and then the quotient is missing", at: span, help: "require that it is not 0")
  }

  /// A divisor that is zero.
  package static func certain(at span: Span) -> Diagnostic {
    make("this is zero, so the quotient is always missing", at: span, severity: .error)
  }
}
