package import TruthsText

/// `..` outside of a grid.
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Tables.swift`.
package enum MisplacedInterval: DiagnosticKind {
  package static let id = DiagnosticID("T0090", .error)

  /// - Parameters:
  ///   - subject: the value that was probably compared.
  ///   - lower: the operand before `..`.
  ///   - upper: the operand after `..`.
  package static func found(subject: String, lower: String, upper: String, at span: Span) -> Diagnostic {
    make(
      "`..` stands in the cells of a grid alone", at: span, help: "write `\(subject) between \(lower) and \(upper)`")
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
      "a line of a grid has one `→`, between its inputs and its outputs", at: span, help: "write it as \(example)")
  }

  /// A comment among the lines of a grid.
  package static func comment(_ comment: String, at span: Span) -> Diagnostic {
    make(
      "a grid has no comments: its block is a text, in which `#` begins nothing", at: span,
      help: "write `\(short(comment))` on a line of its own above `grid:`, or use `rows:`, where a comment may follow each row")
  }

  /// A grid without lines.
  package static func empty(at span: Span) -> Diagnostic {
    make("the grid has no lines", at: span, help: "begin with a heading such as `age | member → fee`")
  }

  /// A grid that is not a literal block.
  package static func notLiteral(at key: Span) -> Diagnostic {
    make(
      "`grid` wants a block of lines, in which nothing is YAML's", at: key,
      help: "write `grid: |` and the lines below it, indented")
  }

  /// `rows` together with `grid`.
  package static func besideRows(at rows: Span) -> Diagnostic {
    make("a table has `rows` or `grid`, not both", at: rows, help: "write the rows as lines of the grid")
  }

  /// More columns than a line may have.
  package static func tooWide(limit: Int, at span: Span) -> Diagnostic {
    make(
      "a line of a grid has at most \(limit) cells", at: span, help: "make several tables of it, of which one calls the others")
  }

  /// A column heading that is not a name.
  package static func heading(_ written: String, at span: Span) -> Diagnostic {
    let help = "name an input or a `let`, as in `age | member → fee`"
    return written.isEmpty
      ? make("the head of a column is empty", at: span, help: help)
      : make("`\(written)` is no name, so it cannot be the head of a column", at: span, help: help)
  }

  /// Two columns of one name.
  package static func repeated(_ name: String, at span: Span) -> Diagnostic {
    make(
      "two columns have the name `\(name)`", at: span,
      help: "write both in one cell: alternatives have commas between them, and `[1..5]` has two ends")
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
    let place = isOutput ? "behind its arrow" : "before its arrow"
    return make(
      "this line has \(counted(count, "cell")) \(place), and its heading has \(wanted)", at: span,
      help: isOutput ? "write one value for each output" : "write `-` where anything will do",
      guidance: count == 1 && !isOutput ? .general : .exact,
      notes: [.init("the heading stands here", at: heading)])
  }

  /// A cell without anything in it.
  package static func emptyCell(at span: Span) -> Diagnostic {
    make("a cell is empty", at: span, help: "write `-` where anything will do, and `missing` for an output without a value")
  }

  /// `not` before `like` or `contains` in a cell, such as `not like "a*"`.
  package static func negated(_ cell: String, at span: Span) -> Diagnostic {
    let rest = cell.hasPrefix("not ") ? String(cell.dropFirst(4)) : cell
    return make("`not` does not stand before `like` or `contains`", at: span, help: "write `not (\(rest))`")
  }
}
