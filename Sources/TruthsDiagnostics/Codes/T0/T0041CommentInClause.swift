package import TruthsText

/// A clause in which YAML reads ` #` as a comment.
package enum CommentInClause: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0041", "comment-in-clause", .error,
    title: "a clause in which YAML reads ` #` as a comment",
    why: "In a clause without quotes around it YAML drops everything from ` #` on.",
    mend: "Quote the whole clause in '…'.",
    wrong: [.requirement(#"weight > 0 else "Rule #5""#)],
    right: [.requirement(#"'weight > 0 else "Rule #5"'"#)])

  /// A clause that YAML cut at ` #`. `content` is the whole clause, `quoted` the same in '…'.
  package static func found(at span: Span, place: String, content: Span, quoted: String, isSafe: Bool) -> Diagnostic {
    make(
      "YAML reads ` #` as the beginning of a comment", at: span, help: "quote the whole \(place) in '…'",
      fixes: [.init("quote the whole \(place)", [.init(content, quoted)], isSafe: isSafe)])
  }
}
