package import TruthsText

/// A field of a fact has a default.
package enum MisplacedDefault: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2012", "misplaced-default", .error,
    title: "a field of a fact has a default",
    why: "A fact is authority, and is whole: nothing is filled in that its producer did not say.",
    mend: "Mark the field with `?`, or write the value where the fact is produced.",
    wrong: [
      .order(
        declarations: """
          fact stock.counted:
            key: [order_id]
            external: true
            fields:
              order_id: text
              size: integer = 1
          """, requires: ["stock.counted"])
    ],
    right: [
      .order(
        declarations: """
          fact stock.counted:
            key: [order_id]
            external: true
            fields:
              order_id: text
              size: integer?
          """, requires: ["stock.counted"])
    ])

  /// `= default` behind the type of a fact's field.
  package static func found(_ name: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "the field `\(name.text)` of a fact takes no default", at: span,
      help: "mark it with `?`, or write the value where it is produced")
  }
}
