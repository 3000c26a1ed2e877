package import TruthsText

/// Nothing gives a required field of a produced fact a value.
package enum AlwaysIncomplete: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T3004", "always-incomplete", .error,
    title: "nothing gives a required field of a produced fact a value",
    why: "A fact is whole: every run that would produce this one halts.",
    mend: "Write the value under the fact, add a field of that name to the intent, or mark the field with `?`.",
    wrong: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            fields:
              order_id: text
              price: decimal
          """,
        output: ["- fact.order.priced"])
    ],
    right: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            fields:
              order_id: text
              price: decimal
          """,
        output: ["- fact.order.priced:", "    price: 12"])
    ])

  /// A required field that has no source.
  package static func found(_ field: String, fact: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "nothing gives `\(field)` of `\(fact.text)` a value", at: fact.span, help: "write `\(field): …` under the fact",
      notes: [Diagnostic.Note("the field is declared here", at: declared)])
  }

  /// A required field that a correction takes away.
  package static func takenAway(_ field: String, fact: some PlacedName, at span: Span, declared: Span) -> Diagnostic {
    make(
      "`\(field)` of `\(fact.text)` is required, so it cannot be taken away", at: span,
      help: "write a value, leave the line away to keep the old one, or mark the field with `?`",
      notes: [Diagnostic.Note("the field is declared here", at: declared)])
  }

  /// A key field of a correction that has no source.
  package static func key(_ field: String, fact: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "nothing says which `\(fact.text)` is corrected: `\(field)` has no value", at: fact.span,
      help: "a correction takes the key from the intent's fields",
      notes: [Diagnostic.Note("the key field is declared here", at: declared)])
  }
}
