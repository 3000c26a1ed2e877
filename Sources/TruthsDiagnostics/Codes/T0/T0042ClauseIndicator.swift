package import TruthsText

/// A clause begins with a sign of YAML.
package enum ClauseIndicator: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0042", "clause-indicator", .error,
    title: "a clause begins with a sign of YAML",
    why: "YAML gives the first character of a value without quotes around it a meaning of its own.",
    mend: "Quote the whole clause in '…'.",
    wrong: [.requirement(#""fragile" in tags"#)],
    right: [.requirement(#"'"fragile" in tags'"#)])

  /// A clause that begins with a sign of YAML. `content` is the whole clause, `quoted` the same in '…'.
  package static func found(_ sign: String, at span: Span, place: String, content: Span, quoted: String, isSafe: Bool)
    -> Diagnostic
  {
    make(
      "YAML gives `\(short(sign))` at the beginning of a \(place) a meaning of its own", at: span,
      help: "quote the whole \(place) in '…'",
      fixes: [.init("quote the whole \(place)", [.init(content, quoted)], isSafe: isSafe)])
  }
}
