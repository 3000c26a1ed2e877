package import TruthsText

/// A table whose rows cannot be seen to take every case, without `otherwise`.
package enum OtherwiseNeeded: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4404", "otherwise-needed", .error,
    title: "a table needs `otherwise`",
    why: "Whether rows leave a case out is decided where they compare inputs with constants; where a row does more, only "
      + "`otherwise` makes sure that there is a value.",
    mend: "Add `otherwise → …` as the last row; `otherwise → missing` says that no value is meant.",
    wrong: [
      .table(["amount * amount < 10 → \"a\"", "amount * amount >= 10 → \"b\""])
    ],
    right: [
      .table(["amount * amount < 10 → \"a\"", "otherwise → \"b\""])
    ])

  /// A table with a row that does more than compare inputs with constants.
  package static func found(_ table: String, row: (text: String, span: Span), at key: Span) -> Diagnostic {
    make(
      "table `\(table)` needs a row `otherwise`", at: key, help: "add `otherwise → …` as the last row",
      notes: [.init("`\(row.text)` does more than compare inputs with constants", at: row.span)])
  }
}
