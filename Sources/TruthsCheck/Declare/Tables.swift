import TruthsDiagnostics
import TruthsSyntax
import TruthsText

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
    let tables = tables
    let old = kept.tables(declared.tables)
    func table(_ place: Int, _ session: CheckSession) -> TableBody { session.lowered(session.declared.tables[place], place) }
    tableBodies = Cores.map(declared.tables.count, stride: Self.stride) { old[$0] ?? table($0, CheckSession(tables)) }
    take(&tableBodies, \.body.session, again: table)
    for (index, table) in tableBodies.enumerated() {
      program.tables[index].rows = zip(table.declared.body.rows, table.rows).map { syntax, row in
        CheckedRow(condition: row.condition?.node, value: row.value?.node, text: formatted(syntax), span: syntax.span)
      }
      program.tables[index].frameSize = table.body.frameSize
    }
  }

  /// Lowers one table, as a part of the check.
  private func lowered(_ table: Declared<TableDeclaration>, _ index: Int) -> TableBody {
    let head = program.tables[index]
    let body = Body(
      session: self, scope: names.scope(table.pack), isBuiltIn: table.isBuiltIn, trigger: Trigger(inputs: head.inputs))
    body.isTable = true
    let rows = table.body.rows.map { row in
      (condition: row.condition.map(body.condition), value: row.value.map { body.assigned($0, to: head.output) })
    }
    return TableBody(declared: table, body: body, rows: rows)
  }
}
