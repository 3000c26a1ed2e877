package import TruthsText

/// An enum has no such value.
package enum UnknownValue: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1005", "unknown-value", .error,
    title: "an enum has no such value",
    why: "A comparison with a value that does not exist is never true, so the rule would never fire.",
    mend: "Write one of the values that the enum declares.",
    wrong: [
      .order(declarations: "enum state: [open, done]", fields: ["state: state"], requires: ["state == dnoe"])
    ],
    right: [
      .order(declarations: "enum state: [open, done]", fields: ["state: state"], requires: ["state == done"])
    ])

  /// A word or text where a value of an enum is wanted.
  ///
  /// - Parameter written: how a value is written in a clause: one that is no word, in quotes.
  package static func found(
    _ value: String, at span: Span, enumeration: String, values: [String], written: (String) -> String
  ) -> Diagnostic {
    let near = NearestHelp(nearest: nearestName(to: value, among: values).map(written))
    let known = values.prefix(8).map { "`\(written($0))`" }.joined(separator: ", ") + (values.count > 8 ? " …" : "")
    return make(
      "`\(value)` is not a value of `\(enumeration)`", at: span, help: near.help ?? "its values are \(known)",
      fixes: near.fixes(at: span))
  }
}
