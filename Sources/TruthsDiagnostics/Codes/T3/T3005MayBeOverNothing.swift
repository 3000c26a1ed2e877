package import TruthsText

/// A least or greatest value may be taken of nothing.
package enum MayBeOverNothing: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T3005", "may-be-over-nothing", .warning,
    title: "a least or greatest value may be taken of nothing",
    why: "Over nothing, `min` and `max` are missing, and what reads them cannot be told.",
    mend: "Require that the list is not empty, or test it in the clause.",
    wrong: [
      .order(
        fields: ["prices: list of decimal"], requires: ["prices exists"],
        invariants: ["max(p for p in prices) > 9 → requires_approval"])
    ],
    right: [
      .order(
        fields: ["prices: list of decimal"], requires: ["prices not empty"],
        invariants: ["max(p for p in prices) > 9 → requires_approval"])
    ])

  /// `min` or `max` over what may be empty.
  /// - Parameter isList: whether it is taken of a whole list.
  package static func found(_ function: String, isList: Bool, at span: Span) -> Diagnostic {
    make(
      "there may be nothing to take the `\(function)` of, and then it is missing", at: span,
      help: isList
        ? "require that there is something, such as `… not empty`" : "give it a name in `let`, and require that it exists")
  }
}
