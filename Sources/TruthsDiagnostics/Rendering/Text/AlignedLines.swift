/// Returns rows of cells as lines with aligned columns, two spaces apart, without trailing spaces. All rows have the same
/// number of cells.
///
/// - Parameters:
///   - indent: the number of spaces before each line.
///   - rightFrom: the first right-aligned column; those before it are left-aligned.
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
