import TruthsProgram
import TruthsSyntax
import TruthsText

/// What a truth, invariant or table sees of what it is for: the fields that all its intents declare with one type, the fields of
/// the facts that it fires on, or a table's inputs (clauses §9).
struct Trigger: Sendable {
  struct TriggerField: Sendable {
    var slot: Int
    var field: Field
    /// Whether every intent gives it a default, or a fact always has it, so that it is never missing.
    var isAlwaysThere: Bool
    /// Of a fact's field: the place of the field in the fact that stands in the slot.
    var member: Int?
    /// Of a fact's field: the place of the fact in ``Trigger/matches``.
    var match: Int?
    /// Of an amount in a unit that is data: where the currency stands, as a slot, or as a field of the same fact.
    var currency: Int?
  }

  struct Match: Sendable {
    /// Index in ``Program/facts``.
    var fact: Int
    var syntax: FactMatch
    var slot: Int
  }

  /// Indices in ``Program/intents``, ascending.
  var intents: [Int] = []
  /// The facts that it fires on, each in a slot of its own from 0.
  private(set) var matches: [Match] = []
  /// Whether what it is for could not be found out, so that unknown names behind it are no findings of their own.
  var isFaulty = false
  /// In the order in which the first intent, or the facts one after the other, declare them.
  private(set) var fields: [TriggerField] = []
  /// The places of each name, once there are many fields; else empty.
  private var places: [String: [Int]] = [:]
  private static let linearLimit = 12

  init(intents: [Int], isFaulty: Bool, in tables: CheckTables) {
    self.intents = intents
    self.isFaulty = isFaulty
    guard let first = intents.first else { return }
    var shared = tables.program.intents[first].fields.map { ($0, $0.initial != nil) }
    for other in intents.dropFirst() {
      let types = Dictionary(first: tables.program.intents[other].fields.map { ($0.name, $0) })
      shared = shared.compactMap { field, isThere in
        guard let match = types[field.name], match.type == field.type, match.currency == field.currency else { return nil }
        return (field, isThere && match.initial != nil)
      }
    }
    // An amount whose currency is not the same field of all is none that all share.
    if shared.contains(where: { $0.0.currency != nil }) {
      let names = Set(shared.map(\.0.name))
      shared.removeAll { $0.0.currency.map { !names.contains($0) } ?? false }
    }
    fields.reserveCapacity(shared.count)
    for (slot, entry) in shared.enumerated() {
      fields.append(TriggerField(slot: slot, field: entry.0, isAlwaysThere: entry.1))
    }
    indexFields()
    linkCurrencies()
  }

  /// The slots of the currencies beside amounts.
  private mutating func linkCurrencies() {
    for place in fields.indices {
      guard let currency = fields[place].field.currency else { continue }
      fields[place].currency = field(currency)?.slot
    }
  }

  /// The facts that a truth fires on.
  init(matches: [(fact: Int, syntax: FactMatch)], isFaulty: Bool, in tables: CheckTables) {
    self.isFaulty = isFaulty
    for (slot, match) in matches.enumerated() {
      self.matches.append(Match(fact: match.fact, syntax: match.syntax, slot: slot))
      for (member, field) in tables.program.facts[match.fact].fields.enumerated() {
        var found = TriggerField(slot: slot, field: field, isAlwaysThere: !field.isOptional, member: member, match: slot)
        if let currency = field.currency {
          found.currency = tables.members.field(currency, of: .fact(match.fact), in: tables.program)
        }
        fields.append(found)
      }
    }
    indexFields()
  }

  /// The inputs of a table; a call with a missing one is missing before any row is read.
  init(inputs: [Field]) {
    for (slot, field) in inputs.enumerated() { fields.append(TriggerField(slot: slot, field: field, isAlwaysThere: true)) }
    indexFields()
    linkCurrencies()
  }

  private mutating func indexFields() {
    if fields.count <= Self.linearLimit { return }
    for (place, field) in fields.enumerated() { places[field.field.name, default: []].append(place) }
  }

  /// The fields of a name: several where several facts have one.
  func all(_ name: String) -> [TriggerField] {
    places.isEmpty ? fields.filter { $0.field.name == name } : places[name]?.map { fields[$0] } ?? []
  }

  /// The one field of a name.
  func field(_ name: String) -> TriggerField? {
    if !places.isEmpty {
      guard let found = places[name], found.count == 1 else { return nil }
      return fields[found[0]]
    }
    guard let place = fields.firstIndex(where: { $0.field.name == name }),
      !fields[(place + 1)...].contains(where: { $0.field.name == name })
    else { return nil }
    return fields[place]
  }

  /// The field of an intent, or the input, that stands in a slot.
  func input(at slot: Int) -> TriggerField? { matches.isEmpty && fields.indices.contains(slot) ? fields[slot] : nil }

  /// Slots that it fills, from 0.
  var slotCount: Int { matches.isEmpty ? fields.count : matches.count }

  /// The fields that stand in slots of their own.
  var inputs: [Input] {
    matches.isEmpty ? fields.map { Input(name: $0.field.name, jsonName: $0.field.jsonName, type: $0.field.type) } : []
  }
}
