package import TruthsText

/// T8202: a fixture lacks a field that it must have.
package enum MissingFixtureField: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8202", "missing-fixture-field", .error,
    title: "a fixture lacks a field that it must have",
    why: "Without an id a failure cannot be named; without `expected` nothing is tested.",
    mend: "Write the field.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "proposal": {"action": "greet", "name": "Ada"},
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

  /// A field that must be there.
  ///
  /// - Parameter place: What lacks it: `the fixture`, `step approve`.
  package static func missing(_ name: String, of place: String, at span: Span) -> Diagnostic {
    make("\(place) has no `\(name)`", at: span, help: "write `\"\(name)\": …`")
  }
}
