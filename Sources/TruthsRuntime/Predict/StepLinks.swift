import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// The links between the steps of blueprints and jobs. They are the facts that an intent's truths make, and the fields that
/// these facts share with other steps.
final class StepLinks {
  let program: Program
  private let store: FactStore
  let runs: AcceptedRuns
  /// The intent of each accepted run, as an index in ``Program/intents``; `nil` if the program has no such intent. The index
  /// here is that of the run in ``runs``.
  let runIntents: [Int?]
  private let reader: PredictionReader
  /// The indices of intents, keyed by the names that the rules give them.
  private let intents: [String: Int]
  /// The indices of intents, keyed by their names in JSON.
  private let actions: [String: Int]
  /// The indices of fact types, keyed by their names with underscores instead of dots.
  private let facts: [String: Int]
  /// The facts that the truths of each intent make. The index is that of the intent.
  let madeFacts: [[ProducedFacts]]
  /// The fact types whose facts the truths of each intent correct. The index is that of the intent.
  let corrected: [[Int]]
  private var threadsByType: [Int: [Thread]] = [:]
  private var runFacts: [Int: [Int: [FactRecord]]] = [:]
  var projections: [Projection: [[Value]: [Maker: Making]]] = [:]
  private var presentStates: [Int: Set<Int>] = [:]

  /// The facts of one type that the truths of an intent make.
  struct ProducedFacts: Hashable {
    var type: Int
    /// For the history of a lifecycle, the ordinals of the states that are entered; empty for other types.
    var states: Set<Int> = []
  }

  /// One piece of work in progress: a fact with its fields, and the fields of the other facts that the same run made.
  struct Thread {
    /// The fact type's index in ``Program/facts``.
    var type: Int
    var fields: [String: Value]
    /// The fact type that each field comes from, keyed by the field's name. Key fields that only the proposal has are omitted.
    var types: [String: Int]
    var key: [String]
    /// The key in words, for messages, such as ` (invoice_id i1)`.
    var words: String
  }

  init(program: Program, store: FactStore, runs: AcceptedRuns, reader: PredictionReader) {
    self.program = program
    self.store = store
    self.runs = runs
    self.reader = reader
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
    madeFacts = program.intents.indices.map { intent in
      var types = Set<Int>()
      var states: [Int: Set<Int>] = [:]
      for truth in program.truths where truth.intents.contains(intent) {
        types.formUnion(truth.outputs.filter { !$0.isCorrection }.map(\.fact))
        for move in truth.moves { states[program.lifecycles[move.key.lifecycle].history, default: []].formUnion(move.path) }
      }
      return (types.map { ProducedFacts(type: $0) } + states.map { ProducedFacts(type: $0.key, states: $0.value) }).sorted {
        $0.type < $1.type
      }
    }
    corrected = program.intents.indices.map { intent in
      let outputs = program.truths.filter { $0.intents.contains(intent) }.flatMap(\.outputs)
      return outputs.filter(\.isCorrection).map(\.fact).uniqued()
    }
  }

  /// Returns a name with underscores, because jobs may write dots as underscores (files §8).
  private static func underscored(_ name: String) -> String { name.replacing(".", with: "_") }

  /// Returns the index of the intent that the rules call by a name; `nil` if none exists.
  func intent(named name: String) -> Int? { intents[name] }

  /// Returns the index of the intent that proposals call by a name; `nil` if none exists.
  func intent(proposedBy action: String) -> Int? { actions[action] }

  /// Returns the index in ``Program/facts`` of the fact type that a job calls by a name; `nil` if none exists.
  func fact(named word: String) -> Int? { facts[Self.underscored(word)] }

  /// Whether the truths of an intent move instances of a lifecycle. If they do, the instances' states show whether the step was
  /// undone.
  func movesStates(_ intent: Int) -> Bool { madeFacts[intent].contains { !$0.states.isEmpty } }

  // MARK: Threads

  /// Returns the pieces of work that the truths of an intent have made or corrected. They come from the intent's first type
  /// that is not a history. Histories are used only if there is no such type.
  func threads(of intent: Int) -> [Thread] {
    let own = madeFacts[intent].map(\.type).filter { !isHistory($0) } + corrected[intent]
    return (own.first.map { [$0] } ?? madeFacts[intent].map(\.type)).flatMap { threads(ofType: $0) }
  }

