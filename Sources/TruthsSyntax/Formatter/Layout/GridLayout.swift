import TruthsText

/// The lines of a grid with its columns aligned.
struct GridLayout {
  let lines: [String]

  /// Aligns a grid.
  ///
  /// - Returns: `nil` if the grid cannot be read.
  init?(_ text: ClauseText) {
    // Names of outputs are checked elsewhere, so any number of outputs is accepted here.
    let reader = GridReader(text, table: "", hasOneOutput: false)
    guard let heading = reader.heading, reader.diagnostics.isEmpty else { return nil }
    let first = (cells: heading.columns.map(\.text), outputs: heading.outputs.map(\.text))
    let all = [first] + reader.rows.map { gridLine($0) }
    let widths = Self.widths(all.map(\.cells).filter { $0.count == heading.columns.count })
    let outputWidths = Self.widths(all.map(\.outputs))
    let whole = all.filter { $0.cells.count == 1 }.map(\.cells[0].unicodeScalars.count)
    let left = max(Self.joined(first.cells, widths).unicodeScalars.count, whole.max() ?? 0)
    lines = all.map { line in
      let isWhole = line.cells.count == 1
      let cells = isWhole ? line.cells[0] : Self.joined(line.cells, widths)
      let text = Self.padded(cells, left) + " → " + Self.joined(line.outputs, outputWidths)
      return String(text.trimmingSuffix { $0 == " " })
    }
  }

  private static func widths(_ lines: [[String]]) -> [Int] {
    lines.reduce(into: []) { widths, cells in
      for (place, cell) in cells.enumerated() {
        let width = cell.unicodeScalars.count
        if place < widths.count { widths[place] = max(widths[place], width) } else { widths.append(width) }
      }
    }
  }

  private static func joined(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).map(padded).joined(separator: " | ")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
  }
}
