package import TruthsText

/// Lists and mappings nested too deeply.
package enum TooDeep: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0007", "too-deep", .error,
    title: "lists and mappings nested too deeply",
    why: "No truth needs such depth, and a reader that followed any depth could be brought down by a file.",
    mend: "Flatten the declaration.",
    wrong: [DiagnosticSample("enum deep: " + String(repeating: "[", count: 70) + String(repeating: "]", count: 70) + "\n")],
    right: [DiagnosticSample("enum shallow: [low, high]\n")])

  /// The first list or mapping beyond the limit.
  package static func found(limit: Int, at span: Span) -> Diagnostic {
    make("lists and mappings stand more than \(limit) deep in one another", at: span, help: "flatten the declaration")
  }
}
