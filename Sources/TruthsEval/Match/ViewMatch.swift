import TruthsJSON
package import TruthsRuntime
import TruthsText

/// What a client must show, against its view at that moment (runtime.md §6, `expect`).
package struct ViewMatch {
  let view: ClientView
  let shown: JSONObject

  package init(_ view: ClientView) {
    self.view = view
    shown = view.json
  }

  /// Where the view differs; empty when it is as expected.
  ///
  /// - Parameter path: The way to the expectation, `scenario[3].expect`.
  package func mismatches(_ expected: Expectation, path: String) -> [Mismatch] {
    expected.members.flatMap { mismatches($0.name.string, $0.value, path: "\(path).\($0.name)") }
  }

  func mismatches(_ name: String, _ expected: LocatedJSON, path: String) -> [Mismatch] {
    switch (name, expected.kind) {
    case ("waiting_for", _): SetMatch.mismatches(expected, view.waitingFor, path: path)
    case ("facts", .array), ("facts", .null):
      PartialListMatch.mismatches(expected, view.facts.map { .object($0) }, path: path, noun: "fact")
    case ("provisional", _): provisional(expected, path: path)
    case ("indicator", .string(let text)): indicator(text.string, expected, path: path)
    case (_, .null) where shown[name] == .array([]): []
    default: ValueMatch.mismatches(expected, shown[name], path: path)
    }
  }

  /// A list says which facts are provisional, a number how many, a boolean whether there are any.
  private func provisional(_ expected: LocatedJSON, path: String) -> [Mismatch] {
    let facts = view.provisional.map { JSONValue.object($0) }
    return switch expected.kind {
    case .boolean: ValueMatch.mismatches(expected, .boolean(!facts.isEmpty), path: path)
    case .number: ValueMatch.mismatches(expected, .number(Decimal(facts.count)), path: path)
    default: PartialListMatch.mismatches(expected, facts, path: path, noun: "provisional fact")
    }
  }

  private func indicator(_ name: String, _ expected: LocatedJSON, path: String) -> [Mismatch] {
    if view.indicator.isNamed(name) { return [] }
    let got = JSONValue.text(view.indicator.text).display
    return [Mismatch(path: path, span: expected.span, expected: expected.value.display, got: got)]
  }
}
