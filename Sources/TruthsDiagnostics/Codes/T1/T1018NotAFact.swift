package import TruthsText

/// A fact type and a value are mixed up.
package enum NotAFact: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1018", "not-a-fact", .error,
    title: "a fact type and a value are mixed up",
    why: "A fact type says whether a fact is there; a value has a type and can be compared. Neither stands for the other.",
    mend: "Read a field of the fact, `F.field`, or test its presence by itself.",
    wrong: [
      .order(
        declarations: """
          fact stock.counted:
            key: [place]
            external: true
            fields:
              place: text
              amount: integer
          """, requires: ["stock.counted(place = order_id) == true"])
    ],
    right: [
      .order(
        declarations: """
          fact stock.counted:
            key: [place]
            external: true
            fields:
              place: text
              amount: integer
          """, requires: ["stock.counted(place = order_id)", "stock.counted(place = order_id).amount > 0"])
    ])

  /// A fact type where a value is wanted.
  package static func factAsValue(_ fact: String, at span: Span) -> Diagnostic {
    make(
      "`\(fact)` is a fact type, not a value", at: span, help: "read one of its fields, or test its presence without an operator")
  }

  /// A lifecycle where a value is wanted.
  package static func lifecycleAsValue(_ lifecycle: String, at span: Span) -> Diagnostic {
    make(
      "`\(lifecycle)` is a lifecycle, not a value", at: span,
      help: "read its state, `\(lifecycle).state`, or go through its instances, `some x in \(lifecycle) satisfies …`")
  }

  /// Keys in brackets behind something that is no fact type.
  package static func keyed(at span: Span) -> Diagnostic {
    make("only a fact type takes keys in brackets", at: span)
  }
}
