import TruthsJSON
import TruthsRuntime
import TruthsText

extension ViewMatch {
  /// The edits after which an expectation holds of this view.
  ///
  /// - Parameter path: The way to the expectation, `scenario[3].expect`.
  func edits(_ expected: Expectation, path: String) -> [FixtureEdit] {
    expected.members.flatMap { member -> [FixtureEdit] in
      let place = "\(path).\(member.name)"
      guard !mismatches(member.name.string, member.value, path: place).isEmpty else { return [] }
      return edits(member.name.string, member.value, path: place)
    }
  }

  private func edits(_ name: String, _ expected: LocatedJSON, path: String) -> [FixtureEdit] {
    switch (name, expected.kind) {
    case ("waiting_for", _): [ValueUpdate.whole(expected, .array(view.waitingFor.map { .text($0) }), path: path)]
    case ("facts", .array): PartialListUpdate.edits(expected, view.facts.map { .object($0) }, path: path)
    case ("provisional", .boolean): [ValueUpdate.whole(expected, .boolean(!view.provisional.isEmpty), path: path)]
    case ("provisional", .number): [ValueUpdate.whole(expected, .number(Decimal(view.provisional.count)), path: path)]
    case ("provisional", _): PartialListUpdate.edits(expected, view.provisional.map { .object($0) }, path: path)
    case ("indicator", .string): [ValueUpdate.whole(expected, .text(view.indicator.text), path: path)]
    default: ValueUpdate.edits(expected, shown[name], path: path)
    }
  }
}
