package import TruthsText

/// The time of a `truths:ignore` comment has passed.
package enum ExpiredIgnore: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T7002", "expired-ignore", .warning,
    title: "the time of a `truths:ignore` comment has passed",
    why: "A finding that was put off until a day has to be looked at on that day.",
    mend: "Mend what it hid, or give it a new day.",
    wrong: [
      .order(
        declarations: """
          # truths:ignore T5001 comes with the next release until 2020-01-31
          intent cancel_order:
            fields:
              order_id: text

          truth order_cancelling:
            when:
              - intent: cancel_order
            requires:
              - order_id exists
            produces:
              - trace.order.cancelling
          """)
    ],
    right: [
      .order(
        declarations: """
          # truths:ignore T5001 comes with the next release until 9999-12-31
          intent cancel_order:
            fields:
              order_id: text
          """)
    ])

  /// A comment whose `until` lies before today.
  package static func found(_ until: some PlacedName, code: String, at span: Span) -> Diagnostic {
    make("this hid `\(code)` until \(until.text)", at: until.span, help: "mend what it hid, or give it a new day")
  }
}
