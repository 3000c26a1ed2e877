import TruthsJSON
import TruthsText

/// The edits after which a partial list matches the values that came.
///
/// A member that matches stays as it is. Another one becomes, in the members that it names, the nearest value that no member
/// takes; where none is left, it goes.
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
      let nearest = free.min { (differences[member][$0], $0) < (differences[member][$1], $1) }
      owners[member] = nearest
      if let nearest { free.remove(nearest) }
    }
    guard owners.contains(where: { $0 != nil }) else { return [ValueUpdate.whole(expected, .array([]), path: path)] }
    return members.indices.flatMap { index -> [FixtureEdit] in
      let place = "\(path)[\(index)]"
      guard let owner = owners[index] else {
        return [FixtureEdit(path: place, span: gap(at: index, members, owners), old: members[index].value, new: nil)]
      }
      return ValueUpdate.edits(members[index], got[owner], path: place)
    }
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
