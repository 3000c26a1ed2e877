package import TruthsText

/// `..` outside of a grid.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Tables.swift`.
package enum MisplacedInterval: DiagnosticKind {
  package static let id = DiagnosticID("T0090", .error)

  /// - Parameter meant: the comparison with the same ends; `nil` where it is not known.
  package static func finding(meant: String?, at span: Span) -> Diagnostic {
    make(
      "`..` is allowed only in the cells of a grid", at: span, help: meant.map { "write `\($0)`" }, guidance: .grammatical)
  }
}

/// A grid that cannot be parsed.
///
/// Detected in `Sources/TruthsSyntax/Grammar/GridReader.swift`, `Sources/TruthsSyntax/Grammar/ClauseParser+Tables.swift`,
/// `Sources/TruthsSyntax/Declarations/NodeReader+Tables.swift`.
package enum GridFault: DiagnosticKind {
  package static let id = DiagnosticID("T0091", .error)

  /// A line without an arrow, or with several.
  package static func arrows(_ line: String, at span: Span) -> Diagnostic {
    let cells = line.split(separator: "|").map { $0.filter { !$0.isWhitespace || $0 == " " } }
    let example =
      cells.count > 1 && !line.contains("→")
      ? "`\(cells.dropLast().joined(separator: "|"))→\(cells[cells.count - 1])`" : "`age | member → fee`"
    return make(
      "a line of a grid must have exactly one `→`, between its inputs and its outputs", at: span, help: "write it as \(example)")
  }

  /// A comment among the lines of a grid.
  package static func comment(_ comment: String, at span: Span) -> Diagnostic {
    make(
      "a grid cannot have comments, because `#` is ordinary text in it", at: span,
      help: "write `\(short(comment))` on a line of its own above `grid:`, or use `rows:`, where a comment may follow each row")
  }

  /// A grid without lines.
  package static func empty(at span: Span) -> Diagnostic {
    make("the grid has no lines", at: span, help: "begin with a heading such as `age | member → fee`")
  }

  /// A grid that is not a literal block.
  package static func notLiteral(at key: Span) -> Diagnostic {
    make(
      "`grid` needs a block of text after `|`", at: key,
      help: "write `grid: |` and the lines below it, indented")
  }

  /// `rows` together with `grid`.
  package static func besideRows(at rows: Span) -> Diagnostic {
    make("a table has `rows` or `grid`, not both", at: rows, help: "write the rows as lines of the grid")
  }

  /// More columns than a line may have.
  package static func tooWide(limit: Int, at span: Span) -> Diagnostic {
    make(
      "a line of a grid has at most \(limit) cells", at: span, help: "split it into several tables, and let one call the others")
  }

  /// A column heading that is not a name.
  package static func heading(_ written: String, at span: Span) -> Diagnostic {
    let help = "name an input or a `let`, as in `age | member → fee`"
    return written.isEmpty
      ? make("the heading of a column is empty", at: span, help: help)
      : make("`\(written)` is not a name, so it cannot be the heading of a column", at: span, help: help)
  }

  /// Two columns with the same name.
  package static func repeated(_ name: String, at span: Span) -> Diagnostic {
    make(
      "two columns have the name `\(name)`", at: span,
      help: "write both conditions in one cell: commas separate alternatives, and `[1..5]` has two ends")
  }

  /// A heading of outputs that does not match `output:`.
  package static func output(_ written: [String], table: String, at span: Span) -> Diagnostic {
    let names = written.map { "`\($0)`" }.joinedInWords
    return make(
      "under `output:` there is one column of outputs, named `output` or `\(table)`, not \(names)", at: span,
      help: written.count > 1 ? "declare \(names) below `outputs:`" : "write `→ output`")
  }

  /// A line whose number of cells differs from its heading.
  package static func cells(_ count: Int, wanted: Int, isOutput: Bool, heading: Span, at span: Span) -> Diagnostic {
    let place = isOutput ? "after its arrow" : "before its arrow"
    return make(
      "this line has \(counted(count, "cell")) \(place), and its heading has \(wanted)", at: span,
      help: isOutput ? "write one value for each output" : "write `-` in a cell that accepts any value",
      guidance: count == 1 && !isOutput ? .general : .exact,
      notes: [.init("the heading is here", at: heading)])
  }

  /// A cell without anything in it.
  package static func emptyCell(at span: Span) -> Diagnostic {
    make("a cell is empty", at: span, help: "write `-` for any value, and `missing` for an output without a value")
  }

  /// `not` before `like` or `contains` in a cell, such as `not like "a*"`.
  package static func negated(_ cell: String, at span: Span) -> Diagnostic {
    let rest = cell.hasPrefix("not ") ? String(cell.dropFirst(4)) : cell
    return make("`not` is not allowed before `like` or `contains`", at: span, help: "write `not (\(rest))`")
  }
}
