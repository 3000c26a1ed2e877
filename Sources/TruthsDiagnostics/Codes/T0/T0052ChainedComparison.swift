package import TruthsText

/// A comparison of a comparison.
package enum ChainedComparison: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0052", "chained-comparison", .error,
    title: "a comparison of a comparison",
    why: "In some languages `0 < x < 10` compares a truth value with 10; here it would have to be guessed.",
    mend: "Write both comparisons, joined with `and`.",
    wrong: [.requirement("0 < weight < 10")],
    right: [.requirement("0 < weight and weight < 10")])

  /// Two comparisons that share an operand.
  ///
  /// - Parameter brackets: what brackets must enclose, behind a `not` that is meant for both.
  package static func found(
    _ operand: String, insertion: String, behind place: Span, at span: Span, brackets: Span?, isSafe: Bool
  ) -> Diagnostic {
    var edits = [Diagnostic.Edit(place, insertion)]
    if let brackets { edits = [.init(brackets.atStart, "(")] + edits + [.init(brackets.atEnd, ")")] }
    let words = "repeat the operand" + (brackets == nil ? "" : ", in brackets")
    return make(
      "comparisons do not chain", at: span, help: "\(words): `… and \(operand) …`",
      fixes: [.init(words, edits, isSafe: isSafe)])
  }

  /// A second operator of which it is not plain what it compares.
  package static func unmendable(_ sign: String, at span: Span) -> Diagnostic {
    make(
      "comparisons do not chain: `\(short(sign))` stands behind another", at: span,
      help: "put brackets around the part that is meant")
  }
}
