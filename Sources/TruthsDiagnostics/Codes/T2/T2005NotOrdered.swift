package import TruthsText

/// Values of a type have no order.
package enum NotOrdered: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2005", "not-ordered", .error,
    title: "values of a type have no order",
    why: "Without an order that the declaration gives, smaller and greater would depend on how values happen to be written.",
    mend: "Declare the enum with `ordered: [...]`, or compare with `==` and `in`.",
    wrong: [
      .order(declarations: "enum state: [open, done]", fields: ["state: state"], requires: ["state > open"])
    ],
    right: [
      .order(
        declarations: """
          enum state:
            ordered: [open, done]
          """, fields: ["state: state"], requires: ["state > open"])
    ])

  /// `<`, `min`, `max`, `by` or `is_sorted` over a type without an order.
  package static func found(_ type: String, operation: String, at span: Span) -> Diagnostic {
    make("`\(operation)` wants an order, and `\(type)` has none", at: span)
  }
}
