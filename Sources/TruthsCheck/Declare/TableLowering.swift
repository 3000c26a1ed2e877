import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Signatures and bodies of tables and functions (declarations §8, §10).
extension VocabularyPass {
  /// Fills the signatures of tables and functions, so that clauses can call them. Several outputs make a record, added after
  /// all declared ones.
  func resolveTables() {
    program.tables = declared.tables.map { table in
      rules.checkName(table.name)
      if let function = Function(rawValue: table.name.text), function.isOfVersion1 {
        report(ReservedName.function(table.name))
      } else if Function(rawValue: table.name.text) != nil || Function.ofAlternatives.contains(table.name.text) {
        report(NamedAsFunction.finding(table.name, kind: table.body.isFunction ? "function" : "table"))
      }
      for input in table.body.inputs {
        if let initial = input.initial { report(MisplacedDefault.finding(input.name, at: initial.span)) }
      }
      let inputs = fields(table.body.inputs, of: table, in: .table)
      var type = rowType(of: table)
      let currency = type.unitName.flatMap { unit in inputs.firstIndex { $0.name == unit && $0.type.isEnumeration } }
      if currency != nil { type = type.with(numberUnit: .data) }
      check(table.body.hit, of: table, type)
      var made = CheckedTable(
        name: table.name.text, pack: table.pack, inputs: inputs, rowType: type, hit: table.body.hit,
        isFunction: table.body.isFunction, span: table.keySpan)
      made.currency = currency
      return made
    }
  }

  private func rowType(of table: Declared<TableDeclaration>) -> ValueType {
    switch table.body.outputs {
    case .one(let type): return TypeResolver(session: session).resolve(type, in: names.scope(table.pack))
    case .several(let outputs):
      for output in outputs {
        if let initial = output.initial { report(MisplacedDefault.finding(output.name, at: initial.span)) }
      }
      var fields = fields(outputs, of: table, in: .table)
      let missing = table.body.missingOutputs
      for index in fields.indices { fields[index].isOptional = missing.contains(fields[index].name) }
      program.records.append(RecordType(name: table.name.text, pack: table.pack, fields: fields, span: table.keySpan))
      return .record(program.records.count - 1)
    }
  }

  /// Checks the output type of a collecting table: `sum` needs numbers, durations or periods; `min` and `max` need an order.
  private func check(_ hit: HitPolicy, of table: Declared<TableDeclaration>, _ type: ValueType) {
    guard case .collect(let collection) = hit, collection == .sum || collection == .min || collection == .max else { return }
    guard case .one(let output) = table.body.outputs else {
      return report(RowOutputs.collected(hit.written, at: table.keySpan))
    }
    let name = program.name(of: type, from: table.pack)
    if type.isUnknown { return }
    if collection == .sum {
      if !type.isNumber, type != .duration, type != .period {
        report(WrongType.finding(name, wanted: "a number, duration or period", at: output.span))
      }
    } else if !program.isOrdered(type) {
      report(NotOrdered.finding(name, operation: hit.written, at: output.span))
    }
  }
}

extension TableDeclaration {
  /// Outputs for which some row writes `missing`.
  fileprivate var missingOutputs: Set<String> {
    rows.reduce(into: []) { found, row in
      if case .outputs(let outputs) = row.result {
        for output in outputs where output.value == nil { found.insert(output.name.text) }
      }
    }
  }
}

extension BodyPass {
  func tableBodies() -> [TableBody] {
    let tables = tables
    let old = cache.tables(declared.tables)
    func table(_ place: Int, _ session: CheckSession) -> TableBody {
      TableLowering(session: session).lowered(session.declared.tables[place], place)
    }
    let pool = CheckSession.candidatePool()
    var bodies = Parallel.map(declared.tables.count, stride: CheckSession.stride) {
      old[$0] ?? table($0, CheckSession(tables, sharing: pool))
    }
    session.take(&bodies, \.checker.session, again: table)
    for (index, table) in bodies.enumerated() {
      let rows = zip(table.syntax, table.rows).map { syntax, row in
        CheckedRow(
          condition: row.condition?.node, value: row.value?.node, terms: TermCollector.terms(of: row.condition, row.value),
          text: syntax.text, span: syntax.span)
      }
      program.tables[index].fill(lets: table.checker.checkedLets, rows: rows, frameSize: table.checker.frameSize)
    }
    CallGraph(session: session, bodies: bodies).run()
    return bodies
  }
}

/// Lowers one table or function, as a part of the check.
private struct TableLowering: CheckPass {
  let session: CheckSession

