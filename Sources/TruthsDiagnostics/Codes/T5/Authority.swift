package import TruthsText

/// An authority that every user can give themselves.
///
/// Detected in `Sources/TruthsCheck/Lints/AuthorityLints.swift`.
package enum SelfMadeAuthority: DiagnosticKind {
  package static let id = DiagnosticID("T5050", .warning)

  /// - Parameter how: how the fact can be brought in.
  package static func finding(_ fact: String, how: String, at span: Span) -> Diagnostic {
    make(
      "`authority.held` is derived from `\(fact)`, and \(how), so anyone can make anyone a deputy", at: span,
      help: "write `external: {by: [hr]}` under `\(fact)`, or require `\"hr\" in actor.roles` where it is proposed")
  }
}
