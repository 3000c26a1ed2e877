import TruthsCheck
import TruthsProgram
import TruthsText

/// The completion items in a grid: the inputs and outputs in its head, and in a cell what its column holds.
struct GridCompletions {
  private let place: PlaceCompletions

  init(_ place: PlaceCompletions) { self.place = place }

  var items: [CompletionItem] {
    let (cursor, program) = (place.cursor, place.program)
    let outline = LineOutline(cursor.file)
    let line = outline.line(at: cursor.offset)
    let indentation = cursor.offset - Int(cursor.file.lineStarts[line.number])
    let first = outline.entry(around: line, column: indentation).number + 1
    guard let head = outline.lines[first...].first(where: { !$0.isBlank }), line.number >= head.number else { return [] }
    let declaration = WrittenDeclaration(outline, around: cursor.offset)
    let index = program.tables.firstIndex { $0.name == declaration.name && $0.pack == place.names.pack }
    if line.number == head.number {
      return declaration.columns.map { name in
        CompletionItem(
          label: name, kind: .field, symbol: index.flatMap { symbol(of: name, in: $0) }, word: name == "output" ? name : nil,
          rank: 3)
      }
    }
    let table = index.map { program.tables[$0] }
    let fields = (table?.inputs ?? []) + (table.map { place.names.fields(of: $0.rowType) } ?? [])
    let bytes = cursor.file.bytes
    let cells = Self.cells(bytes, in: min(line.start, cursor.offset)..<cursor.offset)
    let columns = Self.cells(bytes, in: head.start..<head.end).map { column in
      String(decoding: bytes[column].trimming { $0 == 0x20 }, as: UTF8.self)
    }
    let column = columns.indices.contains(cells.count - 1) ? columns[cells.count - 1] : ""
    let type = fields.first { $0.name == column }?.type ?? table?.rowType
    let cell = cells[cells.count - 1].lowerBound..<max(cursor.offset, line.end)
    return ExpressionCompletions(place, in: cell, outer: type.map { .value($0) } ?? .anything).items
  }

  private func symbol(of column: String, in table: Int) -> Symbol? {
    if let input = place.program.tables[table].inputs.firstIndex(where: { $0.name == column }) {
      return .field(.table(table), input)
    }
    let outputs = place.names.fields(of: place.program.tables[table].rowType)
    return outputs.firstIndex { $0.name == column }.map { .field(.outputs(table), $0) }
  }

  /// Returns the parts of a line between its bars and its arrow.
  private static func cells(_ bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
    var (cells, start) = ([Range<Int>](), range.lowerBound)
    for token in ClauseScan(bytes, in: range).tokens where token.kind == .sign {
      let sign = String(decoding: bytes[token.range], as: UTF8.self)
      guard sign == "|" || sign == "→" else { continue }
      cells.append(start..<token.range.lowerBound)
      start = token.range.upperBound
    }
    cells.append(start..<range.upperBound)
    return cells
  }
}
