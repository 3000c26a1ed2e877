package import TruthsText

/// A directive of YAML.
package enum Directive: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0015", "directive", .error,
    title: "a directive of YAML",
    why: "There is one version of YAML here, and no tags to declare.",
    mend: "Remove the line.",
    wrong: [DiagnosticSample("%YAML 1.1\n---\npack demo:\n  summary: Shows one thing\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// A line that begins with `%`.
  package static func found(_ line: String, at span: Span) -> Diagnostic {
    make(
      "directives are not read: `\(short(line))`", at: span, help: "remove the line",
      fixes: [.init("remove the directive", [.init(span, "")], isSafe: true)])
  }
}
