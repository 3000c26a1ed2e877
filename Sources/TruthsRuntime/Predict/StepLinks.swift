import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// How the steps of blueprints and jobs hang together: by the facts that an intent's truths make, and the fields that these
/// share.
final class StepLinks {
  let program: Program
  private let store: FactStore
  /// Whether a fact may be read; one that may not counts as not there.
  private let isRead: (FactRecord) -> Bool
  private let intents: [String: Int]
  private let facts: [String: Int]
  /// By intent: what its truths make.
  private let made: [[Made]]
  private var threadsByType: [Int: [Thread]] = [:]
  private var projections: [Projection: Set<[Value]>] = [:]
  private var presentStates: [Int: Set<Int>] = [:]

  /// Facts that the truths of an intent make.
  private struct Made: Hashable {
    var type: Int
    /// Of the history of a lifecycle: the states that they enter; empty for other types.
    var states: Set<Int> = []
  }

  /// Facts of a type, or of a history those that entered some states, seen by some of their fields.
  private struct Projection: Hashable {
    var made: Made
    var fields: [Int]
  }

  /// One thing that is under way: a fact with its fields.
  struct Thread {
    /// Index in ``Program/facts``.
    var type: Int
    var fields: [String: Value]
    var key: [String]
    /// ` (invoice_id i1)`, for people.
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

  /// Dots and underscores are one in the words of a job (files §8).
  private static func underscored(_ name: String) -> String { name.replacing(".", with: "_") }

  func intent(named name: String) -> Int? { intents[name] }

  func fact(named word: String) -> Int? { facts[Self.underscored(word)] }

  // MARK: Threads

  /// What the truths of an intent have made so far. Where they make facts of their own, histories say nothing more.
  func threads(of intent: Int) -> [Thread] {
    let own = made[intent].filter { program.facts[$0.type].lifecycle == nil }
    return (own.first.map { [$0] } ?? made[intent]).flatMap { made in
      let threads = threads(ofType: made.type)
      return made.states.isEmpty ? threads : threads.filter { isThere(made, for: $0) }
    }
  }

  /// Every current fact of a type, in the order of its key; of a history every instance once.
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

  /// Whether the truths of an intent have made something for a thread: a fact that agrees with it in every field of its key that
  /// both have; of a history one that entered a state which they enter. Where they have none in common, any fact counts.
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

  /// The state that an entry of a history entered, by its ordinal.
  private func state(of fact: FactRecord, _ history: Int) -> Int? {
    guard let field = program.facts[history].fields.firstIndex(where: { $0.name == "state" }),
      case .enumeration(let state) = fact.fields[field]
    else { return nil }
    return state.ordinal
  }

  /// The states in which instances of a lifecycle are, by their ordinals.
  func states(of lifecycle: Int) -> Set<Int> {
    if let known = presentStates[lifecycle] { return known }
    let found = Set(store.instances(lifecycle).map(\.ordinal))
    presentStates[lifecycle] = found
    return found
  }

  /// The fields of an intent that a thread has too.
  func fields(of intent: Int, from thread: Thread) -> JSONObject {
    let types = Dictionary(first: program.facts[thread.type].fields.map { ($0.name, $0.type) })
    return JSONObject(
      program.intents[intent].fields.compactMap { field in
        guard types[field.name] == field.type, let value = thread.fields[field.name] else { return nil }
        return JSONObject.Member(name: Text(field.jsonName), value: program.json(of: value))
      })
  }
}
