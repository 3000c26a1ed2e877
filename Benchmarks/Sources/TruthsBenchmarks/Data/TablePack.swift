import Truths

/// A table of three columns whose cells list alternatives, which cost the check most: two rows may overlap in every column.
enum TablePack {
  /// The type of a table's columns.
  enum Column: String, CaseIterable {
    case texts, numbers, symbols
  }

  /// Returns a pack with a table of so many rows. Each cell lists three of thirty values.
  static func files(_ column: Column, rows: Int) -> [SourceText] {
    var random = SplitMix(seed: 62)
    let values = (0..<30).map { column == .texts ? "\"v\($0)\"" : column == .numbers ? "\($0)" : "v\($0)" }
    let lines = (0..<rows).map { row in
      let cells = (0..<3).map { _ in (0..<3).map { _ in values[Int(random.next() % 30)] }.joined(separator: ", ") }
      return "    \(cells.joined(separator: " | ")) → \(row)\n"
    }
    let type = column == .texts ? "text" : column == .numbers ? "integer" : "kind"
    let kinds = column == .symbols ? "enum kind: [\(values.joined(separator: ", "))]\n\n" : ""
    let text = """
      pack prices:
        version: 1.0.0

      \(kinds)table price:
        inputs:
          c0: \(type)
          c1: \(type)
          c2: \(type)
        output: integer
        hit: first
        grid: |
          c0 | c1 | c2 → output

      """
    return [SourceText(path: "truths/prices/prices.truths", bytes: Array((text + lines.joined() + "    otherwise → 0\n").utf8))]
  }
}
