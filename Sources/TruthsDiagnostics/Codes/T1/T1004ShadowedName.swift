package import TruthsText

/// A name hides another.
package enum ShadowedName: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1004", "shadowed-name", .error,
    title: "a name hides another",
    why: "Behind it the hidden one can no longer be told apart, and a reader takes one for the other.",
    mend: "Give the variable or `let` a name of its own.",
    wrong: [
      .order(fields: ["items: list of text", "item: text"], requires: ["every item in items satisfies item not empty"])
    ],
    right: [
      .order(
        fields: ["items: list of text", "item: text"], requires: ["every i in items satisfies i not empty", "item not empty"])
    ])

  /// A variable or `let` that hides something; `form` still reaches what is hidden.
  package static func found(_ name: some PlacedName, kind: String, hidden: String, at declared: Span, form: String?) -> Diagnostic
  {
    make(
      "\(kind) `\(name.text)` hides the \(hidden) `\(name.text)`", at: name.span,
      help: "rename it" + (form.map { "; the \(hidden) is `\($0)`" } ?? ""),
      notes: [Diagnostic.Note("the \(hidden) is declared here", at: declared)])
  }
}
