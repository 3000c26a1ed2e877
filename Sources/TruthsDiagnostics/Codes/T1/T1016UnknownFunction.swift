/// A function is not known.
package enum UnknownFunction: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1016", "unknown-function", .error,
    title: "a function is not known",
    why: "Clauses can call the functions of the language alone, so that evaluation stays total and the same everywhere.",
    mend: "Write one of the functions of the language.",
    wrong: [
      .order(requires: ["lenght(order_id) > 3"])
    ],
    right: [
      .order(requires: ["length(order_id) > 3"])
    ])

  /// A call of something that is no function.
  package static func found(_ name: some PlacedName, among functions: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: functions)
    return make("no function is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }
}
