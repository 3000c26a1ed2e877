import TruthsDiagnostics
public import TruthsText

/// Makes tables, functions and packs of what another tool wrote (`truths import`).
///
/// What the language cannot say is left out and listed; nothing is guessed at silently.
public enum TableImport {
  /// The most lines of a table: `check` compares each with each.
  private static let lineLimit = 5_000
  /// The most cells of a line, which is that of a grid.
  private static let cellLimit = 100
  /// The longest file that is read.
  public static let sizeLimit = 16 * 1024 * 1024

  /// The table of a file of comma-separated values: names in the first line, the last columns are outputs.
  ///
  /// - Throws: ``ImportFault``
  public static func csv(_ bytes: [UInt8], name: String, outputs: Int) throws -> ImportedTables {
    ImportedTables(try draft(bytes, name, outputs))
  }

  /// The same table in a pack of its own, with an intent that asks it and fixtures for its lines.
  ///
  /// - Throws: ``ImportFault``
  public static func csvPack(_ text: SourceText, name: String, outputs: Int) throws -> ImportedPack {
    let table = try placed(text) { try draft(text.bytes, name, outputs) }
    var pack = CSVPack(table, pack: table.name, shown: text.path)
    return try pack.run()
  }

  private static func draft(_ bytes: [UInt8], _ name: String, _ outputs: Int) throws -> TableDraft {
    let lines = try CSVReader.lines(bytes)
    guard let head = lines.first, !lines.dropFirst().isEmpty else {
      throw ImportFault("the file has no lines below its names")
    }
    guard outputs >= 1, head.cells.count > outputs else {
      throw ImportFault("\(head.cells.count) columns, of which \(outputs) are outputs, leave no input")
    }
    guard head.cells.count <= cellLimit, lines.count <= lineLimit else {
      throw ImportFault("\(head.cells.count) columns and \(lines.count) lines: a table has at most \(cellLimit) and \(lineLimit)")
    }
    var table = TableDraft(name: name)
    var cells = CSVCells()
    let split = head.cells.count - outputs
    for (place, cell) in head.cells.enumerated() { table.addColumn(cell, type: nil, isOutput: place >= split) }
    for line in lines.dropFirst() {
      let place = "line \(line.number)"
      guard line.cells.count == head.cells.count else {
        throw ImportFault("\(place): \(counted(line.cells.count, "cell")) instead of \(head.cells.count)")
      }
      let row = try TableDraft.placed(place) {
        TableDraft.Row(
          place: place, cells: try line.cells[..<split].map { try cells.input($0) },
          outputs: try line.cells[split...].map { try cells.output($0) })
      }
      table.rows.append(row)
    }
    try table.finish()
    return table
  }

  /// A model of DMN as a pack, with fixtures of test cases as the DMN compatibility kit writes them.
  ///
  /// - Parameter name: the pack's name; without it the model's.
  /// - Throws: ``ImportFault``, whose message begins with the file's path.
  public static func dmn(_ model: SourceText, tests: [SourceText] = [], name: String? = nil) throws -> ImportedPack {
    let cases = try tests.map { text in try placed(text) { try DMNTests(text) } }
    return try placed(model) { try DMNImport(model, name: name, tests: cases).run() }
  }

  /// Runs a reader on a file, and says its faults with their places in the file.
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

/// The pack that was made of a file.
public struct ImportedPack: Sendable {
  /// The pack's file, and behind it one of fixtures where there were tests; their paths begin at the project's root.
  public let files: [SourceText]
  /// What was left out, or changed, with its place: one line each.
  public let notes: [String]
  /// Whether anything came over.
  public let isEmpty: Bool
}

/// What was made of a file.
public struct ImportedTables: Sendable {
  /// The table as a declaration.
  public let text: String
  /// What is called otherwise, and which inputs may be missing: one line each.
  public let notes: [String]

  init(_ table: TableDraft) {
    text = table.text
    notes = table.notes.map { "\(table.name): \($0)" }
  }
}

extension [String] {
  /// The first ten and the number of the others, for a note of one line.
  var firstTen: String { prefix(10).joined(separator: ", ") + (count > 10 ? " and \(count - 10) more" : "") }
}

/// Why a file cannot be imported, in one line.
public struct ImportFault: Error, Sendable {
  /// What is wrong with the file.
  public let message: String
  /// Where, in bytes; `nil` where the file as a whole is meant.
  let offset: Int?

  init(_ message: String, at offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }
}
