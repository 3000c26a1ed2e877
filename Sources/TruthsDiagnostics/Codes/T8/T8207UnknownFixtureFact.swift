package import TruthsText

/// T8207: a fixture names a fact type that no pack declares.
package enum UnknownFixtureFact: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8207", "unknown-fixture-fact", .error,
    title: "a fixture names a fact type that no pack declares",
    why: "A fact of an unknown type never comes, so `no_facts` would always hold and `facts` never.",
    mend: "Name a declared fact type.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"no_facts": [{"type": "person.greated"}]}
        }
        """)
    ],
    right: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"facts": [{"type": "person.greeted"}]}
        }
        """)
    ])

  /// A fact type that is not declared.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown fact type `\(name)`", at: span, label: "no pack declares it",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" })
  }
}
