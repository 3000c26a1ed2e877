import TruthsDiagnostics
import TruthsText

/// Reads the lines of a grid (declarations §8.2), which have no YAML syntax of their own.
///
/// The first line is the heading. `|` separates cells, and one `→` separates the inputs from the outputs. Signs inside a text
/// are part of the text.
struct GridReader {
  private static let cellLimit = 100

  private(set) var heading: GridHeading?
  private(set) var rows: [TableRow] = []
  private(set) var diagnostics: [Diagnostic] = []
  private let text: ClauseText
  private let table: String
  private let hasOneOutput: Bool

  /// Reads a grid.
  ///
  /// - Parameters:
  ///   - table: the table's name, which its only output may have as its heading.
  ///   - hasOneOutput: whether its rows give one value, not several with names.
  init(_ text: ClauseText, table: String, hasOneOutput: Bool) {
    self.text = text
    self.table = table
    self.hasOneOutput = hasOneOutput
    for whole in Self.lines(text) {
      guard let line = withoutComment(whole) else { continue }
      guard let line = Line(text, line) else {
        report(GridFault.arrows(text.string(line), at: text.span(line.lowerBound, line.upperBound)))
        if heading == nil { return }
        continue
      }
      if let heading { read(line, under: heading) } else { readHeading(line) }
      if heading == nil { return }
    }
    if heading == nil, diagnostics.isEmpty {
      report(GridFault.empty(at: text.span(text.range.lowerBound, text.range.upperBound)))
    }
  }

  private mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  // MARK: Lines

  /// A line by its cells, without the blanks around them.
  private struct Line {
    var whole: Range<Int>
    var cells: [Range<Int>] = []
    var outputs: [Range<Int>] = []

    /// Splits a line.
    ///
    /// - Returns: `nil` unless there is exactly one arrow.
    init?(_ text: ClauseText, _ range: Range<Int>) {
      whole = range
      var arrows = 0
      var start = range.lowerBound
      var index = start
      func trimmedRange(_ end: Int) -> Range<Int> { text.part(start..<end).trimmed }
      while index < range.upperBound {
        let byte = text.bytes[index]
        var length = 1
        if byte == 0x22 {
          index = Self.end(ofTextAt: index, text.bytes, range.upperBound)
          continue
        }
        if byte == 0x7C {
          if arrows == 0 { cells.append(trimmedRange(index)) } else { outputs.append(trimmedRange(index)) }
        } else if let arrow = Self.arrow(at: index, text.bytes, range.upperBound) {
          arrows += 1
          length = arrow
          if arrows == 1 { cells.append(trimmedRange(index)) }
        } else {
          index += 1
          continue
        }
        index += length
        start = index
      }
      outputs.append(trimmedRange(range.upperBound))
      guard arrows == 1 else { return nil }
    }

    fileprivate static func end(ofTextAt start: Int, _ bytes: [UInt8], _ limit: Int) -> Int {
      var index = start + 1
      while index < limit, bytes[index] != 0x22 { index += bytes[index] == 0x5C ? 2 : 1 }
      return min(limit, index + 1)
    }

    /// Returns the length of the arrow that begins at an offset; `nil` for other characters.
    private static func arrow(at index: Int, _ bytes: [UInt8], _ limit: Int) -> Int? {
      func byte(_ distance: Int) -> UInt8 { index + distance < limit ? bytes[index + distance] : 0 }
      if byte(0) == 0x2D, byte(1) == 0x3E { return 2 }
      return byte(0) == 0xE2 && byte(1) == 0x86 && byte(2) == 0x92 ? 3 : nil
    }
  }

  private static func lines(_ text: ClauseText) -> [Range<Int>] {
    text.bytes[text.range].split(separator: 0x0A).map { text.part($0.startIndex..<$0.endIndex).trimmed }.filter { !$0.isEmpty }
  }

  /// Returns a line without the comment at its end, which is reported: the block is a text, in which YAML sees no comment.
  ///
  /// - Returns: `nil` if the line is only a comment.
  private mutating func withoutComment(_ line: Range<Int>) -> Range<Int>? {
    var index = line.lowerBound
    while index < line.upperBound {
      if text.bytes[index] == 0x22 {
        index = Line.end(ofTextAt: index, text.bytes, line.upperBound)
        continue
      }
      if text.bytes[index] == 0x23, index == line.lowerBound || isBlank(text.bytes[index - 1]) {
        report(GridFault.comment(text.string(index..<line.upperBound), at: text.span(index, line.upperBound)))
        let rest = text.part(line.lowerBound..<index).trimmed
        return rest.isEmpty ? nil : rest
      }
      index += 1
    }
    return line
  }

