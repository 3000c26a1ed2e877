import TruthsJSON
import TruthsProgram
import TruthsSyntax

/// Canonical forms of tables and functions, for hashes.
extension CheckSession {
  /// Returns a table or function in the form that is hashed. The order of rows is part of it.
  func canonical(_ table: TableDeclaration, _ checked: CheckedTable) -> JSONValue {
    let rows = table.rows.map { $0.map(ExprCanonicalizer().expr) }
    let lines = table.grid.map { [line($0.columns.map(\.text), $0.outputs.map(\.text))] + rows.map { line(of: $0) } }
    return .members([
      ("inputs", types(of: checked.inputs, checked)),
      ("output", output(table, checked)),
      ("outputs", outputs(table, checked)),
      ("hit", table.hit == .first ? nil : .text(table.hit.written)),
      ("let", bindings(table.lets)),
      ("rows", table.grid == nil ? .names(rows.map { formatted($0) }) : nil),
      ("grid", lines.map(JSONValue.array)),
      ("value", table.value.map { .text(formatted(ExprCanonicalizer().value($0))) }),
    ])
  }

  private func types(of fields: [Field], _ table: CheckedTable) -> JSONValue {
    .members(fields.map { ($0.name, .text(program.name(of: $0, from: table.pack))) })
  }

  private func output(_ table: TableDeclaration, _ checked: CheckedTable) -> JSONValue? {
    guard case .one = table.outputs else { return nil }
    return .text(program.name(of: checked.namedRowType, from: checked.pack))
  }

  private func outputs(_ table: TableDeclaration, _ checked: CheckedTable) -> JSONValue? {
    guard case .several = table.outputs, case .record(let index) = checked.rowType else { return nil }
    return types(of: program.records[index].fields, checked)
  }

  private func line(of row: TableRow) -> JSONValue {
    let texts = gridLine(row)
    return line(texts.cells, texts.outputs)
  }

  private func line(_ cells: [String], _ outputs: [String]) -> JSONValue { .array([.names(cells), .names(outputs)]) }
}
