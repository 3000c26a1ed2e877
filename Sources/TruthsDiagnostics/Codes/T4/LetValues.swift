package import TruthsText

/// A `let` with two values in one decision.
///
/// Detected in `Sources/TruthsCheck/Lints/LetValues.swift`.
package enum LetWithTwoValues: DiagnosticKind {
  package static let id = DiagnosticID("T4146", .warning)

  /// - Parameters:
  ///   - name: the `let`.
  ///   - fact: the fact type that it reads and that the run may produce.
  ///   - other: the place where it is read on the context before the run.
  package static func found(_ name: String, reading fact: String, at span: Span, declared: Span, other: Span) -> Diagnostic {
    make(
      "`\(name)` reads `\(fact)`, which this run may produce: here it is worked out on the result, elsewhere on the context "
        + "before",
      at: span,
      help: "write `old(\(name))` where its value before is meant, else read the facts here without the `let`",
      notes: [
        Diagnostic.Note("the `let` stands here", at: declared),
        Diagnostic.Note("here it is read on the context before", at: other),
      ])
  }
}
