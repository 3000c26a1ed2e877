package import TruthsText

/// A state that cannot be left and is not called terminal.
package enum DeadEndState: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4203", "dead-end-state", .error,
    title: "a state that cannot be left and is not terminal",
    why: "An instance that enters it stays there for ever, and nobody said that this is meant.",
    mend: "Name it under `terminal`, or add a transition that leaves it.",
    wrong: [
      .lifecycle(
        states: ["open → done", "open → lost"], terminal: ["done"], moves: ["start → open → done"],
        truths: [("losing", "open → lost")])
    ],
    right: [
      .lifecycle(
        states: ["open → done", "open → lost"], terminal: ["done", "lost"], moves: ["start → open → done"],
        truths: [("losing", "open → lost")])
    ])

  package static func found(_ state: String, lifecycle: String, at span: Span) -> Diagnostic {
    make(
      "nothing leads on from `\(state)` in lifecycle `\(lifecycle)`", at: span,
      help: "add `\(state)` to `terminal`, or a transition that leaves it")
  }
}
