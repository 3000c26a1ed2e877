package import TruthsText

/// T8210: a fixture uses a word that its place does not know.
package enum UnknownFixtureWord: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8210", "unknown-fixture-word", .error,
    title: "a fixture uses a word that its place does not know",
    why: "A decision or status that does not exist never comes, so the fixture could not pass.",
    mend: "Use one of the words that the message lists.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"decision": "acepted"}
        }
        """)
    ],
    right: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"decision": "accepted"}
        }
        """)
    ])

  /// A word outside a closed list.
  ///
  /// - Parameters:
  ///   - place: What is named: `decision`, `run status`.
  ///   - known: All words of the list.
  package static func unknown(_ word: String, as place: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "`\(word)` is not a \(place)", at: span,
      help: nearestName(to: word, among: known).map { "did you mean `\($0)`?" }
        ?? "known are \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }
}
