package import TruthsText

/// Anyone may make themselves an authority.
///
/// Detected in `Sources/TruthsCheck/Lints/AuthorityLints.swift`.
package enum SelfMadeAuthority: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5050", "self-made-authority", .warning,
    title: "anyone may say who stands in",
    why:
      "Who is lent a role, or acts for somebody, grants in that one's place. Where any user may bring in the fact that says so, "
      + "whoever says so stands in.",
    mend:
      "Say who brings the fact in, `external: {by: [hr]}`, or ask for `actor` in the truths of the intent that makes it.",
    wrong: [AuthorityOfApprovals.authority(of: "deputy.named as g", user: "g.deputy", arrival: "true")],
    right: [AuthorityOfApprovals.authority(of: "deputy.named as g", user: "g.deputy")])

  /// - Parameter how: how it is brought in.
  package static func found(_ fact: String, how: String, at span: Span) -> Diagnostic {
    make(
      "`authority.held` comes of `\(fact)`, and \(how): whoever says so stands in", at: span,
      help: "write `external: {by: [hr]}` under `\(fact)`, or require `\"hr\" in actor.roles` where it is proposed")
  }
}
