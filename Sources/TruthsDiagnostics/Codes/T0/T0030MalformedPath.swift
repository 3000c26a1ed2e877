package import TruthsText

/// A path into a document that is none.
package enum MalformedPath: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0030", "malformed-path", .error,
    title: "a path into a document that cannot be read",
    why: "The path says which parts of a JSON document are its elements; one that is misread would look in another place.",
    mend:
      "Write the names of members with dots between them, and `[]` behind a member whose value is a list: `suites[].cases[]`. "
      + "`[]` alone is every element of a document that is a list.",
    wrong: [.source("each: tasks[0]")], right: [.source("each: tasks[]")])

  package static func found(_ text: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(text))` is no path into a document", at: span,
      help: "write member names with dots between them, and `[]` for every element of a list: `suites[].cases[]`")
  }
}
