package import TruthsText

/// Too many values in one file.
package enum TooManyNodes: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0008", "too-many-nodes", .error,
    title: "too many values in one file",
    why: "A limit that is known beforehand keeps every check fast.",
    mend: "Split the file.",
    wrong: [
      DiagnosticSample(
        showing: "enum many: [v, v, … 100000 of them …]",
        bytes: { Array("enum many: [v".utf8) + (0..<100_000).flatMap { _ in Array(", v".utf8) } + [0x5D, 0x0A] })
    ],
    right: [DiagnosticSample("enum few: [low, high]\n")])

  /// The first value beyond the limit.
  package static func found(limit: Int, at span: Span) -> Diagnostic {
    make("more than \(limit) values stand in this file", at: span, help: "split it into several files")
  }
}
