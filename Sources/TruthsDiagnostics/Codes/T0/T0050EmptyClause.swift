package import TruthsText

/// Nothing stands where a clause is expected.
package enum EmptyClause: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0050", "empty-clause", .error,
    title: "nothing stands where a clause is expected",
    why: "An empty clause demands nothing; it is most often one that was not finished.",
    mend: "Write the clause, or remove the entry.",
    wrong: [.requirement("")],
    right: [.requirement("weight > 0")])

  /// An empty text in a clause, value or type place.
  package static func found(at span: Span) -> Diagnostic {
    make("expected an expression, and nothing stands here", at: span, help: "write it, or remove the entry")
  }
}
