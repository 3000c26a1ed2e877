import TruthsProgram
import TruthsSyntax
import TruthsText

/// Inputs of a truth, invariant or table: the fields that all its intents declare with one type, the fields of the facts that
/// it fires on, or a table's inputs (clauses §9).
struct Trigger: Sendable {
  struct TriggerField: Sendable {
    var slot: Int
    var field: Field
    /// Whether the field is never missing: every intent requires it or gives it a default, or a fact always has it.
    var isAlwaysThere: Bool
    /// Index of the field in the fact that the slot holds; `nil` for a field that is a slot's value itself.
    var member: Int?
    /// Index in ``Trigger/matches`` of a fact's field; `nil` for other fields.
    var match: Int?
    /// The place of an amount's currency, if the currency is data: a slot, or the index of a field in the same fact.
    var currency: Int?
  }

  struct Match: Sendable {
    var fact: Int
    var syntax: FactMatch
    var slot: Int
  }

  /// Indices in ``Program/intents``, ascending.
  var intents: [Int] = []
  /// Facts that the truth fires on, each in its own slot of the frame, from 0.
  private(set) var matches: [Match] = []
  /// Whether intents or facts of the trigger could not be resolved. Unknown names that may come from them are then not
  /// reported.
  var isFaulty = false
  /// Fields in the order in which the first intent, or the facts one after the other, declare them.
  private(set) var fields: [TriggerField] = []
  /// Indices of the fields of each name, once there are many fields; otherwise empty.
  private var places: [String: [Int]] = [:]
  private static let linearLimit = 12

  init(intents: [Int], isFaulty: Bool, in tables: CheckTables) {
    self.intents = intents
    self.isFaulty = isFaulty
    guard let first = intents.first else { return }
    var shared = tables.program.intents[first].fieldsWithPresence
    for other in intents.dropFirst() {
      let types = Dictionary(first: tables.program.intents[other].fieldsWithPresence.map { ($0.0.name, $0) })
      shared = shared.compactMap { field, isThere in
        guard let (match, isMatchThere) = types[field.name], match.type == field.type, match.currency == field.currency else {
          return nil
        }
        return (field, isThere && isMatchThere)
      }
    }
    // Intents share an amount only if they share its currency, too.
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

  private mutating func linkCurrencies() {
    for place in fields.indices {
      guard let currency = fields[place].field.currency else { continue }
      fields[place].currency = field(currency)?.slot
    }
  }

  /// Creates the trigger of a truth that fires on facts.
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

  /// Creates the trigger of a table. A call with a missing input is missing before any row is read.
  init(inputs: [Field]) {
    for (slot, field) in inputs.enumerated() { fields.append(TriggerField(slot: slot, field: field, isAlwaysThere: true)) }
    indexFields()
    linkCurrencies()
  }

  private mutating func indexFields() {
    if fields.count <= Self.linearLimit { return }
    for (place, field) in fields.enumerated() { places[field.field.name, default: []].append(place) }
  }

  /// Returns the fields of a name: several if several facts have one.
  func all(_ name: String) -> [TriggerField] {
    places.isEmpty ? fields.filter { $0.field.name == name } : places[name]?.map { fields[$0] } ?? []
  }

  /// Returns the one field of a name; `nil` if there are none or several.
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

  /// Returns the field of an intent, or the input, in a slot.
  func input(at slot: Int) -> TriggerField? { matches.isEmpty && fields.indices.contains(slot) ? fields[slot] : nil }

  /// Number of slots that the trigger takes, from 0.
  var slotCount: Int { matches.isEmpty ? fields.count : matches.count }

  /// Fields that have their own slots in the frame.
  var inputs: [Input] {
    matches.isEmpty ? fields.map { Input(name: $0.field.name, jsonName: $0.field.jsonName, type: $0.field.type) } : []
  }
}

extension IntentType {
  /// The fields, each with whether all proposals that a truth decides about have the field.
  fileprivate var fieldsWithPresence: [(Field, Bool)] {
    let present = Set(present)
    return fields.enumerated().map { ($1, $1.initial != nil || present.contains($0)) }
  }
}
