package import TruthsText

/// A tab where only spaces may stand.
package enum Tab: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0009", "tab", .error,
    title: "a tab where only spaces may stand",
    why: "A tab has no width that all editors agree on, so that indentation and clauses made with it mislead.",
    mend: "Write spaces; inside a text write `\\t`.",
    wrong: [DiagnosticSample("pack demo:\n\tsummary: Shows one thing\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// The first tab in the indentation of a declaration; the fix replaces all of them.
  package static func inIndentation(_ span: Span, all: [Span]) -> Diagnostic {
    make(
      "a tab in the indentation", at: span, help: "indent with spaces",
      fixes: [.init("replace tabs by two spaces", all.map { .init($0, "  ") }, isSafe: false)])
  }

  /// A tab in a plain clause.
  package static func inClause(_ span: Span) -> Diagnostic {
    make(
      "a tab in a plain clause", at: span, help: "write a space, or `\\t` inside a text",
      fixes: [.init("replace it by a space", [.init(span, " ")], isSafe: false)])
  }
}
