package import TruthsText

/// A brace in a text that encloses no expression.
package enum TextBrace: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0059", "text-brace", .error,
    title: "a brace in a text that encloses no expression",
    why: "In a text `{…}` is replaced by the value of what stands in it.",
    mend: "Write `{{` and `}}` for braces.",
    wrong: [.requirement(#"weight > 0 else "Too } light""#)],
    right: [.requirement(#"weight > 0 else "Too }} light""#)])

  /// A `}` without its `{`.
  package static func loneClosing(replacement: String, at span: Span) -> Diagnostic {
    make(
      "`}` closes nothing in this text", at: span, help: "write `}}` for a brace",
      fixes: [.init("write `}}`", [.init(span, replacement)], isSafe: false)])
  }

  /// A `{` without its `}`.
  package static func unclosed(replacement: String, at span: Span) -> Diagnostic {
    make(
      "`{` is not closed in this text", at: span, help: "write `{{` for a brace; no quotes may stand inside the braces",
      fixes: [.init("write `{{`", [.init(span, replacement)], isSafe: false)])
  }

  /// `{}`
  package static func empty(at span: Span) -> Diagnostic {
    make("nothing stands in these braces", at: span, help: "write an expression, or `{{}}` for a pair of braces")
  }

  /// A quote inside the braces.
  package static func quote(at span: Span) -> Diagnostic {
    make("no quotes may stand inside the braces", at: span, help: "give the value a name with `let`")
  }
}
