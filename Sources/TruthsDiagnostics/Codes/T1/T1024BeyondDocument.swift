package import TruthsText

/// A source reads what is not in its document.
package enum BeyondDocument: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1024", "beyond-document", .error,
    title: "a source reads what is not in its document",
    why:
      "The facts of a document are there before anything else: they follow from the document, policies, tables and the values of "
      + "enums alone, whatever else is known and whoever proposes.",
    mend: "Read it in a truth that fires on the source's facts. The document's own name is `actor.user_id`.",
    wrong: [.source(output: ["- fact.task.recorded where not task.recorded"])],
    right: [.source(output: ["- fact.task.recorded where state == done"])])

  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make(
      "a source cannot read `\(name)`: it sees its document, policies and tables", at: span,
      help: "read it in a truth that fires on the source's facts")
  }
}
