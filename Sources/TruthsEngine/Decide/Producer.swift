import TruthsCheck
import TruthsJSON
import TruthsText

/// Works through the outputs and moves of truths; every expression is read on the store that the evaluator has.
struct Producer {
  let program: Program
  private(set) var production: Production
  let firstSequence: Int
  let now: Timestamp
  let actor: JSONObject
  /// For truths on facts: the store at the beginning of the round, which says whether a version that is corrected is the newest.
  var round: FactStore?
  /// Whether the match at hand holds a corrected fact: what it yields anew under a key that its truth produced before is a
  /// correction (language.md §6).
  var holdsCorrection = false
  /// Instances that a truth on facts has moved in this run, and its id.
  private var moved: [MovedInstance: String] = [:]

  private struct MovedInstance: Hashable {
    var lifecycle: Int
    var key: [Value]
  }

  init(program: Program, production: Production, firstSequence: Int, now: Timestamp, actor: JSONObject) {
    self.program = program
    self.production = production
    self.firstSequence = firstSequence
    self.now = now
    self.actor = actor
  }

  /// Works through the moves, then the outputs of a truth whose frame stands.
  mutating func work(_ truth: CheckedTruth, _ compiled: CompiledTruth, _ evaluator: inout Evaluator) {
    for (move, code) in zip(truth.moves, compiled.moves) { self.move(move, code, of: truth, &evaluator) }
    for (output, code) in zip(truth.outputs, compiled.outputs) { produce(output, code, of: truth, &evaluator) }
  }

  // MARK: Moves

  /// Enters the states of a move, one after the other. The step is counted on the store that is read, so that two truths that
  /// move an instance alike say the same, and two that differ are a conflict.
  private mutating func move(
    _ move: CheckedMove, _ compiled: CompiledMove, of truth: CheckedTruth, _ evaluator: inout Evaluator
  ) {
    let lifecycle = program.lifecycles[move.key.lifecycle]
    let key = compiled.keys.map { evaluator.value($0) }
    if round != nil {
      // Two matches of one truth say the same; two truths do not.
      let mover = moved.updateValue(truth.id, forKey: MovedInstance(lifecycle: move.key.lifecycle, key: key))
      if let mover, mover != truth.id {
        let reason = "\(move.clause.text): \(mover) moves the same \(lifecycle.name) in this run"
        return refuse(.factConflict, move.clause.position, move.clause.span, truth, reason)
      }
    }
    let step = evaluator.store.state(move.key.lifecycle, of: key)?.step ?? 0
    let names = program.enums[lifecycle.states].values
    for (place, ordinal) in move.path.enumerated() {
      let state = Value.enumeration(EnumValue(type: lifecycle.states, ordinal: ordinal, name: names[ordinal]))
      let fields = key + [state, .number(Decimal(step + 1 + place))]
      assert(lifecycle.history, fields, of: truth, position: move.clause.position, span: move.clause.span)
    }
  }

  // MARK: Outputs

  private mutating func produce(
    _ output: CheckedOutput, _ compiled: CompiledOutput, of truth: CheckedTruth, _ evaluator: inout Evaluator
  ) {
    guard let loop = output.loop else { return produceOne(output, compiled, of: truth, &evaluator) }
    guard let elements = evaluator.elements(loop.source, list: compiled.list) else {
      return refuse(.factIncomplete, output, truth, "\(name(output)): the list that it goes through is missing")
    }
    for element in elements {
      evaluator.set(loop.slot, to: element)
      produceOne(output, compiled, of: truth, &evaluator)
    }
  }

