/// A truth enforces a guardrail that does not exist.
package enum UnknownGuardrail: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5011", "unknown-guardrail", .error,
    title: "a truth enforces a guardrail that does not exist",
    why: "The link is how a reader finds what keeps a promise; a broken one hides that nothing does.",
    mend: "Write `<job>.<number>`, counting the job's guardrails from 1.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText(truthKeys: ["enforces: [place_order.2]"])),
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
                enforced_by: demo.order_placing

          """
        ),
      ])
    ])

  /// A word under `enforces` that names no guardrail.
  package static func found(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no guardrail is called `\(name.text)`", at: name.span, help: near.help ?? "write `<job>.<number>`, counted from 1",
      fixes: near.fixes(at: name.span))
  }
}
