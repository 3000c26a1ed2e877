package import TruthsText

/// A role is read outside pack trust.
package enum RoleOutsideTrust: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5003", "role-outside-trust", .error,
    title: "a role is read outside pack trust",
    why: "Who may do something is kept apart from what should happen: pack trust governs access, other packs govern outcomes.",
    mend: "Move the clause to a truth of pack trust for the same intent.",
    wrong: [
      .order(requires: ["actor.roles contains \"clerk\""])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "truths/trust/trust.truths",
          """
          pack trust:
            version: 1.0.0
            uses: [demo]

          truth order_access:
            when:
              - intent: place_order
            requires:
              - '"clerk" in actor.roles'
            produces:
              - trace.order.access

          """
        ),
      ])
    ])

  /// `actor.roles` or `actor.type` in a pack other than trust.
  package static func found(_ name: String, at span: Span, pack: String) -> Diagnostic {
    make(
      "`\(name)` is read in pack `\(pack)`", at: span, help: "who may do it belongs in a truth of pack `trust`")
  }
}
