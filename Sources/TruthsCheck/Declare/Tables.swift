import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// A table with what its lowering found, for the passes behind the first.
struct TableBody {
  var declared: Declared<TableDeclaration>
  var body: Body
  /// One per row; `nil` for `otherwise`, or for `missing`.
  var rows: [(condition: Typed?, value: Typed?)]
}

extension CheckSession {
  /// Fills the heads of tables, so that clauses can call them.
  func resolveTables() {
    program.tables = declared.tables.map { table in
      checkName(table.name)
      if Function(rawValue: table.name.text) != nil { report(ReservedName.function(table.name)) }
      for input in table.body.inputs {
        if let initial = input.initial { report(MisplacedDefault.found(input.name, at: initial.span)) }
      }
      return CheckedTable(
        name: table.name.text, pack: table.pack, inputs: fields(table.body.inputs, of: table),
        output: resolve(table.body.output, in: names.scope(table.pack)), rows: [], isUnique: table.body.isUnique, frameSize: 0,
        span: table.keySpan)
    }
  }

  /// Lowers the rows of every table.
  func checkTables() {
    for (index, table) in declared.tables.enumerated() {
      let head = program.tables[index]
      let body = Body(
        session: self, scope: names.scope(table.pack), isBuiltIn: table.isBuiltIn, trigger: Trigger(inputs: head.inputs))
      body.isTable = true
      let rows = table.body.rows.map { row in
        (condition: row.condition.map(body.condition), value: row.value.map { body.assigned($0, to: head.output) })
      }
      program.tables[index].rows = zip(table.body.rows, rows).map { syntax, row in
        CheckedRow(condition: row.condition?.node, value: row.value?.node, text: formatted(syntax), span: syntax.span)
      }
      program.tables[index].frameSize = body.frameSize
      tableBodies.append(TableBody(declared: table, body: body, rows: rows))
    }
  }
}
