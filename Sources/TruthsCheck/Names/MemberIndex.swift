import TruthsText

/// Where the fields of records and facts and the values of enums stand, by name, so that wide declarations cost no more a look-up
/// than narrow ones. Each is made when it is first asked for, and only once the program's tables are filled.
struct MemberIndex {
  private var facts: [Int: [String: Int]] = [:]
  private var records: [Int: [String: Int]] = [:]
  private var enums: [Int: [Text: Int]] = [:]

  /// The place of a field of a record or bound fact; `nil` for other types and unknown names.
  mutating func field(_ name: String, of type: ValueType, in program: Program) -> Int? {
    switch type {
    case .fact(let index): Self.place(of: name, &facts[index]) { program.facts[index].fields.map(\.name) }
    case .record(let index): Self.place(of: name, &records[index]) { program.records[index].fields.map(\.name) }
    default: nil
    }
  }

  /// The place of a value of an enum.
  mutating func ordinal(_ name: Text, of index: Int, in program: Program) -> Int? {
    Self.place(of: name, &enums[index]) { program.enums[index].values }
  }

  private static func place<Key: Hashable>(of name: Key, _ known: inout [Key: Int]?, _ names: () -> [Key]) -> Int? {
    if let known { return known[name] }
    let made = Dictionary(names().enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    known = made
    return made[name]
  }
}
