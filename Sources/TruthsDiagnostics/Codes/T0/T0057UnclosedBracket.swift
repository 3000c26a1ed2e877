package import TruthsText

/// A bracket that is not closed.
package enum UnclosedBracket: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0057", "unclosed-bracket", .error,
    title: "a bracket that is not closed",
    why: "What belongs into the bracket would have to be guessed.",
    mend: "Write the closing bracket.",
    wrong: [.requirement("(weight > 0")],
    right: [.requirement("weight > 0")])

  /// The opening bracket.
  package static func found(_ bracket: String, at span: Span) -> Diagnostic {
    make("`\(short(bracket))` is not closed", at: span, help: "write the closing bracket")
  }
}
