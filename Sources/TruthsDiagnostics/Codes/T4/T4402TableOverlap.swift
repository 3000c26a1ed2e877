package import TruthsText

/// Two rows of a `hit: unique` table that are true at once.
package enum TableOverlap: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4402", "table-overlap", .error,
    title: "two rows of a table that says `hit: unique` are true at once",
    why: "`hit: unique` promises that the order of rows does not matter; where two of them are true, it does.",
    mend: "Narrow one of the rows, or leave `hit: unique` out: then the first true row counts.",
    wrong: [
      .table(["amount <= 10 → \"a\"", "amount >= 10 → \"b\""], keys: ["hit: unique"])
    ],
    right: [
      .table(["amount <= 10 → \"a\"", "amount > 10 → \"b\""], keys: ["hit: unique"])
    ])

  /// The later of two rows.
  package static func found(_ row: String, first: (text: String, span: Span), witness: String, at span: Span) -> Diagnostic {
    make(
      "row `\(row)` overlaps with `\(first.text)`", at: span, label: "true at the same time",
      help: "narrow one of them, or leave `hit: unique` out",
      notes: [.init("the other row stands here", at: first.span), .init("for example, with \(witness), both are true", at: span)])
  }
}
