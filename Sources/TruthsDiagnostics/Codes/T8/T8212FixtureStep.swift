package import TruthsText

/// T8212: a step of a scenario is not one that scenarios have.
package enum FixtureStep: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8212", "fixture-step", .error,
    title: "a step of a scenario is not one that scenarios have",
    why: "A step that is not understood would leave the story untold.",
    mend: "A step is an object with one of the step names and, where it acts as a client, `as`.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.story",
          "scenario": [
            {"conect": {"as": "ada"}},
            {"propose": {"action": "greet", "name": "Ada"}, "as": "ada"},
            {"expect": {"run_status": "converged"}, "as": "ada"}
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

  /// A step name that does not exist.
  package static func unknown(_ name: String, known: [String], at span: Span) -> Diagnostic {
    make(
      "unknown step `\(name)`", at: span,
      help: nearestName(to: name, among: known).map { "did you mean `\($0)`?" }
        ?? "steps are \(known.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// A step whose arguments do not stand.
  package static func notTaken(_ why: String, at span: Span) -> Diagnostic { make(why, at: span) }

  /// A step that names two clients.
  package static func twoClients(_ outer: String, _ inner: String, at span: Span) -> Diagnostic {
    make(
      "a step acts as one client, this one as `\(outer)` and as `\(inner)`", at: span,
      help: "write `as` once, beside the step or within it")
  }

  /// A step without a name, or with two.
  package static func notOne(_ names: [String], at span: Span) -> Diagnostic {
    let found = names.isEmpty ? "names no step" : "names \(names.map { "`\($0)`" }.joined(separator: " and "))"
    return make(
      "a step names exactly one thing to do, this one \(found)", at: span, help: "write `{\"propose\": {…}, \"as\": \"ada\"}`")
  }
}
