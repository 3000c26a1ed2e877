package import TruthsText

/// An operator does not take these types.
package enum WrongOperands: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2007", "wrong-operands", .error,
    title: "an operator does not take these types",
    why: "Arithmetic is defined for numbers, durations, moments with durations, and lists with lists.",
    mend: "Use values that the operator takes; texts are joined inside a text, `\"{a}{b}\"`.",
    wrong: [
      .order(fields: ["name: text"], requires: ["name != order_id + name"])
    ],
    right: [
      .order(fields: ["name: text"], requires: ["name != \"{order_id}!\""])
    ])

  /// The two sides of an arithmetic operator.
  package static func found(_ left: String, _ right: String, operation: String, areTexts: Bool, at span: Span) -> Diagnostic {
    make(
      "`\(operation)` does not take `\(left)` and `\(right)`", at: span,
      help: areTexts ? "texts are joined inside a text: `\"{a}{b}\"`" : nil)
  }
}
