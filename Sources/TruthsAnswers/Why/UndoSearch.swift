import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Searches for truths that correct a fact, or that lead an instance of a lifecycle back to its earlier state.
struct UndoSearch {
  /// The maximum number of a decision's facts that are examined.
  private static let mostFacts = 20

  private let past: LedgerPast
  private let program: Program
  private let store: FactStore

  /// - Parameter index: the index in ``LedgerPast/procedures`` of the truth set that gives the answer.
  init(_ past: LedgerPast, _ index: Int) {
    self.past = past
    program = past.procedures[index].program
    store = past.context(before: past.entries.count, index).store
  }

  /// Returns the ways to undo the entry at an index. The ways undo the facts that a decision left, or the fact of a fact entry.
  func undo(at index: Int) -> Undo {
    let entry = past.entries[index]
    guard entry.type == .decision else {
      var undo = Undo()
      undo.facts = [fact(at: index)]
      return undo
    }
    return undo(ofDecision: index, entry)
  }

  private func undo(ofDecision decisionIndex: Int, _ entry: Entry) -> Undo {
    var undo = Undo()
    let ending = DecisionRecord(entry.payload).ending
    guard ending == .accepted else {
      undo.remark = ending == .waiting ? "nothing is done yet: it waits" : "there is nothing to undo: it was not accepted"
      return undo
    }
    let laterEntries = past.entries.indices[(decisionIndex + 1)...].prefix {
      past.entries[$0].runID == entry.runID && past.entries[$0].type != .decision
    }
    let facts = lastStates(laterEntries.filter { past.entries[$0].type == .fact && !isBuiltIn(past.entries[$0]) })
    undo.facts = facts.prefix(Self.mostFacts).map { fact(at: $0) }
    undo.others = max(0, facts.count - Self.mostFacts)
    if facts.isEmpty {
      let isAnswer = laterEntries.contains { past.entries[$0].type == .fact }
      undo.remark = isAnswer ? "no: it records what a person did, and stays" : "there is nothing to undo: it left no facts"
    }
    return undo
  }

  /// Returns the given facts without earlier states: if a decision moved an instance through several states, only the last
  /// remains.
  private func lastStates(_ places: [Int]) -> [Int] {
    var seen = Set<JSONValue>()
    return places.reversed().filter { place in
      let entry = past.entries[place]
      guard let type = type(of: entry), program.facts[type].lifecycle != nil else { return true }
      var key = entry.payload
      (key["state"], key["step"]) = (nil, nil)
      return seen.insert(.object(key)).inserted
    }.reversed()
  }

  private func isBuiltIn(_ entry: Entry) -> Bool { type(of: entry).map { program.facts[$0].isBuiltIn } ?? false }

  private func type(of entry: Entry) -> Int? {
    program.facts.firstIndex { $0.name == entry.payload.factType }
  }

  private func fact(at place: Int) -> Undo.Fact {
    let entry = past.entries[place]
    var fact = Undo.Fact(entry: entry.sequence, payload: entry.payload)
    guard let type = type(of: entry) else {
      fact.reason = "the given truths do not declare such facts"
      return fact
    }
    fact.key = key(program.facts[type], entry.payload)
    if let lifecycle = program.facts[type].lifecycle {
      lead(&fact, back: lifecycle, entry)
    } else {
      correct(&fact, type, entry)
    }
    return fact
  }

  private func key(_ type: FactType, _ payload: JSONObject) -> JSONObject {
    let places = type.key.isEmpty ? Array(type.fields.indices) : type.key
    let names = places.map { type.fields[$0].jsonName }.filter { type.lifecycle == nil || $0 != "step" }
    return JSONObject(names.compactMap { name in payload[name].map { JSONObject.Member(name: Text(name), value: $0) } })
  }

  // MARK: Corrections

  private func correct(_ fact: inout Undo.Fact, _ index: Int, _ entry: Entry) {
    let type = program.facts[index]
    fact.superseded = past.correction(of: entry.entryID).map { past.entries[$0].sequence }
    if type.isBuiltIn {
      fact.reason = "\(type.name) records what a person did, and stays"
      return
    }
    if type.isImmutable {
      fact.reason = "\(type.name) is immutable: nothing corrects it"
      return
    }
    fact.ways = program.truths.filter { truth in truth.outputs.contains { $0.isCorrection && $0.fact == index } }
      .map { [step($0, move: nil)] }
    fact.arrival = type.arrival?.words
    if fact.ways.isEmpty, fact.arrival == nil { fact.reason = "no truth corrects \(type.name)" }
  }

  // MARK: Lifecycles

  /// A move from one state to another, given by their ordinals, and the index of the truth that makes the move.
  private struct Edge {
    var from: Int
    var to: Int
    var truth: Int
  }

