package import TruthsText

/// A truth corrects a fact that may not be corrected.
package enum CorrectedImmutable: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5013", "corrected-immutable", .error,
    title: "a truth corrects a fact that may not be corrected",
    why: "An immutable fact stands as it was recorded; every run that would correct it halts.",
    mend: "Remove `immutable: true`, or record another fact instead.",
    wrong: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            immutable: true
            fields:
              order_id: text
              price: decimal
          """,
        output: ["- correction.order.priced:", "    price: 12"])
    ],
    right: [
      .order(
        declarations: """
          fact order.priced:
            key: [order_id]
            fields:
              order_id: text
              price: decimal
          """,
        output: ["- correction.order.priced:", "    price: 12"])
    ])

  /// A correction of an immutable fact type.
  package static func found(_ name: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "`\(name.text)` is immutable, so it cannot be corrected", at: name.span,
      notes: [Diagnostic.Note("it is declared `immutable` here", at: declared)])
  }
}
