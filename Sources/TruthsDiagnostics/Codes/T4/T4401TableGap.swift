package import TruthsText

/// A table that leaves a case out.
package enum TableGap: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4401", "table-gap", .error,
    title: "a table leaves a case out",
    why: "For some inputs no row is true, and the table has no value: what reads it can then not be told, and the run halts.",
    mend: "Add a row for the case that is named, or `otherwise → …`; `otherwise → missing` says that no value is meant.",
    wrong: [
      .table(["amount < 10 → \"a\"", "amount > 10 → \"b\""])
    ],
    right: [
      .table(["amount < 10 → \"a\"", "amount >= 10 → \"b\""])
    ])

  /// A table without a row for some inputs.
  package static func found(_ table: String, witness: String, at key: Span) -> Diagnostic {
    make(
      "table `\(table)` has no row for \(witness)", at: key, help: "add a row for it, or `otherwise → …`")
  }

  /// A table without any row.
  package static func empty(_ table: String, at key: Span) -> Diagnostic {
    make("table `\(table)` has no rows, so it never has a value", at: key, help: "add rows, or `otherwise → …`")
  }
}
