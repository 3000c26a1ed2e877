import TruthsCheck
import TruthsJSON
import TruthsText

/// Works through the outputs and moves of truths; every expression is read on the store that the evaluator has.
struct Producer {
  let program: Program
  var production: Production
  /// For truths on facts: the sequence of the first fact that the round makes, which says whether a version that is corrected was
  /// there at its beginning.
  var round: Int?
  /// The moment of the run.
  var now: Timestamp { production.store.run?.now ?? .epoch }
  /// Whether the match at hand holds a corrected fact: what it yields anew under a key that its truth produced before is a
  /// correction (language.md §6).
  var holdsCorrection = false
  /// Instances that have been moved in this run, by which truth, and through which states.
  private var moved: [MovedInstance: (truth: String, path: [Int])] = [:]

  private struct MovedInstance: Hashable {
    var lifecycle: Int
    var key: [Value]
  }

  init(program: Program, production: Production, envelope: RunEnvelope) {
    self.program = program
    self.production = production
    self.production.program = program
    self.production.store.run = envelope
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
    let instance = MovedInstance(lifecycle: move.key.lifecycle, key: key)
    if let other = moved.updateValue((truth.id, move.path), forKey: instance), mayNotMove(other, truth, move.path) {
      let reason = "\(move.clause.text): \(other.truth) moves the same \(lifecycle.name) in this run"
      return refuse(.factConflict, move.clause.position, move.clause.span, truth, reason)
    }
    let step = evaluator.store.state(move.key.lifecycle, of: key)?.step ?? 0
    let names = program.enums[lifecycle.states].values
    for (place, ordinal) in move.path.enumerated() {
      let state = Value.enumeration(EnumValue(type: lifecycle.states, ordinal: ordinal, name: names[ordinal]))
      let fields = key + [state, .number(Decimal(step + 1 + place))]
      assert(lifecycle.history, fields, of: truth, position: move.clause.position, span: move.clause.span)
    }
  }

