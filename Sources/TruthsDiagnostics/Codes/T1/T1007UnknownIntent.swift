/// An intent is not declared.
package enum UnknownIntent: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1007", "unknown-intent", .error,
    title: "an intent is not declared",
    why: "A truth for an intent that does not exist never fires, and whatever it guards stands open.",
    mend: "Write the intent as it is declared, or declare it with its fields.",
    wrong: [
      .order(
        declarations: """
          invariant order_ids:
            applies_to: [plase_order]
            rule: length(order_id) < 40
          """)
    ],
    right: [
      .order(
        declarations: """
          invariant order_ids:
            applies_to: [place_order]
            rule: length(order_id) < 40
          """)
    ])

  /// A word under `when`, `applies_to` or `steps` that is no intent.
  package static func found(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no intent is called `\(name.text)`", at: name.span, help: near.help ?? "declare `intent \(name.text)` with its fields",
      fixes: near.fixes(at: name.span))
  }
}
