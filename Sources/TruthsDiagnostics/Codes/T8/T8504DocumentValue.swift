package import TruthsText

/// T8504: a value of a document is not of the type of the fact that it reaches.
package enum T8504DocumentValue: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8504", "document-value", .error,
    title: "a value of a document is not of the type of the fact that it reaches",
    why: "A value of another type cannot be compared with anything that the rules say, so nothing can be decided on it.",
    mend: "Mend the document, or the type of the field.",
    wrong: [.document(#"{"tasks": [{"task_id": "T1", "state": "dnoe"}]}"#)],
    right: [.document(DiagnosticSample.fineDocument)])

  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func found(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" })
  }
}
