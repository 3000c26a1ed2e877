package import TruthsText

/// A table that does not cover every case.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/TableRows.swift`.
package enum TableGap: DiagnosticKind {
  package static let id = DiagnosticID("T4401", .error)

  /// A table without a row for some inputs.
  package static func finding(_ table: String, witness: String, at key: Span) -> Diagnostic {
    make(
      "table `\(table)` has no row for \(witness)", at: key, help: "add a row for it, or `otherwise → …`")
  }

  /// A table without any row.
  package static func empty(_ table: String, at key: Span) -> Diagnostic {
    make("table `\(table)` has no rows, so it never has a value", at: key, help: "add rows, or `otherwise → …`")
  }
}

/// Two rows that hold at the same time in a table with `hit: unique` or `hit: any`.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/TableRows.swift`.
package enum TableOverlap: DiagnosticKind {
  package static let id = DiagnosticID("T4402", .error)

  /// The later of two rows that hold for the same inputs.
  package static func finding(
    _ row: String, first: (text: String, span: Span), hit: String, witness: String, at span: Span
  ) -> Diagnostic {
    make(
      "row `\(row)` overlaps with `\(first.text)`", at: span, label: "true at the same time",
      help: "narrow one of the rows, or remove `hit: \(hit)`",
      notes: [.init("the other row is here", at: first.span), .init("for example, with \(witness), both are true", at: span)])
  }
}

/// A row that is never reached.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/TableRows.swift`.
package enum DeadRow: DiagnosticKind {
  package static let id = DiagnosticID("T4403", .error)

  /// A row whose cases earlier rows take.
  package static func covered(
    _ row: String, by others: [(text: String, span: Span)], witness: String, at span: Span
  ) -> Diagnostic {
    let all = others.map { "`\($0.text)`" }.joinedInWords
    return make(
      "row `\(row)` is never reached: \(all) \(others.count == 1 ? "takes" : "take") all its cases", at: span,
      label: "never reached", help: "move the row up, correct its condition, or remove it",
      notes: others.map { .init("`\($0.text)` comes before", at: $0.span) }
        + [.init("for example, earlier rows match \(witness)", at: span)])
  }

  /// A row whose condition is never true.
  package static func never(_ row: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "row `\(row)` is never reached: its condition is never true", at: span, label: "never true",
      help: "correct the condition, or remove the row",
      notes: [.init("for example, with \(witness), the row does not match", at: span)])
  }

  /// An `otherwise` after rows that cover every case.
  package static func otherwise(_ row: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "row `\(row)` is never reached: the rows before it take every case", at: span, label: "nothing is left for it",
      help: "remove it, or correct the rows before it",
      notes: [.init("for example, earlier rows match \(witness), and everything else", at: span)], severity: .warning)
  }
}

/// A table without `otherwise` whose coverage cannot be decided.
///
/// Detected in `Sources/TruthsCheck/Solver/Questions/TableRows.swift`.
package enum OtherwiseNeeded: DiagnosticKind {
  package static let id = DiagnosticID("T4404", .error)

  /// A table with a row that does more than compare inputs with constants.
  package static func finding(_ table: String, row: (text: String, span: Span), at key: Span) -> Diagnostic {
    make(
      "table `\(table)` needs a row `otherwise`", at: key, help: "add `otherwise → …` as the last row",
      notes: [.init("`\(row.text)` does more than compare inputs with constants", at: row.span)])
  }
}
