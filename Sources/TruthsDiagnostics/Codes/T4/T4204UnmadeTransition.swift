package import TruthsText

/// A transition that no truth makes.
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
