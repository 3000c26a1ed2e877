import TruthsText

/// Where the fields of records and facts and the values of enums stand, by name. Few are looked through one by one; of wide
/// declarations a table is made beforehand, so that they cost no more a look-up than narrow ones.
struct MemberIndex {
  private var facts: [Int: [String: Int]] = [:]
  private var records: [Int: [String: Int]] = [:]
  private var enums: [Int: [Text: Int]] = [:]
  /// How many enums have been looked at.
  private var enumCount = 0

  /// Up to so many names are compared one by one.
  private static let few = 12

  /// Makes the tables of the wide ones among the program's new enums.
  mutating func addEnums(of program: Program) {
    for index in enumCount..<max(enumCount, program.enums.count) where program.enums[index].values.count > Self.few {
      enums[index] = Self.places(program.enums[index].values)
    }
    enumCount = program.enums.count
  }

  /// Makes the tables of wide records and facts, once all of them are there.
  mutating func addFields(of program: Program) {
    for (index, fact) in program.facts.enumerated() where fact.fields.count > Self.few {
      facts[index] = Self.places(fact.fields.map(\.name))
    }
    for (index, record) in program.records.enumerated() where record.fields.count > Self.few {
      records[index] = Self.places(record.fields.map(\.name))
    }
  }

  /// The place of a field of a record or bound fact; `nil` for other types and unknown names.
  func field(_ name: String, of type: ValueType, in program: Program) -> Int? {
    switch type {
    case .fact(let index):
      if let known = facts[index] { return known[name] }
      return program.facts[index].fields.firstIndex { $0.name == name }
    case .record(let index):
      if let known = records[index] { return known[name] }
      return program.records[index].fields.firstIndex { $0.name == name }
    default: return nil
    }
  }

  /// The place of a value of an enum.
  func ordinal(_ name: Text, of index: Int, in program: Program) -> Int? {
    if let known = enums[index] { return known[name] }
    return program.enums[index].values.firstIndex(of: name)
  }

  private static func places<Key: Hashable>(_ names: [Key]) -> [Key: Int] {
    Dictionary(names.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }
}