  /// Whether a truth may not move what another one has moved. Two truths on facts may not; truths of one proposal that move it
  /// alike say the same, and where their states differ the history is in conflict: what is left is one that goes further.
  private func mayNotMove(_ other: (truth: String, path: [Int]), _ truth: CheckedTruth, _ path: [Int]) -> Bool {
    if other.truth == truth.id { return false }
    return round != nil || other.path != path && zip(other.path, path).allSatisfy(==)
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
      let answer = evaluator.value(filter)
      guard case .boolean(let isWanted) = answer else {
        let condition = output.filterText ?? "its condition"
        return refuse(.factIncomplete, output, truth, "\(name(output)): cannot tell whether \(condition) holds\(why(answer))")
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
    for (index, value) in fields.enumerated() where !type.fields[index].isOptional {
      guard case .missing(let cause) = value else { continue }
      refuse(missing: index, of: output, truth, cause)
      return false
    }
    return true
  }

  /// A fact that lacks a field is no fact.
  mutating func refuse(missing field: Int, of output: CheckedOutput, _ truth: CheckedTruth, _ cause: MissingCause = .absent) {
    let type = program.facts[output.fact]
    let why = why(.missing(cause))
    refuse(.factIncomplete, output, truth, "\(type.name): \(type.fields[field].name) is missing\(why)")
  }

  /// ` (division by zero)`; empty where no more is known than that a value is missing.
  private func why(_ value: Value) -> String {
    guard case .missing(let cause) = value, let words = cause.words else { return "" }
    return " (\(words))"
  }

  private mutating func assert(_ type: Int, _ fields: [Value], of truth: CheckedTruth, position: Int, span: Span) {
    let row = production.store.row(of: fields, type: type)
    assert(type, row, maker: maker(truth), of: truth, position: position, span: span)
  }

  /// Producing a fact again unchanged is nothing; changed, it is a conflict, unless a correction is behind it (language.md §6).
  private mutating func assert(
    _ type: Int, _ row: [Cell], maker: Int32, of truth: CheckedTruth, position: Int, span: Span
  ) {
    let hash = production.store.tables[type].hash(ofRow: row)
    let known = production.store.tables[type].newest(ofRow: row, hash: hash)
    if known < 0 {
      production.append(row, to: type, hash: hash, known: -1, maker: maker, isCorrection: false)
    } else if production.store.isSame(type, at: known, row) {
      production.unchanged += 1
    } else {
      change(type, row, known, hash, maker, of: truth, position: position, span: span)
    }
  }

  /// The same for a row that a truth has made by copying.
  ///
  /// - Returns: whether that settles it; a fact that is there with another content needs a closer look.
  @inline(__always)
  mutating func add(_ made: BoundOutput, _ match: Int, _ maker: Int32) -> Bool {
    let known = made.newest(match)
    if known < 0 {
      production.append(made, match, maker: maker)
    } else if made.isSame(match, at: known) {
      production.unchanged += 1
    } else {
      return false
    }
    return true
  }

  /// The closer look.
  mutating func change(_ made: BoundOutput, _ match: Int, _ maker: Int32, _ output: CheckedOutput, _ truth: CheckedTruth) {
    let row = Array(UnsafeBufferPointer(start: made.row(match), count: made.width))
    assert(made.type, row, maker: maker, of: truth, position: output.position, span: output.span)
  }

  private mutating func change(
    _ type: Int, _ row: [Cell], _ known: Int, _ hash: UInt64, _ maker: Int32, of truth: CheckedTruth, position: Int, span: Span
  ) {
    if holdsCorrection, !program.facts[type].isDerived, production.store.hasVersion(type, at: known, by: maker) {
      return replace(type, known, with: row, hash, of: truth, position: position, span: span)
    }
    let reason = "\(program.facts[type].name) is there already with another content: \(changes(type, known, row))"
    refuse(.factConflict, position, span, truth, reason)
  }

  /// A correction copies the key only: every other field is written, or that of the version corrected.
  private mutating func correct(_ output: CheckedOutput, of truth: CheckedTruth, fields: inout [Value]) {
    let type = program.facts[output.fact]
    if type.isImmutable { return refuse(.factImmutable, output, truth, "\(type.name) is immutable: it may not be corrected") }
    for field in type.key {
      if case .missing(let cause) = fields[field] { return refuse(missing: field, of: output, truth, cause) }
    }
    var row = production.store.row(of: fields, type: output.fact)
    let hash = production.store.tables[output.fact].hash(ofRow: row)
    let known = production.store.tables[output.fact].newest(ofRow: row, hash: hash)
    var read = known
    while isOfRound(output.fact, read) { read = production.store.tables[output.fact].earlier(than: read) }
    guard read >= 0 else { return refuse(.factAbsent, output, truth, "there is no \(type.name) to correct") }
    let present = production.store.tables[output.fact].cells(at: read)
    for index in fields.indices where output.fields[index] == nil {
      row[index] = present[index]
      fields[index] = production.store.symbols.value(of: present[index])
    }
    guard isWhole(fields, output, truth) else { return }
    if production.store.isSame(output.fact, at: known, row) {
      production.unchanged += 1
      return
    }
    replace(output.fact, known, with: row, hash, of: truth, position: output.position, span: output.span)
  }

  /// Appends a new version. A version that another match of the round has just made is not the one that this one was read from.
  private mutating func replace(
    _ type: Int, _ known: Int, with row: [Cell], _ hash: UInt64, of truth: CheckedTruth, position: Int, span: Span
  ) {
    let declared = program.facts[type]
    if declared.isImmutable {
      return refuse(.factImmutable, position, span, truth, "\(declared.name) is immutable: it may not be corrected")
    }
    if isOfRound(type, known) {
      let reason = "\(declared.name) was corrected beside this: \(changes(type, known, row))"
      return refuse(.factStale, position, span, truth, reason)
    }
    production.append(row, to: type, hash: hash, known: known, maker: maker(truth), isCorrection: true)
  }

  /// Whether a version was made in this very round; below 0 there is none.
  private func isOfRound(_ type: Int, _ place: Int) -> Bool {
    guard let round, place >= 0 else { return false }
    return production.store.sequence(type, at: place) >= round
  }

  // MARK: Appending

  /// The symbol of a truth's id.
  mutating func maker(_ truth: CheckedTruth) -> Int32 { Int32(production.store.symbols.intern(Text(truth.id))) }

  /// Appends a fact as it is.
  mutating func append(_ fact: ProducedFact) {
    let row = production.store.row(of: fact.fields, type: fact.type)
    let hash = production.store.tables[fact.type].hash(ofRow: row)
    let known = production.store.tables[fact.type].newest(ofRow: row, hash: hash)
    let maker = Int32(production.store.symbols.intern(Text(fact.truthID)))
    production.append(row, to: fact.type, hash: hash, known: known, maker: maker, isCorrection: false)
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

  /// `amount is 5 and would be 7`
  private func changes(_ type: Int, _ known: Int, _ row: [Cell]) -> String {
    let symbols = production.store.symbols
    let present = production.store.tables[type].cells(at: known)
    return zip(program.facts[type].fields, zip(present, row)).compactMap { field, pair in
      if symbols.same(pair.0, pair.1) { return nil }
      let (old, new) = (symbols.value(of: pair.0), symbols.value(of: pair.1))
      return "\(field.name) is \(program.display(old)) and would be \(program.display(new))"
    }.joined(separator: ", ")
  }
}
