package import TruthsText

/// A clause that is true of everything.
package enum AlwaysTrue: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4304", "always-true", .warning,
    title: "a clause is always true",
    why: "It forbids nothing, so whoever relies on it is mistaken. A clause that must hold holds of everything; the condition of "
      + "an approval or a warning is met by everything.",
    mend: "Correct the clause, or remove it; to ask only that a value is there, write `x exists`.",
    wrong: [
      .order(fields: ["amount: decimal"], requires: ["amount > 10 or amount <= 10"])
    ],
    right: [
      .order(fields: ["amount: decimal"], requires: ["amount exists"])
    ])

  /// A clause that must hold and always does.
  ///
  /// - Parameter needsValues: whether it is unknown where its values are missing, and true only of all that are there.
  package static func found(
    _ clause: String, scope: String, needsValues: Bool, witness: String, at span: Span
  ) -> Diagnostic {
    make(
      needsValues ? "\(clause) is true\(scope) whatever its values are" : "\(clause) is always true\(scope)", at: span,
      label: "never false",
      help: needsValues
        ? "correct the clause; to ask only that a value is there, write `… exists`" : "correct the clause, or remove it",
      notes: [.init("for example, with \(witness), it holds, and no other values make it fail", at: span)])
  }

  /// A condition of an approval or warning that everything meets.
  package static func condition(_ condition: String, scope: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "`\(condition)` is never false\(scope), so this clause concerns every proposal", at: span, label: "never false",
      help: "correct the condition",
      notes: [.init("for example, with \(witness), it is true, and no other values make it false", at: span)])
  }

  /// A condition of `else` that nothing meets.
  package static func otherwise(_ condition: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "`\(condition)` is never true, so this clause concerns every proposal", at: span, label: "never true",
      help: "correct the condition",
      notes: [.init("for example, with \(witness), it is false, and no other values make it true", at: span)])
  }
}
