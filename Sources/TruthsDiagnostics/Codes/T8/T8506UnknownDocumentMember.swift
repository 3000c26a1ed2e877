package import TruthsText

/// T8506: an element of a closed document has a member that nothing takes.
package enum T8506UnknownDocumentMember: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8506", "unknown-document-member", .error,
    title: "an element of a closed document has a member that nothing takes",
    why:
      "The source says `closed: true`: it knows every member that there is. Another one may be a misspelt "
      + "name, or say something new.",
    mend: "Mend the name, take the member into a fact, or leave out `closed: true`.",
    wrong: [
      .document(
        #"{"tasks": [{"task_id": "T1", "state": "done", "sate": "open"}]}"#,
        each: "each: tasks[]\n  closed: true")
    ],
    right: [.document(DiagnosticSample.fineDocument, each: "each: tasks[]\n  closed: true")])

  /// - Parameters:
  ///   - path: the way from the document to the member.
  ///   - known: the members that the source takes.
  package static func found(_ path: String, _ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "`\(path)` is unknown, and the source is closed", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "it takes \(known.map { "`\($0)`" }.joinedInWords)")
  }
}
