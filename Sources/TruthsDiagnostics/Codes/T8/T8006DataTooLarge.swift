package import TruthsText

/// T8006: data past a limit of size or depth.
package enum DataTooLarge: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8006", "data-too-large", .error,
    title: "data is larger or deeper than is read",
    why: "Every limit is a finding rather than a crash, so that hostile data costs no more than other data.",
    mend: "Split the data; a large context is written as JSON Lines, an entry a line.",
    wrong: [DataSamples.proposal(nested(65))],
    right: [DataSamples.proposal(#"{"action": "greet", "name": "Ada"}"#)])

  /// An object or list inside too many others.
  package static func depth(limit: Int, at span: Span) -> Diagnostic {
    make("objects and lists are nested deeper than \(limit)", at: span)
  }

  /// A document of too many bytes.
  package static func bytes(_ count: Int, limit: Int, at span: Span) -> Diagnostic {
    make("\(count) bytes are more than the \(limit) that are read as one document", at: span)
  }

  /// A document of too many values.
  package static func nodes(limit: Int, at span: Span) -> Diagnostic {
    make("more than \(limit) values stand in one document", at: span)
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }
}
