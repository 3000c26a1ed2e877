package import TruthsText

/// A character that begins nothing.
package enum UnexpectedCharacter: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0065", "unexpected-character", .error,
    title: "a character that begins nothing",
    why: "The clause cannot be read from here on.",
    mend: "Remove it; texts stand in double quotes.",
    wrong: [.requirement("weight > $0")],
    right: [.requirement("weight > 0")])

  /// The character.
  package static func found(_ character: String, at span: Span) -> Diagnostic {
    make("`\(short(character))` means nothing here", at: span, help: "remove it; texts stand in double quotes")
  }
}
