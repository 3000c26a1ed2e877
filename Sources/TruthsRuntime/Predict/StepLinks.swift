import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// How the steps of blueprints and jobs hang together: by the facts that an intent's truths make, and the fields that these
/// share.
final class StepLinks {
  let program: Program
  private let store: FactStore
  let runs: AcceptedRuns
  /// By place among the accepted runs: the intent.
  let runIntents: [Int?]
  /// Whether a fact may be read; one that may not counts as not there.
  private let isRead: (FactRecord) -> Bool
  private let intents: [String: Int]
  private let facts: [String: Int]
  /// By intent: what its truths make.
  let made: [[Made]]
  /// By intent: the types of which its truths correct facts.
  let corrected: [[Int]]
  private var threadsByType: [Int: [Thread]] = [:]
  private var runFacts: [Int: [Int: [FactRecord]]] = [:]
  var projections: [Projection: [[Value]: [Maker: Making]]] = [:]
  private var presentStates: [Int: Set<Int>] = [:]

  /// Facts that the truths of an intent make.
  struct Made: Hashable {
    var type: Int
    /// Of the history of a lifecycle: the states that they enter; empty for other types.
    var states: Set<Int> = []
  }

  /// One thing that is under way: a fact with its fields, and those of what the same run made.
  struct Thread {
    /// Index in ``Program/facts``.
    var type: Int
    var fields: [String: Value]
    /// By field: the type of the fact that has it.
    var types: [String: Int]
    var key: [String]
    /// ` (invoice_id i1)`, for people.
    var words: String
  }

  init(program: Program, store: FactStore, runs: AcceptedRuns, isRead: @escaping (FactRecord) -> Bool) {
    self.program = program
    self.store = store
    self.runs = runs
    self.isRead = isRead
    let intents = Dictionary(
      first: program.intents.enumerated().flatMap {
        [($0.element.name, $0.offset), ("\($0.element.pack).\($0.element.name)", $0.offset)]
      })
    self.intents = intents
    runIntents = runs.all.map { intents[$0.action] }
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

  /// Dots and underscores are one in the words of a job (files §8).
  private static func underscored(_ name: String) -> String { name.replacing(".", with: "_") }

  func intent(named name: String) -> Int? { intents[name] }

  func fact(named word: String) -> Int? { facts[Self.underscored(word)] }

  // MARK: Threads

  /// What the truths of an intent have made or corrected so far. Where they make facts of their own, histories say nothing more.
  func threads(of intent: Int) -> [Thread] {
    let own = made[intent].map(\.type).filter { !isHistory($0) } + corrected[intent]
    return (own.first.map { [$0] } ?? made[intent].map(\.type)).flatMap { threads(ofType: $0) }
  }

  /// Every current fact of a type, in the order of its key; of a history every instance once.
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

  /// What the run that made a fact made besides, as far as there is one fact of its type.
  private func factsBeside(_ fact: FactRecord) -> [FactRecord] {
    guard let run = runs.place(ofEntryAt: fact.entry.sequence), let intent = runIntents[run] else { return [] }
    return made[intent].filter { $0.type != fact.type && !isHistory($0.type) }.compactMap { made in
      let others = facts(ofRun: run, made.type)
      return others.count == 1 ? others[0] : nil
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

  /// The state that an entry of a history entered, by its ordinal.
  func state(of fact: FactRecord, _ history: Int) -> Int? {
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

  /// The fields of an intent that a thread has too. Where the intent makes such facts anew, what it changes is left open: of the
  /// fields of their types it takes those of keys alone.
  func fields(of intent: Int, from thread: Thread) -> JSONObject {
    let changed = Set(made[intent].map(\.type) + corrected[intent])
    return JSONObject(
      program.intents[intent].fields.compactMap { field in
        guard let value = thread.fields[field.name], let type = thread.types[field.name],
          program.facts[type].fields.contains(where: { $0.name == field.name && $0.type == field.type }),
          thread.key.contains(field.name) || !changed.contains(type)
        else { return nil }
        return JSONObject.Member(name: Text(field.jsonName), value: program.json(of: value))
      })
  }
}
