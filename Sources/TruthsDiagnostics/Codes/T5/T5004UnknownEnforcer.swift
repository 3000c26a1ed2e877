/// A guardrail names an enforcer that does not exist.
package enum UnknownEnforcer: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5004", "unknown-enforcer", .error,
    title: "a guardrail names an enforcer that does not exist",
    why: "A guardrail that points nowhere reads as if it were enforced, and nothing enforces it.",
    mend: "Write the id of a truth, invariant or clause.",
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
              - place_order
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placign

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

  /// `enforced_by` with an id that nothing has.
  package static func found(_ id: some PlacedName, among ids: [String]) -> Diagnostic {
    let near = NearestHelp(to: id.text, among: ids)
    return make(
      "no truth, invariant or clause has the id `\(id.text)`", at: id.span, help: near.help, fixes: near.fixes(at: id.span))
  }
}
