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
  package static func finding(_ name: String, reading fact: String, at span: Span, declared: Span, other: Span) -> Diagnostic {
    make(
      "`\(name)` reads `\(fact)`, which this run may produce: here it has the value after the run, "
        + "elsewhere the value before the run",
      at: span,
      help: "if you mean the value before the run, write `old(\(name))`; if not, read the facts here without the `let`",
      notes: [
        Diagnostic.Note("the `let` is here", at: declared),
        Diagnostic.Note("here it has the value before the run", at: other),
      ])
  }
}
