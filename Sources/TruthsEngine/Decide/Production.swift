package import TruthsCheck
package import TruthsJSON
package import TruthsText

/// The facts that a run produces, before they are entries.
package struct Production: Sendable {
  /// By truth id, moves, place in `produces`, loop order; what is there already is not among them.
  package var facts: [ProducedFact] = []
  /// Facts that would be produced and are there already, unchanged.
  package var unchanged = 0
  /// `converge.fact.…` violations: they halt the run, and no fact is appended.
  package var violations: [Violation] = []
  /// The store with the facts in it.
  package var store: FactStore

  package init(store: FactStore) { self.store = store }
}

/// A fact to be appended.
package struct ProducedFact: Hashable, Sendable {
  package var type: Int
  package var fields: [Value]
  package var truthID: String
  package var payload: JSONObject
  /// Of a correction: `entry_id` of the version that it corrects.
  package var corrects: String?
  /// Place in ``Production/facts`` of the version that it corrects, where that one is of this very run and has no `entry_id` yet.
  package var correctsProduced: Int?

  package init(type: Int, fields: [Value], truthID: String, payload: JSONObject) {
    self.type = type
    self.fields = fields
    self.truthID = truthID
    self.payload = payload
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
  /// Works out what the truths that fired produce (language.md §5, `moves`, `produces`; §6).
  ///
  /// - Parameter extra: facts that the run appends behind them, such as `override.used`.
  package func produce(
    _ fired: [Int], proposal: TypedProposal, store: FactStore, envelope: RunEnvelope, extra: [ProducedFact] = []
  ) -> Production {
    var producer = Producer(
      program: program, production: Production(store: store), firstSequence: envelope.firstSequence, now: envelope.now,
      actor: envelope.actor)
    let (viewed, _) = views(of: store, wanted: reads.producing(fired), envelope.now)
    var evaluator = evaluator(on: viewed, proposal.environment)
    let fields = proposal.fields.map { evaluator.cell(of: $0) }
    for index in fired {
      let truth = program.truths[index]
      begin(IntentDispatch.Entry(truth, at: index, intent: program.intents[proposal.intent]), fields, &evaluator)
      evaluator.run(from: code.truths[index].lets)
      producer.work(truth, code.truths[index], &evaluator)
    }
    for fact in extra { producer.append(fact) }
    var production = producer.production
    production.violations.sort(by: Violation.precedes)
    return production
  }
}
