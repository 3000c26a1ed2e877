/// A table or function has the name of a standard function.
///
/// Detected in `Sources/TruthsCheck/Declare/TableLowering.swift`.
package enum NamedAsFunction: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1037", "named-as-function", .warning,
    title: "a table or function has the name of a standard function",
    why:
      "Wherever the set's own is seen it is the one that is called, so that sets which are older than the standard function keep "
      + "their meaning. A reader who knows the standard one takes it for that.",
    mend: "Give it another name, unless the set must stay as it is.",
    wrong: [
      .order(
        declarations: """
          table quarter:
            inputs:
              amount: decimal
            output: decimal
            rows:
              - otherwise → amount / 4
          """, fields: ["amount: decimal"], requires: ["amount exists", "quarter(amount) > 1"])
    ],
    right: [
      .order(
        declarations: """
          table quarter_of:
            inputs:
              amount: decimal
            output: decimal
            rows:
              - otherwise → amount / 4
          """, fields: ["amount: decimal"], requires: ["amount exists", "quarter_of(amount) > 1"])
    ])

  /// - Parameter kind: what is declared: `table` or `function`.
  package static func found(_ name: some PlacedName, kind: String) -> Diagnostic {
    make(
      "the standard function `\(name.text)` cannot be called where this \(kind) is seen", at: name.span,
      help: "choose another name, such as `own_\(name.text)`")
  }
}
