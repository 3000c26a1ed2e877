package import TruthsText

/// A truth on facts that reads decisions.
///
/// Detected in `Sources/TruthsCheck/Convergence/DecisionReads.swift`.
package enum DecisionsReadByFacts: DiagnosticKind {
  package static let id = DiagnosticID("T4145", .error)

  /// - Parameters:
  ///   - name: the declared name that the truth reads.
  ///   - isView: whether it is a view, which itself reads decisions.
  package static func finding(_ name: String, isView: Bool, at span: Span) -> Diagnostic {
    make(
      isView
        ? "`\(name)` reads `decision.made`, which a truth that fires on a fact must not read"
        : "a truth that fires on a fact must not read `decision.made`", at: span,
      help: "read it in a truth that fires on an intent, such as "
        + "`some d in decision.made satisfies d.decision == rejected`")
  }
}
