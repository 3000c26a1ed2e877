package import TruthsText

/// A file is not text.
package enum BinaryFile: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0002", "binary-file", .error,
    title: "a file is not text",
    why: "A NUL byte never stands in text: the file is an image, an archive, or written in UTF-16.",
    mend: "Save the file as UTF-8 text, or give it another ending.",
    wrong: [DiagnosticSample(showing: "pack demo:␀", bytes: { Array("pack demo:\0\n".utf8) })],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// The first NUL byte of a file.
  package static func found(at span: Span) -> Diagnostic {
    make("the file is not text: it holds a NUL byte", at: span, help: "save it as UTF-8 text")
  }
}
