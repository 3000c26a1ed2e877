package import TruthsText

/// A job without one of its keys.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum IncompleteJob: DiagnosticKind {
  package static let id = DiagnosticID("T6003", .warning)

  /// - Parameter example: the key with a value that is made from the job.
  package static func finding(lacks key: String, example: String, at span: Span) -> Diagnostic {
    make("this job has no `\(key)`", at: span, help: "add `\(example)`")
  }
}
