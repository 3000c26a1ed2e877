/// A move names a lifecycle that does not exist.
package enum UnknownLifecycle: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1019", "unknown-lifecycle", .error,
    title: "a move names a lifecycle that does not exist",
    why: "A move says what becomes of an instance; without its lifecycle nothing would be checked or recorded.",
    mend: "Name a lifecycle that the pack declares, or declare it.",
    wrong: [
      .order(truthKeys: ["moves:", "  - order: start → open"])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  package static func found(_ name: some PlacedName, among known: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: known)
    return make(
      "unknown lifecycle `\(name.text)`", at: name.span, help: near.help ?? "declare it: `lifecycle \(name.text):`",
      fixes: near.fixes(at: name.span))
  }
}
