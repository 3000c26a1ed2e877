package import TruthsText

/// A clause in which YAML reads `: ` as the end of a key.
package enum ColonInClause: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0040", "colon-in-clause", .error,
    title: "a clause in which YAML reads `: ` as the end of a key",
    why: "In a clause without quotes around it YAML takes everything before `: ` as the key of a mapping.",
    mend: "Quote the whole clause in '…'.",
    wrong: [.requirement(#"weight > 0 else "Note: weigh it""#)],
    right: [.requirement(#"'weight > 0 else "Note: weigh it"'"#)])

  /// A clause that YAML cut at `: `. `content` is the whole clause, `quoted` the same in '…'.
  package static func found(at span: Span, place: String, content: Span, quoted: String, isSafe: Bool) -> Diagnostic {
    make(
      "YAML reads `: ` as the end of a key", at: span, help: "quote the whole \(place) in '…'",
      fixes: [.init("quote the whole \(place)", [.init(content, quoted)], isSafe: isSafe)])
  }

  /// The same where more lies behind the key than one text.
  package static func unmendable(at span: Span, place: String) -> Diagnostic {
    make("YAML reads `: ` as the end of a key", at: span, help: "quote the whole \(place) in '…'")
  }
}
