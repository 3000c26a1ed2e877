package import TruthsText

/// A role is not declared.
///
/// Detected in `Sources/TruthsCheck/Lints/RoleLints.swift`.
package enum UnknownRole: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1056", "unknown-role", .error,
    title: "a role is not declared",
    why:
      "Nobody has a role whose name is misspelt, so what waits for it waits for ever. A pack that declares roles, or uses one "
      + "that does, names declared roles only.",
    mend: "Write the role as it is declared, or declare it: `role finance_lead:` with a summary.",
    wrong: [
      .order(
        declarations: "role finance_lead:\n  summary: Who answers for the budget", fields: ["amount: decimal"],
        requires: ["amount > 0"], invariants: ["amount > 1000 → requires_approval(finance_laed)"])
    ],
    right: [
      .order(
        declarations: "role finance_lead:\n  summary: Who answers for the budget", fields: ["amount: decimal"],
        requires: ["amount > 0"], invariants: ["amount > 1000 → requires_approval(finance_lead)"])
    ])

  /// A role that no declaration names, with the nearest one that is known.
  package static func found(_ role: String, at span: Span, among known: [String]) -> Diagnostic {
    let near = NearestHelp(to: role, among: known)
    // A role that is no plain name would have to be quoted as its place wants it.
    let isPlain = near.nearest?.utf8.allSatisfy { $0 != 0x20 && $0 < 0x80 } ?? false
    return make(
      "no role is called `\(short(role))`", at: span, help: near.help ?? "declare `role \(short(role)):` with a summary",
      fixes: isPlain ? near.fixes(at: span) : [])
  }
}

/// A role that is also the name of something in scope.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Approvals.swift`.
package enum RoleIsName: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1057", "role-is-name", .warning,
    title: "a role that is also a name",
    why:
      "`requires_approval(boss)` waits for somebody with the role `boss`. Whoever reads a field `boss` beside it may take it for "
      + "the person that the field names.",
    mend: "Write `by boss` for the person that the field names; else give the field or the role another name.",
    wrong: [
      .order(
        fields: ["boss: text", "amount: decimal"], requires: ["amount > 0", "boss exists"],
        invariants: ["amount > 1000 → requires_approval(boss)"])
    ],
    right: [
      .order(
        fields: ["boss: text", "amount: decimal"], requires: ["amount > 0", "boss exists"],
        invariants: ["amount > 1000 → requires_approval(by boss)"])
    ])

  /// The role is meant, whatever else has the name.
  package static func found(_ role: String, at span: Span) -> Diagnostic {
    make(
      "this waits for somebody with the role `\(short(role))`, and `\(short(role))` is a name here too", at: span,
      help: "for the person that it names write `by \(short(role))`")
  }
}
