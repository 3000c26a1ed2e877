package import TruthsText

/// T8507: a document says two things of one fact.
package enum T8507DocumentConflict: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8507", "document-conflict", .error,
    title: "a document says two things of one fact",
    why: "Two elements with one key and another content cannot both be true, and nobody can tell which is.",
    mend: "Mend the document, or add what tells the elements apart to the key of the fact.",
    wrong: [.document(#"{"tasks": [{"task_id": "T1", "state": "open"}, {"task_id": "T1", "state": "done"}]}"#)],
    right: [.document(DiagnosticSample.fineDocument)])

  /// Two elements of the documents.
  ///
  /// - Parameters:
  ///   - part: the second, `the document` or a path in backticks.
  ///   - field: a field in which they differ.
  package static func found(
    _ fact: String, at part: (name: String, span: Span), first: Span, field: String?
  ) -> Diagnostic {
    make(
      "\(part.name) is the same `\(fact)` as another element, with another \(field.map { "`\($0)`" } ?? "content")",
      at: part.span, notes: [Diagnostic.Note("the other element is here", at: first)])
  }

  /// An element that changes an immutable fact of the context.
  package static func immutable(_ fact: String, at part: (name: String, span: Span)) -> Diagnostic {
    make("\(part.name) changes a `\(fact)` that is known already, and it is immutable", at: part.span)
  }
}
