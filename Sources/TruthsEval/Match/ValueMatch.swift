import TruthsDiagnostics
package import TruthsJSON
package import TruthsText

/// The matching rules for plain values (fixtures §3.2).
package enum ValueMatch {
  /// Returns the differences between a value and its expectation; empty if it matches.
  ///
  /// An object matches if each named member matches. A list matches if its length is equal and each element matches. Numbers
  /// match by value, and `null` matches a missing value.
  ///
  /// - Parameters:
  ///   - expected: the fixture's value.
  ///   - got: the actual value; `nil` if there is no value.
  ///   - path: the path of `expected` in its fixture, for messages.
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

/// The matching rules for the partial lists `violations`, `facts` and `traces` (fixtures §3.2). Each member must match a value,
/// and no two members may share one.
package enum PartialListMatch {
  /// Returns the differences of a partial list; empty if each member matches a value of its own.
  ///
  /// An empty partial list asserts that no values exist.
  ///
  /// - Parameters:
  ///   - expected: the partial members.
  ///   - got: the actual values.
  ///   - path: the path of the list in its fixture.
  ///   - noun: the name of a value in messages, such as `fact`.
  /// - Complexity: O(members² · values) matches at worst.
  package static func mismatches(_ expected: LocatedJSON, _ got: [JSONValue], path: String, noun: String) -> [Mismatch] {
    guard let members = expected.elements else {
      return ValueMatch.mismatches(expected, got.isEmpty ? nil : .array(got), path: path)
    }
    guard !members.isEmpty else {
      guard !got.isEmpty else { return [] }
      let came = "\(counted(got.count, noun)): \(JSONValue.array(got).display)"
      return [Mismatch(path: path, span: expected.span, expected: "no \(noun)", got: came)]
    }
    let differences = members.enumerated().map { index, member in
      got.map { ValueMatch.mismatches(member, $0, path: "\(path)[\(index)]") }
    }
    let unmatched = unmatchedMembers(by: differences.map { row in row.indices.filter { row[$0].isEmpty } })
    return unmatched.flatMap { index in
      explain(members[index], differences[index], got, path: "\(path)[\(index)]", noun: noun)
    }
  }

  /// Returns a difference for each value that matches a forbidden partial object.
  ///
  /// - Parameter expected: one partial object, or a list of partial objects (`no_facts`, `no_traces`).
  package static func forbidden(_ expected: LocatedJSON, _ got: [JSONValue], path: String, noun: String) -> [Mismatch] {
    let partials = expected.elements ?? [expected]
    return partials.enumerated().flatMap { index, partial in
      let place = expected.elements == nil ? path : "\(path)[\(index)]"
      return got.filter { ValueMatch.mismatches(partial, $0, path: place).isEmpty }.map { value in
        Mismatch(path: place, span: partial.span, expected: "no \(noun) like \(partial.value.display)", got: value.display)
      }
    }
  }

  /// Returns the indices of the members that have no value in a largest assignment of members to different values.
  ///
  /// - Parameter choices: for each member, the indices of the values that it matches.
  static func unmatchedMembers(by choices: [[Int]]) -> [Int] {
    let assigned = assignment(of: choices)
    return choices.indices.filter { assigned[$0] == nil }
  }

  /// Returns a largest assignment of members to different values, found by augmenting paths. The index is that of a member; the
  /// element is the index of its value, or `nil` for a member without one.
  ///
  /// - Parameter choices: for each member, the indices of the values that it matches.
  static func assignment(of choices: [[Int]]) -> [Int?] {
    var owner: [Int: Int] = [:]
    func assign(_ member: Int, _ visited: inout Set<Int>) -> Bool {
      for value in choices[member] where visited.insert(value).inserted {
        guard let other = owner[value] else {
          owner[value] = member
          return true
        }
        if assign(other, &visited) {
          owner[value] = member
          return true
        }
      }
      return false
    }
    for member in choices.indices {
      var visited = Set<Int>()
      _ = assign(member, &visited)
    }
    var values: [Int?] = choices.map { _ in nil }
    for (value, member) in owner { values[member] = value }
    return values
  }

  /// Explains why a member has no value. Either no value matches, and the nearest one differs, or other members use all that
  /// match.
  private static func explain(
    _ member: LocatedJSON, _ differences: [[Mismatch]], _ got: [JSONValue], path: String, noun: String
  ) -> [Mismatch] {
    let expected = "\(noun.withArticle) like \(member.value.display)"
    let missing = Mismatch(path: path, span: member.span, expected: expected, got: "no \(noun)")
    guard let nearest = differences.indices.min(by: { (differences[$0].count, $0) < (differences[$1].count, $1) }) else {
      return [missing]
    }
    guard !differences[nearest].isEmpty else {
      var taken = missing
      taken.expected = "one more \(noun) like \(member.value.display)"
      taken.got = "every \(noun) like it is matched by another member"
      return [taken]
    }
    let named = member.members?.count ?? 0
    guard differences[nearest].count < max(named, 2) else {
      var other = missing
      other.got = "\(counted(got.count, noun)): \(JSONValue.array(got).display)"
      return [other]
    }
    return differences[nearest]
  }
}

/// The matching rules for sets (fixtures §3.2), such as `waiting_for`. Neither order nor repetition matters.
package enum SetMatch {
  /// Returns the differences of a set of texts; empty if both sets are equal.
  package static func mismatches(_ expected: LocatedJSON, _ got: [String], path: String) -> [Mismatch] {
    guard let elements = expected.elements else {
      return ValueMatch.mismatches(expected, got.isEmpty ? nil : .array(got.map { .text($0) }), path: path)
    }
    let came = Set(got.map { JSONValue.text($0) })
    let wanted = Set(elements.map(\.value))
    let missing = elements.enumerated().filter { !came.contains($0.element.value) }.map { index, element in
      Mismatch(
        path: "\(path)[\(index)]", span: element.span, expected: element.value.display,
        got: JSONValue.array(got.map { .text($0) }).display)
    }
    let extra = got.filter { !wanted.contains(.text($0)) }.map { text in
      Mismatch(path: path, span: expected.span, expected: expected.value.display, got: "also \(JSONValue.text(text).display)")
    }
    return missing + extra
  }
}

/// One difference between a result and a fixture's expectation.
package struct Mismatch: Hashable, Sendable {
  /// The path of the expectation in its fixture: `expected.violations[0].reason`.
  package var path: String
  /// The location of the expectation.
  package var span: Span
  /// The expected value, in words or as JSON.
  package var expected: String
  /// The actual value, in words or as JSON.
  package var got: String

  package init(path: String, span: Span, expected: String, got: String) {
    self.path = path
    self.span = span
    self.expected = expected
    self.got = got
  }
}

extension JSONValue {
  /// The value on one line, as messages show it; members keep their order.
  var display: String { String(decoding: compact(), as: UTF8.self) }
}

extension JSONValue? {
  fileprivate var displayOrNothing: String { self?.display ?? "nothing" }
}
