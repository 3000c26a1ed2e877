package import TruthsText

/// A fact is read that nothing produces.
package enum FactNeverProduced: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5007", "fact-never-produced", .warning,
    title: "a fact is read that nothing produces",
    why: "A test of a fact that no truth produces and that does not come from outside is decided before it is asked.",
    mend: "Let a truth produce it, or mark the fact type with `external: true`.",
    wrong: [
      .order(
        declarations: """
          fact stock.counted:
            key: [order_id]
            fields:
              order_id: text
          """, requires: ["stock.counted"])
    ],
    right: [
      .order(
        declarations: """
          fact stock.counted:
            key: [order_id]
            external: true
            fields:
              order_id: text
          """,
        requires: ["stock.counted"])
    ])

  /// A fact type that is read, but neither produced nor external.
  package static func found(_ fact: String, readAt span: Span, declared: Span) -> Diagnostic {
    make(
      "no truth produces `\(fact)`, and it is not `external`", at: span,
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }
}
