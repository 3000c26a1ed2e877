package import TruthsText

/// A produced fact may lack a field.
package enum MayBeIncomplete: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T3003", "may-be-incomplete", .warning,
    title: "a produced fact may lack a field",
    why: "A fact is whole: a run that would produce one without a required field halts.",
    mend: "Require the value, write another one under the fact, or mark the field with `?`.",
    wrong: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            fields:
              order_id: text
              price: decimal
          """,
        fields: ["price: decimal"], output: ["- fact.order.priced"])
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
        fields: ["price: decimal"], requires: ["price exists"], output: ["- fact.order.priced"])
    ])

  /// Required fields of a produced fact whose values may be missing.
  package static func fields(_ fields: [String], fact: some PlacedName) -> Diagnostic {
    let names = fields.map { "`\($0)`" }.joined(separator: " and ")
    return make(
      "\(names) of `\(fact.text)` may be missing", at: fact.span,
      help: "require \(fields.count == 1 ? "it" : "them"), or mark the field\(fields.count == 1 ? "" : "s") with `?`")
  }

  /// A required field whose written value may be missing.
  package static func written(_ field: String, fact: some PlacedName, at span: Span) -> Diagnostic {
    make("this may be missing, and `\(field)` of `\(fact.text)` is required", at: span)
  }

  /// A `where` that may be unknown, or a loop over a list that may be missing.
  package static func part(_ name: String, fact: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "`\(name)` may be missing, and then nobody can tell which `\(fact.text)` are meant", at: span,
      help: "require `\(name) exists`")
  }
}
