package import TruthsText

/// T8209: a fixture names an id that no truth, invariant or clause has.
package enum UnknownFixtureTruth: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8209", "unknown-fixture-truth", .error,
    title: "a fixture names an id that no truth, invariant or clause has",
    why: "An id that nothing reports can never come, so the fixture could not pass, or `no_traces` would always hold.",
    mend: "Name the id of a truth, invariant or clause, or one of the built-in ones (`converge.…`).",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"truth_id": "demo.greting"}
        }
        """)
    ],
    right: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"truth_id": "demo.greeting"}
        }
        """)
    ])

  /// An id that nothing reports.
  package static func unknown(_ id: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown truth id `\(id)`", at: span, label: "no truth, invariant or clause has it",
      help: nearestName(to: id, among: known).map { "did you mean `\($0)`?" })
  }
}
