/// `any` or `start` where an instance arrives.
package enum MisplacedState: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1021", "misplaced-state", .error,
    title: "`any` or `start` where an instance arrives",
    why: "`start` is what an instance is before it enters anything, and `any` stands for several states: neither can be entered.",
    mend: "Write them only at the beginning, before the first `→`.",
    wrong: [
      .lifecycle(states: ["open → done → start"], terminal: ["done"], moves: ["start → open → done"])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  package static func inLifecycle(_ state: some PlacedName) -> Diagnostic {
    make("`\(state.text)` is no state that can be entered", at: state.span, help: "it stands before the first `→` only")
  }

  package static func inMove(_ state: some PlacedName) -> Diagnostic { inLifecycle(state) }
}