  /// Returns the pieces of work in progress for a type, in the order of the key: one for each current fact, or, for the history
  /// of a lifecycle, one for each instance.
  func threads(ofType type: Int) -> [Thread] {
    if let known = threadsByType[type] { return known }
    var seen = Set<[Value]>()
    let threads = facts(of: type).compactMap { fact -> Thread? in
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
    threadsByType[type] = threads
    return threads
  }

  private func isHistory(_ type: Int) -> Bool { program.facts[type].lifecycle != nil }

  private func keyNames(of type: Int) -> [String] {
    let declared = program.facts[type]
    return (declared.key.isEmpty ? Array(declared.fields.indices) : declared.key).map { declared.fields[$0].name }
      .filter { !isHistory(type) || $0 != "step" }
  }

  /// Returns the fields of a fact that the reader sees.
  private func fields(of fact: FactRecord) -> [String: Value] {
    let type = program.facts[fact.type]
    var fields: [String: Value] = [:]
    for (field, value) in zip(type.fields, fact.fields) where !value.isMissing {
      if isHistory(fact.type), field.name == "state" || field.name == "step" { continue }
      guard reader.seesFact(field, fact.entry.actor, type.name) else { continue }
      fields[field.name] = value
    }
    return fields
  }

  /// Returns the other facts that the run of a fact made. A type is omitted if the run made several facts of it.
  private func factsBeside(_ fact: FactRecord) -> [FactRecord] {
    guard let run = runs.index(ofEntryAt: fact.entry.sequence), let intent = runIntents[run] else { return [] }
    return madeFacts[intent].filter { $0.type != fact.type && !isHistory($0.type) }.compactMap { made in
      let others = facts(ofRun: run, made.type)
      return others.count == 1 ? others[0] : nil
    }
  }

  /// Returns the key fields that the proposal of a fact's run gives. They are needed if a later run has corrected a fact of
  /// that run.
  private func proposedKey(of fact: FactRecord) -> [(name: String, value: Value)] {
    guard let run = runs.index(ofEntryAt: fact.entry.sequence), let intent = runIntents[run] else { return [] }
    let names = Set(madeFacts[intent].flatMap { keyNames(of: $0.type) })
    let (type, proposal) = (program.intents[intent], runs.all[run])
    return type.fields.filter { names.contains($0.name) }.compactMap { field in
      guard let json = proposal.fields[field.jsonName], let value = program.value(of: json, as: field.type),
        !value.isMissing, reader.seesProposal(field, proposal.actor, type.qualifiedJSONName)
      else { return nil }
      return (field.name, value)
    }
  }

  private func facts(ofRun run: Int, _ type: Int) -> [FactRecord] {
    if let known = runFacts[type] { return known[run] ?? [] }
    var byRun: [Int: [FactRecord]] = [:]
    for fact in facts(of: type) {
      if let run = runs.index(ofEntryAt: fact.entry.sequence) { byRun[run, default: []].append(fact) }
    }
    runFacts[type] = byRun
    return byRun[run] ?? []
  }

  /// Returns the facts of a type that may be read, in the order of their keys.
  func facts(of type: Int) -> [FactRecord] {
    store.ordered(type, in: program).filter { reader.mayRead($0.entry.actor, program.facts[type].name) }
  }

  // MARK: States

  /// Returns the ordinal of the state that a fact of a history entered; `nil` if the fact has none. `history` is the history's
  /// fact type.
  func state(of fact: FactRecord, _ history: Int) -> Int? {
    guard let field = program.facts[history].fields.firstIndex(where: { $0.name == "state" }),
      case .enumeration(let state) = fact.fields[field]
    else { return nil }
    return state.ordinal
  }

  /// Returns the ordinals of the states in which the instances of a lifecycle currently are.
  func states(of lifecycle: Int) -> Set<Int> {
    if let known = presentStates[lifecycle] { return known }
    let found = Set(store.instances(lifecycle).map(\.ordinal))
    presentStates[lifecycle] = found
    return found
  }

  /// Returns the fields of an intent that a piece of work also has, with the work's values.
  ///
  /// If the intent makes or corrects facts of a type, only key fields are taken from that type, because its other fields may
  /// change. If the intent also moves a lifecycle, these are only the key fields of the lifecycle or of the work itself: with
  /// another key, the intent makes another fact for the same instance.
  func fields(of intent: Int, from thread: Thread) -> JSONObject {
    let changed = Set(madeFacts[intent].map(\.type) + corrected[intent])
    let moved = madeFacts[intent].map(\.type).filter(isHistory).flatMap(keyNames)
    let lasting = moved.isEmpty ? thread.key : moved + (changed.contains(thread.type) ? [] : keyNames(of: thread.type))
    return JSONObject(
      program.intents[intent].fields.compactMap { field in
        guard let value = thread.fields[field.name] else { return nil }
        if let type = thread.types[field.name] {
          guard program.facts[type].fields.contains(where: { $0.name == field.name && $0.type == field.type }),
            !changed.contains(type) || thread.key.contains(field.name) && lasting.contains(field.name)
          else { return nil }
        } else if program.value(of: program.json(of: value), as: field.type) != value {
          return nil
        }
        return JSONObject.Member(name: Text(field.jsonName), value: program.json(of: value))
      })
  }
}
