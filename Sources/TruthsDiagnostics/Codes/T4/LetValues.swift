package import TruthsText

/// A `let` has two values in one decision.
///
/// Detected in `Sources/TruthsCheck/Lints/LetValues.swift`.
package enum LetWithTwoValues: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4146", "let-with-two-values", .warning,
    title: "a `let` has two values in one decision",
    why:
      "`ensures` is read on the result, with every `let` worked out anew; all else is read on the context before. A `let` that "
      + "reads what the run may produce means one thing here and another there, under one name.",
    mend: "Write `old(…)` around it in `ensures` where its value before is meant, else read the facts there without the `let`.",
    wrong: [
      .order(
        lets: ["orders: count(p in order.placed)"], requires: ["orders < 100"], ensures: ["orders <= 100"])
    ],
    right: [
      .order(
        lets: ["orders: count(p in order.placed)"], requires: ["orders < 100"],
        ensures: ["count(p in order.placed) <= old(orders) + 1"])
    ])

  /// - Parameters:
  ///   - name: the `let`.
  ///   - fact: what it reads that the run may produce.
  ///   - other: where it is read on the context before.
  package static func found(_ name: String, reading fact: String, at span: Span, declared: Span, other: Span) -> Diagnostic {
    make(
      "`\(name)` reads `\(fact)`, which this run may produce: here it is worked out on the result, elsewhere on the context "
        + "before",
      at: span,
      help: "write `old(\(name))` where its value before is meant, else read the facts here without the `let`",
      notes: [
        Diagnostic.Note("the `let` stands here", at: declared),
        Diagnostic.Note("here it is read on the context before", at: other),
      ])
  }
}
