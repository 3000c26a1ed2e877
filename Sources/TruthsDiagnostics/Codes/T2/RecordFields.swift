package import TruthsText

/// A record without one of its required fields.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Records.swift`.
package enum RecordFields: DiagnosticKind {
  package static let id = DiagnosticID("T2036", .error)

  /// - Parameter record: the record as it is written.
  package static func leftOut(_ names: [String], record: String, at span: Span) -> Diagnostic {
    let all = names.map { "`\($0)`" }.joinedInWords
    let more = names.map { "\($0) = …" }.joined(separator: ", ")
    let separator = record.hasSuffix("()") ? "" : ", "
    return make(
      "this record gives no value to \(all)", at: span,
      help: "write `\(record.dropLast())\(separator)\(more))`, with a value for each")
  }
}
