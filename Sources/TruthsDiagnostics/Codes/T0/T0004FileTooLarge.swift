package import TruthsText

/// A file is larger than 16 MiB.
package enum FileTooLarge: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0004", "file-too-large", .error,
    title: "a file is larger than 16 MiB",
    why: "A limit that is known beforehand keeps every check fast; truths of that size belong in several files.",
    mend: "Split the file.",
    wrong: [DiagnosticSample(showing: "# … 16777217 bytes …", bytes: { Array(repeating: 0x23, count: 16_777_217) })],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// A file of more bytes than are read.
  package static func found(bytes: Int, limit: Int, at span: Span) -> Diagnostic {
    make("the file has \(bytes) bytes, and at most \(limit) are read", at: span, help: "split it into several files")
  }
}
