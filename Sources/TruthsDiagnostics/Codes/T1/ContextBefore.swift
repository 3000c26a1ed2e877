package import TruthsText

/// `old` stands where there is no context before, or is of what has no other value there.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Old.swift`.
package enum MisplacedOld: DiagnosticKind {
  package static let id = DiagnosticID("T1066", .error)

  /// - Parameters:
  ///   - expr: what it is of.
  ///   - isInside: whether it stands inside another `old`.
  package static func found(_ expr: String, isInside: Bool, at span: Span) -> Diagnostic {
    let message =
      isInside
      ? "`old` stands inside `old`, and there is one context before the run"
      : "`old(\(expr))` stands outside `ensures`, where the context is the one before the run"
    return make(message, at: span, help: isInside ? "leave the inner `old` out" : "write `\(expr)` without `old`")
  }

  /// Nothing in it differs from what it is of.
  package static func unchanging(_ expr: String, at span: Span) -> Diagnostic {
    make(
      "`\(expr)` reads no fact, lifecycle, view, policy or `let`, so it is the same before the run and behind it", at: span,
      help: "write `\(expr)` without `old`")
  }

  /// A variable that stands for a fact or element of the result.
  package static func variable(_ variable: String, in expr: String, at span: Span) -> Diagnostic {
    make(
      "`\(variable)` is bound outside `old`, so it is what the result holds, and not what was there before", at: span,
      help: "look up what was there by its key, which `\(variable)` may give: `old(some.fact(key = \(variable).key).field)`",
      notes: [Diagnostic.Note("in `old(\(expr))`", at: span)])
  }
}
