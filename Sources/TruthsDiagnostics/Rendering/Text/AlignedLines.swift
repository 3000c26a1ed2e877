/// Rows of cells, each with as many, as lines whose columns stand two blanks apart. Nothing is filled up behind the last one.
///
/// - Parameters:
///   - indent: how many blanks are before each line.
///   - rightFrom: the first of the columns whose cells end together; those before it begin together.
package func alignedLines(_ rows: [[String]], indent: Int, rightFrom: Int = .max) -> [String] {
  let columns = rows.first?.indices ?? 0..<0
  let widths = columns.map { column in rows.map { displayWidth(of: $0[column]) }.max() ?? 0 }
  return rows.map { row in
    let cells = columns.map { column in
      let gap = String(repeating: " ", count: widths[column] - displayWidth(of: row[column]))
      return column >= rightFrom ? gap + row[column] : column == columns.last ? row[column] : row[column] + gap
    }
    return String(repeating: " ", count: indent) + cells.joined(separator: "  ")
  }
}