  // MARK: Heading

  private mutating func readHeading(_ line: Line) {
    let span = text.span(line.whole.lowerBound, line.whole.upperBound)
    guard line.cells.count + line.outputs.count <= Self.cellLimit else {
      return report(GridFault.tooWide(limit: Self.cellLimit, at: span))
    }
    let (columns, outputs) = (line.cells.compactMap { name($0) }, line.outputs.compactMap { name($0) })
    guard columns.count == line.cells.count, outputs.count == line.outputs.count else { return }
    for (cellSpan, column) in (columns + outputs).enumerated() {
      let before = cellSpan < columns.count ? columns[..<cellSpan] : outputs[..<(cellSpan - columns.count)]
      if before.contains(where: { $0.text == column.text }) { return report(GridFault.repeated(column.text, at: column.span)) }
    }
    if hasOneOutput {
      guard outputs.count == 1, outputs[0].text == "output" || outputs[0].text == table else {
        return report(GridFault.output(outputs.map(\.text), table: table, at: outputs.last?.span ?? span))
      }
    }
    heading = GridHeading(columns: columns, outputs: outputs, at: span)
  }

  /// Reads a name in the heading of a column.
  private mutating func name(_ range: Range<Int>) -> Name? {
    let written = text.string(range)
    guard NameShape.isName(written.utf8), !ReservedWords.contains(written) else {
      report(GridFault.heading(written, at: cellSpan(range)))
      return nil
    }
    return Name(written, at: text.span(range.lowerBound, range.upperBound))
  }

  /// Returns the place of a cell for a finding; for an empty cell, the place of the character before it.
  private func cellSpan(_ range: Range<Int>) -> Span {
    range.isEmpty && range.lowerBound > text.range.lowerBound
      ? text.span(range.lowerBound - 1, range.lowerBound) : text.span(range.lowerBound, range.upperBound)
  }

  // MARK: Rows

  private mutating func read(_ line: Line, under heading: GridHeading) {
    let span = text.span(line.whole.lowerBound, line.whole.upperBound)
    let written = line.cells.map { text.string($0) }
    let isWhole = written == ["-"] || written == ["otherwise"]
    guard isWhole || line.cells.count == heading.columns.count, line.outputs.count == heading.outputs.count else {
      let isOutput = isWhole || line.cells.count == heading.columns.count
      return report(
        GridFault.cells(
          isOutput ? line.outputs.count : line.cells.count, wanted: isOutput ? heading.outputs.count : heading.columns.count,
          isOutput: isOutput, heading: heading.span, at: span))
    }
    let result = self.result(line, heading)
    if isWhole {
      let cells = written == ["-"] ? heading.columns.map { _ in GridCell.any } : []
      let always = Expr(.boolean(true), at: cellSpan(line.cells[0]))
      rows.append(TableRow(condition: cells.isEmpty ? nil : always, result: result, cells: cells, at: span))
      return
    }
    var cells: [GridCell] = []
    var condition: Expr?
    for (range, column) in zip(line.cells, heading.columns) {
      guard let (cell, test) = read(range, { Grammar.cell($0, of: column.text) }) else { return }
      cells.append(cell)
      guard let test else { continue }
      condition = condition.map { Expr(.and($0, test), at: $0.span.union(test.span)) } ?? test
    }
    let always = Expr(.boolean(true), at: span)
    rows.append(TableRow(condition: condition ?? always, result: result, cells: cells, at: span))
  }

  private mutating func result(_ line: Line, _ heading: GridHeading) -> RowResult {
    let values = line.outputs.map { read($0, Grammar.gridOutput) ?? nil }
    if hasOneOutput { return .value(values.first ?? nil) }
    return .outputs(zip(heading.outputs, values).map { RowOutput(name: $0, value: $1) })
  }

  /// Reads a cell, which must not be empty.
  private mutating func read<Tree>(_ range: Range<Int>, _ grammar: (ClauseText) -> Grammar.Result<Tree>) -> Tree? {
    guard !range.isEmpty else {
      report(GridFault.emptyCell(at: cellSpan(range)))
      return nil
    }
    let (tree, found) = grammar(text.part(range))
    diagnostics += found
    return tree
  }
}
