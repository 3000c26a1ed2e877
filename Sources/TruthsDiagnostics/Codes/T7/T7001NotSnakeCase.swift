/// A name is not in snake_case.
package enum NotSnakeCase: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T7001", "not-snake-case", .warning,
    title: "a name is not in snake_case",
    why: "Names travel into facts, traces and other programs; one way of writing them saves every reader a look.",
    mend: "Write it in lower case, with `_` between words.",
    wrong: [
      .order(fields: ["netAmount: decimal"], requires: ["netAmount > 0"])
    ],
    right: [
      .order(fields: ["net_amount: decimal"], requires: ["net_amount > 0"])
    ])

  /// A declared name with capital letters.
  package static func found(_ name: some PlacedName) -> Diagnostic {
    make("`\(name.text)` is not in snake_case", at: name.span, help: "write `\(snakeCase(name.text))`")
  }

  /// The same name in lower case, with `_` before what was a capital letter.
  private static func snakeCase(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase, !result.isEmpty, !result.hasSuffix("_"), !result.hasSuffix(".") { result += "_" }
      result += character.lowercased()
    }
    return result
  }
}
