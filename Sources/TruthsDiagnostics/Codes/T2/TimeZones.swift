package import TruthsText

/// A time zone that is neither a literal nor a value of an enum of zones.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Calendar.swift`.
package enum NotAZone: DiagnosticKind {
  package static let id = DiagnosticID("T2025", .error)

  /// - Parameter type: the type of the expression.
  package static func finding(_ type: String, at span: Span) -> Diagnostic {
    make(
      "this is `\(type)`, and a time zone is expected", at: span,
      help: "write a text such as `\"Europe/Berlin\"`, or a value of an enum such as "
        + "`enum zone: [\"Europe/Berlin\", \"America/New_York\"]`")
  }
}
