package import TruthsText

/// T8211: a fixture names a pack that is not loaded.
package enum UnknownFixturePack: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8211", "unknown-fixture-pack", .error,
    title: "a fixture names a pack that is not loaded",
    why: "Without its pack a fixture would run against other truths than its author meant.",
    mend: "Name a loaded pack, or leave `packs` out to run against all of them.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "packs": ["damo"],
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
          "packs": ["demo"],
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {"decision": "accepted"}
        }
        """)
    ])

  /// A pack that is not loaded.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown pack `\(name)`", at: span, label: "not loaded",
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" })
  }
}
