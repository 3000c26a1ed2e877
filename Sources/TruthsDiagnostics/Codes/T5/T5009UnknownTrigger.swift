package import TruthsText

/// A job is triggered by something that does not exist.
package enum UnknownTrigger: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5009", "unknown-trigger", .warning,
    title: "a job is triggered by something that does not exist",
    why: "A job that nothing triggers is never done.",
    mend: "Write a fact type (`work_completed` means `work.completed`) or an intent.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - order_wanted
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placing

          """
        ),
      ])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - place_order
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placing

          """
        ),
      ])
    ])

  /// A word under `triggers` that is neither a fact type nor an intent.
  package static func found(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no fact type or intent is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }

  /// A trigger whose fact type nothing produces and that is not external.
  package static func neverProduced(_ name: some PlacedName, fact: String, declared: Span) -> Diagnostic {
    make(
      "nothing produces `\(fact)`, so nothing triggers this job", at: name.span,
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }
}
