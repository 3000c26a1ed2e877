package import TruthsText

/// T8502: a document lacks what the path of a source names.
package enum T8502DocumentPathMissing: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8502", "document-path-missing", .error,
    title: "a document lacks what the path of a source names",
    why:
      "A list that is not where it is looked for reads like one without elements, and what should be "
      + "counted counts as nothing.",
    mend: "Mend the document, or the path in `each:` of the source.",
    wrong: [.document(#"{"task": []}"#)],
    right: [.document(DiagnosticSample.fineDocument)])

  /// - Parameters:
  ///   - path: the way from the document to the member.
  ///   - known: the members that are there.
  package static func found(_ path: String, _ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "`\(path)` is missing", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`, which is there?" })
  }
}
