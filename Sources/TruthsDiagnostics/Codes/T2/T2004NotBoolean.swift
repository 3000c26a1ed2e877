package import TruthsText

/// A condition is not a boolean.
package enum NotBoolean: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2004", "not-boolean", .error,
    title: "a condition is not a boolean",
    why: "A condition is true, false or unknown; nothing else is taken for one of them.",
    mend: "Compare the value, or test it with `exists` or `empty`.",
    wrong: [
      .order(fields: ["amount: decimal"], requires: ["amount"])
    ],
    right: [
      .order(fields: ["amount: decimal"], requires: ["amount exists"])
    ])

  /// A value where a condition is wanted.
  package static func found(_ type: String, at span: Span) -> Diagnostic {
    make("this is `\(type)`, and a condition is wanted", at: span, help: "compare it, or test it with `exists`")
  }
}
