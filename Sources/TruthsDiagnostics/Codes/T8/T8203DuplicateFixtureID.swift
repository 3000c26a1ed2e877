package import TruthsText

/// T8203: two fixtures have one id.
package enum DuplicateFixtureID: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8203", "duplicate-fixture-id", .error,
    title: "two fixtures have one id",
    why: "A report names fixtures by their ids; with two of one id nobody can tell which one failed.",
    mend: "Give each fixture an id of its own.",
    wrong: [
      FixtureSamples.sample(
        """
        [{
           "id": "demo.greets",
           "proposal": {"action": "greet", "name": "Ada"},
           "expected": {"decision": "accepted"}
         },
         {
           "id": "demo.greets",
           "proposal": {"action": "greet", "name": "Ada"},
           "expected": {"decision": "accepted"}
         }]
        """)
    ],
    right: [
      FixtureSamples.sample(
        """
        [{
           "id": "demo.greets",
           "proposal": {"action": "greet", "name": "Ada"},
           "expected": {"decision": "accepted"}
         },
         {
           "id": "demo.greets_too",
           "proposal": {"action": "greet", "name": "Ada"},
           "expected": {"decision": "accepted"}
         }]
        """)
    ])

  /// An id that another fixture has.
  ///
  /// - Parameter first: Where the id stands for the first time.
  package static func duplicate(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "the id `\(id)` stands twice", at: span, label: "again here", help: "give this fixture an id of its own",
      notes: [Diagnostic.Note("first used here", at: first)])
  }
}
