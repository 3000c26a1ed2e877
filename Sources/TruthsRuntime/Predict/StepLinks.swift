import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// The links between steps of blueprints and jobs: the facts that an intent's truths make, and their common fields.
final class StepLinks {
  let program: Program
  private let store: FactStore
  /// Tells whether a fact may be read; other facts count as absent.
  private let isRead: (FactRecord) -> Bool
  private let intents: [String: Int]
  private let facts: [String: Int]
  /// The facts that the truths of each intent make.
  private let made: [[Made]]
  private var threadsByType: [Int: [Thread]] = [:]
  private var projections: [Projection: Set<[Value]>] = [:]
  private var presentStates: [Int: Set<Int>] = [:]

  /// Facts that the truths of an intent make.
  private struct Made: Hashable {
    var type: Int
    /// The states entered, for the history of a lifecycle; empty for other types.
    var states: Set<Int> = []
  }

  /// Some fields of the facts of a type; for a history, of those that entered some states.
  private struct Projection: Hashable {
    var made: Made
    var fields: [Int]
  }

  /// One piece of work in progress: a fact with its fields.
  struct Thread {
    /// The index in ``Program/facts``.
    var type: Int
    var fields: [String: Value]
    var key: [String]
    /// The key for people: ` (invoice_id i1)`.
    var words: String
  }

  init(program: Program, store: FactStore, isRead: @escaping (FactRecord) -> Bool) {
    self.program = program
    self.store = store
    self.isRead = isRead
    intents = Dictionary(
      first: program.intents.enumerated().flatMap {
        [($0.element.name, $0.offset), ("\($0.element.pack).\($0.element.name)", $0.offset)]
      })
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
  }

  /// Returns a name with underscores, because jobs may write dots as underscores (files §8).
  private static func underscored(_ name: String) -> String { name.replacing(".", with: "_") }

  func intent(named name: String) -> Int? { intents[name] }

  func fact(named word: String) -> Int? { facts[Self.underscored(word)] }

  // MARK: Threads

  /// Returns the pieces of work that the truths of an intent have made. Facts of its own types come before histories.
  func threads(of intent: Int) -> [Thread] {
    let own = made[intent].filter { program.facts[$0.type].lifecycle == nil }
    return (own.first.map { [$0] } ?? made[intent]).flatMap { made in
      let threads = threads(ofType: made.type)
      return made.states.isEmpty ? threads : threads.filter { isThere(made, for: $0) }
    }
  }

  /// Returns every current fact of a type, in the order of its key; for a history, every instance once.
  func threads(ofType type: Int) -> [Thread] {
    if let known = threadsByType[type] { return known }
    let found = findThreads(ofType: type)
    threadsByType[type] = found
    return found
  }

  private func findThreads(ofType type: Int) -> [Thread] {
    let declared = program.facts[type]
    let isHistory = declared.lifecycle != nil
    let key = (declared.key.isEmpty ? Array(declared.fields.indices) : declared.key).map { declared.fields[$0].name }
      .filter { !isHistory || $0 != "step" }
    var seen = Set<[Value]>()
    return facts(of: type).compactMap { fact in
      var fields: [String: Value] = [:]
      for (field, value) in zip(declared.fields, fact.fields) where !value.isMissing {
        if isHistory, field.name == "state" || field.name == "step" { continue }
        fields[field.name] = value
      }
      guard seen.insert(key.compactMap { fields[$0] }).inserted else { return nil }
      let words = key.compactMap { name in fields[name].map { "\(name) \(program.display($0))" } }.joined(separator: ", ")
      return Thread(type: type, fields: fields, key: key, words: words.isEmpty ? "" : " (\(words))")
    }
  }

  private func facts(of type: Int) -> [FactRecord] { store.ordered(type, in: program).filter(isRead) }

  /// Returns whether the truths of an intent have made something for a piece of work.
  ///
  /// That is a fact that agrees in every common key field; for a history, one that entered a state of the intent. Without
  /// common fields, any fact counts.
  func isDone(_ intent: Int, for thread: Thread) -> Bool {
    made[intent].contains { made in (made.type != thread.type || !made.states.isEmpty) && isThere(made, for: thread) }
  }

  private func isThere(_ made: Made, for thread: Thread) -> Bool {
    let fields = program.facts[made.type].fields
    let shared = fields.indices.filter { thread.key.contains(fields[$0].name) && thread.fields[fields[$0].name] != nil }
    let values = shared.compactMap { thread.fields[fields[$0].name] }
    return projection(Projection(made: made, fields: shared)).contains(values)
  }

  private func projection(_ wanted: Projection) -> Set<[Value]> {
    if let known = projections[wanted] { return known }
    let facts = facts(of: wanted.made.type).filter { fact in
      wanted.made.states.isEmpty || state(of: fact, wanted.made.type).map { wanted.made.states.contains($0) } ?? false
    }
    let found = Set(facts.map { fact in wanted.fields.map { fact.fields[$0] } })
    projections[wanted] = found
    return found
  }

  // MARK: States

  /// Returns the state that an entry of a history entered, by its ordinal.
  private func state(of fact: FactRecord, _ history: Int) -> Int? {
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
  func fields(of intent: Int, from thread: Thread) -> JSONObject {
    let types = Dictionary(first: program.facts[thread.type].fields.map { ($0.name, $0.type) })
    return JSONObject(
      program.intents[intent].fields.compactMap { field in
        guard types[field.name] == field.type, let value = thread.fields[field.name] else { return nil }
        return JSONObject.Member(name: Text(field.jsonName), value: program.json(of: value))
      })
  }
}
