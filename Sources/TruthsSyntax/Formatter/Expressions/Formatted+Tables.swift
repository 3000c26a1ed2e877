import TruthsText

/// Returns the canonical text of a row of a table. A name `otherwise` needs brackets, because the bare word means all other
/// cases.
package func formatted(_ row: TableRow) -> String {
  if row.cells != nil {
    let line = gridLine(row)
    return line.cells.joined(separator: " | ") + " → " + line.outputs.joined(separator: " | ")
  }
  let condition = row.condition.map { $0.kind == .name("otherwise") ? "(otherwise)" : formatted($0) }
  return (condition ?? "otherwise") + " → " + formatted(row.result)
}

/// Returns the canonical text of the result of a row.
package func formatted(_ result: RowResult) -> String {
  switch result {
  case .value(let value): written(value)
  case .outputs(let outputs): outputs.map { "\($0.name.text) = \(written($0.value))" }.joined(separator: ", ")
  }
}

/// Returns the canonical texts of the cells of a grid line; a single `otherwise` or `-` if it tests nothing.
package func gridLine(_ row: TableRow) -> (cells: [String], outputs: [String]) {
  let cells = row.cells ?? []
  let outputs: [String] =
    switch row.result {
    case .value(let value): [written(value)]
    case .outputs(let outputs): outputs.map { written($0.value) }
    }
  if cells.isEmpty { return (["otherwise"], outputs) }
  if cells.allSatisfy({ $0 == .any }) { return (["-"], outputs) }
  let texts = cells.map { formatted($0) }
  return (texts == ["otherwise"] ? ["(otherwise)"] : texts, outputs)
}

private func written(_ value: Expr?) -> String { value.map { formatted($0) } ?? "missing" }

/// Returns the canonical text of a cell of a grid.
package func formatted(_ cell: GridCell) -> String {
  guard case .tests(let tests, let isNegated) = cell else { return "-" }
  let text = tests.map(formatted).joined(separator: ", ")
  return isNegated ? "not (\(text))" : text
}

private func formatted(_ test: CellTest) -> String {
  switch test {
  case .interval(let lower, let upper, let includesLower, let includesUpper):
    return "\(includesLower ? "[" : "(")\(formatted(lower))..\(formatted(upper))\(includesUpper ? "]" : ")")"
  case .relation(let expr):
    let text = formatted(expr)
    return expr.comparedName.map { String(text.dropFirst($0.count + 1)) } ?? text
  case .equal(let expr):
    let text = formatted(expr)
    // Texts that the grammar would read as another form than a value.
    return text.hasPrefix("not (") || text.hasPrefix("between") ? "(\(text))" : text
  }
}

extension Expr {
  /// The name on the left side of a comparison, which is the heading of the column.
  fileprivate var comparedName: String? {
    switch kind {
    case .name(let name): name
    case .binary(_, let left, _), .test(_, let left), .between(let left, _, _): left.comparedName
    case .not(let inner): if case .between(let left, _, _) = inner.kind { left.comparedName } else { nil }
    default: nil
    }
  }
}
