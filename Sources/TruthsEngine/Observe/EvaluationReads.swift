import Synchronization
package import TruthsProgram
package import TruthsText

/// The facts of a type in which some fields have given values, those that are not there yet included.
package struct FactQuestion: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package var type: Int
  /// Ascending.
  package var fields: [Int]
  /// One per field; none is missing.
  package var values: [Value]

  package init(type: Int, fields: [Int], values: [Value]) {
    self.type = type
    self.fields = fields
    self.values = values
  }
}

/// What the clauses of one proposal read of a context: with the same of it they say the same again.
package struct EvaluationReads: Sendable {
  /// Fact types of which everything may be read.
  package var types: Set<Int> = []
  /// What is read of others.
  package var questions: Set<FactQuestion> = []
  /// What the moment was compared with: nothing changes but at and right after one of these.
  package var moments: Set<Timestamp> = []
  /// Whether the moment is read otherwise, so that each may change something.
  package var readsMoment = false
}

extension Engine {
  /// What the conditions, `let`s and clauses read that ``evaluate(_:store:isExplained:)`` reads of a proposal.
  ///
  /// - Parameter violations: what came of it. A clause that does not hold says the values of its terms, the moment perhaps.
  /// - Complexity: O(look-ups of the intent's truths); their keys are worked out once more.
  package func clauseReads(of proposal: TypedProposal, store: FactStore, violations: [Violation]) -> EvaluationReads {
    let plan = knownReads.plan(of: proposal.intent) { IntentReads(self, intent: proposal.intent) }
    var store = store
    store.work = nil
    let evaluator = evaluator(on: store, proposal.environment)
    evaluator.observer = nil
    let fields = evaluator.cells(of: proposal.fields)
    var found = EvaluationReads()
    for part in plan.parts where part.entry.admits(pack: proposal.pack) {
      let fill: (Evaluator) -> Void = { evaluator in
        for (slot, field) in part.entry.fields.enumerated() where field >= 0 { evaluator.set(slot, to: fields[field]) }
      }
      let demand = part.reads.demand(evaluator, fill: fill)
      found.types.formUnion(part.types)
      found.types.formUnion(demand.whole.filter { !program.facts[$0].isDerived })
      for question in demand.questions {
        found.questions.insert(
          FactQuestion(type: question.pattern.view, fields: question.pattern.fields, values: question.values))
      }
      for case .timestamp(let moment) in part.reads.moments(evaluator, fill: fill) { found.moments.insert(moment) }
      if part.readsMoment || violations.contains(where: { $0.declaredBy == part.id && part.showing.contains($0.clause) }) {
        found.readsMoment = true
      }
    }
    return found
  }
}

/// What the truths and invariants of one intent read, as far as that can be told before a proposal is there.
final class IntentReads: Sendable {
  /// What one truth or invariant reads.
  struct Part: Sendable {
    let entry: IntentPlan.Entry
    let id: String
    let reads: ViewReads
    /// Fact types of which everything may be read; views are none of them, but what they are made of.
    let types: Set<Int>
    let readsMoment: Bool
    /// The clauses among whose values the moment may be, by name.
    let showing: Set<String>
  }

  let parts: [Part]

  init(_ engine: Engine, intent: Int) {
    let plan = engine.plans[intent]
    parts =
      plan.truths.map { Self.part($0, of: engine.program.truths[$0.index], engine) }
      + plan.invariants.map { Self.part($0, of: engine.program.invariants[$0.index], engine) }
  }

  private static func part(_ entry: IntentPlan.Entry, of truth: CheckedTruth, _ engine: Engine) -> Part {
    let clauses = truth.requires + truth.invariants + truth.moves.map(\.clause)
    var reader = reader(engine, inputs: truth.inputs.count, lets: truth.lets)
    if let condition = truth.condition { reader.read(condition.test) }
    reader.read(clauses)
    // Of what is produced nothing is read yet but what is wrong with the views in it.
    var produced = NodeReads(engine.program)
    produced.add(truth.outputs)
    produced.add(truth.moves.flatMap(\.key.keys))
    let condition = truth.condition.map { [(name: "if", nodes: [$0.test])] } ?? []
    let named = condition + clauses.map { (name: $0.name, nodes: $0.nodes) }
    return part(entry, id: truth.id, reader, views: produced.views, named, engine)
  }

