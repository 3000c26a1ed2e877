package import TruthsText

/// Clauses that must all hold and cannot.
package enum ContradictoryClauses: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4301", "contradictory-clauses", .error,
    title: "clauses contradict each other",
    why:
      "Every one of them must hold for a proposal to be accepted, and no proposal meets them all: nothing can ever be accepted.",
    mend: "Change or remove one of the clauses that the finding names, or join what was meant as alternatives with `or`.",
    wrong: [
      .order(fields: ["amount: decimal"], requires: ["amount > 10", "amount < 5"]),
      .order(
        fields: ["amount: decimal"], requires: ["amount > 1000"], invariants: ["amount >= 500 → reject(\"Too much\")"]),
    ],
    right: [
      .order(fields: ["amount: decimal"], requires: ["amount > 10 or amount < 5"])
    ])

  /// Clauses that cannot hold together, told at the last of them.
  ///
  /// - Parameters:
  ///   - others: the clauses that it contradicts, and where they stand.
  ///   - witness: what shows it, "`amount` 11".
  package static func found(
    _ clause: String, with others: [(text: String, span: Span)], witness: String, at span: Span
  ) -> Diagnostic {
    let all = others.map(\.text).joinedInWords
    let example = "with \(witness), \(all) \(others.count == 1 ? "holds" : "hold") and this does not"
    return make(
      "\(clause) cannot hold together with \(all)", at: span,
      label: others.count == 1 ? "no proposal can meet both" : "no proposal can meet all of them",
      help: "change one of them, or join what was meant as alternatives with `or`",
      notes: others.map { .init("\($0.text) must hold too", at: $0.span) }
        + [.init("for example, \(example)", at: span)])
  }
}
