package import TruthsText

/// Clauses in square brackets.
package enum FlowClauses: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0043", "flow-clauses", .error,
    title: "clauses in square brackets",
    why: "YAML cuts what stands in square brackets at every comma, also at those of a clause.",
    mend: "Write each clause in a line of its own, behind `- `.",
    wrong: [.truth("  requires: [weight exists, weight > 0]\n")],
    right: [.requirement("weight > 0")])

  /// A list of clauses in `[…]`.
  package static func found(_ key: String, at span: Span) -> Diagnostic {
    make(
      "`\(short(key))` must not stand in `[…]`: YAML would cut its clauses at commas", at: span,
      help: "write each in a line of its own, behind `- `")
  }
}
