import TruthsDiagnostics
public import TruthsText

/// A converter of files of other tools to tables, functions and packs (`truths import`).
///
/// Anything that the language cannot express is omitted and listed. Nothing is guessed without a note.
public enum TableImport {
  /// The greatest number of lines of a table. The limit is needed because `check` compares every pair.
  private static let lineLimit = 5_000
  /// The greatest number of cells of a line, as in a grid.
  private static let cellLimit = 100
  /// The size in bytes of the largest file that is read.
  public static let sizeLimit = 16 * 1024 * 1024

  /// Converts comma-separated values to a table. The first line has the names of the columns, and the last `outputs` columns
  /// are outputs.
  ///
  /// - Throws: `ImportFault` if the file cannot be converted.
  public static func csv(_ bytes: [UInt8], name: String, outputs: Int) throws -> ImportedTables {
    ImportedTables(try draft(bytes, name, outputs))
  }

  /// Converts comma-separated values to a pack with the table, an intent that asks for a value of the table, and fixtures for
  /// its lines.
  ///
  /// - Throws: `ImportFault` if the file cannot be converted.
  public static func csvPack(_ text: SourceText, name: String, outputs: Int) throws -> ImportedPack {
    let table = try placed(text) { try draft(text.bytes, name, outputs) }
    var pack = CSVPack(table, pack: table.name, shown: text.path)
    return try pack.run()
  }

  private static func draft(_ bytes: [UInt8], _ name: String, _ outputs: Int) throws -> TableDraft {
    let all = try CSVReader.lines(bytes)
    let lines = CSVReader.withoutEmptyColumns(all)
    guard let head = lines.first, !lines.dropFirst().isEmpty else {
      throw ImportFault("the file has no lines below its names")
    }
    guard outputs >= 1, head.cells.count > outputs else {
      func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
      throw ImportFault("a table of \(counted(head.cells.count, "column")) with \(counted(outputs, "output")) has no input")
    }
    guard head.cells.count <= cellLimit, lines.count <= lineLimit else {
      throw ImportFault("\(head.cells.count) columns and \(lines.count) lines: a table has at most \(cellLimit) and \(lineLimit)")
    }
    var table = TableDraft(name: name)
    let left = (all.map(\.cells.count).max() ?? 0) - (lines.map(\.cells.count).max() ?? 0)
    if left > 0 { table.notes.append("\(counted(left, "empty column")) at the end \(left == 1 ? "is" : "are") left out") }
    var cells = CSVCells()
    let split = head.cells.count - outputs
    for (place, cell) in head.cells.enumerated() { table.addColumn(cell, type: nil, isOutput: place >= split) }
    for line in lines.dropFirst() {
      let location = "line \(line.number)"
      guard line.cells.count == head.cells.count else {
        throw ImportFault("\(location): \(counted(line.cells.count, "cell")) instead of \(head.cells.count)")
      }
      let row = try TableDraft.placed(location) {
        TableDraft.Row(
          place: location, cells: try line.cells[..<split].map { try cells.input($0) },
          outputs: try line.cells[split...].map { try cells.output($0) })
      }
      table.rows.append(row)
    }
    try table.finish()
    return table
  }

  /// Converts a DMN model to a pack. Test cases in the format of the DMN compatibility kit become fixtures.
  ///
  /// - Parameters:
  ///   - tests: the files of test cases.
  ///   - name: the name of the pack; `nil` for the name of the model.
  /// - Throws: `ImportFault`, with a message that begins with the path of the file.
  public static func dmn(_ model: SourceText, tests: [SourceText] = [], name: String? = nil) throws -> ImportedPack {
    let cases = try tests.map { text in try placed(text) { try DMNTests(text) } }
    return try placed(model) { try DMNImport(model, name: name, tests: cases).run() }
  }

  /// Runs a reader on a file, and adds the location in the file to its errors.
  private static func placed<T>(_ text: SourceText, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let fault as ImportFault {
      guard let offset = fault.offset else { throw ImportFault("\(text.path): \(fault.message)") }
      let position = SourceFile(id: FileID(1), path: text.path, bytes: text.bytes).position(at: offset)
      throw ImportFault("\(text.path):\(position.line):\(position.column): \(fault.message)")
    }
  }
}

/// A pack that was converted from a file of another tool.
public struct ImportedPack: Sendable {
  /// The file of the pack, followed by a file of fixtures if there were tests. The paths are relative to the project's root.
  public let files: [SourceText]
  /// The parts of the original that were omitted or changed, with their locations, in one line each.
  public let notes: [String]
  /// Whether no decision, table or function could be converted.
  public let isEmpty: Bool
}

/// A table that was converted from a file of another tool.
public struct ImportedTables: Sendable {
  /// The table as a declaration.
  public let text: String
  /// The columns that were renamed and the inputs that may have no value, in one line each.
  public let notes: [String]

  init(_ table: TableDraft) {
    text = table.text
    notes = table.notes.map { "\(table.name): \($0)" }
  }
}

extension [String] {
  /// The first ten elements and the number of the remaining ones, for a note in one line.
  var firstTen: String { prefix(10).joined(separator: ", ") + (count > 10 ? " and \(count - 10) more" : "") }
}

/// The error of a file that cannot be imported, in one line.
public struct ImportFault: Error, Sendable {
  /// The problem with the file.
  public let message: String
  /// The offset of the error in bytes; `nil` if the error concerns the whole file.
  let offset: Int?

  init(_ message: String, at offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }
}
