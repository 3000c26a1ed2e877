package import TruthsText

/// `else` behind an effect.
package enum ElseBehindEffect: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0062", "else-behind-effect", .error,
    title: "`else` behind an effect",
    why: "An effect already says what happens; there is nothing else.",
    mend: "Remove the `else`; the reason of an effect stands in its brackets.",
    wrong: [.invariant(#"weight > 99 → reject("Too heavy") else "Too light""#)],
    right: [.invariant(#"weight > 99 → reject("Too heavy")"#)])

  /// The word `else`.
  package static func found(at span: Span) -> Diagnostic {
    make("`else` may not stand behind an effect", at: span, help: "write the reason into the effect: `reject(\"…\")`")
  }
}
