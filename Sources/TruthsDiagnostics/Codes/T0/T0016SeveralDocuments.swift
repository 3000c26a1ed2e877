package import TruthsText

/// Several YAML documents in one file.
package enum SeveralDocuments: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0016", "several-documents", .error,
    title: "several YAML documents in one file",
    why: "A file is one document; its name says what it holds.",
    mend: "Remove the line, or split the file.",
    wrong: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n---\nenum size: [small, large]\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n\nenum size: [small, large]\n")])

  /// A `---` or `...` behind the beginning of the document.
  package static func found(_ mark: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(mark))` begins another document, and a file is one", at: span, help: "remove the line, or split the file",
      fixes: [.init("remove the line", [.init(span, "")], isSafe: false)])
  }
}
