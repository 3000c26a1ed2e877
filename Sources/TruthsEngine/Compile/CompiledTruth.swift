import Synchronization
import TruthsProgram
import TruthsText

/// A compiled truth. Its frame has the trigger's fields first, then the `let`s.
final class CompiledTruth: Sendable {
  let id: String
  /// The symbol of the truth's id.
  let maker: Int32
  let unit: CompiledUnit
  let frameSize: Int
  /// The start of the code for a proposal: the `let`s, the `if`, then every clause of `requires`, `invariants` and `moves`.
  let reading: Int
  /// The start of the code of the `let`s alone.
  let lets: Int
  /// The start of the code of `invariants` alone, which truths on facts run.
  let invariants: Int
  /// The start of the code of the `let`s and the clauses of `ensures`.
  let ensures: Int
  let condition: CompiledExpression?
  let moves: [CompiledMove]
  let outputs: [CompiledOutput]
  /// The clauses of `requires`, `invariants` and `moves`, in this order.
  let clauses: [CompiledClause]
  let invariantClauses: [CompiledClause]
  let ensuredClauses: [CompiledClause]
  /// The slots of the truth's frame, for explanations of missing values.
  let causes: FrameCauses
  private let knownCondition = Mutex<ExplanationCode?>(nil)
  private let knownCause = Mutex<CauseCode?>(nil)

  /// Compiles a truth.
  ///
  /// - Parameter symbols: the symbols of the program, to which the constants of the code are added.
  init(_ truth: CheckedTruth, _ symbols: inout Symbols) {
    id = truth.id
    maker = Int32(truncatingIfNeeded: symbols.intern(Text(truth.id)))
    let frameSize = max(truth.frameSize, truth.inputs.count, truth.matches.count)
    self.frameSize = frameSize
    var writer = CodeWriter(frameSize: frameSize)
    lets = writer.here
    writer.write(lets: truth.lets)
    writer.emit(.end)
    let checked = truth.requires + truth.invariants + truth.moves.map(\.clause)
    reading = writer.here
    writer.write(lets: truth.lets)
    if let condition = truth.condition { writer.scoped { $0.emit(.condition, to: 0, $0.operand(condition.test)) } }
    writer.write(clauses: checked)
    invariants = writer.here
    writer.write(clauses: truth.invariants)
    ensures = writer.here
    writer.write(lets: truth.lets)
    writer.write(clauses: truth.ensures)
    condition = truth.condition.map { writer.expression($0.test) }
    moves = truth.moves.map { move in
      CompiledMove(test: writer.expression(move.clause.test), keys: move.key.keys.map { writer.expression($0) })
    }
    outputs = truth.outputs.map { writer.output($0) }
    unit = CompiledUnit(writer.unit, &symbols)
    let causes = FrameCauses(
      inputs: truth.inputs.map(\.name), lets: truth.lets, isOfFact: !truth.matches.isEmpty,
      matchCount: truth.matches.count, frameSize: frameSize)
    func compiled(_ clauses: some Sequence<CheckedClause>) -> [CompiledClause] {
      clauses.map { CompiledClause($0, declaredBy: truth.id, isOfInvariant: false, frame: causes) }
    }
    self.causes = causes
    clauses = compiled(checked)
    invariantClauses = Array(clauses[truth.requires.count..<(truth.requires.count + truth.invariants.count)])
    ensuredClauses = compiled(truth.ensures)
  }

  /// Returns the explanation of the truth's `if`, compiled on first use.
  ///
  /// - Parameter symbols: the symbols of the program.
  func words(of condition: CheckedCondition, _ symbols: Symbols) -> ExplanationCode {
    knownCondition.withLock { known in
      if let known { return known }
      let made = ExplanationCode(condition, frameSize: frameSize, symbols)
      known = made
      return made
    }
  }

  /// Returns the code that explains why the truth's `if` is unknown, compiled on first use.
  ///
  /// - Parameter symbols: the symbols of the program.
  func cause(of condition: CheckedCondition, _ program: Program, _ symbols: Symbols) -> CauseCode {
    knownCause.withLock { known in
      if let known { return known }
      let made = CauseCode(condition.test, condition.terms, causes, program, symbols)
      known = made
      return made
    }
  }
}

/// A compiled move: its test, and the key of the instance that it moves.
struct CompiledMove: Sendable {
  let test: CompiledExpression
  let keys: [CompiledExpression]
}

/// A compiled output of a truth: its loop, filter and fields.
struct CompiledOutput: Sendable {
  /// The list that the output iterates over; `nil` without one.
  let list: CompiledExpression?
  /// The look-up of the facts that the output iterates over; `nil` where it uses none.
  let lookUp: CompiledLookUp?
  let filter: CompiledExpression?
  /// The start of the code that computes all fields into consecutive registers.
  ///
  /// Each value is limited like the result of an expression; a field without a value is missing.
  let row: Int
  let fields: Int
}

/// A look-up of facts by the engine, outside of code.
struct CompiledLookUp: Sendable {
  let access: FactAccess
  /// The position at which the code begins that computes the values to look up by, into consecutive registers.
  let values: Int
  let firstRegister: Int
}

extension CodeWriter {
  /// Compiles `let`s. Their values have the decimal limits of an expression's result.
  mutating func write(lets: [CheckedLet]) {
    for binding in lets {
      write(binding.node, to: binding.slot)
      emit(.outside, to: binding.slot, .register(binding.slot))
    }
  }

  /// Compiles clauses; the outcome of each is recorded under its position.
  mutating func write(clauses: [CheckedClause]) {
    for (number, clause) in clauses.enumerated() {
      scoped { writer in
        writer.emit(.clause, to: number, writer.operand(clause.test), flag: clause.violatedWhen)
      }
    }
    emit(.end)
  }

  /// Compiles an output. Its registers are free afterwards, because they are read before other code runs.
  fileprivate mutating func output(_ output: CheckedOutput) -> CompiledOutput {
    var list: CompiledExpression?
    if case .list(let node)? = output.loop?.source { list = expression(node) }
    let access = output.loop.flatMap { AccessPath($0, filter: output.filter) }.flatMap { FactAccess($0) }
    let lookUp = access.map { writeLookUp($0) }
    let filter = output.filter.map { expression($0) }
    let row = here
    var fields = 0
    scoped { writer in
      fields = writer.push(output.fields.count)
      for (place, node) in output.fields.enumerated() {
        writer.scoped { $0.emit(.outside, to: fields + place, $0.operand(node ?? .constant(.missing(.absent)))) }
      }
    }
    emit(.end)
    return CompiledOutput(list: list, lookUp: lookUp, filter: filter, row: row, fields: fields)
  }

  private mutating func writeLookUp(_ access: FactAccess) -> CompiledLookUp {
    let start = here
    var first = 0
    scoped { first = $0.writeRow(access.values) }
    emit(.end)
    return CompiledLookUp(access: access, values: start, firstRegister: first)
  }
}
