import TruthsJSON
import TruthsProgram
import TruthsText

/// The facts that are sorted by texts made of names: by their keys, or by all fields where they have none (clauses §10).
struct NamedKeys {
  /// The names of one kind that change.
  struct Renames {
    var kind: NameKind
    /// The new names, by the old ones.
    var names: [String: String]
    /// Every name of the kind; `nil` if there may be others that no declaration has.
    var all: [String]?
  }

  private let readings: NameReadings
  private let program: Program
  /// The fact types whose facts a clause or an expression goes through, ascending.
  private let sources: [Int]

  init(_ readings: NameReadings, _ program: Program) {
    (self.readings, self.program) = (readings, program)
    var sources: Set<Int> = []
    for body in readings.flows.bodies {
      for source in body.sources.values {
        switch source {
        case .facts(let fact): sources.insert(fact)
        case .instances(let lifecycle): sources.insert(program.lifecycles[lifecycle].history)
        case .list: break
        }
      }
    }
    self.sources = sources.sorted()
  }

  /// Returns the first fact type whose facts may come in another order with new names; `nil` if no type has such facts.
  func fact(sortedOtherwiseBy renames: Renames) -> FactType? {
    for index in sources {
      let fact = program.facts[index]
      let fields = fact.sortingFields.filter { readings.flows.flow(ofField: $0, of: index).all.contains(renames.kind) }
      if !fields.allSatisfy({ keepsOrder(ofField: $0, of: index, renames) }) { return fact }
    }
    return nil
  }

  /// Returns whether the values of a field stay in their order, as canonical JSON has them.
  private func keepsOrder(ofField field: Int, of fact: Int, _ renames: Renames) -> Bool {
    // A text that comes from outside may be any.
    guard let names = renames.all, program.facts[fact].arrival == nil,
      readings.flows.flow(ofField: field, of: fact).all.count == 1
    else { return false }
    var (old, new): ([[UInt8]], [[UInt8]]) = ([], [])
    if program.facts[fact].isBuiltIn {
      old = names.map(Self.written)
      new = names.map { Self.written(renames.names[$0] ?? $0) }
    }
    for body in readings.flows.bodies {
      for output in body.outputs where output.fact == fact {
        guard let node = output.fields[field] else { continue }
        for name in names {
          guard let before = readings.text(of: node, in: body, for: name),
            let after = readings.text(of: node, in: body, for: renames.names[name] ?? name)
          else { return false }
          old.append(Self.written(before))
          new.append(Self.written(after))
        }
      }
    }
    // Texts keep their order if each two that follow each other do, and are as equal or different as they were.
    let order = old.indices.sorted { old[$0].lexicographicallyPrecedes(old[$1]) }
    return zip(order, order.dropFirst()).allSatisfy { first, second in
      old[first] == old[second] ? new[first] == new[second] : new[first].lexicographicallyPrecedes(new[second])
    }
  }

  private static func written(_ text: String) -> [UInt8] { JSONValue.text(text).canonical() }
}

extension NamedKeys {
  /// Returns the reason of a refusal, without its place.
  static func cause(_ fact: FactType, _ name: String) -> String {
    "facts of `\(fact.name)` are sorted by texts that are made of such names, and `\(name)` may change their order"
  }
}

extension Program {
  /// Returns every name of a kind; `nil` if texts of the kind may be names that no declaration has.
  ///
  /// - Parameter name: a name in the form that is wanted, as an intent is called `place` and `shop.place`.
  func names(of kind: NameKind, like name: String) -> [String]? {
    switch kind {
    case .value(let index): enums[index].values.map(\.string)
    case .recorded(.intent):
      intents.map { name.contains(".") ? $0.qualifiedJSONName : $0.jsonName }
    case .recorded(.rule):
      truths.flatMap { [$0.id] + $0.clauses.map(\.id) } + invariants.map(\.id)
    case .recorded(.policy): policies.map(\.qualifiedName)
    case .recorded(.role): nil
    }
  }
}
