package import TruthsText

/// A clause that others of its truth imply.
package enum ImpliedClause: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4305", "implied-clause", .warning,
    title: "a clause follows from others of the same truth",
    why:
      "Whenever it does not hold, another one does not hold either: it decides nothing, and may be meant to say something else.",
    mend: "Remove the clause, or correct the one that is too strict.",
    wrong: [
      .order(fields: ["amount: decimal"], requires: ["amount > 0", "amount > 100"])
    ],
    right: [
      .order(fields: ["amount: decimal"], requires: ["amount > 0", "amount < 100"])
    ])

  /// A clause that others imply.
  package static func found(
    _ clause: String, by others: [(text: String, span: Span)], witness: String, at span: Span
  ) -> Diagnostic {
    let example = others.count == 1 ? "the other" : "one of the others"
    return make(
      "\(clause) follows from \(others.map(\.text).joinedInWords)", at: span, label: "decides nothing by itself",
      help: "remove it, or correct the one that is too strict",
      notes: others.map { .init("\($0.text) stands here", at: $0.span) }
        + [.init("for example, with \(witness), it does not hold, and neither does \(example)", at: span)])
  }
}
