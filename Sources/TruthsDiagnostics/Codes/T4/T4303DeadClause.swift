package import TruthsText

/// A clause whose condition is never true.
package enum DeadClause: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4303", "dead-clause", .error,
    title: "the condition of a clause is never true",
    why: "The clause looks like a safeguard and does nothing: no proposal ever comes to what stands behind its arrow.",
    mend: "Correct the condition, or remove the clause. Where other clauses rule the case out before, this is a warning.",
    wrong: [
      .order(
        fields: ["amount: decimal"], requires: ["amount exists"],
        invariants: ["amount > 10 and amount < 5 → reject(\"Out of range\")"]),
      .order(fields: ["amount: decimal"], requires: ["amount < 100"], invariants: ["amount > 1000 → requires_approval"]),
    ],
    right: [
      .order(
        fields: ["amount: decimal"], requires: ["amount exists"],
        invariants: ["amount > 10 or amount < 5 → reject(\"Out of range\")"])
    ])

  /// A condition that is never true; `scope` says where: "", " where `if` holds".
  package static func found(_ condition: String, scope: String, witness: String, at span: Span) -> Diagnostic {
    make(
      "\(condition) is never true\(scope), so this clause does nothing", at: span, label: "never true",
      help: "correct the condition, or remove the clause",
      notes: [.init("for example, with \(witness), the clause is passed over", at: span)])
  }

  /// An approval that is never asked for, because other clauses stop the proposal first.
  package static func ruledOut(
    _ condition: String, by others: [(text: String, span: Span)], witness: String, at span: Span
  ) -> Diagnostic {
    make(
      "`\(condition)` is true only of proposals that \(others.map(\.text).joinedInWords) "
        + "\(others.count == 1 ? "stops" : "stop") anyway, so no approval is ever asked for",
      at: span, label: "comes too late", help: "correct one of them, or remove this clause",
      notes: others.map { .init("\($0.text) must hold before", at: $0.span) }
        + [.init("for example, with \(witness), no approval helps", at: span)],
      severity: .warning)
  }
}
