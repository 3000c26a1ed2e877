package import TruthsText

/// A set that does not name who may adopt other rules.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum UnnamedAdopter: DiagnosticKind {
  package static let id = DiagnosticID("T5022", .warning)

  /// Reports a pack that requires an approval, in a set without a pack `trust`.
  ///
  /// - Parameter example: a clause that names people.
  package static func anybody(_ pack: String, at span: Span, approval: Span, example: String) -> Diagnostic {
    make(
      "any user may adopt new truths, and so avoid the approvals of pack `\(short(pack))`",
      at: span, help: "say who may adopt them, in pack `trust`: \(truth(example))",
      notes: [Diagnostic.Note("this asks for an approval", at: approval)])
  }

  /// Reports a pack `trust`.
  package static func nobody(at span: Span, example: String) -> Diagnostic {
    make(
      "pack `trust` does not say who may adopt new truths, so no one may", at: span,
      help: "say who may adopt them: \(truth(example))")
  }

  private static func truth(_ example: String) -> String {
    "`truth rule_change:` with `when: - intent: adopt_truths`, `requires: - '\(short(example))'` and "
      + "`produces: - trace.rules.change`"
  }
}
