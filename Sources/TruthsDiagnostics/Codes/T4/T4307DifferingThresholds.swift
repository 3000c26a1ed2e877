package import TruthsText

/// Two packs set one threshold differently.
package enum DifferingThresholds: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4307", "differing-thresholds", .warning,
    title: "two packs set a threshold differently",
    why: "One intent is measured against two limits for the same thing. Both count, so the stricter one decides, and whoever "
      + "changes the other is surprised.",
    mend: "Agree on one limit, best as a policy of one pack that the other one uses.",
    wrong: [
      sample(other: "amount > 5000 → requires_approval")
    ],
    right: [
      sample(other: "amount > 1000 → requires_approval")
    ])

  private static func sample(other: String) -> DiagnosticSample {
    let own = DiagnosticSample.orderText(
      fields: ["amount: decimal"], requires: ["amount exists"], invariants: ["amount > 1000 → requires_approval"])
    let text = """
      pack audit:
        version: 1.0.0
        uses: [demo]

      invariant large_orders:
        applies_to: [place_order]
        rule: \(other)

      """
    return DiagnosticSample(
      files: [("truths/demo/demo.truths", own), ("truths/audit/audit.truths", text), DiagnosticSample.overrideReview])
  }

  /// The later of two clauses.
  package static func found(
    _ clause: String, intent: String, first: (text: String, pack: String, span: Span), witness: String, at span: Span
  ) -> Diagnostic {
    make(
      "\(clause) sets another limit than \(first.text) of pack `\(first.pack)`, for one intent `\(intent)`", at: span,
      label: "two limits for one thing", help: "agree on one limit, best as a policy",
      notes: [
        .init("\(first.text) stands here", at: first.span),
        .init("for example, with \(witness), one of them speaks and the other does not", at: span),
      ])
  }
}
