import TruthsSyntax
import TruthsText

/// Mutations of tables and functions.
extension MutationFinder {
  mutating func find(in table: TableDeclaration) {
    lets(table.lets)
    if let value = table.value {
      part = "value"
      self.value(value)
    }
    for (position, row) in table.rows.enumerated() {
      part = "rows[\(position)]"
      let advice = "no fixture needs the row `\(text(row.span))`: write one whose result depends on it"
      if let cells = row.cells {
        if table.rows.count > 1 { add(.dropRow, row.span, nil, advice: advice) }
        self.cells(cells, row)
      } else {
        if let place = entry(around: row.span) {
          drop(.dropRow, place, position, of: table.rows.count, "rows", advice: advice)
        }
        if let condition = row.condition { self.condition(condition) }
      }
      values(of: row, table.rows, position)
    }
  }

  /// Replaces each output of a row by the output of a different row.
  private mutating func values(of row: TableRow, _ rows: [TableRow], _ position: Int) {
    let others = rows[(position + 1)...] + rows[..<position]
    switch row.result {
    case .value(nil): return
    case .value(let value?):
      self.value(of: row, value, others.compactMap { if case .value(let other) = $0.result { other } else { nil } })
    case .outputs(let outputs):
      for output in outputs {
        guard let value = output.value else { continue }
        let same = others.compactMap { other -> Expr? in
          guard case .outputs(let outputs) = other.result else { return nil }
          return outputs.first { $0.name.text == output.name.text }?.value
        }
        self.value(of: row, value, same)
      }
    }
  }

  private mutating func value(of row: TableRow, _ value: Expr, _ others: [Expr]) {
    switch value.kind {
    case .name, .text, .member:
      let old = text(value.span)
      let new = others.map { text($0.span) }.first { $0 != old } ?? "missing"
      add(
        .rowValue, value.span, new,
        advice: "no fixture expects the value of the row `\(text(row.span))`: write one whose result would differ with `\(new)`")
    case .boolean, .number: self.value(value)
    default: condition(value)
    }
  }

  // MARK: Grids

  /// Adds the mutations of a grid's cells: a cell matches everything, or its value changes.
  private mutating func cells(_ cells: [GridCell], _ row: TableRow) {
    for span in row.condition?.columnSpans ?? [] {
      add(
        .cell, span, "-",
        advice: "no fixture needs `\(text(span))` in the line `\(text(row.span))`: write one that only this cell excludes")
    }
    for test in cells.flatMap(\.tests) {
      switch test {
      case .interval(let lower, let upper, _, _): for bound in [lower, upper] { value(bound) }
      case .equal(let value): self.value(value)
      case .relation(let expr):
        if case .binary(_, _, let value) = expr.kind { self.value(value) }
        if case .between(_, let low, let high) = expr.kind { for bound in [low, high] { value(bound) } }
      }
    }
  }
}

extension Expr {
  /// The locations of the column names in a condition. Each location is as wide as its cell.
  fileprivate var columnSpans: [Span] {
    switch kind {
    case .and(let left, let right), .or(let left, let right):
      let spans = left.columnSpans
      return spans + right.columnSpans.filter { !spans.contains($0) }
    case .not(let inner), .test(_, let inner), .binary(_, let inner, _), .between(let inner, _, _): return inner.columnSpans
    case .name: return [span]
    default: return []
    }
  }
}
