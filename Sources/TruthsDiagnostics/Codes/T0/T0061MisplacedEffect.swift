package import TruthsText

/// An effect where none may stand.
package enum MisplacedEffect: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0061", "misplaced-effect", .error,
    title: "an effect where none may stand",
    why: "A requirement that does not hold rejects the proposal; that is its only effect.",
    mend: "Write the effect in `invariants`, behind `→` or `else`; give a requirement its reason with `else \"…\"`.",
    wrong: [.requirement(#"weight < 0 → reject("Too light")"#)],
    right: [.requirement(#"weight >= 0 else "Too light""#)])

  /// An effect in `requires`.
  package static func inRequirement(_ effect: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(effect))` may not stand in `requires`", at: span,
      help: "move the clause to `invariants`, or write `else \"…\"`: a requirement that does not hold rejects by itself")
  }

  /// An effect in the middle of an expression.
  package static func inExpression(_ effect: String, at span: Span) -> Diagnostic {
    make("`\(short(effect))` is an effect, not a value", at: span, help: "effects stand behind `→` or `else`")
  }
}
