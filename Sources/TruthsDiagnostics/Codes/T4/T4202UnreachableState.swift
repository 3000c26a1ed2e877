package import TruthsText

/// A state that no instance can reach.
package enum UnreachableState: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4202", "unreachable-state", .error,
    title: "a state that no instance can reach",
    why: "No path of transitions leads from the initial state to it, so everything said about it is void.",
    mend: "Add the transition that leads to it, or remove the state.",
    wrong: [
      .lifecycle(
        states: ["open → done", "held → done"], terminal: ["done"], moves: ["start → open → done"],
        truths: [("holding", "held → done")])
    ],
    right: [
      .lifecycle(
        states: ["open → held", "held → done"], terminal: ["done"], moves: ["start → open → held"],
        truths: [("holding", "held → done")])
    ])

  package static func found(_ state: String, lifecycle: String, at span: Span) -> Diagnostic {
    make(
      "no transition of lifecycle `\(lifecycle)` leads to `\(state)`", at: span,
      help: "add a transition to it from a state that can be reached, or remove it")
  }
}
