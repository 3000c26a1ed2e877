import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// The links between steps of blueprints and jobs: the facts that an intent's truths make, and their common fields.
final class StepLinks {
  let program: Program
  private let store: FactStore
  let runs: AcceptedRuns
  /// The intent of each accepted run.
  let runIntents: [Int?]
  /// Tells whether a fact may be read; other facts count as absent.
  private let isRead: (FactRecord) -> Bool
  /// The indices of intents by the names that the rules give them.
  private let intents: [String: Int]
  /// The indices of intents by their names in JSON.
  private let actions: [String: Int]
  private let facts: [String: Int]
  /// The facts that the truths of each intent make.
  let made: [[Made]]
  /// The types whose facts the truths of each intent correct.
  let corrected: [[Int]]
  private var threadsByType: [Int: [Thread]] = [:]
  private var runFacts: [Int: [Int: [FactRecord]]] = [:]
  var projections: [Projection: [[Value]: [Maker: Making]]] = [:]
  private var presentStates: [Int: Set<Int>] = [:]

  /// Facts that the truths of an intent make.
  struct Made: Hashable {
    var type: Int
    /// The states entered, for the history of a lifecycle; empty for other types.
    var states: Set<Int> = []
  }

  /// One piece of work in progress: a fact with its fields, and the fields of the other facts of its run.
  struct Thread {
    /// The index in ``Program/facts``.
    var type: Int
    var fields: [String: Value]
    /// The type of the fact that each field comes from; keys that only the proposal has are left out.
    var types: [String: Int]
    var key: [String]
    /// The key for people: ` (invoice_id i1)`.
    var words: String
  }

  init(program: Program, store: FactStore, runs: AcceptedRuns, isRead: @escaping (FactRecord) -> Bool) {
    self.program = program
    self.store = store
    self.runs = runs
    self.isRead = isRead
    intents = Dictionary(
      first: program.intents.enumerated().flatMap {
        [($0.element.name, $0.offset), ("\($0.element.pack).\($0.element.name)", $0.offset)]
      })
    let actions = Dictionary(
      first: program.intents.enumerated().flatMap {
        [($0.element.jsonName, $0.offset), ($0.element.qualifiedJSONName, $0.offset)]
      })
    self.actions = actions
    runIntents = runs.all.map { actions[$0.action] }
    facts = Dictionary(first: program.facts.enumerated().map { (Self.underscored($0.element.name), $0.offset) })
    made = program.intents.indices.map { intent in
      var types = Set<Int>()
      var states: [Int: Set<Int>] = [:]
      for truth in program.truths where truth.intents.contains(intent) {
        types.formUnion(truth.outputs.filter { !$0.isCorrection }.map(\.fact))
        for move in truth.moves { states[program.lifecycles[move.key.lifecycle].history, default: []].formUnion(move.path) }
      }
      return (types.map { Made(type: $0) } + states.map { Made(type: $0.key, states: $0.value) }).sorted { $0.type < $1.type }
    }
    corrected = program.intents.indices.map { intent in
      let outputs = program.truths.filter { $0.intents.contains(intent) }.flatMap(\.outputs)
      return outputs.filter(\.isCorrection).map(\.fact).uniqued()
    }
  }

  /// Returns a name with underscores, because jobs may write dots as underscores (files §8).
  private static func underscored(_ name: String) -> String { name.replacing(".", with: "_") }

  /// Returns the intent that the rules call by a name.
  func intent(named name: String) -> Int? { intents[name] }

  /// Returns the intent that proposals call by a name.
  func intent(proposedBy action: String) -> Int? { actions[action] }

  func fact(named word: String) -> Int? { facts[Self.underscored(word)] }

  /// Whether the truths of an intent move instances of a lifecycle, whose states tell whether the step was undone.
  func movesStates(_ intent: Int) -> Bool { made[intent].contains { !$0.states.isEmpty } }

  // MARK: Threads

  /// Returns the pieces of work that the truths of an intent have made or corrected. Facts of its own types come before
  /// histories.
  func threads(of intent: Int) -> [Thread] {
    let own = made[intent].map(\.type).filter { !isHistory($0) } + corrected[intent]
    return (own.first.map { [$0] } ?? made[intent].map(\.type)).flatMap { threads(ofType: $0) }
  }

