package import TruthsText

/// `old` where no earlier context exists, or on an expression that cannot differ from its earlier value.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Old.swift`.
package enum MisplacedOld: DiagnosticKind {
  package static let id = DiagnosticID("T1066", .error)

  /// - Parameters:
  ///   - expr: the operand of `old`.
  ///   - isInside: whether `old` is inside another `old`.
  package static func finding(_ expr: String, isInside: Bool, at span: Span) -> Diagnostic {
    let message =
      isInside
      ? "`old` is inside another `old`, but there is only one context before the run"
      : "`old(\(expr))` is outside `ensures`, and only there is `old` allowed"
    return make(message, at: span, help: isInside ? "remove the inner `old`" : "write `\(expr)` without `old`")
  }

  /// An operand of `old` that has the same value before and after the run.
  package static func unchanging(_ expr: String, at span: Span) -> Diagnostic {
    make(
      "`\(expr)` reads no fact, lifecycle, view, policy or `let`, so it is the same before and after the run", at: span,
      help: "write `\(expr)` without `old`")
  }

  /// A variable in `old` that is bound to a fact or element of the result.
  package static func variable(_ variable: String, in expr: String, at span: Span) -> Diagnostic {
    make(
      "`\(variable)` is bound outside `old`, so its values are those after the run, not those before it", at: span,
      help: "look up the earlier value by a key that `\(variable)` gives: `old(some.fact(key = \(variable).key).field)`",
      notes: [Diagnostic.Note("in `old(\(expr))`", at: span)])
  }
}
