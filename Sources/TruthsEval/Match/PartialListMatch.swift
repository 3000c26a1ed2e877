import TruthsDiagnostics
package import TruthsJSON

/// The matching of partial lists (runtime.md §6): `violations`, `facts`, `traces`, whose members must each match a different one.
package enum PartialListMatch {
  /// Where a partial list does not match; empty when each member matches a value that no other member takes.
  ///
  /// An empty partial list asserts that there are no values.
  ///
  /// - Parameters:
  ///   - expected: The partial members.
  ///   - got: The values that came.
  ///   - path: The way to the list in its fixture.
  ///   - noun: What a value is called, `fact`.
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
    let unmatched = left(by: differences.map { row in row.indices.filter { row[$0].isEmpty } })
    return unmatched.flatMap { index in
      explain(members[index], differences[index], got, path: "\(path)[\(index)]", noun: noun)
    }
  }

  /// The values that a partial forbids: one mismatch for each value that matches one of the partials.
  ///
  /// - Parameter expected: One partial object or a list of them (`no_facts`, `no_traces`).
  package static func forbidden(_ expected: LocatedJSON, _ got: [JSONValue], path: String, noun: String) -> [Mismatch] {
    let partials = expected.elements ?? [expected]
    return partials.enumerated().flatMap { index, partial in
      let place = expected.elements == nil ? path : "\(path)[\(index)]"
      return got.filter { ValueMatch.mismatches(partial, $0, path: place).isEmpty }.map { value in
        Mismatch(path: place, span: partial.span, expected: "no \(noun) like \(partial.value.display)", got: value.display)
      }
    }
  }

  /// The members that stay without a value in a largest assignment of members to different values.
  ///
  /// - Parameter choices: For each member the values that it matches.
  static func left(by choices: [[Int]]) -> [Int] {
    let assigned = assignment(of: choices)
    return choices.indices.filter { assigned[$0] == nil }
  }

  /// A largest assignment of members to different values (augmenting paths): for each member its value.
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

  /// Why a member found no value: the nearest value and where it differs, or that others took all that match.
  private static func explain(
    _ member: LocatedJSON, _ differences: [[Mismatch]], _ got: [JSONValue], path: String, noun: String
  ) -> [Mismatch] {
    let whole = Mismatch(path: path, span: member.span, expected: "a \(noun) like \(member.value.display)", got: "no \(noun)")
    guard let nearest = differences.indices.min(by: { (differences[$0].count, $0) < (differences[$1].count, $1) }) else {
      return [whole]
    }
    guard !differences[nearest].isEmpty else {
      var taken = whole
      taken.expected = "one more \(noun) like \(member.value.display)"
      taken.got = "every \(noun) like it is matched by another member"
      return [taken]
    }
    let named = member.members?.count ?? 0
    guard differences[nearest].count < max(named, 2) else {
      var other = whole
      other.got = "\(counted(got.count, noun)): \(JSONValue.array(got).display)"
      return [other]
    }
    return differences[nearest]
  }
}
