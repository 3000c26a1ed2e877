import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A maker of the edits after which an expectation matches a value.
///
/// If the expectation and the value have the same form, the edits are made member by member, at any depth. So the fixture still
/// names the same members.
enum ValueUpdate {
  /// Returns the edits of a fixture that make an expected value equal to the actual one.
  ///
  /// - Parameters:
  ///   - expected: the fixture's value.
  ///   - got: the actual value; `nil` if there is no value, which is then written as `null`.
  ///   - path: the path of `expected` in its fixture.
  static func edits(_ expected: LocatedJSON, _ got: JSONValue?, path: String) -> [FixtureEdit] {
    guard !ValueMatch.mismatches(expected, got, path: path).isEmpty else { return [] }
    switch (expected.kind, got) {
    case (.object(let members), .object(let object)?):
      return members.flatMap { edits($0.value, object[$0.name.string], path: "\(path).\($0.name.string)") }
    case (.array(let elements), .array(let values)?) where elements.count == values.count:
      return zip(elements, values).enumerated().flatMap { edits($1.0, $1.1, path: "\(path)[\($0)]") }
    default: return [replacement(expected, got, path: path)]
    }
  }

  /// Returns the edit that replaces a whole expectation by a value.
  static func replacement(_ expected: LocatedJSON, _ got: JSONValue?, path: String) -> FixtureEdit {
    FixtureEdit(path: path, span: expected.span, old: expected.value, new: got ?? .null)
  }
}

/// A maker of the edits after which a partial list matches the actual values.
///
/// A matching member is unchanged. Any other member gets the nearest value that no member has yet, preferably one of the same
/// fact type or truth. Only the members that it names are written. If no value remains, the list member is removed.
enum PartialListUpdate {
  /// Returns the edits of a fixture that make a list of expected partial members equal to the actual values.
  ///
  /// - Parameters:
  ///   - expected: the partial members.
  ///   - got: the actual values.
  ///   - path: the path of the list in its fixture.
  ///   - names: the members of a value that are written if the fixture names none; empty for all.
  static func edits(_ expected: LocatedJSON, _ got: [JSONValue], path: String, names: [String] = []) -> [FixtureEdit] {
    guard let members = expected.elements, !members.isEmpty else {
      let isRight = PartialListMatch.mismatches(expected, got, path: path, noun: "").isEmpty
      return isRight ? [] : [ValueUpdate.replacement(expected, .array(got.map { short($0, names) }), path: path)]
    }
    let differences = members.map { member in got.map { ValueMatch.mismatches(member, $0, path: path).count } }
    var owners = PartialListMatch.assignment(of: differences.map { row in row.indices.filter { row[$0] == 0 } })
    var free = Set(got.indices).subtracting(owners.compactMap { $0 })
    for member in members.indices where owners[member] == nil {
      let isOther = got.map { isOfOtherKind(members[member], $0) ? 1 : 0 }
      let nearest = free.min { (isOther[$0], differences[member][$0], $0) < (isOther[$1], differences[member][$1], $1) }
      owners[member] = nearest
      if let nearest { free.remove(nearest) }
    }
    guard owners.contains(where: { $0 != nil }) else { return [ValueUpdate.replacement(expected, .array([]), path: path)] }
    return members.indices.flatMap { index -> [FixtureEdit] in
      let elementPath = "\(path)[\(index)]"
      guard let owner = owners[index] else {
        return [FixtureEdit(path: elementPath, span: gap(at: index, members, owners), old: members[index].value, new: nil)]
      }
      // Members that another fact type or truth does not have are dropped, because a fixture may not name them.
      if isOfOtherKind(members[index], got[owner]), let new = shared(members[index], got[owner]) {
        return [ValueUpdate.replacement(members[index], new, path: elementPath)]
      }
      return ValueUpdate.edits(members[index], got[owner], path: elementPath)
    }
  }

  /// Whether the fact type or truth of a value differs from the one that a list member names.
  private static func isOfOtherKind(_ member: LocatedJSON, _ value: JSONValue) -> Bool {
    ["type", "truth_id"].contains { name in
      guard let wanted = member.member(name)?.value.value else { return false }
      return value[name] != wanted
    }
  }