  func lowered(_ table: Declared<TableDeclaration>, _ index: Int) -> TableBody {
    let head = program.tables[index]
    let checker = ClauseTypeChecker(
      session: session, scope: names.scope(table.pack), isBuiltIn: table.isBuiltIn, trigger: Trigger(inputs: head.inputs),
      lets: table.body.lets, calledAs: table.body.isFunction ? .function : .table, calledTable: index)
    defer { checker.finishLets() }
    if let value = table.body.value {
      let typed = self.value(value, to: head.rowType, table, checker)
      let text = formatted(value)
      return TableBody(
        declared: table, checker: checker, rows: [(condition: nil, value: typed)], syntax: [(text: text, span: value.span)])
    }
    // An unknown name in a column's heading is reported there, and not again in the cells below it.
    let isWhole = table.body.grid.map { check($0, of: table, head.rowType, checker) } ?? true
    let rows = table.body.rows.map { row in
      (
        condition: row.condition.map { isWhole ? checker.condition($0) : .fault(at: $0.span) },
        value: self.value(row.result, to: head.rowType, of: row, isNamed: table.body.grid == nil, checker)
      )
    }
    return TableBody(
      declared: table, checker: checker, rows: rows, syntax: table.body.rows.map { (text: formatted($0), span: $0.span) })
  }

  /// Lowers the result of a function: one value, or a record of the function's outputs.
  private func value(
    _ value: ValueSyntax, to type: ValueType, _ table: Declared<TableDeclaration>, _ checker: ClauseTypeChecker
  ) -> Typed {
    checker.fitting(checker.place(value, expecting: type), type)
  }

  /// Lowers the result of a row; `nil` for `missing`.
  private func value(
    _ result: RowResult, to type: ValueType, of row: TableRow, isNamed: Bool, _ checker: ClauseTypeChecker
  ) -> Typed? {
    switch result {
    case .value(nil): return nil
    case .value(let value?):
      guard case .record(let index) = type, program.records.indices.contains(index), isTableRecord(index), isNamed else {
        return checker.assigned(value, to: type)
      }
      report(RowOutputs.unnamed(program.records[index].fields.map(\.name), at: value.span))
      return .fault(at: value.span)
    case .outputs(let outputs):
      guard case .record(let index) = type, isTableRecord(index) else {
        if let first = outputs.first { report(RowOutputs.named(first.name)) }
        return .fault(at: row.span)
      }
      return record(outputs, index, row, isNamed: isNamed, checker)
    }
  }

  private func isTableRecord(_ index: Int) -> Bool { index >= declared.records.count }

  private func record(
    _ outputs: [RowOutput], _ index: Int, _ row: TableRow, isNamed: Bool, _ checker: ClauseTypeChecker
  ) -> Typed {
    let type = program.records[index]
    var written: [String: RowOutput] = [:]
    for output in outputs {
      if !type.fields.contains(where: { $0.name == output.name.text }) {
        if isNamed { report(UnknownField.finding(output.name, of: type.name, among: candidates(type.fields.map(\.name)))) }
      } else if let first = written[output.name.text] {
        report(RowOutputs.repeated(output.name, first: first.name.span))
      } else {
        written[output.name.text] = output
      }
    }
    let parts = type.fields.map { field -> Typed in
      let place = written[field.name]?.name.span ?? row.span
      if isNamed, written[field.name] != nil { note(field.name, of: .record(index), at: place) }
      guard let value = written[field.name]?.value else { return .takenAway(field.type, at: place) }
      return checker.assigned(value, to: field.type)
    }
    let missing = type.fields.map(\.name).filter { written[$0] == nil }
    if isNamed, !missing.isEmpty { report(RowOutputs.leftOut(missing, row: formatted(row), at: row.span)) }
    return Typed(
      node: .record(type: index, fields: parts.map(\.node)), type: .record(index), span: row.span, parts: parts)
  }

  /// Records an output's name, in a row or in the heading of a grid.
  private func note(_ name: String, of type: ValueType, at span: Span) {
    guard case .record(let index) = type, let place = program.records[index].fields.firstIndex(where: { $0.name == name }) else {
      return
    }
    session.note(field: place, of: type, at: span)
  }

  /// Checks that the heading of a grid names each output and nothing else.
  ///
  /// - Returns: whether every column's input is known.
  private func check(
    _ grid: GridHeading, of table: Declared<TableDeclaration>, _ type: ValueType, _ checker: ClauseTypeChecker
  ) -> Bool {
    let columns = grid.columns.map { checker.value(Expr(.name($0.text), at: $0.span), expecting: nil) }
    if case .several = table.body.outputs, case .record(let index) = type {
      let fields = program.records[index].fields.map(\.name)
      for output in grid.outputs where !fields.contains(output.text) {
        report(UnknownField.finding(output, of: table.name.text, among: candidates(fields)))
      }
      for output in grid.outputs { note(output.text, of: type, at: output.span) }
      let missing = fields.filter { name in !grid.outputs.contains { $0.text == name } }
      let heading = [grid.columns, grid.outputs].map { $0.map(\.text).joined(separator: " | ") }.joined(separator: " → ")
      if !missing.isEmpty { report(RowOutputs.columns(missing, heading: heading, at: grid.span)) }
    }
    return !columns.contains(where: \.type.isUnknown)
  }
}
