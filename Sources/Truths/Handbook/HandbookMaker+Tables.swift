import TruthsCheck
import TruthsSyntax
import TruthsText

extension HandbookMaker {
  /// A table or function.
  func section(_ table: CheckedTable) -> Handbook.Section {
    var blocks = summaryBlock(table.span)
    let inputs = table.inputs.map { "\(Phrase.code($0.name)) (\(plain: name(of: $0)))" as Phrase }
    let from: Phrase = inputs.isEmpty ? "To" : "From \(inputs.listed()) to"
    let rule: Phrase = table.isFunction ? "" : .plain(" " + Self.rule(table.hit))
    blocks.append(.paragraph("\(from) \(outputs(of: table)).\(rule)"))
    if case .table(let body)? = declarations[table.span]?.body {
      blocks += lets(of: body)
      if let value = body.value {
        blocks += self.table(["Value", "In code"], [Handbook.Table.Row([words(of: value), .code(formatted(value))])])
      }
      blocks += self.table(["When", "Value", "In code"], body.rows.map { row($0, of: body) })
    }
    return Handbook.Section(
      anchor: HeadingAnchor.declaration(table.kind, table.qualifiedName), title: .code(table.name), blocks: blocks)
  }

  private func outputs(of table: CheckedTable) -> Phrase {
    guard case .record(let index) = table.rowType, program.records[index].span == table.span else {
      let isData = table.output.numberUnit == .data
      return .plain(name(of: isData ? table.output.with(numberUnit: table.namedRowType.numberUnit) : table.output))
    }
    let outputs = program.records[index].fields.map { "\(Phrase.code($0.name)) (\(plain: name(of: $0)))" as Phrase }
    return outputs.listed()
  }

  /// Which rows count, in words.
  private static func rule(_ hit: HitPolicy) -> String {
    switch hit {
    case .first: "The first row that is true counts."
    case .unique: "No two rows are ever true at once."
    case .any: "Rows that are true at once give the same."
    case .collect(.list): "All rows that are true count: their values are a list."
    case .collect(.sum): "All rows that are true count: their values are added."
    case .collect(.min): "All rows that are true count: the least of their values is taken."
    case .collect(.max): "All rows that are true count: the greatest of their values is taken."
    case .collect(.count): "All rows that are true count: how many they are is the value."
    }
  }

  private func lets(of table: TableDeclaration) -> [Handbook.Block] {
    let rows = table.lets.map { binding in
      Handbook.Table.Row([.code(binding.name.text), words(of: binding.value), .code(formatted(binding.value))])
    }
    return self.table(["Name", "What it is", "In code"], rows)
  }

  private func words(of value: ValueSyntax) -> Phrase {
    if case .expression(let expr) = value.kind { return words.value(expr) }
    return .code(formatted(value))
  }

  private func row(_ row: TableRow, of table: TableDeclaration) -> Handbook.Table.Row {
    let always: Phrase = "always"
    let condition = row.condition.map { $0.kind == .boolean(true) ? always : words.condition($0) } ?? "otherwise"
    return Handbook.Table.Row([condition, words(of: row.result), .code(formatted(row))])
  }

  private func words(of result: RowResult) -> Phrase {
    func value(_ expr: Expr?) -> Phrase { expr.map { words.value($0) } ?? "no value" }
    switch result {
    case .value(let expr): return value(expr)
    case .outputs(let outputs):
      return outputs.map { "\(Phrase.code($0.name.text)): \(value($0.value))" as Phrase }.listed()
    }
  }
}
