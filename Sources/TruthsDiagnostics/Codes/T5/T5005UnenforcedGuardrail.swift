/// Nothing enforces a guardrail.
package enum UnenforcedGuardrail: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5005", "unenforced-guardrail", .warning,
    title: "nothing enforces a guardrail",
    why: "A guardrail that no truth enforces is a wish: the run goes through it.",
    mend: "Name the truth, invariant or clause with `enforced_by`, or the guardrail with `enforces` at the truth.",
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

          """
        ),
      ])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText(truthKeys: ["enforces: [place_order.1]"])),
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

          """
        ),
      ])
    ])

  /// A guardrail without `enforced_by` that no truth names under `enforces`; `number` counts from 1.
  package static func found(_ text: some PlacedName, job: String, number: Int) -> Diagnostic {
    make(
      "nothing enforces that one must not \(text.text)", at: text.span,
      help: "write `enforced_by: <id>` here, or `enforces: [\(job).\(number)]` at a truth")
  }
}
