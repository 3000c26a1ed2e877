package import TruthsText

/// A text without its closing quote.
package enum UnclosedText: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0056", "unclosed-text", .error,
    title: "a text without its closing quote",
    why: "Everything behind the quote belongs to the text.",
    mend: "Write the closing quote; a quote inside a text is `\\\"`.",
    wrong: [.requirement(#"weight > 0 else "Too light"#)],
    right: [.requirement(#"weight > 0 else "Too light""#)])

  /// The text from its quote to the end.
  package static func found(at span: Span) -> Diagnostic {
    make("the text is not closed", at: span, help: "write the closing `\"`; a quote inside a text is `\\\"`")
  }
}
