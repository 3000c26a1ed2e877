package import TruthsText

/// T8501: a document is given under a name that no source reads.
package enum T8501UnknownDocument: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8501", "unknown-document", .error,
    title: "a document is given under a name that no source reads",
    why: "Nothing would be read of it, and the rules would decide as if it said nothing.",
    mend: "Give it under the name that stands in `document:` of a source.",
    wrong: [.document(#"{"tasks": []}"#, name: "trackr")],
    right: [.document(DiagnosticSample.fineDocument)])

  /// - Parameter known: the names that sources read.
  package static func found(_ name: String, known: [String], at span: Span) -> Diagnostic {
    let known = Set(known).sorted()
    let help =
      nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
      ?? (known.isEmpty ? "no source reads a document" : "sources read \(known.map { "`\($0)`" }.joinedInWords)")
    return make("no source reads a document `\(name)`", at: span, help: help)
  }
}