  private static func part(_ entry: IntentPlan.Entry, of invariant: CheckedInvariant, _ engine: Engine) -> Part {
    var reader = reader(engine, inputs: invariant.inputs.count, lets: [])
    reader.read([invariant.clause])
    return part(
      entry, id: invariant.id, reader, views: [], [(name: invariant.clause.name, nodes: invariant.clause.nodes)], engine)
  }

  private static func part(
    _ entry: IntentPlan.Entry, id: String, _ reader: ViewReader, views: Set<Int>, _ clauses: [(name: String, nodes: [Node])],
    _ engine: Engine
  ) -> Part {
    let program = engine.program
    var types = reader.whole.filter { !program.facts[$0].isDerived }
    var readsMoment = reader.readsMoment
    for source in sources(of: reader.whole.subtracting(types).union(views), program) {
      types.formUnion(source.types)
      if source.readsMoment { readsMoment = true }
    }
    let showing = clauses.filter { clause in
      var reads = NodeReads(program)
      reads.add(clause.nodes)
      return reads.readsMoment
    }
    return Part(
      entry: entry, id: id, reads: ViewReads(reader, engine.code.symbols, frameSize: entry.frameSize), types: types,
      readsMoment: readsMoment, showing: Set(showing.map(\.name)))
  }

  private static func reader(_ engine: Engine, inputs: Int, lets: [CheckedLet]) -> ViewReader {
    let facts = engine.program.facts
    return ViewReader(engine.program, engine.language, of: .facts, inputs: inputs, lets: lets) { type, given in
      if facts[type].isDerived { return [] }
      return given.sorted().filter { field in
        facts[type].fields[field].type.isHashedAsCompared && facts[type].fields[field].currency == nil
      }
    }
  }

  /// What the truths read that make some views, and those that these views are made of.
  private static func sources(of views: Set<Int>, _ program: Program) -> [(types: Set<Int>, readsMoment: Bool)] {
    var (found, seen, pending) = ([(types: Set<Int>, readsMoment: Bool)](), views, views.sorted())
    while let view = pending.popLast() {
      for truth in program.truths where truth.isView && truth.outputs.contains(where: { $0.fact == view }) {
        var reads = NodeReads(program)
        reads.add(truth.firingNodes)
        reads.add(truth.clauses)
        reads.add(truth.outputs)
        let types = reads.types.union(truth.matches.map(\.fact))
        let made = types.filter { program.facts[$0].isDerived }
        found.append((types.subtracting(made), reads.readsMoment))
        pending += made.filter { seen.insert($0).inserted }.sorted()
      }
    }
    return found
  }
}

/// What the intents of a program read, each worked out when it is asked for first.
final class KnownIntentReads: Sendable {
  private let plans = Mutex<[Int: IntentReads]>([:])

  func plan(of intent: Int, _ make: () -> IntentReads) -> IntentReads {
    plans.withLock { plans in
      if let known = plans[intent] { return known }
      let made = make()
      plans[intent] = made
      return made
    }
  }
}

extension Value {
  /// Whether facts in which a field equals it can be found by it.
  package var isFound: Bool {
    switch self {
    case .missing, .amount: false
    default: true
    }
  }
}

/// What arrived in a store since it had fewer facts.
extension FactStore {
  /// By index of the type, how many versions of facts have arrived.
  package var counts: [Int] { tables.counts }

  /// The place of the version before the one at a place; below 0 for the first.
  package func earlier(_ type: Int, than place: Int) -> Int { tables[type].earlier(than: place) }
}
