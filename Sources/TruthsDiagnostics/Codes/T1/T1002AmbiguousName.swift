package import TruthsText

/// A name has two meanings.
package enum AmbiguousName: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1002", "ambiguous-name", .error,
    title: "a name has two meanings",
    why:
      "A reader and the checker could take it for different things, and a later declaration would silently change "
      + "what a clause says.",
    mend: "Write the qualified form: `trigger.x` for a field of the intent, `<pack>.x` for a policy or fact type.",
    wrong: [
      .order(
        declarations: """
          policy limit:
            type: decimal
            default: 10
          """, fields: ["limit: decimal"],
        requires: ["trigger.limit > 0", "limit < 100", "demo.limit > 1"])
    ],
    right: [
      .order(
        declarations: """
          policy limit:
            type: decimal
            default: 10
          """, fields: ["limit: decimal"],
        requires: ["trigger.limit < demo.limit"])
    ])

  /// A name that several declarations have; `forms` says each of them so that it is clear.
  package static func found(
    _ name: String, at span: Span, forms: [String], notes: [(message: String, span: Span)]
  ) -> Diagnostic {
    make(
      "`\(name)` may mean more than one thing", at: span,
      help: "write " + forms.map { "`\($0)`" }.joined(separator: " or "),
      notes: notes.map { Diagnostic.Note($0.message, at: $0.span) })
  }
}
