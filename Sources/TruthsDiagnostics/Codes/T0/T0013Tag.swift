package import TruthsText

/// A tag of YAML.
package enum Tag: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0013", "tag", .error,
    title: "a tag of YAML",
    why: "The place of a value gives it its type; a tag could only contradict it.",
    mend: "Remove the tag.",
    wrong: [DiagnosticSample("pack demo:\n  version: !!str 1.0.0\n")],
    right: [DiagnosticSample("pack demo:\n  version: 1.0.0\n")])

  /// `!tag`; `removal` is what a fix removes.
  package static func found(_ tag: String, at span: Span, removal: Span) -> Diagnostic {
    make(
      "tags are not read: `\(short(tag))`", at: span, help: "remove it: the place of a value gives it its type",
      fixes: [.init("remove the tag", [.init(removal, "")], isSafe: false)])
  }
}
