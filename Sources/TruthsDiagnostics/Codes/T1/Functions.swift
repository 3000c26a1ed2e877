package import TruthsText

/// A function that reads the proposal, the actor or other names outside its inputs.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`.
package enum BeyondFunction: DiagnosticKind {
  package static let id = DiagnosticID("T1046", .error)

  package static func finding(_ name: String, at span: Span) -> Diagnostic {
    make(
      "a function does not see `\(name)`", at: span,
      help: "make it an input, and pass the value where the function is called")
  }
}
