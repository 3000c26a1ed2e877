import TruthsProgram
import TruthsSyntax
import TruthsText

/// Sections of tables and functions.
extension HandbookMaker {
  func section(_ table: CheckedTable) -> Handbook.Section {
    var blocks = summaryBlock(table.span)
    let inputs = table.inputs.map { "\(term: PlainName.words($0.name)) (\(type(of: $0)))" as Phrase }
    let from: Phrase = inputs.isEmpty ? "Gives" : "Takes \(inputs.listed()), and gives"
    let rule: Phrase = table.isFunction ? "" : .plain(" " + Self.rule(table.hit))
    blocks.append(.paragraph("\(from) \(outputs(of: table)).\(rule)"))
    if case .table(let body)? = declarations[table.span]?.body {
      let words = words.within(table.pack, table.inputs).naming(body.lets)
      blocks += lets(body.lets, words)
      if let value = body.value {
        let row = Handbook.Table.Row([words.value(value, as: table.output)], formal: formatted(value))
        blocks += self.table(["Value"], [row])
      }
      blocks += self.table(["When", "Value"], body.rows.map { row($0, of: table, words) })
    }
    return Handbook.Section(
      anchor: HeadingAnchor.declaration(table.kind, table.qualifiedName), title: .plain(PlainName.heading(table.name)),
      id: table.qualifiedName, blocks: blocks)
  }

  private func outputs(of table: CheckedTable) -> Phrase {
    guard case .record(let index) = table.rowType, program.records[index].span == table.span else {
      let isData = table.output.numberUnit == .data
      return type(isData ? table.output.with(numberUnit: table.namedRowType.numberUnit) : table.output, hasArticle: true)
    }
    let outputs = program.records[index].fields.map { "\(term: PlainName.words($0.name)) (\(type(of: $0)))" as Phrase }
    return outputs.listed()
  }

  /// Returns a sentence about the rows that count.
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

  private func row(_ row: TableRow, of table: CheckedTable, _ words: PlainWords) -> Handbook.Table.Row {
    let always: Phrase = "always"
    let condition = row.condition.map { $0.kind == .boolean(true) ? always : words.condition($0) } ?? "otherwise"
    return Handbook.Table.Row([condition, value(row.result, of: table, words)], formal: formatted(row))
  }

  private func value(_ result: RowResult, of table: CheckedTable, _ words: PlainWords) -> Phrase {
    func value(_ expr: Expr?, as type: ValueType?) -> Phrase { expr.map { words.value($0, as: type) } ?? "no value" }
    switch result {
    case .value(let expr): return value(expr, as: table.rowType)
    case .outputs(let outputs):
      let known = words.fields(of: table.rowType)
      return outputs.map { output -> Phrase in
        let type = known.first { $0.name == output.name.text }?.type
        return "\(term: PlainName.words(output.name.text)): \(value(output.value, as: type))"
      }.lines
    }
  }
}
