package import TruthsText

/// Something else was expected.
package enum UnexpectedSyntax: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0051", "unexpected-syntax", .error,
    title: "something else was expected",
    why: "The clause cannot be read from here on.",
    mend: "Write what was expected.",
    wrong: [.requirement("weight > ")],
    right: [.requirement("weight > 0")])

  /// A token that cannot stand here.
  package static func found(_ token: String, expected: String, at span: Span, help: String? = nil) -> Diagnostic {
    make("expected \(expected), found `\(short(token))`", at: span, help: help)
  }

  /// A text that ends too early.
  package static func atEnd(expected: String, at span: Span, help: String? = nil) -> Diagnostic {
    make("expected \(expected), and the text ends here", at: span, help: help)
  }

  /// An entry of `produces` without its prefix.
  package static func output(_ type: String, at span: Span) -> Diagnostic {
    make(
      "expected `fact.…`, `correction.…` or `trace.…`, found `\(short(type))`", at: span,
      help: "write `fact.\(type)` to produce that fact",
      fixes: [.init("write `fact.\(type)`", [.init(span.atStart, "fact.")], isSafe: false)])
  }
}
