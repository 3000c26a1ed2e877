package import TruthsText

/// A row that is never reached.
package enum DeadRow: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4403", "dead-row", .error,
    title: "a row of a table is never reached",
    why: "Rows are tried from the top, so what the earlier ones take never comes to this one: its value is never given.",
    mend: "Move the row up, correct its condition, or remove it. An `otherwise` that nothing is left for is a warning.",
    wrong: [
      .table(["amount < 100 → \"a\"", "amount < 10 → \"b\"", "otherwise → \"c\""])
    ],
    right: [
      .table(["amount < 10 → \"b\"", "amount < 100 → \"a\"", "otherwise → \"c\""])
    ])

  /// A row whose cases the rows above take.
  package static func covered(
    _ row: String, by others: [(text: String, span: Span)], witness: String, at span: Span
  ) -> Diagnostic {
    let all = others.map { "`\($0.text)`" }.joinedInWords
    return make(
      "row `\(row)` is never reached: \(all) \(others.count == 1 ? "takes" : "take") all its cases", at: span,
      label: "never reached", help: "move it up, correct its condition, or remove it",
      notes: others.map { .init("`\($0.text)` comes before", at: $0.span) }
        + [.init("for example, \(witness) is taken before", at: span)])
  }

  /// A row whose condition is never true.
  package static func never(_ row: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "row `\(row)` is never reached: its condition is never true", at: span, label: "never true",
      help: "correct the condition, or remove the row",
      notes: [.init("for example, with \(witness), it is passed over", at: span)])
  }

  /// An `otherwise` behind rows that take every case.
  package static func otherwise(_ row: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "row `\(row)` is never reached: the rows before it take every case", at: span, label: "nothing is left for it",
      help: "remove it, or correct the rows before it",
      notes: [.init("for example, \(witness) is taken before, and so is everything else", at: span)], severity: .warning)
  }
}
