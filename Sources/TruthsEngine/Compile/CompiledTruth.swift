import TruthsCheck

/// A truth in compiled form: its frame has the trigger's fields first, then the `let`s.
struct CompiledTruth: Sendable {
  let unit: CompiledUnit
  /// On an intent: the `let`s, the `if`, then every clause of `requires`, `invariants` and `moves`.
  let reading: Int
  /// The `let`s alone.
  let lets: Int
  /// The clauses of `invariants` alone, as of a truth on facts.
  let invariants: Int
  /// The `let`s, then the clauses of `ensures`.
  let ensures: Int
  /// On an intent: ends at once where the truth would produce anything that wants a closer look.
  let producing: Int
  let condition: CompiledExpression?
  let moves: [CompiledMove]
  let outputs: [CompiledOutput]
  /// Clauses of `requires`, `invariants` and `moves`.
  let clauseCount: Int
}

/// The test of a move and the key of the instance that it moves.
struct CompiledMove: Sendable {
  let test: CompiledExpression
  let keys: [CompiledExpression]
}

/// What an output is made of.
struct CompiledOutput: Sendable {
  /// The list that it goes through, where it goes through one.
  let list: CompiledExpression?
  let filter: CompiledExpression?
  let fields: [CompiledExpression?]
}

extension CompiledTruth {
  init(_ truth: CheckedTruth, program: Program) {
    var writer = CodeWriter(frameSize: max(truth.frameSize, truth.inputs.count, truth.matches.count))
    lets = writer.here
    writer.write(lets: truth.lets)
    writer.emit(.end)
    let clauses = truth.requires + truth.invariants + truth.moves.map(\.clause)
    reading = writer.here
    writer.write(lets: truth.lets)
    if let condition = truth.condition { writer.scoped { $0.emit(.condition, to: 0, $0.operand(condition.test)) } }
    writer.write(clauses: clauses)
    invariants = writer.here
    writer.write(clauses: truth.invariants)
    ensures = writer.here
    writer.write(lets: truth.lets)
    writer.write(clauses: truth.ensures)
    producing = writer.here
    writer.write(producing: truth, program: program)
    condition = truth.condition.map { writer.expression($0.test) }
    moves = truth.moves.map { move in
      CompiledMove(test: writer.expression(move.clause.test), keys: move.key.keys.map { writer.expression($0) })
    }
    outputs = truth.outputs.map { writer.output($0) }
    clauseCount = clauses.count
    unit = CompiledUnit(writer.unit)
  }
}

extension CodeWriter {
  /// What leaves a `let` is held to the decimal limits.
  mutating func write(lets: [CheckedLet]) {
    for binding in lets {
      write(binding.node, to: binding.slot)
      emit(.outside, to: binding.slot, .register(binding.slot))
    }
  }

  /// Every clause, each noted by its place among them.
  mutating func write(clauses: [CheckedClause]) {
    for (number, clause) in clauses.enumerated() {
      scoped { writer in
        writer.emit(.clause, to: number, writer.operand(clause.test), flag: clause.violatedWhen)
      }
    }
    emit(.end)
  }

  /// An expression whose temporary registers are free again behind it; its value is read before anything else runs.
  mutating func output(_ output: CheckedOutput) -> CompiledOutput {
    var list: CompiledExpression?
    if case .list(let node)? = output.loop?.source { list = expression(node) }
    return CompiledOutput(
      list: list, filter: output.filter.map { expression($0) }, fields: output.fields.map { $0.map { expression($0) } })
  }

  /// The way that nearly every accepted proposal goes: each output is one whole fact that is not there yet. Anything else,
  /// such as a loop or a correction, wants a closer look.
  mutating func write(producing truth: CheckedTruth, program: Program) {
    for output in truth.outputs {
      let type = program.facts[output.fact]
      guard output.loop == nil, !output.isCorrection, !type.isDerived else {
        emit(.closerLook)
        continue
      }
      scoped { $0.write(producing: output, type) }
    }
    emit(.end)
  }

  private mutating func write(producing output: CheckedOutput, _ type: FactType) {
    var unwanted: Int?
    if let filter = output.filter {
      let answer = operand(filter)
      emit(.require, to: 0, answer)
      unwanted = emitJump(.jumpIfFalse, answer)
    }
    let key = type.key.isEmpty ? Array(type.fields.indices) : type.key
    let base = push(key.count)
    for (index, node) in output.fields.enumerated() {
      let place = key.firstIndex(of: index)
      if place == nil, type.fields[index].isOptional { continue }
      scoped { writer in
        let value = writer.operand(node ?? .constant(.missing(.absent)))
        let isRequired = !type.fields[index].isOptional
        if let place {
          writer.emit(.outside, to: base + place, value, flag: isRequired)
        } else {
          writer.emit(.require, to: 0, value)
        }
      }
    }
    emit(.absent, to: 0, Probe(type: output.fact, count: key.count), keys: base)
    if let unwanted { land(unwanted) }
  }
}
