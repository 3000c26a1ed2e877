import TruthsDiagnostics
package import TruthsJSON
import TruthsText

/// The matching rules of runtime.md §6 for plain values.
package enum ValueMatch {
  /// Where a value differs from what is expected; empty when it matches.
  ///
  /// Objects match when each member that is named does, lists element by element and length by length, numbers by value; `null`
  /// matches what is not there.
  ///
  /// - Parameters:
  ///   - expected: What the fixture says.
  ///   - got: What came; `nil` where there is nothing.
  ///   - path: The way to `expected` in its fixture, for messages.
  package static func mismatches(_ expected: LocatedJSON, _ got: JSONValue?, path: String) -> [Mismatch] {
    switch expected.kind {
    case .null:
      guard let got, got != .null else { return [] }
      return [Mismatch(path: path, span: expected.span, expected: "nothing", got: got.display)]
    case .object(let members): return object(members, of: expected, got, path: path)
    case .array(let elements): return list(elements, of: expected, got, path: path)
    case .boolean, .number, .string:
      guard got != expected.value else { return [] }
      return [Mismatch(path: path, span: expected.span, expected: expected.value.display, got: got.displayOrNothing)]
    }
  }

  private static func object(
    _ members: [LocatedJSON.Member], of expected: LocatedJSON, _ got: JSONValue?, path: String
  ) -> [Mismatch] {
    guard let object = got?.objectValue else {
      return [Mismatch(path: path, span: expected.span, expected: expected.value.display, got: got.displayOrNothing)]
    }
    return members.flatMap { member in
      mismatches(member.value, object[member.name.string], path: "\(path).\(member.name.string)")
    }
  }

  private static func list(_ elements: [LocatedJSON], of expected: LocatedJSON, _ got: JSONValue?, path: String) -> [Mismatch] {
    guard let values = got?.arrayValue else {
      return [Mismatch(path: path, span: expected.span, expected: expected.value.display, got: got.displayOrNothing)]
    }
    guard values.count == elements.count else {
      return [
        Mismatch(
          path: path, span: expected.span, expected: "\(counted(elements.count, "element")): \(expected.value.display)",
          got: "\(counted(values.count, "element")): \(JSONValue.array(values).display)")
      ]
    }
    return zip(elements, values).enumerated().flatMap { index, pair in
      mismatches(pair.0, pair.1, path: "\(path)[\(index)]")
    }
  }
}
