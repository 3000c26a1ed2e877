package import TruthsText

/// Truths on facts feed each other through something that more facts can undo.
package enum NegativeCycle: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4101", "negative-cycle", .error,
    title: "a truth depends on the absence of what it leads to",
    why:
      "Which of the facts comes first would decide what follows, so the same facts in another order would give another answer. "
      + "Truths on facts must reach one result in whatever order they fire.",
    mend: "Break the cycle: let one of its truths fire on an intent, or decide by a fact that nothing in the cycle makes.",
    wrong: [
      .order(
        declarations: """
          fact order.flagged:
            key: [order_id]
            fields:
              order_id: text

          truth order_flagging:
            when:
              - fact: order.placed
              - if: not order.flagged
            produces:
              - fact.order.flagged
              - trace.order.flagging
          """)
    ],
    right: [
      .order(
        declarations: """
          fact order.flagged:
            key: [order_id]
            fields:
              order_id: text

          truth order_flagging:
            when:
              - fact: order.placed
            produces:
              - fact.order.flagged
              - trace.order.flagging
          """)
    ])

  /// A negative reading inside a cycle; the notes walk round it.
  package static func found(truth: String, subject: String, at span: Span, notes: [Diagnostic.Note]) -> Diagnostic {
    make(
      "`\(truth)` reads \(subject) in a way that more facts can undo, and leads back to it", at: span,
      label: "more facts can change this",
      help: "let one truth of the cycle fire on an intent, or read something that the cycle does not make", notes: notes)
  }
}
