package import TruthsText

/// A `truths:ignore` that cannot be read.
package enum MalformedIgnore: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0068", "malformed-ignore", .error,
    title: "a `truths:ignore` that cannot be read",
    why: "A finding that is hidden by mistake, or not hidden although it should be, is a surprise later.",
    mend: "Write `# truths:ignore T4012 reason until 2027-01-31`; the date may be left out.",
    wrong: [DiagnosticSample("# truths:ignore this\npack demo:\n  summary: Shows one thing\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// What is wrong with the comment.
  package static func found(_ fault: String, at span: Span) -> Diagnostic {
    make(fault, at: span, help: "write `# truths:ignore T4012 reason until 2027-01-31`")
  }
}
