package import TruthsText

/// A truth on facts reads what was decided.
///
/// Detected in `Sources/TruthsCheck/Convergence/DecisionReads.swift`.
package enum DecisionsReadByFacts: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4145", "decisions-read-by-facts", .error,
    title: "a truth on facts reads what was decided",
    why:
      "`decision.made` tells of each decision in the context, except those of the proposal at hand that wait: it differs from "
      + "one proposal to the next. What follows from facts is recorded, and must be the same whoever asks next.",
    mend: "Read it in a clause or an `if` of a truth that fires on an intent, or in a view that only such truths read.",
    wrong: [
      .order(
        declarations: """
          fact order.refused:
            key: [order_id]
            fields:
              order_id: text
              refusals: integer

          truth order_refusing:
            when:
              - fact: order.placed
            let:
              refusals: count(d in decision.made where d.decision == rejected)
            produces:
              - fact.order.refused
              - trace.order.refusing
          """)
    ],
    right: [
      .order(
        lets: ["refusals: count(d in decision.made where d.decision == rejected)"],
        invariants: ["refusals >= 3 → reject(\"Three orders were refused\")"])
    ])

  /// - Parameters:
  ///   - name: what is read, as it is declared.
  ///   - view: whether that is a view, which reads decisions itself.
  package static func found(_ name: String, isView: Bool, at span: Span) -> Diagnostic {
    make(
      isView
        ? "`\(name)` reads `decision.made`, and a truth on facts may not read it"
        : "a truth on facts may not read `decision.made`", at: span,
      help: "read it in a clause of a truth that fires on an intent, such as "
        + "`some d in decision.made satisfies d.decision == rejected`")
  }
}
