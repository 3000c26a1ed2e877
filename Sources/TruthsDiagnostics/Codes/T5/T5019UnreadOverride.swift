package import TruthsText

/// A set with approvals, in which nothing reads that one was passed with break-glass.
package enum UnreadOverride: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5019", "unread-override", .warning,
    title: "nobody learns that an approval was passed in an emergency",
    why:
      "Whoever may break the glass passes an approval with an `override`, and the engine records it as `override.used`. Where no "
      + "truth reads that fact, no one is told, and nothing is looked at afterwards.",
    mend: "Read `override.used` in a truth of pack trust: open a review of it, or record it in an audit.",
    wrong: [
      DiagnosticSample(
        DiagnosticSample.orderText(
          fields: ["size: integer"], requires: ["size exists"], invariants: ["size > 10 → requires_approval(manager)"]))
    ],
    right: [
      .order(fields: ["size: integer"], requires: ["size exists"], invariants: ["size > 10 → requires_approval(manager)"])
    ])

  /// A pack with an approval, of a set in which nothing reads `override.used`.
  package static func found(_ pack: String, at span: Span, approval: Span) -> Diagnostic {
    make(
      "approvals of pack `\(short(pack))` can be passed with break-glass, and no truth reads `override.used`",
      at: span,
      help: "read it in pack trust: `truth override_review:` with `when: - fact: override.used` that opens a review",
      notes: [Diagnostic.Note("this wants an approval", at: approval)])
  }
}
