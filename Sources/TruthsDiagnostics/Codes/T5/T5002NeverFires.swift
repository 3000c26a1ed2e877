package import TruthsText

/// A truth names nothing that it fires on.
package enum NeverFires: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5002", "never-fires", .error,
    title: "a truth names nothing that it fires on",
    why: "A truth without an intent never fires, so its clauses protect nothing.",
    mend: "Name an intent under `when`.",
    wrong: [
      .order(
        declarations: """
          truth order_ids:
            when:
              - pack: demo
            requires:
              - order_id exists
            produces:
              - trace.order.ids
          """)
    ],
    right: [
      .order(
        declarations: """
          truth order_ids:
            when:
              - intent: place_order
            requires:
              - length(order_id) < 40
            produces:
              - trace.order.ids
          """)
    ])

  /// A truth whose `when` names no intent.
  package static func found(at key: Span) -> Diagnostic {
    make("this truth never fires", at: key, help: "name what it fires on: `when: - intent: …`")
  }

  /// An invariant whose `applies_to` is an empty list.
  package static func invariant(at key: Span) -> Diagnostic {
    make("this invariant applies to nothing", at: key, help: "name intents under `applies_to`, or write `all` or `state`")
  }
}
