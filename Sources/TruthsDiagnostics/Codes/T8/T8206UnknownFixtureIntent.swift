package import TruthsText

/// T8206: a fixture names an intent that no pack declares.
package enum UnknownFixtureIntent: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8206", "unknown-fixture-intent", .error,
    title: "a fixture names an intent that no pack declares",
    why: "A proposal of an unknown intent is always rejected, so the fixture would not test what its author meant.",
    mend: "Name a declared intent. To test the rejection itself, expect `truth_id` `converge.proposal.wellformed`.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "great", "name": "Ada"},
          "expected": {"decision": "accepted"}
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

  /// An intent that is not declared.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown intent `\(name)`", at: span, label: "no pack declares it",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" })
  }
}
