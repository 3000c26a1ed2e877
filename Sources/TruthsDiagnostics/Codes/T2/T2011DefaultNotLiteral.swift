package import TruthsText

/// A default is not a literal.
package enum DefaultNotLiteral: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2011", "default-not-literal", .error,
    title: "a default is not a literal",
    why: "Defaults are filled in before anything is checked, when there is nothing yet to work them out from.",
    mend: "Write a number, text, boolean, list or a value of the enum.",
    wrong: [
      .order(fields: ["amount: decimal = 2 * 3"], requires: ["amount > 0"])
    ],
    right: [
      .order(fields: ["amount: decimal = 6"], requires: ["amount > 0"])
    ])

  /// An expression where a default is wanted.
  package static func found(at span: Span) -> Diagnostic {
    make("a default is a literal", at: span)
  }
}
