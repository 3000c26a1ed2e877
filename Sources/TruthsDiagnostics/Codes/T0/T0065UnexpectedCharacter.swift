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

  /// The character; one that cannot be seen is told by its number.
  package static func found(_ character: String, at span: Span) -> Diagnostic {
    make("\(told(character)) means nothing here", at: span, help: "remove it; texts stand in double quotes")
  }

  private static func told(_ character: String) -> String {
    guard let scalar = character.unicodeScalars.first, scalar.properties.isWhitespace || scalar.visible != String(scalar) else {
      return "`\(short(character))`"
    }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "the character U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits), which cannot be seen,"
  }
}
