import TruthsCheck

/// A program in compiled form: code for everything that decides. What is worked out only to be told is compiled when it is.
final class CompiledProgram: Sendable {
  /// By index in ``Program/truths``.
  let truths: [CompiledTruth]
  /// By index in ``Program/invariants``: each has one clause.
  let invariants: [CompiledUnit]
  /// By index in ``Program/tables``; a frame has the inputs first.
  let tables: [CompiledTable]

  /// - Complexity: O(size of the program).
  init(_ program: Program) {
    truths = program.truths.map { CompiledTruth($0, program: program) }
    invariants = program.invariants.map { invariant in
      var writer = CodeWriter(frameSize: max(invariant.frameSize, invariant.inputs.count))
      writer.write(clauses: [invariant.clause])
      return CompiledUnit(writer.unit)
    }
    tables = program.tables.indices.map { CompiledTable(program.tables[$0], index: $0) }
  }
}

/// A table: its rows are tried from the top, the first true one gives the value; one that is unknown before that makes it missing
/// (language.md §8).
struct CompiledTable: Sendable {
  let unit: CompiledUnit
  /// The register that has the value in the end.
  let result: Int

  init(_ table: CheckedTable, index: Int) {
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
    unit = CompiledUnit(writer.unit)
  }
}
