package import TruthsText

/// `old` stands where there is no context before, or is of what has no other value there.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Old.swift`.
package enum MisplacedOld: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1066", "misplaced-old", .error,
    title: "`old` stands where it says nothing",
    why:
      "`old(e)` is the value of `e` on the context before the run. Only `ensures` is read on another context, the result; and "
      + "what is no fact, lifecycle, view, policy or `let` is the same on both, as is what a variable of the result holds.",
    mend:
      "Write `old` in `ensures`, around what the facts say: a look-up, a state, a count of facts. A variable that is bound "
      + "outside may give its keys.",
    wrong: [
      .order(invariants: ["old(count(p in order.placed)) < 3 → reject(\"No third order\")"]),
      .order(fields: ["amount: decimal = 1"], ensures: ["old(amount) < 3"]),
    ],
    right: [
      .order(ensures: ["count(p in order.placed) <= old(count(p in order.placed)) + 1"])
    ])

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