  private mutating func produceOne(
    _ output: CheckedOutput, _ compiled: CompiledOutput, of truth: CheckedTruth, _ evaluator: inout Evaluator
  ) {
    if let filter = compiled.filter {
      guard case .boolean(let isWanted) = evaluator.value(filter) else {
        return refuse(
          .factIncomplete, output, truth, "\(name(output)): cannot tell whether \(output.filterText ?? "its condition") holds")
      }
      guard isWanted else { return }
    }
    var fields = compiled.fields.map { code in code.map { evaluator.outside(evaluator.value($0)) } ?? .missing(.absent) }
    if output.isCorrection {
      correct(output, of: truth, fields: &fields)
    } else if isWhole(fields, output, truth) {
      assert(output.fact, fields, of: truth, position: output.position, span: output.span)
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

  /// Producing a fact again unchanged is nothing; changed, it is a conflict, unless a correction is behind it (language.md §6).
  private mutating func assert(_ type: Int, _ fields: [Value], of truth: CheckedTruth, position: Int, span: Span) {
    let identity = production.store.identity(of: fields, type: type)
    guard let known = production.store.current(type, identity: identity) else {
      return append(type, fields, of: truth, correcting: nil)
    }
    if known.fields.elementsEqual(fields, by: isSame) {
      production.unchanged += 1
    } else if holdsCorrection, !program.facts[type].isDerived, production.store.hasVersion(of: known, by: truth.id) {
      replace(known, with: fields, of: truth, position: position, span: span)
    } else {
      let reason = "\(program.facts[type].name) is there already with another content: \(changes(known, fields))"
      refuse(.factConflict, position, span, truth, reason)
    }
  }

  /// A correction copies the key only: every other field is written, or that of the version corrected.
  private mutating func correct(_ output: CheckedOutput, of truth: CheckedTruth, fields: inout [Value]) {
    let type = program.facts[output.fact]
    if type.isImmutable { return refuse(.factImmutable, output, truth, "\(type.name) is immutable: it may not be corrected") }
    if let missing = type.key.first(where: { fields[$0].isMissing }) {
      return refuse(.factIncomplete, output, truth, "\(name(output)): \(type.fields[missing].name) is missing")
    }
    let identity = production.store.identity(of: fields, type: output.fact)
    guard let read = (round ?? production.store).current(output.fact, identity: identity) else {
      return refuse(.factAbsent, output, truth, "there is no \(type.name) to correct")
    }
    let known = production.store.current(output.fact, identity: identity) ?? read
    for index in fields.indices where output.fields[index] == nil { fields[index] = read.fields[index] }
    guard isWhole(fields, output, truth) else { return }
    if known.fields.elementsEqual(fields, by: isSame) {
      production.unchanged += 1
      return
    }
    replace(known, with: fields, of: truth, position: output.position, span: output.span)
  }

  /// Appends a new version. A version that another match of the round has just made is not the one that this one was read from.
  private mutating func replace(
    _ known: FactRecord, with fields: [Value], of truth: CheckedTruth, position: Int, span: Span
  ) {
    let type = program.facts[known.type]
    if type.isImmutable {
      return refuse(.factImmutable, position, span, truth, "\(type.name) is immutable: it may not be corrected")
    }
    if let round, round.current(known.type, identity: production.store.identity(of: fields, type: known.type)) != known {
      let reason = "\(type.name) was corrected beside this: \(changes(known, fields))"
      return refuse(.factStale, position, span, truth, reason)
    }
    append(known.type, fields, of: truth, correcting: known)
  }

  // MARK: Appending

  private mutating func append(_ type: Int, _ fields: [Value], of truth: CheckedTruth, correcting known: FactRecord?) {
    var fact = ProducedFact(
      type: type, fields: fields, truthID: truth.id, payload: program.payload(type: type, fields: fields))
    if let known, known.entry.id.isEmpty {
      fact.correctsProduced = known.entry.sequence - firstSequence
    } else {
      fact.corrects = known?.entry.id
    }
    append(fact, isCorrection: known != nil)
  }

  /// Appends a fact as it is.
  mutating func append(_ fact: ProducedFact, isCorrection: Bool = false) {
    let entry = EntryReference(
      id: "", sequence: firstSequence + production.facts.count, timestamp: now, truthID: fact.truthID, actor: actor,
      isCorrection: isCorrection)
    production.store.append(FactRecord(type: fact.type, fields: fact.fields, entry: entry))
    production.facts.append(fact)
  }

  private mutating func refuse(_ truth: BuiltInTruth, _ output: CheckedOutput, _ declarer: CheckedTruth, _ reason: String) {
    refuse(truth, output.position, output.span, declarer, reason)
  }

  private mutating func refuse(
    _ truth: BuiltInTruth, _ position: Int, _ span: Span, _ declarer: CheckedTruth, _ reason: String
  ) {
    production.violations.append(
      Violation(
        truthID: truth.rawValue, declaredBy: declarer.id, clause: "built-in", place: .builtIn, position: position,
        kind: .structural, reason: reason, span: span))
  }

  private func name(_ output: CheckedOutput) -> String { program.facts[output.fact].name }

  private func isSame(_ left: Value, _ right: Value) -> Bool { left.isMissing && right.isMissing || left == right }

  /// `amount is 5 and would be 7`
  private func changes(_ known: FactRecord, _ fields: [Value]) -> String {
    let type = program.facts[known.type]
    return zip(type.fields, zip(known.fields, fields)).compactMap { field, pair in
      isSame(pair.0, pair.1) ? nil : "\(field.name) is \(program.display(pair.0)) and would be \(program.display(pair.1))"
    }.joined(separator: ", ")
  }
}
