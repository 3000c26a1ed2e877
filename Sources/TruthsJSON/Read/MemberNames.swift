import TruthsText

/// The names seen in one object, to find one that stands twice. Few are compared one by one; many are kept in a table.
struct MemberNames {
  private var table: [Text: Int] = [:]

  /// Takes the name of the last member.
  ///
  /// - Returns: The place of an earlier member with the same name.
  mutating func insert(_ members: [LocatedJSON.Member]) -> Int? {
    guard let last = members.last?.name else { return nil }
    let place = members.count - 1
    if place < Self.few {
      for earlier in 0..<place where members[earlier].name == last { return earlier }
      return nil
    }
    if table.isEmpty {
      for (place, member) in members.dropLast().enumerated() { table[member.name] = place }
    }
    return table.updateValue(place, forKey: last)
  }

  private static let few = 12
}
