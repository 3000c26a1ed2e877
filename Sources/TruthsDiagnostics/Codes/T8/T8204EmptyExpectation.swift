package import TruthsText

/// T8204: a fixture expects nothing.
package enum EmptyExpectation: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8204", "empty-expectation", .error,
    title: "a fixture expects nothing",
    why: "A fixture that asserts nothing passes whatever happens.",
    mend: "Name at least one thing that must come, such as `decision`.",
    wrong: [
      FixtureSamples.sample(
        """
        {
          "id": "demo.greets",
          "proposal": {"action": "greet", "name": "Ada"},
          "expected": {}
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

  /// An `expected` or `expect` without a member.
  package static func empty(_ name: String, at span: Span) -> Diagnostic {
    let sample = name.hasSuffix("expect") ? #""run_status": "converged""# : #""decision": "accepted""#
    return make("`\(name)` asserts nothing", at: span, help: "name what must come, such as `\(sample)`")
  }

  /// A `no_facts` of a type that is never among the facts of a run.
  package static func derived(_ type: String, at span: Span) -> Diagnostic {
    make(
      "no run produces `\(type)`, which is derived, so this asserts nothing", at: span,
      help: "name a fact that it is derived from, or a clause that reads it")
  }

  /// A scenario that never expects anything.
  package static func scenario(at span: Span) -> Diagnostic {
    make("the scenario asserts nothing", at: span, help: "add a step `{\"expect\": {…}}`")
  }
}
