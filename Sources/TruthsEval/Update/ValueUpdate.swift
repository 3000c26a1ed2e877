import TruthsJSON
import TruthsProtocol
import TruthsRuntime
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

/// The edits after which a partial list matches the values that came.
///
/// A member that matches stays as it is. Another one becomes, in the members that it names, the nearest value that no member
/// takes, one of its own fact type or truth before any other; where none is left, it goes.
enum PartialListUpdate {
  /// - Parameters:
  ///   - expected: the partial members.
  ///   - got: the values that came.
  ///   - path: the way to the list in its fixture.
  ///   - names: the members of a value that stand for it where the fixture names none; empty for all.
  static func edits(_ expected: LocatedJSON, _ got: [JSONValue], path: String, names: [String] = []) -> [FixtureEdit] {
    guard let members = expected.elements, !members.isEmpty else {
      let isRight = PartialListMatch.mismatches(expected, got, path: path, noun: "").isEmpty
      return isRight ? [] : [ValueUpdate.whole(expected, .array(got.map { short($0, names) }), path: path)]
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
    guard owners.contains(where: { $0 != nil }) else { return [ValueUpdate.whole(expected, .array([]), path: path)] }
    return members.indices.flatMap { index -> [FixtureEdit] in
      let place = "\(path)[\(index)]"
      guard let owner = owners[index] else {
        return [FixtureEdit(path: place, span: gap(at: index, members, owners), old: members[index].value, new: nil)]
      }
      // What another fact type or truth does not have is not asserted to be absent: no fixture may name it.
      if isOfOtherKind(members[index], got[owner]), let new = shared(members[index], got[owner]) {
        return [ValueUpdate.whole(members[index], new, path: place)]
      }
      return ValueUpdate.edits(members[index], got[owner], path: place)
    }
  }

  /// Whether a value is one of another fact type or truth than a member names.
  private static func isOfOtherKind(_ member: LocatedJSON, _ value: JSONValue) -> Bool {
    ["type", "truth_id"].contains { name in
      guard let wanted = member.member(name)?.value.value else { return false }
      return value[name] != wanted
    }
  }

  /// A value in those of its members that are named, as far down; `nil` where it has none of them.
  private static func shared(_ member: LocatedJSON, _ value: JSONValue) -> JSONValue? {
    guard let named = member.members, let object = value.objectValue else { return value }
    let members = named.compactMap { name -> JSONObject.Member? in
      guard let inner = object[name.name.string], let kept = shared(name.value, inner) else { return nil }
      return JSONObject.Member(name: name.name, value: kept)
    }
    return members.isEmpty ? nil : .object(JSONObject(members))
  }

  /// An element that goes, with the separator to one that stays: the one before it or, where none before it stays, behind it.
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
  /// The edits after which an expectation holds of this decision. What says what must not come (`no_facts`, `no_traces`) is left
  /// alone: nothing that came could stand there.
  func edits(_ expected: Expectation) -> [FixtureEdit] {
    expected.members.flatMap { member -> [FixtureEdit] in
      let name = member.name.string
      let path = "expected.\(name)"
      guard !mismatches(name, member.value, path: path).isEmpty else { return [] }
      switch name {
      case "no_facts", "no_traces": return []
      case "reason_contains": return [ValueUpdate.whole(member.value, .text(record.reason), path: path)]
      case "waiting_for":
        return [ValueUpdate.whole(member.value, .texts(record.waitingFor.words), path: path)]
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
    case ("waiting_for", _): [ValueUpdate.whole(expected, .texts(view.waitingFor.words), path: path)]
    case ("facts", .array): PartialListUpdate.edits(expected, view.facts.map { .object($0) }, path: path)
    case ("provisional", .boolean): [ValueUpdate.whole(expected, .boolean(!view.provisional.isEmpty), path: path)]
    case ("provisional", .number): [ValueUpdate.whole(expected, .number(Decimal(view.provisional.count)), path: path)]
    case ("provisional", _): PartialListUpdate.edits(expected, view.provisional.map { .object($0) }, path: path)
    case ("indicator", .string): [ValueUpdate.whole(expected, .text(view.indicator.text), path: path)]
    default: ValueUpdate.edits(expected, shown[name], path: path)
    }
  }
}
