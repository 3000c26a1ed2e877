package import TruthsText

/// T8205: a fixture has both a proposal and a scenario, or neither.
package enum ProposalOrScenario: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8205", "proposal-or-scenario", .error,
    title: "a fixture has both a proposal and a scenario, or neither",
    why: "A fixture tests one thing: the decision on one proposal, or a story of steps.",
    mend: "Keep one of `proposal` and `scenario`.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
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

  /// Neither stands in the fixture.
  package static func neither(at span: Span) -> Diagnostic {
    make(
      "the fixture has neither `proposal` nor `scenario`", at: span,
      help: "write what is proposed, `\"proposal\": {\"action\": …}`, or the steps of a `scenario`")
  }

  /// Both stand in the fixture.
  package static func both(scenario: Span, proposal: Span) -> Diagnostic {
    make(
      "the fixture has both `proposal` and `scenario`", at: scenario, help: "make two fixtures of it",
      notes: [Diagnostic.Note("the proposal stands here", at: proposal)])
  }
}
