package import TruthsText

/// Rows that may hold at the same time, in a table that allows only one.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/TableRows.swift`.
package enum MayOverlap: DiagnosticKind {
  package static let id = DiagnosticID("T4425", .warning)

  /// The later of two rows that may hold for the same inputs.
  package static func finding(_ row: String, first: (text: String, span: Span), hit: String, at span: Span) -> Diagnostic {
    make(
      "row `\(row)` may be true together with `\(first.text)`", at: span, label: "may be true at the same time",
      help: "add `not (…)` with the condition of `\(first.text)` to this row, or remove `hit: \(hit)`",
      notes: [.init("the other row is here", at: first.span)])
  }
}

/// Tables and functions that call each other in a cycle.
///
/// Detected in `Sources/TruthsCheck/Declare/CallGraph.swift`.
package enum CallCycle: DiagnosticKind {
  package static let id = DiagnosticID("T4621", .error)

  /// - Parameters:
  ///   - names: the called names in order, up to the first one again.
  ///   - calls: the place of each call.
  package static func finding(_ names: [String], calls: [Span], at span: Span) -> Diagnostic {
    let chain = names.map { "`\($0)`" }.joined(separator: " calls ")
    return make(
      names.count > 2 ? "a circle of calls: \(chain)" : "`\(names.first ?? "")` calls itself", at: span,
      help: "remove this call, and calculate `\(names.first ?? "")` without it",
      notes: zip(names.dropFirst(2), calls.dropFirst()).map { .init("`\($0)` is called here", at: $1) })
  }
}

/// A table that calls a function which reads facts, lifecycles or `now`.
///
/// Detected in `Sources/TruthsCheck/Declare/CallGraph.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`.
package enum TableReadsContext: DiagnosticKind {
  package static let id = DiagnosticID("T4622", .error)

  /// - Parameters:
  ///   - caller: `the table` or `the source`.
  ///   - read: the name that the function reads besides its inputs, and its place.
  package static func finding(_ function: String, caller: String, read: (label: String, span: Span)?, at span: Span) -> Diagnostic
  {
    let what = read.map { "`\($0.label)`" } ?? "facts, lifecycles or `now`"
    return make(
      "`\(function)` reads \(what), but \(caller) that calls it must not read that", at: span,
      help: "call `\(function)` where its value is needed, and pass the value as an input",
      notes: read.map { [.init("`\($0.label)` is read here", at: $0.span)] } ?? [])
  }
}
