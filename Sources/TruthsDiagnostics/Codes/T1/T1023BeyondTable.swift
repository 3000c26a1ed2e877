package import TruthsText

/// A table reads what it cannot see.
package enum BeyondTable: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1023", "beyond-table", .error,
    title: "a table reads what it cannot see",
    why:
      "A table gives one value for its inputs, wherever it is called; the rows see the inputs, policies and the values of enums, "
      + "so that gaps and overlaps can be found.",
    mend: "Make an input of it, and hand the value over where the table is called.",
    wrong: [
      .order(
        declarations: """
          table is_late:
            inputs:
              due: timestamp
            output: boolean
            rows:
              - due < now → true
              - otherwise → false
          """, fields: ["due: timestamp"], requires: ["due exists", "not is_late(due)"])
    ],
    right: [
      .order(
        declarations: """
          table is_late:
            inputs:
              due: timestamp
              at: timestamp
            output: boolean
            rows:
              - due < at → true
              - otherwise → false
          """, fields: ["due: timestamp"], requires: ["due exists", "not is_late(due, now)"])
    ])

  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make(
      "a row of a table cannot read `\(name)`", at: span,
      help: "make it an input, and hand the value over where the table is called")
  }
}
