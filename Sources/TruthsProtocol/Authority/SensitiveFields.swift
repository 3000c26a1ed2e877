import TruthsProgram
import TruthsText

/// The sensitive fields of a program, grouped by their declarations; used by ``Masking``.
struct SensitiveFields: Sendable {
  /// The part of a value that is masked.
  enum MaskedPart: Hashable, Sendable {
    case entire
    /// The sensitive fields of the records and facts in the value.
    case inner(ValueType)
  }

  /// The masked members of an object with declared fields.
  struct Members: Hashable, Sendable {
    /// By the member's JSON name, and also by its name in the declaration, which texts of the engine and invalid proposals use.
    fileprivate(set) var maskedParts: [Text: MaskedPart] = [:]
    /// All declared names; empty where the declaration is not known.
    fileprivate(set) var declared: Set<Text> = []

    var isEmpty: Bool { maskedParts.isEmpty }

    /// Returns the masked part of a member. A member that is not declared may be a misspelt one, so all of it is masked.
    func maskedPart(of name: Text) -> MaskedPart? {
      maskedParts[name] ?? (declared.isEmpty || declared.contains(name) ? nil : .entire)
    }
  }

  /// Sensitive members by fact type.
  let facts: [Text: Members]
  /// All fact types, including those without sensitive members.
  private let factTypes: Set<Text>
  /// Sensitive members by the bare and the qualified JSON name of the intent. Intents without such members are included.
  let intents: [Text: Members]
  /// Members that are sensitive in any intent, for a proposal of an unknown intent.
  let ofAnyIntent: Members
  /// Sensitive members by index in ``Program/records``.
  let records: [Int: Members]
  /// Names of the fact types with sensitive members, by index in ``Program/facts``.
  let factNames: [Int: Text]
  /// The fields' JSON names and their names in clauses.
  let names: Set<Text>
  /// The names of the fields that are not sensitive themselves, but hold a record with such a field.
  let holders: Set<Text>

  var isEmpty: Bool { names.isEmpty }

  /// - Complexity: O(fields), with those of the record types that they contain.
  init(_ program: Program) {
    func members(_ fields: [Field]) -> Members {
      var members = Members()
      for name in [\Field.jsonName, \Field.name] {
        // Of two fields with one name, the JSON name counts.
        for field in fields where members.declared.insert(Text(field[keyPath: name])).inserted {
          members.maskedParts[Text(field[keyPath: name])] =
            field.isSensitive ? .entire : program.holdsSensitive(field.type) ? .inner(field.type) : nil
        }
      }
      return members
    }
    var facts: [Text: Members] = [:]
    var factNames: [Int: Text] = [:]
    for (index, fact) in program.facts.enumerated() {
      let found = members(fact.fields)
      if !found.isEmpty { (facts[Text(fact.name)], factNames[index]) = (found, Text(fact.name)) }
    }
    (self.facts, self.factNames) = (facts, factNames)
    factTypes = Set(program.facts.map { Text($0.name) })
    records = Dictionary(first: program.records.enumerated().map { ($0, members($1.fields)) }.filter { !$0.1.isEmpty })
    var intents: [Text: Members] = [:]
    for intent in program.intents {
      let found = members(intent.fields)
      for name in [intent.jsonName, intent.qualifiedJSONName] { intents[Text(name)] = found }
    }
    self.intents = intents
    // If intents differ in a member, its whole value is masked.
    ofAnyIntent = program.intents.map { members($0.fields) }.reduce(into: Members()) { all, found in
      all.maskedParts.merge(found.maskedParts) { $0 == $1 ? $0 : .entire }
    }
    let fields = (program.facts.map(\.fields) + program.intents.map(\.fields) + program.records.map(\.fields)).joined()
    names = Set(fields.filter(\.isSensitive).flatMap { [Text($0.name), Text($0.jsonName)] })
    let holding = fields.filter { !$0.isSensitive && program.holdsSensitive($0.type) }
    holders = Set(holding.flatMap { [Text($0.name), Text($0.jsonName)] })
  }

  /// Whether the program declares a fact type.
  func isKnown(_ factType: String) -> Bool { factTypes.contains(Text(factType)) }
}

extension Program {
  /// Whether values of a type contain a record or fact with a sensitive field.
  func holdsSensitive(_ type: ValueType) -> Bool {
    hasPart(type) { part in
      switch part {
      case .record(let index): records[index].fields.contains(where: \.isSensitive)
      case .fact(let index): facts[index].fields.contains { $0.isSensitive || holdsSensitive($0.type) }
      default: false
      }
    }
  }
}
