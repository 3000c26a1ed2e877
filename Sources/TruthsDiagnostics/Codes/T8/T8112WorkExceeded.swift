package import TruthsText

/// T8112: a decision takes more work than it may.
package enum T8112WorkExceeded: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8112", "work-exceeded", .error,
    title: "a decision takes more work than it may",
    why: """
      Lists within lists, and joins of facts that share no key, take a time that grows with the product of their sizes. Work is \
      bounded, so that no proposal keeps others waiting. It never decides: past the limit there is no decision, and nothing is \
      appended.
      """,
    mend: """
      Ask with `where x.key == y.key` instead of going through everything, propose less at once, or give more work with \
      `--max-work`.
      """,
    wrong: [sample(lines: 6)], right: [sample(lines: 2)])

  /// - Parameters:
  ///   - what: whose work it was, and what was gone through.
  ///   - limit: steps of work that there may be.
  ///   - span: the clause.
  package static func found(_ what: String, limit: Int, at span: Span) -> Diagnostic {
    let more = limit > .max / 10 ? limit : 10 * limit
    return make(
      "there is no decision: \(what)", at: span,
      help: "join by a key, propose less at once, or give more work, such as `--max-work \(more)`")
  }

  private static func sample(lines: Int) -> DiagnosticSample {
    let list = (1...lines).map { "\"\($0)\"" }.joined(separator: ", ")
    return DiagnosticSample(
      .runWithLittleWork,
      files: [
        (
          "truths/demo/demo.truths",
          """
          pack demo:
            version: 1.0.0

          fact books.counted:
            key: [period_id]
            fields:
              period_id: text

          intent count_books:
            fields:
              period_id: text
              books: list of text

          truth counting_books:
            when:
              - intent: count_books
            requires:
              - period_id exists
              - books exists
              - count(a in books for b in books for c in books where a == b and b == c) > 0
            produces:
              - fact.books.counted
              - trace.books.counting

          """
        ),
        (
          "proposal.json", "{\"action\": \"count_books\", \"period_id\": \"2024-Q2\", \"books\": [\(list)]}\n"
        ),
      ])
  }
}
