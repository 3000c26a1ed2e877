package import TruthsText

/// A truth leaves no trace of its own.
package enum NoTrace: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T6001", "no-trace", .warning,
    title: "a truth leaves no trace of its own",
    why: "Nothing happens without a trace; a name for it lets people ask for it.",
    mend: "Add `- trace.<what>.<happened>` under `produces`.",
    wrong: [
      .order(
        declarations: """
          truth order_ids:
            when:
              - intent: place_order
            requires:
              - length(order_id) < 40
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

  /// A truth without `trace.…` under `produces`.
  package static func found(at key: Span) -> Diagnostic {
    make("this truth leaves no trace", at: key, help: "add `- trace.<what>.<happened>` under `produces`")
  }
}
