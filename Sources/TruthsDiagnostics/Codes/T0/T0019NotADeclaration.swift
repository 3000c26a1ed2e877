package import TruthsText

/// A line that declares nothing.
package enum NotADeclaration: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0019", "not-a-declaration", .error,
    title: "a line that declares nothing",
    why: "A file is a mapping whose keys are declarations: a kind, a name and a colon.",
    mend: "Write `<kind> <name>:`, and indent what belongs to it.",
    wrong: [DiagnosticSample("pack demo:\n  summary: Shows one thing\nhello\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// What stands at the beginning of a line without being a declaration.
  package static func found(_ text: String, at span: Span, help: String? = nil) -> Diagnostic {
    make(
      "expected a declaration, found `\(short(text))`", at: span,
      help: help ?? "a declaration is a kind, a name and a colon: `truth invoice_creation:`")
  }

  /// A key of one word, `truth:`.
  package static func withoutName(_ kind: String, at span: Span) -> Diagnostic {
    make("the \(kind) has no name", at: span, help: "write `\(kind) <name>:`")
  }

  /// A key of more than two words.
  package static func tooManyWords(_ key: String, at span: Span) -> Diagnostic {
    make(
      "a declaration's key is a kind and a name, and `\(short(key))` has more words", at: span, help: "join the words with `_`")
  }

  /// A kind and a name without the colon behind them.
  package static func withoutColon(_ key: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(key))` lacks its colon", at: span, help: "write `\(short(key)):`",
      fixes: [.init("write the colon", [.init(span.atEnd, ":")], isSafe: true)])
  }
}
