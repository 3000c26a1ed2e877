import TruthsText

/// Relocation of tables and their grids.
extension TableDeclaration: Relocatable {
  func moved(by distance: Int32) -> TableDeclaration {
    TableDeclaration(
      inputs: inputs.moved(by: distance), outputs: outputs.moved(by: distance), hit: hit, lets: lets.moved(by: distance),
      rows: rows.moved(by: distance), grid: grid.moved(by: distance), value: value.moved(by: distance))
  }
}

extension TableOutputs: Relocatable {
  func moved(by distance: Int32) -> TableOutputs {
    switch self {
    case .one(let type): .one(type.moved(by: distance))
    case .several(let fields): .several(fields.moved(by: distance))
    }
  }
}

extension TableRow: Relocatable {
  func moved(by distance: Int32) -> TableRow {
    TableRow(
      condition: condition.moved(by: distance), result: result.moved(by: distance),
      cells: cells.map { $0.map { $0.map { $0.moved(by: distance) } } }, at: span.moved(by: distance))
  }
}

extension RowResult: Relocatable {
  func moved(by distance: Int32) -> RowResult {
    switch self {
    case .value(let value): .value(value.moved(by: distance))
    case .outputs(let outputs):
      .outputs(outputs.map { RowOutput(name: $0.name.moved(by: distance), value: $0.value.moved(by: distance)) })
    }
  }
}

extension GridHeading: Relocatable {
  func moved(by distance: Int32) -> GridHeading {
    GridHeading(
      columns: columns.moved(by: distance), outputs: outputs.moved(by: distance), at: span.moved(by: distance))
  }
}