  /// Returns every current fact of a type, in the order of its key; for a history, every instance once.
  func threads(ofType type: Int) -> [Thread] {
    if let known = threadsByType[type] { return known }
    var seen = Set<[Value]>()
    let found = facts(of: type).compactMap { fact -> Thread? in
      var fields = fields(of: fact)
      var key = keyNames(of: type)
      guard seen.insert(key.compactMap { fields[$0] }).inserted else { return nil }
      let words = key.compactMap { name in fields[name].map { "\(name) \(program.display($0))" } }.joined(separator: ", ")
      var types = fields.mapValues { _ in type }
      for other in factsBeside(fact) {
        let more = self.fields(of: other)
        fields.merge(more) { own, _ in own }
        types.merge(more.mapValues { _ in other.type }) { own, _ in own }
        key += keyNames(of: other.type).filter { !key.contains($0) }
      }
      for (name, value) in proposedKey(of: fact) where fields[name] == nil {
        fields[name] = value
        key.append(name)
      }
      return Thread(type: type, fields: fields, types: types, key: key, words: words.isEmpty ? "" : " (\(words))")
    }
    threadsByType[type] = found
    return found
  }

  private func isHistory(_ type: Int) -> Bool { program.facts[type].lifecycle != nil }

  private func keyNames(of type: Int) -> [String] {
    let declared = program.facts[type]
    return (declared.key.isEmpty ? Array(declared.fields.indices) : declared.key).map { declared.fields[$0].name }
      .filter { !isHistory(type) || $0 != "step" }
  }

  private func fields(of fact: FactRecord) -> [String: Value] {
    var fields: [String: Value] = [:]
    for (field, value) in zip(program.facts[fact.type].fields, fact.fields) where !value.isMissing {
      if isHistory(fact.type), field.name == "state" || field.name == "step" { continue }
      fields[field.name] = value
    }
    return fields
  }

  /// Returns the other facts of the run that made a fact; types with several facts in the run are left out.
  private func factsBeside(_ fact: FactRecord) -> [FactRecord] {
    guard let run = runs.place(ofEntryAt: fact.entry.sequence), let intent = runIntents[run] else { return [] }
    return made[intent].filter { $0.type != fact.type && !isHistory($0.type) }.compactMap { made in
      let others = facts(ofRun: run, made.type)
      return others.count == 1 ? others[0] : nil
    }
  }

  /// Returns the key fields that the proposal behind a fact has: a fact of its run may have been corrected by another run since.
  private func proposedKey(of fact: FactRecord) -> [(name: String, value: Value)] {
    guard let run = runs.place(ofEntryAt: fact.entry.sequence), let intent = runIntents[run] else { return [] }
    let names = Set(made[intent].flatMap { keyNames(of: $0.type) })
    return program.intents[intent].fields.filter { names.contains($0.name) }.compactMap { field in
      guard let json = runs.all[run].fields[field.jsonName], let value = program.value(of: json, as: field.type),
        !value.isMissing
      else { return nil }
      return (field.name, value)
    }
  }

  private func facts(ofRun run: Int, _ type: Int) -> [FactRecord] {
    if let known = runFacts[type] { return known[run] ?? [] }
    var byRun: [Int: [FactRecord]] = [:]
    for fact in facts(of: type) {
      if let run = runs.place(ofEntryAt: fact.entry.sequence) { byRun[run, default: []].append(fact) }
    }
    runFacts[type] = byRun
    return byRun[run] ?? []
  }

  func facts(of type: Int) -> [FactRecord] { store.ordered(type, in: program).filter(isRead) }

  // MARK: States

  /// Returns the state that an entry of a history entered, by its ordinal.
  func state(of fact: FactRecord, _ history: Int) -> Int? {
    guard let field = program.facts[history].fields.firstIndex(where: { $0.name == "state" }),
      case .enumeration(let state) = fact.fields[field]
    else { return nil }
    return state.ordinal
  }

  /// Returns the present states of the instances of a lifecycle, by their ordinals.
  func states(of lifecycle: Int) -> Set<Int> {
    if let known = presentStates[lifecycle] { return known }
    let found = Set(store.instances(lifecycle).map(\.ordinal))
    presentStates[lifecycle] = found
    return found
  }

  /// Returns the fields of an intent that a piece of work has too.
  ///
  /// If the intent makes or corrects facts of a type, only key fields are taken from that type, since the others may change.
  func fields(of intent: Int, from thread: Thread) -> JSONObject {
    let changed = Set(made[intent].map(\.type) + corrected[intent])
    return JSONObject(
      program.intents[intent].fields.compactMap { field in
        guard let value = thread.fields[field.name] else { return nil }
        if let type = thread.types[field.name] {
          guard program.facts[type].fields.contains(where: { $0.name == field.name && $0.type == field.type }),
            thread.key.contains(field.name) || !changed.contains(type)
          else { return nil }
        } else if program.value(of: program.json(of: value), as: field.type) != value {
          return nil
        }
        return JSONObject.Member(name: Text(field.jsonName), value: program.json(of: value))
      })
  }
}
