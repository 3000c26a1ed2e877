package import TruthsJSON
package import TruthsProgram
package import TruthsText

/// The facts that a run produces, before they are entries: rows of the store, told in their order.
package struct Production: Sendable {
  /// By truth id, moves, place in `produces`, loop order; what is there already is not among them.
  private(set) var made: [MadeFact] = []
  /// Facts that would be produced and are there already, unchanged.
  package var unchanged = 0
  /// `converge.fact.…` violations: they halt the run, and no fact is appended.
  package var violations: [Violation] = []
  /// Of views: what is wrong with their facts.
  var viewFaults: [ViewFaults.Fault] = []
  /// The store with the facts in it.
  package var store: FactStore

  package init(store: FactStore) { self.store = store }

  /// How many facts are made.
  package var count: Int { made.count }

  /// Appends a row that has been looked up.
  ///
  /// - Parameters:
  ///   - known: the place of the version that it comes behind; below 0 where it is the first.
  ///   - maker: the symbol of the id of the truth that makes it.
  @inline(__always)
  mutating func append(_ row: [Cell], to type: Int, hash: UInt64, known: Int, maker: Int32, isCorrection: Bool) {
    let sequence = firstSequence + made.count
    let place = store.append(row, to: type, hash: hash, known: known, sequence: sequence, origin: -1 - maker)
    made.append(MadeFact(type: Int32(type), place: Int32(place), isCorrection: isCorrection))
  }

  /// Appends a fact as it is.
  mutating func append(_ fact: AssertedFact) {
    let row = store.row(of: fact.fields, type: fact.type)
    let hash = store.tables[fact.type].hash(ofRow: row)
    let known = store.tables[fact.type].newest(ofRow: row, hash: hash)
    let maker = Int32(store.symbols.intern(Text(fact.truthID)))
    append(row, to: fact.type, hash: hash, known: known, maker: maker, isCorrection: false)
  }

  /// Appends a fact that an output has made, in a store that was prepared for it (``FactStore/prepare(_:)``).
  @inline(__always)
  mutating func append(_ output: BoundOutput, _ match: Int, maker: Int32) {
    let place = output.append(match, sequence: firstSequence &+ made.count, maker: maker)
    made.append(
      MadeFact(type: Int32(truncatingIfNeeded: output.type), place: Int32(truncatingIfNeeded: place), isCorrection: false))
  }

  /// Appends those facts that an output has made and that are new, up to one that is not whole or is there with another content.
  ///
  /// - Returns: where it has come to.
  mutating func append(_ output: BoundOutput, _ range: Range<Int>, maker: Int32) -> Int {
    let (end, new) = output.append(range, sequence: firstSequence &+ made.count, maker: maker)
    unchanged += end - range.lowerBound - new
    let first = store.count(output.type) - new
    for place in first..<(first + new) {
      made.append(
        MadeFact(type: Int32(truncatingIfNeeded: output.type), place: Int32(truncatingIfNeeded: place), isCorrection: false))
    }
    return end
  }

  private var firstSequence: Int { store.run?.firstSequence ?? 0 }

  /// The sequence of the next fact.
  var nextSequence: Int { firstSequence + made.count }

  /// The types of the facts from the one with a number on: indices in ``Program/facts``.
  ///
  /// - Complexity: O(facts).
  func types(from number: Int) -> Set<Int> {
    var types: Set<Int> = []
    var last: Int32 = -1
    for fact in made[number...] where fact.type != last {
      last = fact.type
      types.insert(Int(last))
    }
    return types
  }
}

/// Where a fact of a run stands in its store.
struct MadeFact: BitwiseCopyable, Sendable {
  var type: Int32
  var place: Int32
  var isCorrection: Bool
}

/// A fact that a run appends beside what its truths produce.
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

/// How the entries of a run begin and what they say of themselves.
package struct RunEnvelope: Sendable {
  /// The sequence that the first new fact will have.
  package var firstSequence: Int
  package var now: Timestamp
  /// Who the facts are from.
  package var actor: JSONObject

  package init(firstSequence: Int, now: Timestamp, actor: JSONObject) {
    self.firstSequence = firstSequence
    self.now = now
    self.actor = actor
  }
}

extension Engine {
  /// Works out what the truths that fired produce (declarations §5.7, `moves`, `produces`; §6).
  ///
  /// - Parameter extra: facts that the run appends behind them, such as `override.used`.
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
