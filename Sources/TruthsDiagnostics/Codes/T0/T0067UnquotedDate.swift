package import TruthsText

/// A date without quotes.
package enum UnquotedDate: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0067", "unquoted-date", .error,
    title: "a date without quotes",
    why: "Without quotes `2027-01-31` is 2027 minus 1 minus 31.",
    mend: "Write the date in double quotes.",
    wrong: [.requirement("weight > 2027-01-31")],
    right: [.requirement("weight > 2027 - 1 - 31")])

  /// A date or timestamp in an expression; `quoted` is how it must be written in its place.
  package static func found(_ date: String, quoted: String, at span: Span) -> Diagnostic {
    make(
      "the date `\(short(date))` is not in quotes", at: span, help: "write `\"\(date)\"`",
      fixes: [.init("quote the date", [.init(span, quoted)], isSafe: true)])
  }
}
