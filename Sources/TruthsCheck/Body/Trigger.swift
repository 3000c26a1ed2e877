import TruthsText

/// What a truth or invariant sees of the intents that it is for: the fields that all of them declare with one type (language.md
/// §4).
struct Trigger: Sendable {
  struct TriggerField: Sendable {
    var slot: Int
    var field: Field
    /// Whether every intent gives it a default, so that it is never missing.
    var isAlwaysThere: Bool
  }

  /// Indices in ``Program/intents``, ascending.
  var intents: [Int]
  /// Whether what it is for could not be found out, so that unknown names behind it are no findings of their own.
  var isFaulty = false
  /// In the order in which the first intent declares them.
  private(set) var fields: [TriggerField] = []
  private(set) var slots: [String: Int] = [:]

  init(intents: [Int], isFaulty: Bool, program: Program) {
    self.intents = intents
    self.isFaulty = isFaulty
    guard let first = intents.first else { return }
    var shared = program.intents[first].fields.map { ($0, $0.initial != nil) }
    for other in intents.dropFirst() {
      let types = Dictionary(program.intents[other].fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      shared = shared.compactMap { field, isThere in
        guard let match = types[field.name], match.type == field.type else { return nil }
        return (field, isThere && match.initial != nil)
      }
    }
    for (slot, entry) in shared.enumerated() {
      fields.append(TriggerField(slot: slot, field: entry.0, isAlwaysThere: entry.1))
      slots[entry.0.name] = slot
    }
  }

  func field(_ name: String) -> TriggerField? { slots[name].map { fields[$0] } }

  var inputs: [Input] { fields.map { Input(name: $0.field.name, type: $0.field.type) } }
}
