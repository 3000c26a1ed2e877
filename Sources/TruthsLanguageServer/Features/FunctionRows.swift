import Truths
import TruthsText

/// The rows of the reference's tables about standard functions: the calls of each function, and its result.
enum FunctionRows {
  struct Row {
    /// The forms of the call: `round(x)`, `round(x, n)`.
    var calls: [String]
    var gives: String
    /// The cases in which the result is missing; may be empty.
    var missing: String
    /// The page of the reference: `functions`, `dates`.
    var page: String
  }

  /// The rows by the name of the function, in the order of the reference.
  static let rows: [String: [Row]] = {
    var found: [String: [Row]] = [:]
    for source in Reference.sources where ["functions", "dates", "clauses"].contains(source.name) {
      for line in source.text.split(separator: "\n") where line.hasPrefix("| `") {
        let cells = cells(of: line)
        guard cells.count >= 2 else { continue }
        let calls = codes(in: cells[0]).flatMap { FunctionRows.calls(in: $0) }.filter { $0.contains("(") && $0.hasSuffix(")") }
        for (name, own) in Dictionary(grouping: calls, by: { String($0.prefix { $0 != "(" }) }) where !name.isEmpty {
          let row = Row(calls: own, gives: cells[1], missing: cells.count > 2 ? cells[2] : "", page: source.name)
          found[name, default: []].append(row)
        }
      }
    }
    // A paragraph of its own is about it, and no row.
    found["coalesce"] = [
      Row(
        calls: ["coalesce(a, b, …)"], gives: "the first argument that is not missing", missing: "if all are missing",
        page: "functions")
    ]
    return found
  }()

  /// Returns the documentation of a function as Markdown; `nil` where there is no such function.
  static func text(of name: String) -> String? {
    guard let rows = rows[name] else { return nil }
    return rows.map { row in
      let head = "```\n\(row.calls.joined(separator: "\n"))\n```\n"
      let missing = row.missing.isEmpty ? "" : "\n\nMissing: \(row.missing)"
      return head + row.gives + missing + "\n\n(\(row.page))"
    }.joined(separator: "\n\n")
  }

  private static func cells(of line: Substring) -> [String] {
    var cells: [String] = []
    var cell = ""
    var isEscaped = false
    for character in line.dropFirst() {
      if character == "|", !isEscaped {
        cells.append(String(cell.trimming { $0 == " " }))
        cell = ""
      } else {
        if isEscaped, character != "|" { cell.append("\\") }
        isEscaped = character == "\\" && !isEscaped
        if !isEscaped { cell.append(character) }
      }
    }
    return cells
  }

  /// Returns the calls of a piece of code: `end_of_week(d) end_of_month(d)` has two.
  private static func calls(in code: String) -> [String] {
    var (calls, depth) = ([""], 0)
    for character in code {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == " ", depth == 0 { calls.append("") } else { calls[calls.count - 1].append(character) }
    }
    return calls
  }

  private static func codes(in cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }
}
