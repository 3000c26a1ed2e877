package import TruthsText

/// T8503: a part of a document has another shape than its source goes through.
package enum T8503DocumentShape: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8503", "document-shape", .error,
    title: "a part of a document has another shape than its source goes through",
    why: "A source goes through lists and reads the members of objects; anything else it would have to guess at.",
    mend: "Mend the document, or the path in `each:` of the source.",
    wrong: [.document(#"{"tasks": {"T1": "open"}}"#)],
    right: [.document(DiagnosticSample.fineDocument)])

  /// - Parameters:
  ///   - part: what is at fault, `the document` or a path in backticks.
  ///   - found: what it is, `a text`.
  package static func found(_ part: String, _ found: String, wanted: String, at span: Span) -> Diagnostic {
    make("\(part) is \(found), not \(wanted)", at: span)
  }
}
