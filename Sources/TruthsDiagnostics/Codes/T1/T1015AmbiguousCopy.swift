package import TruthsText

/// A produced field has two sources.
package enum AmbiguousCopy: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1015", "ambiguous-copy", .error,
    title: "a produced field has two sources",
    why: "A field without a value is copied from what has its name; where two things have it, nobody can tell which is meant.",
    mend: "Write the value under the fact.",
    wrong: [
      .order(
        declarations: """
          record line:
            fields:
              order_id: text
          """, fields: ["lines: list of line"],
        requires: ["lines not empty"],
        output: ["- fact.order.placed for line in lines"])
    ],
    right: [
      .order(
        declarations: """
          record line:
            fields:
              order_id: text
          """, fields: ["lines: list of line"],
        requires: ["lines not empty"],
        output: ["- fact.order.placed for line in lines:", "    order_id: line.order_id"])
    ])

  /// A field of a produced fact that two of the trigger, the `let`s and the loop variable hold.
  package static func found(
    _ field: String, fact: some PlacedName, holders: [(message: String, span: Span)]
  ) -> Diagnostic {
    make(
      "`\(field)` of `\(fact.text)` can be copied from two places", at: fact.span, help: "write `\(field): …` under the fact",
      notes: holders.map { Diagnostic.Note($0.message, at: $0.span) })
  }
}
