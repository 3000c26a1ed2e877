package import TruthsText

/// An approval in a truth on facts.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Approvals.swift`.
package enum ApprovalOnFacts: DiagnosticKind {
  package static let id = DiagnosticID("T4135", .warning)

  package static func found(_ truth: String, at span: Span) -> Diagnostic {
    make(
      "this approval cannot be given where `\(short(truth))` fires on facts that are there already: every decision halts then",
      at: span, help: "ask for it in a truth that fires on an intent, or write `warn(\"…\")` here")
  }
}

/// A consent in a truth on facts.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Approvals.swift`.
package enum ConsentOnFacts: DiagnosticKind {
  package static let id = DiagnosticID("T4136", .error)

  package static func found(_ truth: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(truth))` fires on facts, and a fact is nobody's proposal to consent to", at: span,
      help: "write `requires_consent` in a truth that fires on an intent")
  }
}

/// An authority that is derived from approvals.
///
/// Detected in `Sources/TruthsCheck/Lints/AuthorityLints.swift`.
package enum AuthorityOfApprovals: DiagnosticKind {
  package static let id = DiagnosticID("T4137", .error)

  package static func found(_ fact: String, truth: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(truth))` reads `\(fact)`, and `authority.held` comes of what it makes", at: span,
      help: "read a fact that says who stands in, such as `deputy.named`, and never `approval.…`")
  }
}
