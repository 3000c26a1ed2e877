package import TruthsText

/// T8213: a step acts as a client that never connected.
package enum UnknownFixtureClient: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8213", "unknown-fixture-client", .error,
    title: "a step acts as a client that never connected",
    why: "What a client sees cannot be told before it exists.",
    mend: "Connect the client first with a step `connect`.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.story",
          "scenario": [
            {"connect": {"as": "ada"}},
            {"propose": {"action": "greet", "name": "Ada"}, "as": "ada"},
            {"expect": {"run_status": "converged"}, "as": "adda"}
          ]
        }
        """)
    ],
    right: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.story",
          "scenario": [
            {"connect": {"as": "ada"}},
            {"propose": {"action": "greet", "name": "Ada"}, "as": "ada"},
            {"expect": {"run_status": "converged"}, "as": "ada"}
          ]
        }
        """)
    ])

  /// A step of a client before there is any.
  package static func none(at span: Span) -> Diagnostic {
    make("no earlier step connects a client", at: span, help: "begin with `{\"connect\": {\"as\": \"ada\"}}`")
  }

  /// A client of a fault that no step connects, before or behind it.
  package static func never(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "no step connects the client `\(name)`, so the fault would do nothing", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" } ?? "connect it, or leave the fault out")
  }

  /// A client that no earlier step connected.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "no earlier step connects the client `\(name)`", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "add `{\"connect\": {\"as\": \"\(name)\"}}` before it")
  }
}
