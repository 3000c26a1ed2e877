package import TruthsCheck
package import TruthsJSON
package import TruthsText

/// The facts that an accepted proposal produces, before they are entries.
package struct Production: Sendable {
  /// By truth id, place in `produces`, loop order; what is there already is not among them.
  package var facts: [ProducedFact] = []
  /// Facts that would be produced and are there already, unchanged.
  package var unchanged = 0
  /// `converge.fact.…` violations: they halt the run, and no fact is appended.
  package var violations: [Violation] = []
  /// The store with the facts in it.
  package var store: FactStore

  init(store: FactStore) { self.store = store }
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

extension Engine {
  /// Works out what the truths that fired produce (language.md §5, `produces`; §6).
  ///
  /// - Parameters:
  ///   - firstSequence: the sequence that the first new fact will have.
  ///   - actor: who proposed it; the facts carry that actor.
  package func produce(
    _ fired: [Int], proposal: TypedProposal, store: FactStore, firstSequence: Int, now: Timestamp, actor: JSONObject
  ) -> Production {
    var producer = Producer(
      program: program, production: Production(store: store), firstSequence: firstSequence, now: now, actor: actor)
    for index in fired {
      let truth = program.truths[index]
      var evaluator = evaluator(for: truth, proposal: proposal, store: store)
      for output in truth.outputs { producer.produce(output, of: truth, &evaluator) }
    }
    producer.production.violations.sort(by: Violation.precedes)
    return producer.production
  }
}

/// Works through the outputs of truths; every expression is read on the context before the run.
private struct Producer {
  let program: Program
  var production: Production
  let firstSequence: Int
  let now: Timestamp
  let actor: JSONObject

  mutating func produce(_ output: CheckedOutput, of truth: CheckedTruth, _ evaluator: inout Evaluator) {
    guard let loop = output.loop else { return produceOne(output, of: truth, &evaluator) }
    let (elements, missing) = evaluator.elements(loop.source)
    if missing != nil {
      return refuse(.factIncomplete, output, truth, "\(name(output)): the list that it goes through is missing")
    }
    for element in elements {
      evaluator.slots[loop.slot] = element
      produceOne(output, of: truth, &evaluator)
    }
  }

  private mutating func produceOne(_ output: CheckedOutput, of truth: CheckedTruth, _ evaluator: inout Evaluator) {
    if let filter = output.filter {
      guard case .boolean(let isWanted) = evaluator.value(filter) else {
        return refuse(
          .factIncomplete, output, truth, "\(name(output)): cannot tell whether \(output.filterText ?? "its condition") holds")
      }
      guard isWanted else { return }
    }
    var fields = output.fields.map { node in node.map { evaluator.outside(evaluator.value($0)) } ?? .missing(.absent) }
    if output.isCorrection {
      correct(output, of: truth, fields: &fields)
    } else if isWhole(fields, output, truth) {
      assert(output, of: truth, fields: fields)
    }
  }

  private mutating func isWhole(_ fields: [Value], _ output: CheckedOutput, _ truth: CheckedTruth) -> Bool {
    let type = program.facts[output.fact]
    for (field, value) in zip(type.fields, fields) where value.isMissing && !field.isOptional {
      refuse(.factIncomplete, output, truth, "\(name(output)): \(field.name) is missing")
      return false
    }
    return true
  }

  /// Producing a fact again unchanged is nothing; changed, it is a conflict (language.md §6).
  private mutating func assert(_ output: CheckedOutput, of truth: CheckedTruth, fields: [Value]) {
    let identity = production.store.identity(of: fields, type: output.fact)
    if let known = production.store.current(output.fact, identity: identity) {
      if known.fields.elementsEqual(fields, by: isSame) {
        production.unchanged += 1
        return
      }
      return refuse(
        .factConflict, output, truth, "\(name(output)) is there already with another content: \(changes(known, fields))")
    }
    append(ProducedFact(type: output.fact, fields: fields, truthID: truth.id, payload: payload(output, fields)))
  }

  /// A correction copies the key only: every other field is written, or that of the version corrected.
  private mutating func correct(_ output: CheckedOutput, of truth: CheckedTruth, fields: inout [Value]) {
    let type = program.facts[output.fact]
    if type.isImmutable { return refuse(.factImmutable, output, truth, "\(type.name) is immutable: it may not be corrected") }
    let identity = production.store.identity(of: fields, type: output.fact)
    guard let known = production.store.current(output.fact, identity: identity) else {
      return refuse(.factAbsent, output, truth, "there is no \(type.name) to correct")
    }
    for index in fields.indices where output.fields[index] == nil { fields[index] = known.fields[index] }
    guard isWhole(fields, output, truth) else { return }
    if known.fields.elementsEqual(fields, by: isSame) {
      production.unchanged += 1
      return
    }
    var fact = ProducedFact(type: output.fact, fields: fields, truthID: truth.id, payload: payload(output, fields))
    if known.entry.id.isEmpty {
      fact.correctsProduced = known.entry.sequence - firstSequence
    } else {
      fact.corrects = known.entry.id
    }
    append(fact)
  }

  private mutating func append(_ fact: ProducedFact) {
    let entry = EntryReference(
      id: "", sequence: firstSequence + production.facts.count, timestamp: now, truthID: fact.truthID, actor: actor)
    production.store.append(FactRecord(type: fact.type, fields: fact.fields, entry: entry))
    production.facts.append(fact)
  }

  private mutating func refuse(_ truth: BuiltInTruth, _ output: CheckedOutput, _ declarer: CheckedTruth, _ reason: String) {
    production.violations.append(
      Violation(
        truthID: truth.rawValue, declaredBy: declarer.id, clause: "built-in", place: .builtIn, position: output.position,
        kind: .structural, reason: reason, span: output.span))
  }

  private func name(_ output: CheckedOutput) -> String { program.facts[output.fact].name }

  private func payload(_ output: CheckedOutput, _ fields: [Value]) -> JSONObject {
    program.payload(type: output.fact, fields: fields)
  }

  private func isSame(_ left: Value, _ right: Value) -> Bool { left.isMissing && right.isMissing || left == right }

  /// `amount is 5 and would be 7`
  private func changes(_ known: FactRecord, _ fields: [Value]) -> String {
    let type = program.facts[known.type]
    return zip(type.fields, zip(known.fields, fields)).compactMap { field, pair in
      isSame(pair.0, pair.1) ? nil : "\(field.name) is \(program.display(pair.0)) and would be \(program.display(pair.1))"
    }.joined(separator: ", ")
  }
}
