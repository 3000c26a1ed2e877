package import TruthsText

/// A file declares nothing.
package enum EmptyFile: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0001", "empty-file", .error,
    title: "a file declares nothing",
    why: "A file without declarations is most often one that was cut off or saved by mistake.",
    mend: "Write a declaration into it, or remove the file.",
    wrong: [DiagnosticSample("# nothing here yet\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// A file without a declaration; `isBlank` when not even a comment stands in it.
  package static func found(isBlank: Bool, at span: Span) -> Diagnostic {
    make(
      isBlank ? "the file is empty" : "the file declares nothing", at: span,
      help: "write a declaration, such as `pack money:`, or remove the file")
  }
}
