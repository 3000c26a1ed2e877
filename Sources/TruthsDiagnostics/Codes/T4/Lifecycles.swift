package import TruthsText

/// A move that the lifecycle does not have.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
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

/// A state that no instance can reach.
///
/// Detected in `Sources/TruthsCheck/Lints/LifecycleLints.swift`.
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

/// A state that cannot be left and is not called terminal.
///
/// Detected in `Sources/TruthsCheck/Lints/LifecycleLints.swift`.
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

/// A transition that no truth makes.
///
/// Detected in `Sources/TruthsCheck/Lints/LifecycleLints.swift`.
package enum UnmadeTransition: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4204", "unmade-transition", .warning,
    title: "a transition that no truth makes",
    why: "The lifecycle promises a step that nothing takes, so instances stay where they are.",
    mend: "Let a truth make it under `moves`, remove it, or mark the lifecycle with `external: true`.",
    wrong: [
      .lifecycle(states: ["open → done", "open → lost"], terminal: ["done", "lost"], moves: ["start → open → done"])
    ],
    right: [
      .lifecycle(
        states: ["open → done", "open → lost"], terminal: ["done", "lost"], moves: ["start → open → done"],
        truths: [("losing", "open → lost")])
    ])

  package static func found(from: String, to: String, lifecycle: String, at span: Span) -> Diagnostic {
    make(
      "no truth takes `\(lifecycle)` from `\(from)` to `\(to)`", at: span,
      help: "write `- \(lifecycle): \(from) → \(to)` under the `moves` of a truth, or remove the transition")
  }

  /// Nothing ever enters the initial state.
  package static func initial(_ state: some PlacedName, lifecycle: String) -> Diagnostic {
    make(
      "no truth begins `\(lifecycle)`: nothing enters `\(state.text)`", at: state.span,
      help: "write `- \(lifecycle): start → \(state.text)` under the `moves` of a truth, or mark it `external: true`")
  }
}

/// A terminal state that a transition leaves.
///
/// Detected in `Sources/TruthsCheck/Lints/LifecycleLints.swift`.
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
