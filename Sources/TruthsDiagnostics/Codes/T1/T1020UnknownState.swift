/// A lifecycle has no such state.
package enum UnknownState: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1020", "unknown-state", .error,
    title: "a lifecycle has no such state",
    why: "An instance could never be in it, so the move would never happen, or the state never end anything.",
    mend: "Write a state that the lifecycle's transitions name.",
    wrong: [
      .lifecycle(states: ["open → done"], terminal: ["done", "closed"], moves: ["start → open → done"])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  package static func found(_ state: some PlacedName, lifecycle: String, among known: [String]) -> Diagnostic {
    let near = NearestHelp(to: state.text, among: known)
    return make(
      "`\(state.text)` is not a state of lifecycle `\(lifecycle)`", at: state.span,
      help: near.help ?? "its states are \(known.map { "`\($0)`" }.joined(separator: ", "))", fixes: near.fixes(at: state.span))
  }
}