  /// Returns a value with only the members that a list member names, at all depths; `nil` if the value has none of them.
  private static func shared(_ member: LocatedJSON, _ value: JSONValue) -> JSONValue? {
    guard let named = member.members, let object = value.objectValue else { return value }
    let members = named.compactMap { name -> JSONObject.Member? in
      guard let inner = object[name.name.string], let kept = shared(name.value, inner) else { return nil }
      return JSONObject.Member(name: name.name, value: kept)
    }
    return members.isEmpty ? nil : .object(JSONObject(members))
  }

  /// Returns the span of a removed element with a separator. It is the separator before the element or, if no earlier element
  /// is kept, the one after it.
  private static func gap(at index: Int, _ members: [LocatedJSON], _ owners: [Int?]) -> Span {
    let span = members[index].span
    guard owners[..<index].contains(where: { $0 != nil }) else {
      return Span(file: span.file, start: Int(span.start), end: Int(members[index + 1].span.start))
    }
    return Span(file: span.file, start: Int(members[index - 1].span.end), end: Int(span.end))
  }

  private static func short(_ value: JSONValue, _ names: [String]) -> JSONValue {
    guard !names.isEmpty, let object = value.objectValue else { return value }
    return .object(JSONObject(object.members.filter { names.contains($0.name.string) }))
  }
}

extension DecisionMatch {
  /// Returns the edits after which an expectation matches this decision.
  ///
  /// Forbidden values (`no_facts`, `no_traces`) are unchanged, because no actual value could replace them.
  func edits(_ expected: Expectation) -> [FixtureEdit] {
    expected.members.flatMap { member -> [FixtureEdit] in
      let name = member.name.string
      let path = "expected.\(name)"
      guard !mismatches(name, member.value, path: path).isEmpty else { return [] }
      switch name {
      case "no_facts", "no_traces": return []
      case "decision":
        return [
          ValueUpdate.replacement(member.value, Self.decision(record.decision, record.runStatus, as: member.value), path: path)
        ]
      case "reason_contains": return [ValueUpdate.replacement(member.value, .text(record.reason), path: path)]
      case "waiting_for":
        return [ValueUpdate.replacement(member.value, .texts(record.waitingFor.words), path: path)]
      case "facts": return PartialListUpdate.edits(member.value, record.facts, path: path)
      case "violations":
        return PartialListUpdate.edits(
          member.value, record.violations, path: path, names: ["truth_id", "clause", "kind", "reason"])
      case "traces":
        return PartialListUpdate.edits(
          member.value, record.traces, path: path, names: ["action", "truth_id", "decision", "reason"])
      default: return ValueUpdate.edits(member.value, plain(name), path: path)
      }
    }
  }
}

extension ViewMatch {
  /// Returns the edits after which an expectation matches this view.
  ///
  /// - Parameter path: the path of the expectation, such as `scenario[3].expect`.
  func edits(_ expected: Expectation, path: String) -> [FixtureEdit] {
    expected.members.flatMap { member -> [FixtureEdit] in
      let place = "\(path).\(member.name)"
      guard !mismatches(member.name.string, member.value, path: place).isEmpty else { return [] }
      return edits(member.name.string, member.value, path: place)
    }
  }

  private func edits(_ name: String, _ expected: LocatedJSON, path: String) -> [FixtureEdit] {
    switch (name, expected.kind) {
    case ("decision", _):
      [ValueUpdate.replacement(expected, DecisionMatch.decision(view.run?.decision, view.runStatus, as: expected), path: path)]
    case ("reason", _), ("reason_contains", _):
      [ValueUpdate.replacement(expected, view.run?.reason.map { .text($0) }, path: path)]
    case ("waiting_for", _): [ValueUpdate.replacement(expected, .texts(view.waitingFor.words), path: path)]
    case ("facts", .array): PartialListUpdate.edits(expected, view.facts.map { .object($0) }, path: path)
    case ("provisional", .boolean): [ValueUpdate.replacement(expected, .boolean(!view.provisional.isEmpty), path: path)]
    case ("provisional", .number): [ValueUpdate.replacement(expected, .number(Decimal(view.provisional.count)), path: path)]
    case ("provisional", _): PartialListUpdate.edits(expected, view.provisional.map { .object($0) }, path: path)
    case ("indicator", .string): [ValueUpdate.replacement(expected, .text(view.indicator.text), path: path)]
    default: ValueUpdate.edits(expected, shown[name], path: path)
    }
  }
}
