package import TruthsJSON
package import TruthsProgram
package import TruthsText

/// The facts that a run produces before they become entries: rows of the store, in order.
package struct Production: Sendable {
  /// The new facts, ordered by truth id, moves, position in `produces`, and loop order. Unchanged facts are not included.
  private(set) var facts: [MadeFact] = []
  /// The number of produced facts that exist already, unchanged.
  package var unchanged = 0
  /// The violations of `converge.fact.…`: they halt the run, and no fact is appended.
  package var violations: [Violation] = []
  /// The faults in facts of views.
  var viewFaults: [ViewFaults.Fault] = []
  /// The store, including the produced facts.
  package var store: FactStore

  package init(store: FactStore) { self.store = store }

  /// The number of new facts.
  package var count: Int { facts.count }

  /// Appends a row whose identity has been looked up.
  ///
  /// - Parameters:
  ///   - newest: the place of the version before; below 0 for the first version.
  ///   - maker: the symbol of the id of the truth that makes it.
  @inline(__always)
  mutating func append(_ row: [Cell], to type: Int, hash: UInt64, newest: Int, maker: Int32, isCorrection: Bool) {
    let sequence = firstSequence + facts.count
    let place = store.append(row, to: type, hash: hash, newest: newest, sequence: sequence, origin: -1 - maker)
    facts.append(MadeFact(type: Int32(type), place: Int32(place), isCorrection: isCorrection))
  }

  /// Appends a given fact without a check.
  mutating func append(_ fact: AssertedFact) {
    let row = store.row(of: fact.fields, type: fact.type)
    let hash = store.tables[fact.type].hash(ofRow: row)
    let newest = store.tables[fact.type].newest(ofRow: row, hash: hash)
    let maker = Int32(store.symbols.intern(Text(fact.truthID)))
    append(row, to: fact.type, hash: hash, newest: newest, maker: maker, isCorrection: false)
  }

  /// Appends a fact that an output made, in a store prepared for it (``FactStore/prepare(_:)``).
  @inline(__always)
  mutating func append(_ output: BoundOutput, _ match: Int, maker: Int32) {
    let place = output.append(match, sequence: firstSequence &+ facts.count, maker: maker)
    facts.append(
      MadeFact(type: Int32(truncatingIfNeeded: output.type), place: Int32(truncatingIfNeeded: place), isCorrection: false))
  }

  /// Appends the new facts of an output, up to one that is incomplete or exists with another content.
  ///
  /// - Returns: the position where it stopped.
  mutating func append(_ output: BoundOutput, _ range: Range<Int>, maker: Int32) -> Int {
    let (end, new) = output.append(range, sequence: firstSequence &+ facts.count, maker: maker)
    unchanged += end - range.lowerBound - new
    let first = store.count(output.type) - new
    for place in first..<(first + new) {
      facts.append(
        MadeFact(type: Int32(truncatingIfNeeded: output.type), place: Int32(truncatingIfNeeded: place), isCorrection: false))
    }
    return end
  }

  private var firstSequence: Int { store.run?.firstSequence ?? 0 }

  var nextSequence: Int { firstSequence + facts.count }

  /// Returns the types of the facts from a position on: indices in ``Program/facts``.
  ///
  /// - Complexity: O(facts).
  func types(from number: Int) -> Set<Int> {
    var types: Set<Int> = []
    var last: Int32 = -1
    for fact in facts[number...] where fact.type != last {
      last = fact.type
      types.insert(Int(last))
    }
    return types
  }
}

/// The location of a run's fact in its store.
struct MadeFact: BitwiseCopyable, Sendable {
  var type: Int32
  var place: Int32
  var isCorrection: Bool
}

/// A fact that a run appends in addition to the produced facts.
package struct AssertedFact: Hashable, Sendable {
  package var type: Int
  package var fields: [Value]
  package var truthID: String

  package init(type: Int, fields: [Value], truthID: String) {
    self.type = type
    self.fields = fields
    self.truthID = truthID
  }
}

/// The values common to the entries of a run.
package struct RunEnvelope: Sendable {
  /// The sequence of the first new fact.
  package var firstSequence: Int
  package var now: Timestamp
  /// The actor that the facts are recorded for.
  package var actor: JSONObject

  package init(firstSequence: Int, now: Timestamp, actor: JSONObject) {
    self.firstSequence = firstSequence
    self.now = now
    self.actor = actor
  }
}

extension Engine {
  /// Computes the facts that the fired truths produce (declarations §5.7, `moves`, `produces`; §6).
  ///
  /// - Parameter extra: facts that the run appends after them, such as `override.used`.
  package func produce(
    _ fired: [Int], proposal: TypedProposal, store: FactStore, envelope: RunEnvelope, extra: [AssertedFact] = []
  ) -> Production {
    var producer = Producer(code, production: Production(store: store), envelope: envelope)
    let (viewed, _) = views(of: store, producing: fired, proposal)
    let evaluator = evaluator(on: viewed, proposal.environment)
    let fields = evaluator.cells(of: proposal.fields)
    producer.readsOtherSymbols = viewed.isViewed && !store.isViewed
    for entry in plans[proposal.intent].truths where fired.contains(entry.index) {
      guard let truth = entry.truth, !truth.outputs.isEmpty || !truth.moves.isEmpty || evaluator.observer != nil else { continue }
      begin(entry, fields, evaluator)
      evaluator.run(from: truth.lets)
      producer.work(truth, at: entry.index, evaluator)
    }
    for fact in extra { producer.production.append(fact) }
    var production = producer.production
    production.violations.sort(by: Violation.precedes)
    return production
  }
}
