package import TruthsText

/// A truth fires on facts, and has what belongs to proposals.
package enum MixedTrigger: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5015", "mixed-trigger", .error,
    title: "a truth fires on facts and has what belongs to proposals",
    why:
      "A truth fires on a proposal or follows from facts. What follows from facts cannot be refused to anybody, so it has no "
      + "requirements.",
    mend: "Make two truths of it, or turn the requirement into an `if` or an invariant.",
    wrong: [
      .order(
        declarations: """
          fact order.noted:
            key: [order_id]
            fields:
              order_id: text

          truth order_noting:
            when:
              - fact: order.placed
            requires:
              - order_id exists
            produces:
              - fact.order.noted
              - trace.order.noting
          """)
    ],
    right: [
      .order(
        declarations: """
          fact order.noted:
            key: [order_id]
            fields:
              order_id: text

          truth order_noting:
            when:
              - fact: order.placed
            produces:
              - fact.order.noted
              - trace.order.noting
          """)
    ])

  /// An intent beside a fact.
  package static func intent(_ name: some PlacedName, fact: Span) -> Diagnostic {
    make(
      "a truth fires on intents or on facts, not on both", at: name.span, help: "make two truths of it",
      notes: [Diagnostic.Note("it fires on a fact here", at: fact)])
  }

  /// A requirement of a truth on facts.
  package static func requirement(at span: Span, fact: Span) -> Diagnostic {
    make(
      "a truth that fires on facts has no requirements", at: span,
      help: "write it as `- if: …` under `when`, or as an invariant",
      notes: [Diagnostic.Note("it fires on a fact here", at: fact)])
  }
}
