package import TruthsText

/// An approval in a truth that fires on facts.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Approvals.swift`.
package enum ApprovalOnFacts: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4135", "approval-on-facts", .warning,
    title: "an approval in a truth that fires on facts",
    why:
      "What follows from facts that are there has no proposal that could wait: where a context is closed, such an approval can "
      + "never be given, and every decision on that context halts.",
    mend: "Ask for the approval where the fact is proposed, or warn here.",
    wrong: [onFacts("order_id == \"1\" → requires_approval(manager)")],
    right: [onFacts("order_id == \"1\" → warn(\"An order\")")])

  package static func found(_ truth: String, at span: Span) -> Diagnostic {
    make(
      "this approval cannot be given where `\(short(truth))` fires on facts that are there already: every decision halts then",
      at: span, help: "ask for it in a truth that fires on an intent, or write `warn(\"…\")` here")
  }

  static func onFacts(_ clause: String) -> DiagnosticSample {
    .order(
      declarations: """
        truth order_watching:
          when:
            - fact: order.placed
          invariants:
            - \(clause)
          produces:
            - trace.order.watching
        """, invariants: ["order_id == \"0\" → requires_approval"])
  }
}

/// A consent in a truth that fires on facts.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Approvals.swift`.
package enum ConsentOnFacts: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4136", "consent-on-facts", .error,
    title: "a consent in a truth that fires on facts",
    why: "A consent is to a proposal, by whom it is made for. What follows from facts is nobody's proposal.",
    mend: "Ask for the consent where the fact is proposed.",
    wrong: [ApprovalOnFacts.onFacts("order_id == \"1\" → requires_consent")],
    right: [ApprovalOnFacts.onFacts("order_id == \"1\" → warn(\"An order\")")])

  package static func found(_ truth: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(truth))` fires on facts, and a fact is nobody's proposal to consent to", at: span,
      help: "write `requires_consent` in a truth that fires on an intent")
  }
}

/// An authority that comes of approvals.
///
/// Detected in `Sources/TruthsCheck/Lints/AuthorityLints.swift`.
package enum AuthorityOfApprovals: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4137", "authority-of-approvals", .error,
    title: "an authority that comes of approvals",
    why:
      "Approvals are granted under the authorities that somebody holds. An authority that comes of approvals would depend on "
      + "what it decides.",
    mend: "Derive `authority.held` from facts of its own, such as a delegation that is proposed and approved.",
    wrong: [authority(of: "approval.granted as g", user: "g.request")],
    right: [authority(of: "deputy.named as g", user: "g.deputy")])

  package static func found(_ fact: String, truth: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(truth))` reads `\(fact)`, and `authority.held` comes of what it makes", at: span,
      help: "read a fact that says who stands in, such as `deputy.named`, and never `approval.…`")
  }

  static func authority(of match: String, user: String, arrival: String = "{by: [hr]}") -> DiagnosticSample {
    DiagnosticSample(files: [
      (
        path: "truths/trust/trust.truths",
        text: """
        pack trust:
          version: 1.0.0

        fact deputy.named:
          key: [deputy]
          external: \(arrival)
          fields:
            deputy: text

        truth deputies:
          when:
            - fact: \(match)
            - if: deputy.named(deputy = \(user))
          produces:
            - fact.authority.held:
                user_id: \(user)
                role: '"manager"'

        """
      )
    ])
  }
}
