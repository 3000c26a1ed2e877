package import TruthsText

/// Rows that may be true at once, in a table in which only one may.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/TableRows.swift`.
package enum MayOverlap: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4425", "may-overlap", .warning,
    title: "two rows of a table may be true at once",
    why: "`hit: unique` has no value where two rows are true, and `hit: any` where two of them give different values: what reads "
      + "the table can then not be told.",
    mend: "Say in one of the rows what the other one leaves, or leave `hit` out: then the first true row counts.",
    wrong: [
      .table(
        ["amount * amount < 10 → \"a\"", "amount > 100 → \"b\"", "otherwise → \"d\""], keys: ["hit: unique"])
    ],
    right: [
      .table(["amount < 10 → \"a\"", "amount > 100 → \"b\"", "otherwise → \"d\""], keys: ["hit: unique"])
    ])

  /// The later of two rows.
  package static func found(_ row: String, first: (text: String, span: Span), hit: String, at span: Span) -> Diagnostic {
    make(
      "row `\(row)` may be true together with `\(first.text)`", at: span, label: "may be true at the same time",
      help: "write `not (…)` with the condition of `\(first.text)` into it, or leave `hit: \(hit)` out",
      notes: [.init("the other row stands here", at: first.span)])
  }
}

/// Tables and functions that call each other in a ring.
///
/// Detected in `Sources/TruthsCheck/Declare/CallGraph.swift`.
package enum CallCycle: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4621", "call-cycle", .error,
    title: "a table or function calls itself",
    why: "Its value would be worked out of itself, without an end.",
    mend: "Work out one of them without the others, or make one of them of all.",
    wrong: [
      .order(
        declarations: """
          function double:
            inputs:
              amount: decimal
            output: decimal
            value: half(amount) * 4

          function half:
            inputs:
              amount: decimal
            output: decimal
            value: double(amount) / 4
          """, fields: ["amount: decimal"], requires: ["amount exists", "half(amount) > 0"])
    ],
    right: [
      .order(
        declarations: """
          function double:
            inputs:
              amount: decimal
            output: decimal
            value: half(amount) * 4

          function half:
            inputs:
              amount: decimal
            output: decimal
            value: amount / 2
          """, fields: ["amount: decimal"], requires: ["amount exists", "double(amount) > 0"])
    ])

  /// - Parameters:
  ///   - names: those that are called, one after the other, up to the first again.
  ///   - calls: where each of them is called.
  package static func found(_ names: [String], calls: [Span], at span: Span) -> Diagnostic {
    let chain = names.map { "`\($0)`" }.joined(separator: " calls ")
    return make(
      names.count > 2 ? "a ring of calls: \(chain)" : "`\(names.first ?? "")` calls itself", at: span,
      help: "leave this call out: work `\(names.first ?? "")` out without it",
      notes: zip(names.dropFirst(2), calls.dropFirst()).map { .init("`\($0)` is called here", at: $1) })
  }
}

/// A table that calls a function which reads facts, lifecycles or `now`.
///
/// Detected in `Sources/TruthsCheck/Declare/CallGraph.swift`, `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Loops.swift`.
package enum TableReadsContext: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4622", "table-reads-context", .error,
    title: "a table calls a function that reads facts, lifecycles or `now`",
    why: "A table gives one value for its inputs, wherever it is called; what such a function gives depends on more than them. "
      + "The same is so of a source, which reads its document alone.",
    mend: "Call the function where the table is called, and hand over what it gives.",
    wrong: [
      .order(
        declarations: """
          function is_due:
            inputs:
              due: timestamp
            output: boolean
            value: due < now

          table grade:
            inputs:
              due: timestamp
            output: text
            rows:
              - is_due(due) → "late"
              - otherwise → "early"
          """, fields: ["due: timestamp"], requires: ["due exists", "grade(due) == \"early\""])
    ],
    right: [
      .order(
        declarations: """
          function is_due:
            inputs:
              due: timestamp
            output: boolean
            value: due < now

          table grade:
            inputs:
              late: boolean
            output: text
            rows:
              - late → "late"
              - otherwise → "early"
          """, fields: ["due: timestamp"], requires: ["due exists", "grade(is_due(due)) == \"early\""])
    ])

  /// - Parameters:
  ///   - caller: `the table` or `the source`.
  ///   - read: what is read beyond the inputs, and where.
  package static func found(_ function: String, caller: String, read: (label: String, span: Span)?, at span: Span) -> Diagnostic {
    let what = read.map { "`\($0.label)`" } ?? "facts, lifecycles or `now`"
    return make(
      "`\(function)` reads \(what), and \(caller) that calls it may not", at: span,
      help: "call `\(function)` where its value is wanted, and hand the value over as an input",
      notes: read.map { [.init("`\($0.label)` is read here", at: $0.span)] } ?? [])
  }
}
