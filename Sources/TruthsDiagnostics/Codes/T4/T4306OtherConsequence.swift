package import TruthsText

/// Two clauses of one intent have the same condition and another consequence.
package enum OtherConsequence: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4306", "other-consequence", .warning,
    title: "two clauses of one intent draw different consequences from one condition",
    why: "Both consequences come about, the graver one decides, and a reader of either clause is misled.",
    mend: "Keep the one that is meant, or let the conditions differ.",
    wrong: [
      .order(
        fields: ["amount: decimal"], requires: ["amount exists"],
        invariants: ["amount > 1000 → requires_approval(finance_lead)", "amount > 1000 → reject(\"Too much\")"])
    ],
    right: [
      .order(
        fields: ["amount: decimal"], requires: ["amount exists"],
        invariants: ["amount > 1000 → requires_approval(finance_lead)", "amount > 5000 → reject(\"Too much\")"])
    ])

  /// The later of two clauses.
  package static func found(
    _ clause: String, intent: String, first: (text: String, span: Span), witness: String, at span: Span
  ) -> Diagnostic {
    make(
      "\(clause) has the same condition as \(first.text), for one intent `\(intent)`", at: span, label: "another consequence",
      help: "keep the one that is meant, or let the conditions differ",
      notes: [
        .init("\(first.text) stands here", at: first.span), .init("for example, with \(witness), both come about", at: span),
      ])
  }
}
