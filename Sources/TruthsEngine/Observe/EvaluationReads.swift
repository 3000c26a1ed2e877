import Synchronization
package import TruthsProgram
package import TruthsText

/// A question for the facts of a type in which some fields have given values, including facts that do not exist yet.
package struct FactQuestion: Hashable, Sendable {
  /// The index in ``Program/facts``.
  package var type: Int
  /// The fields, ascending.
  package var fields: [Int]
  /// The values, one for each field; all are present.
  package var values: [Value]

  package init(type: Int, fields: [Int], values: [Value]) {
    self.type = type
    self.fields = fields
    self.values = values
  }
}

/// The data of a context that the clauses of one proposal read.
///
/// While this data stays the same, the clauses give the same result.
package struct EvaluationReads: Sendable {
  /// Fact types that may be read completely.
  package var types: Set<Int> = []
  /// The facts read of other types.
  package var questions: Set<FactQuestion> = []
  /// The times that `now` was compared with: only at or right after one of these can a result change.
  package var moments: Set<Timestamp> = []
  /// Whether `now` is read in another way, so that a result can change at any time.
  package var readsMoment = false
}

extension Engine {
  /// Returns the reads of the conditions, `let`s and clauses that ``evaluate(_:store:isExplained:)`` evaluates for a proposal.
  ///
  /// - Parameter violations: the violations found. A violated clause shows the values of its terms, perhaps the time.
  /// - Complexity: O(look-ups of the intent's truths); their keys are computed once more.
  package func clauseReads(of proposal: TypedProposal, store: FactStore, violations: [Violation]) -> EvaluationReads {
    let plan = knownReads.plan(of: proposal.intent) { IntentReads(self, intent: proposal.intent) }
    var store = store
    store.work = nil
    let evaluator = evaluator(on: store, proposal.environment)
    evaluator.observer = nil
    let fields = evaluator.cells(of: proposal.fields)
    var reads = EvaluationReads()
    for part in plan.parts where part.entry.admits(pack: proposal.pack) {
      let fill: (Evaluator) -> Void = { evaluator in
        for (slot, field) in part.entry.fields.enumerated() where field >= 0 { evaluator.set(slot, to: fields[field]) }
      }
      let demand = part.reads.demand(evaluator, fill: fill)
      reads.types.formUnion(part.types)
      reads.types.formUnion(demand.wholeViews.filter { !program.facts[$0].isDerived })
      for question in demand.questions {
        reads.questions.insert(
          FactQuestion(type: question.pattern.view, fields: question.pattern.fields, values: question.values))
      }
      for case .timestamp(let moment) in part.reads.moments(evaluator, fill: fill) { reads.moments.insert(moment) }
      if part.readsMoment || violations.contains(where: { $0.declaredBy == part.id && part.showing.contains($0.clause) }) {
        reads.readsMoment = true
      }
    }
    return reads
  }
}

/// The reads of one intent's truths and invariants, as far as they are known without a proposal.
final class IntentReads: Sendable {
  /// The reads of one truth or invariant.
  struct Part: Sendable {
    let entry: IntentPlan.Entry
    let id: String
    let reads: ViewReads
    /// Fact types that may be read completely; a view is replaced by the types that it is made from.
    let types: Set<Int>
    let readsMoment: Bool
    /// The names of the clauses whose shown values may include the time.
    let showing: Set<String>
  }

  let parts: [Part]

  init(_ engine: Engine, intent: Int) {
    let plan = engine.plans[intent]
    parts =
      plan.truths.map { Self.planPart($0, of: engine.program.truths[$0.index], engine) }
      + plan.invariants.map { Self.planPart($0, of: engine.program.invariants[$0.index], engine) }
  }

  private static func planPart(_ entry: IntentPlan.Entry, of truth: CheckedTruth, _ engine: Engine) -> Part {
    let clauses = truth.requires + truth.invariants + truth.moves.map(\.clause)
    var reader = reader(engine, inputs: truth.inputs.count, lets: truth.lets)
    if let condition = truth.condition { reader.read(condition.test) }
    reader.read(clauses)
    // Outputs are not read here; only the faults of views in them are.
    var produced = NodeReads(engine.program)
    produced.add(truth.outputs)
    produced.add(truth.moves.flatMap(\.key.keys))
    let condition = truth.condition.map { [(name: "if", nodes: [$0.test])] } ?? []
    let named = condition + clauses.map { (name: $0.name, nodes: $0.nodes) }
    return planPart(entry, id: truth.id, reader, views: produced.views, named, engine)
  }

  private static func planPart(_ entry: IntentPlan.Entry, of invariant: CheckedInvariant, _ engine: Engine) -> Part {
    var reader = reader(engine, inputs: invariant.inputs.count, lets: [])
    reader.read([invariant.clause])
    return planPart(
      entry, id: invariant.id, reader, views: [], [(name: invariant.clause.name, nodes: invariant.clause.nodes)], engine)
  }

  private static func planPart(
    _ entry: IntentPlan.Entry, id: String, _ reader: ViewReader, views: Set<Int>, _ clauses: [(name: String, nodes: [Node])],
    _ engine: Engine
  ) -> Part {
    let program = engine.program
    var types = reader.wholeViews.filter { !program.facts[$0].isDerived }
    var readsMoment = reader.readsMoment
    for source in sources(of: reader.wholeViews.subtracting(types).union(views), program) {
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

  /// Returns the reads of the truths that make some views, and of the truths that make the views from which these are derived.
  private static func sources(of views: Set<Int>, _ program: Program) -> [(types: Set<Int>, readsMoment: Bool)] {
    var (sources, seen, pending) = ([(types: Set<Int>, readsMoment: Bool)](), views, views.sorted())
    while let view = pending.popLast() {
      for truth in program.truths where truth.isView && truth.outputs.contains(where: { $0.fact == view }) {
        var reads = NodeReads(program)
        reads.add(truth.firingNodes)
        reads.add(truth.clauses)
        reads.add(truth.outputs)
        let types = reads.types.union(truth.matches.map(\.fact))
        let made = types.filter { program.facts[$0].isDerived }
        sources.append((types.subtracting(made), reads.readsMoment))
        pending += made.filter { seen.insert($0).inserted }.sorted()
      }
    }
    return sources
  }
}

/// The reads of the intents of a program, each computed on first use.
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
  /// Whether facts in which a field equals the value can be found by it.
  package var isFound: Bool {
    switch self {
    case .missing, .amount: false
    default: true
    }
  }
}

/// Functions to find the facts that arrived in a store since it had fewer.
extension FactStore {
  /// The number of versions of facts that have arrived, by index of the type.
  package var counts: [Int] { tables.counts }

  /// Returns the place of the version before the one at a place; below 0 for the first.
  package func earlier(_ type: Int, than place: Int) -> Int { tables[type].earlier(than: place) }
}
