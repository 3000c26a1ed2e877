/// A terminal state that a transition leaves.
package enum LeftTerminalState: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4205", "left-terminal-state", .error,
    title: "a terminal state that a transition leaves",
    why: "Terminal means that nothing follows; `any` does not stand for such a state, so the lifecycle says two things.",
    mend: "Take the state out of `terminal`, or remove the transition.",
    wrong: [
      .lifecycle(
        states: ["open → done", "done → open"], terminal: ["done"], moves: ["start → open → done"],
        truths: [("reopening", "done → open")])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  package static func found(_ state: some PlacedName, lifecycle: String) -> Diagnostic {
    make(
      "`\(state.text)` is terminal in lifecycle `\(lifecycle)`, and a transition leaves it", at: state.span,
      help: "take it out of `terminal`, or remove the transition")
  }
}
