package import TruthsText

/// An approval in a truth on facts.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Approvals.swift`.
package enum ApprovalOnFacts: DiagnosticKind {
  package static let id = DiagnosticID("T4135", .warning)

  package static func finding(_ truth: String, at span: Span) -> Diagnostic {
    make(
      "if `\(short(truth))` fires on an existing fact, no one can give this approval, and every decision halts",
      at: span, help: "ask for it in a truth that fires on an intent, or write `warn(\"…\")` here")
  }
}

/// A consent in a truth on facts.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Approvals.swift`.
package enum ConsentOnFacts: DiagnosticKind {
  package static let id = DiagnosticID("T4136", .error)

  package static func finding(_ truth: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(truth))` fires on a fact, and no one proposes a fact, so there is nothing to consent to", at: span,
      help: "write `requires_consent` in a truth that fires on an intent")
  }
}

/// An authority that is derived from approvals.
///
/// Detected in `Sources/TruthsCheck/Lints/AuthorityLints.swift`.
package enum AuthorityOfApprovals: DiagnosticKind {
  package static let id = DiagnosticID("T4137", .error)

  package static func finding(_ fact: String, truth: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(truth))` reads `\(fact)`, and `authority.held` is derived from the result", at: span,
      help: "read a fact that names the deputy, such as `deputy.named`, instead of `approval.…`")
  }
}
