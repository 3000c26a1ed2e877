package import TruthsText

/// A move that the lifecycle does not have.
package enum UnknownTransition: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4201", "unknown-transition", .error,
    title: "a move that the lifecycle does not have",
    why: "A lifecycle says which steps there are; a truth that takes another one would leave it in a state that nobody foresaw.",
    mend: "Write a transition that the lifecycle declares, or add this one to its `transitions`.",
    wrong: [
      .lifecycle(states: ["open → sent", "sent → done"], terminal: ["done"], moves: ["start → open → done"])
    ],
    right: [
      .lifecycle(states: ["open → sent", "sent → done"], terminal: ["done"], moves: ["start → open → sent → done"])
    ])

  /// A step from some states to another.
  package static func found(from states: [String], to state: String, lifecycle: String, at span: Span, declared: Span)
    -> Diagnostic
  {
    let steps = states.map { "`\($0) → \(state)`" }.joined(separator: ", ")
    return make(
      "lifecycle `\(lifecycle)` has no transition \(steps)", at: span,
      help: "add it to the lifecycle's `transitions`, or move through the states between",
      notes: [Diagnostic.Note("the lifecycle is declared here", at: declared)])
  }
}
