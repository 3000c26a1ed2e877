import TruthsJSON
import TruthsText

/// The edits after which an expectation holds of a value: member by member as far down as both have one form, so that a fixture
/// names afterwards what it named before.
enum ValueUpdate {
  /// - Parameters:
  ///   - expected: what the fixture says.
  ///   - got: what came; `nil` where there is nothing, which `null` then asserts.
  ///   - path: the way to `expected` in its fixture.
  static func edits(_ expected: LocatedJSON, _ got: JSONValue?, path: String) -> [FixtureEdit] {
    guard !ValueMatch.mismatches(expected, got, path: path).isEmpty else { return [] }
    switch (expected.kind, got) {
    case (.object(let members), .object(let object)?):
      return members.flatMap { edits($0.value, object[$0.name.string], path: "\(path).\($0.name.string)") }
    case (.array(let elements), .array(let values)?) where elements.count == values.count:
      return zip(elements, values).enumerated().flatMap { edits($1.0, $1.1, path: "\(path)[\($0)]") }
    default: return [whole(expected, got, path: path)]
    }
  }

  /// The edit that puts a value in the place of an expectation.
  static func whole(_ expected: LocatedJSON, _ got: JSONValue?, path: String) -> FixtureEdit {
    FixtureEdit(path: path, span: expected.span, old: expected.value, new: got ?? .null)
  }
}
