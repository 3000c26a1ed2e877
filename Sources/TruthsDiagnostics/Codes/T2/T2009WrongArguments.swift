package import TruthsText

/// A function is called with the wrong number of arguments.
package enum WrongArguments: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2009", "wrong-arguments", .error,
    title: "a function is called with the wrong number of arguments",
    why: "What is left out or too many would have to be guessed.",
    mend: "Call the function with the arguments that it takes.",
    wrong: [
      .order(requires: ["starts_with(order_id)"])
    ],
    right: [
      .order(requires: ["starts_with(order_id, \"A\")"])
    ])

  /// A call with fewer or more arguments than the function takes.
  package static func count(_ name: some PlacedName, wanted: ClosedRange<Int>, found: Int, at span: Span) -> Diagnostic {
    let wants = wanted.lowerBound == wanted.upperBound ? "\(wanted.lowerBound)" : "\(wanted.lowerBound) or \(wanted.upperBound)"
    return make(
      "`\(name.text)` takes \(wants) argument\(wanted.upperBound == 1 ? "" : "s"), not \(found)", at: span)
  }
}
