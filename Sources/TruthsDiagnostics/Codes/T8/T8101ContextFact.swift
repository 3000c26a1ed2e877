package import TruthsText

/// T8101: a fact of a context that does not fit the vocabulary.
package enum T8101ContextFact: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8101", "context-fact", .error,
    title: "a fact of the context does not fit the vocabulary",
    why:
      "A fact is authority: what clauses read of it decides. A fact with an unknown type or field, a wrong type, or a missing "
      + "field would be read as something that it does not say, so nothing runs.",
    mend: "Give the fact the type and the fields that its declaration names, or declare what it needs.",
    wrong: [sample(period: "\"period\"")], right: [sample(period: "\"period_id\"")])

  /// - Parameter nearest: the nearest known name, where a name is unknown.
  package static func at(_ span: Span, _ message: String, nearest: String?) -> Diagnostic {
    make(message, at: span, help: nearest.map { "did you mean `\($0)`?" })
  }

  private static func sample(period: String) -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [
        ("truths/demo/demo.truths", demoPack), ("context.jsonl", "{\"type\": \"period.closed\", \(period): \"2024-Q1\"}\n"),
        ("proposal.json", "{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}\n"),
      ])
  }
}
