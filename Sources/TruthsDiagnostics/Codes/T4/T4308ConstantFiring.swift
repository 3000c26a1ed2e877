package import TruthsText

/// The `if` of a truth is never or always true.
package enum ConstantFiring: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4308", "constant-if", .error,
    title: "the `if` of a truth is never true, or never false",
    why:
      "A truth that never fires governs nothing, though it seems to; an `if` that is never false distinguishes nothing, and is "
      + "a warning.",
    mend: "Correct the `if`, or remove it.",
    wrong: [
      sample(condition: "amount > 10 and amount < 5")
    ],
    right: [
      sample(condition: "amount > 10 or amount < 5")
    ])

  private static func sample(condition: String) -> DiagnosticSample {
    .order(
      declarations: """
        truth large_order:
          when:
            - intent: place_order
            - if: \(condition)
          requires:
            - amount < 1000
          produces:
            - trace.order.large
        """,
      fields: ["amount: decimal = 1"])
  }

  /// An `if` that is never true.
  package static func never(_ condition: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "`\(condition)` is never true, so this truth never fires", at: span, label: "never true", help: "correct the condition",
      notes: [.init("for example, with \(witness), the truth does not fire", at: span)])
  }

  /// An `if` that is never false.
  package static func always(_ condition: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "`\(condition)` is never false, so this `if` distinguishes nothing", at: span, label: "never false",
      help: "correct the condition, or remove it",
      notes: [.init("for example, with \(witness), the truth fires, and no other values keep it from firing", at: span)],
      severity: .warning)
  }
}
