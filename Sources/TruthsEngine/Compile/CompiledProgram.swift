import Synchronization
import TruthsCheck

/// A program in compiled form: code for everything that decides. What is told of clauses is compiled when it is told first.
final class CompiledProgram: Sendable {
  /// What was compiled.
  let program: Program
  /// By index in ``Program/truths``.
  let truths: [CompiledTruth]
  /// By index in ``Program/invariants``.
  let invariants: [CompiledInvariant]
  /// By index in ``Program/tables``; a frame has the inputs first.
  let tables: [CompiledTable]
  /// By index in ``Program/facts``.
  let facts: FactForms
  /// The constants of the code, which the symbols of every store begin with.
  let symbols: Symbols

  /// - Parameter plans: how truths on facts are matched; what they compare with is known to the symbols, too.
  /// - Complexity: O(size of the program).
  init(_ program: Program, _ plans: [MatchPlan]) {
    self.program = program
    var symbols = Symbols(program: program)
    truths = program.truths.map { CompiledTruth($0, &symbols) }
    invariants = program.invariants.map { CompiledInvariant($0, &symbols) }
    tables = program.tables.indices.map { CompiledTable(program.tables[$0], index: $0, &symbols) }
    for constant in plans.flatMap(\.constants) { _ = symbols.cell(of: constant) }
    facts = FactForms(program)
    self.symbols = symbols
  }
}

/// An invariant of its own, which has one clause.
struct CompiledInvariant: Sendable {
  let unit: CompiledUnit
  let clause: CompiledClause

  init(_ invariant: CheckedInvariant, _ symbols: inout Symbols) {
    let frameSize = max(invariant.frameSize, invariant.inputs.count)
    var writer = CodeWriter(frameSize: frameSize)
    writer.write(clauses: [invariant.clause])
    unit = CompiledUnit(writer.unit, &symbols)
    clause = CompiledClause(invariant.clause, declaredBy: invariant.id, isOfInvariant: true, frameSize: frameSize)
  }
}

/// A table: its rows are tried from the top, the first true one gives the value; one that is unknown before that makes it missing
/// (language.md §8).
struct CompiledTable: Sendable {
  let unit: CompiledUnit
  /// The register that has the value in the end.
  let result: Int

  init(_ table: CheckedTable, index: Int, _ symbols: inout Symbols) {
    var writer = CodeWriter(frameSize: max(table.frameSize, table.inputs.count))
    let result = writer.push()
    var exits: [Int] = []
    for (number, row) in table.rows.enumerated() {
      var next: Int?
      if let condition = row.condition {
        writer.write(condition, to: result)
        exits.append(writer.emitJump(.jumpIfMissing, .register(result)))
        next = writer.emitJump(.jumpIfFalse, .register(result))
      }
      writer.emit(slow: .row(table: index, row: number), to: result, from: 0)
      writer.write(row.value ?? .constant(.missing(.absent)), to: result)
      exits.append(writer.emitJump(.jump))
      if let next { writer.land(next) }
    }
    writer.emit(.move, to: result, writer.constant(.missing(.absent)))
    for exit in exits { writer.land(exit) }
    writer.emit(.end)
    self.result = result
    unit = CompiledUnit(writer.unit, &symbols)
  }
}
