package import TruthsText

/// An unknown trigger of a job.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum UnknownTrigger: DiagnosticKind {
  package static let id = DiagnosticID("T5009", .warning)

  /// A word under `triggers` that is neither a fact type nor an intent.
  package static func finding(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no fact type or intent is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }

  /// A trigger with a fact type that is neither produced nor external.
  package static func neverProduced(_ name: some PlacedName, fact: String, declared: Span) -> Diagnostic {
    make(
      "nothing produces `\(fact)`, so nothing triggers this job", at: name.span,
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }
}

/// An unknown artifact of a job.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum UnknownArtifact: DiagnosticKind {
  package static let id = DiagnosticID("T5010", .warning)

  /// Two adjacent states of one lifecycle without a transition between them.
  package static func noTransition(
    _ from: some PlacedName, _ to: some PlacedName, lifecycle: String, declared: Span
  ) -> Diagnostic {
    make(
      "lifecycle `\(lifecycle)` has no transition from `\(from.text)` to `\(to.text)`", at: from.span.union(to.span),
      help: "name the states between, or add the transition",
      notes: [Diagnostic.Note("the lifecycle is declared here", at: declared)])
  }

  /// A word under `artifacts` that is neither a fact type nor a state.
  package static func finding(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no fact type or state is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }
}

/// A truth that enforces an unknown guardrail.
///
/// Detected in `Sources/TruthsCheck/Lints/JobNamePass.swift`.
package enum UnknownGuardrail: DiagnosticKind {
  package static let id = DiagnosticID("T5011", .error)

  /// A word under `enforces` that is not a guardrail.
  package static func finding(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no guardrail is called `\(name.text)`", at: name.span, help: near.help ?? "write `<job>.<number>`, counted from 1",
      fixes: near.fixes(at: name.span))
  }
}
