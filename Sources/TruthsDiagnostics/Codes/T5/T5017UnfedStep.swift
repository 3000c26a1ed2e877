/// A step of a blueprint needs a fact that nothing before it makes.
package enum UnfedStep: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5017", "unfed-step", .warning,
    title: "a step of a blueprint needs a fact that nothing before it makes",
    why: "Whoever follows the blueprint from its beginning is stopped at this step.",
    mend: "Put the step that makes the fact before it, or let the fact come from outside.",
    wrong: [.order(declarations: signing + blueprint("[sign_order, place_order]"))],
    right: [.order(declarations: signing + blueprint("[place_order, sign_order]"))])

  private static let signing = """
    fact order.signed:
      key: [order_id]
      fields:
        order_id: text

    intent sign_order:
      fields:
        order_id: text

    truth order_signing:
      when:
        - intent: sign_order
      requires:
        - order_id exists
        - order.placed
      produces:
        - fact.order.signed
        - trace.order.signing

    """

  private static func blueprint(_ steps: String) -> String {
    """

    blueprint ordering:
      outcome: An order is placed and signed
      packs: [demo]
      steps: \(steps)
    """
  }

  /// A step whose truths require a fact.
  package static func found(_ step: some PlacedName, fact: String) -> Diagnostic {
    make(
      "`\(step.text)` needs `\(fact)`, and no step before it makes one", at: step.span,
      help: "put a step that makes it before this one, or mark the fact type `external: true`")
  }
}
