package import TruthsText

/// A record is written without a field that it must have.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Records.swift`.
package enum RecordFields: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2036", "record-fields", .error,
    title: "a record is written without a field that it must have",
    why: "A record without such a field is none: whoever reads it would find the field missing.",
    mend: "Write a value for each field of the record that has neither `?` nor a default.",
    wrong: [.record("line(sku = order_id)")], right: [.record("line(sku = order_id, quantity = 1)")])

  /// - Parameter record: as it is written.
  package static func leftOut(_ names: [String], record: String, at span: Span) -> Diagnostic {
    let all = names.map { "`\($0)`" }.joinedInWords
    let more = names.map { "\($0) = …" }.joined(separator: ", ")
    let separator = record.hasSuffix("()") ? "" : ", "
    return make(
      "this record leaves \(all) out", at: span, help: "write `\(record.dropLast())\(separator)\(more))`, with a value for each")
  }
}

extension DiagnosticSample {
  /// A `let` that makes a record with a text and a number.
  fileprivate static func record(_ value: String) -> DiagnosticSample {
    .order(
      declarations: """
        record line:
          fields:
            sku: text
            quantity: integer
        """, lets: ["first_line: \(value)"], requires: ["first_line.quantity > 0"])
  }
}