  private func lead(_ fact: inout Undo.Fact, back index: Int, _ entry: Entry) {
    let lifecycle = program.lifecycles[index]
    let states = program.enums[lifecycle.states].values.map(\.string)
    let reader = FactReader(program: program)
    let state = lifecycle.key.count
    guard let read = try? reader.read(LocatedJSON(unlocated: .object(entry.payload))).get(),
      case .number(let number)? = read.fields.last, let step = number.intValue,
      let present = store.state(index, of: Array(read.fields.dropLast(2)))
    else {
      fact.reason = "the given truths do not declare such facts"
      return
    }
    let key = Array(read.fields.dropLast(2))
    func record(_ step: Int) -> FactRecord? {
      store.current(lifecycle.history, identity: key + [.number(Decimal(step))])
    }
    func runID(ofStep step: Int) -> String? {
      record(step).flatMap { past.index(ofSequence: $0.entry.sequence) }.map { past.entries[$0].runID }
    }
    func ordinal(_ step: Int) -> Int {
      guard let record = record(step), case .enumeration(let state) = record.fields[state] else { return LifecycleType.start }
      return state.ordinal
    }
    // One decision may have moved it through several states.
    var first = step
    while first > 1, runID(ofStep: first - 1) == entry.runID { first -= 1 }
    let before = first > 1 ? ordinal(first - 1) : LifecycleType.start
    let names = program.enums[lifecycle.states].jsonNames.map(\.string)
    fact.state = (lifecycle.name, names[present.ordinal], names[before])
    if present.step > step {
      fact.superseded = record(step + 1)?.entry.sequence
    }
    if lifecycle.isExternal { fact.arrival = program.facts[lifecycle.history].arrival?.words }
    let edges = edges(of: index)
    if present.ordinal == before {
      fact.reason = "it is back in \(states[before]) already"
    } else if let way = shortestSteps(from: present.ordinal, to: before, edges, states, lifecycle.name) {
      fact.ways = way
    } else {
      fact.exits = edges.filter { $0.from == present.ordinal }.map { self.step($0, states, lifecycle.name) }
      let isFinal = lifecycle.terminal.contains(present.ordinal)
      if isFinal {
        fact.reason = "\(states[present.ordinal]) is terminal: nothing leads out of it"
      } else if before == LifecycleType.start {
        fact.reason = "this is its first state, and no step leads back from it"
      } else {
        fact.reason = "no truth leads from \(states[present.ordinal]) back to \(states[before])"
      }
    }
  }

  private func edges(of lifecycle: Int) -> [Edge] {
    program.truths.indices.flatMap { truth in
      program.truths[truth].moves.filter { $0.key.lifecycle == lifecycle }.flatMap { move in
        move.from.sorted().compactMap { from in move.path.last.map { Edge(from: from, to: $0, truth: truth) } }
      }
    }
  }

  /// Returns every truth that leads back directly, each as a way of one step. If there is no such truth, returns one shortest
  /// way; `nil` if no way exists.
  private func shortestSteps(
    from start: Int, to goal: Int, _ edges: [Edge], _ states: [String], _ name: String
  ) -> [[Undo.Step]]? {
    let direct = edges.filter { $0.from == start && $0.to == goal }
    if !direct.isEmpty { return direct.map { [step($0, states, name)] } }
    var reached: [Int: Edge] = [:]
    var rest = [start]
    while let state = rest.first {
      rest.removeFirst()
      for edge in edges where edge.from == state && edge.to != start && reached[edge.to] == nil {
        reached[edge.to] = edge
        rest.append(edge.to)
      }
    }
    guard reached[goal] != nil else { return nil }
    var steps: [Undo.Step] = []
    var state = goal
    while state != start, let edge = reached[state] {
      steps.insert(step(edge, states, name), at: 0)
      state = edge.from
    }
    return [steps]
  }

  private func step(_ edge: Edge, _ states: [String], _ lifecycle: String) -> Undo.Step {
    step(program.truths[edge.truth], move: "\(lifecycle): \(states[edge.from]) → \(states[edge.to])")
  }

  // MARK: Proposers and answers

  private func step(_ truth: CheckedTruth, move: String?) -> Undo.Step {
    Undo.Step(
      truthID: truth.id, intents: truth.intents.map { intent($0) }, facts: truth.matches.map { program.facts[$0.fact].name },
      move: move)
  }

  private func intent(_ index: Int) -> Undo.Intent {
    let type = program.intents[index]
    var intent = Undo.Intent(name: type.jsonName, pack: type.pack)
    let truths = program.truths.filter { $0.intents.contains(index) }
    let invariants = program.invariants.filter { invariant in
      switch invariant.applies {
      case .all: true
      case .state: false
      case .intents(let intents): intents.contains(index)
      }
    }
    let clauses = truths.flatMap { truth in truth.clauses.map { ($0, truth.pack) } } + invariants.map { ($0.clause, $0.pack) }
    for (clause, pack) in clauses {
      switch clause.kind {
      case .acceptance(let approval):
        intent.approvals.append(
          Undo.Approval(of: approval?.text ?? approverRole(of: pack), condition: clause.text, isElse: !clause.violatedWhen))
      case .requirement, .structural:
        if clause.test.readsActor, !intent.proposers.contains(clause.text) {
          intent.proposers.append(clause.violatedWhen ? "not (\(clause.text))" : clause.text)
        }
      case .consent, .advisory: break
      }
    }
    intent.consent = type.wantedConsent
    intent.consentBy = type.consentBy
    return intent
  }

  /// Returns the role that approves by default in a pack, for a clause that names no approver.
  private func approverRole(of pack: String) -> String {
    let policies = [pack, "trust"].compactMap { pack in program.policies.first { $0.pack == pack && $0.name == "approver_role" } }
    return policies.first.map { program.display($0.initial) } ?? "manager"
  }
}

extension Node {
  fileprivate var readsActor: Bool {
    if case .builtin(let builtin) = self { return builtin.isOfActor }
    return children.contains { $0.readsActor }
  }
}
