package import TruthsText

/// A row whose outputs do not match its table.
///
/// Detected in `Sources/TruthsCheck/Declare/TableLowering.swift`.
package enum RowOutputs: DiagnosticKind {
  package static let id = DiagnosticID("T2035", .error)

  /// An output that a row leaves out.
  package static func leftOut(_ names: [String], row: String, at span: Span) -> Diagnostic {
    let all = names.map { "`\($0)`" }.joinedInWords
    let more = names.map { "\($0) = missing" }.joined(separator: ", ")
    return make(
      "row `\(row)` gives no value to \(all)", at: span, help: "if there is no value, write `\(row), \(more)`")
  }

  /// Outputs for which the heading of a grid has no column.
  package static func columns(_ names: [String], heading: String, at span: Span) -> Diagnostic {
    let all = names.map { "`\($0)`" }.joinedInWords
    return make(
      "the grid has no column for \(all)", at: span,
      help: "write `\(heading) | \(names.joined(separator: " | "))`, and a value for it in each line")
  }

  /// A row with one value, in a table with several outputs.
  package static func unnamed(_ names: [String], at span: Span) -> Diagnostic {
    let example = names.map { "\($0) = …" }.joined(separator: ", ")
    return make("the row does not say which output its value is", at: span, help: "write `→ \(example)`")
  }

  /// A row that names outputs, in a table with one.
  package static func named(_ name: some PlacedName) -> Diagnostic {
    make(
      "the table has one output without a name, and the row gives `\(name.text)`", at: name.span,
      help: "write the value alone, or declare `outputs:` with `\(name.text)` below it")
  }

  /// An output that a row gives twice.
  package static func repeated(_ name: some PlacedName, first: Span) -> Diagnostic {
    make(
      "the row gives `\(name.text)` twice", at: name.span, help: "remove one of the two",
      notes: [.init("it is written first here", at: first)])
  }

  /// A hit policy that adds or compares values, in a table with several outputs.
  package static func collected(_ hit: String, at key: Span) -> Diagnostic {
    make(
      "`hit: \(hit)` needs one value from each row, but the table has several outputs", at: key,
      help: "write `hit: collect`, and `\(hit.split(separator: " ").last ?? "sum")(r.fee for r in …)` where the table is called")
  }
}
