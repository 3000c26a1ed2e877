package import TruthsText

/// A clause that must hold and never does.
package enum NeverHolds: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4302", "never-holds", .error,
    title: "a clause can never hold",
    why: "Whatever is proposed, and whatever the context holds, the clause does not: nothing can ever be accepted.",
    mend: "Correct the clause; conditions that were meant as alternatives are joined with `or`, not `and`.",
    wrong: [
      .order(fields: ["amount: decimal"], requires: ["amount > 10 and amount < 5"]),
      .order(fields: ["amount: decimal = 1"], invariants: ["amount > 10 or amount <= 10 → reject(\"No\")"]),
    ],
    right: [
      .order(fields: ["amount: decimal"], requires: ["amount > 10 or amount < 5"])
    ])

  /// A requirement or invariant that is never true.
  ///
  /// - Parameter isLiteral: whether it reads nothing, such as `false`: that is no slip, and only a warning.
  package static func found(_ clause: String, witness: String, isLiteral: Bool, at span: Span) -> Diagnostic {
    make(
      "\(clause) can never hold", at: span, label: "no proposal can meet this",
      help: "conditions that were meant as alternatives are joined with `or`",
      notes: [.init("for example, with \(witness), it does not hold", at: span)], severity: isLiteral ? .warning : nil)
  }

  /// A guard that stops every proposal.
  package static func alwaysStops(_ condition: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "`\(condition)` is never false, so every proposal is halted", at: span, label: "nothing can pass this",
      help: "say when the proposal is to be halted",
      notes: [.init("for example, with \(witness), it is true", at: span)])
  }
}
