package import TruthsText

/// A truth writes a lifecycle's history by hand.
package enum ProducedHistory: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5016", "produced-history", .error,
    title: "a truth writes a lifecycle's history by hand",
    why: "The history of a lifecycle grows by its moves alone, which are held to its transitions.",
    mend: "Write the step under `moves`.",
    wrong: [
      .lifecycle(
        states: ["open → done"], terminal: ["done"], moves: ["start → open → done"],
        output: ["- fact.order.entered:", "    state: open", "    step: 1"])
    ],
    right: [
      .lifecycle(states: ["open → done"], terminal: ["done"], moves: ["start → open → done"])
    ])

  package static func found(_ type: some PlacedName, lifecycle: String, declared: Span) -> Diagnostic {
    make(
      "`\(type.text)` is the history of lifecycle `\(lifecycle)` and cannot be produced", at: type.span,
      help: "write the step under `moves`", notes: [Diagnostic.Note("the lifecycle is declared here", at: declared)])
  }
}
