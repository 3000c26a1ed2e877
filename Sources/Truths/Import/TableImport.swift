import TruthsSyntax
import TruthsText

/// Makes a table with a grid of what another tool wrote (`truths import`).
///
/// What the language cannot say is left out and listed; nothing is guessed at silently.
public enum TableImport {
  /// The longest file that is read.
  public static let sizeLimit = 16 * 1024 * 1024

  /// The table of a file of comma-separated values: names in the first line, the last columns are outputs.
  ///
  /// - Throws: ``ImportFault``
  public static func csv(_ bytes: [UInt8], name: String, outputs: Int) throws -> ImportedTables {
    let lines = try CSVReader.lines(bytes)
    guard let head = lines.first, !lines.dropFirst().isEmpty else {
      throw ImportFault("the file has no lines below its names")
    }
    guard outputs >= 1, head.cells.count > outputs else {
      throw ImportFault("\(head.cells.count) columns, of which \(outputs) are outputs, leave no input")
    }
    var table = TableDraft(name: name)
    let split = head.cells.count - outputs
    for (place, cell) in head.cells.enumerated() { table.addColumn(cell, type: nil, isOutput: place >= split) }
    for line in lines.dropFirst() {
      guard line.cells.count == head.cells.count else {
        table.leaveOut("line \(line.number)", "\(line.cells.count) cells instead of \(head.cells.count)")
        continue
      }
      table.rows.append(
        TableDraft.Row(
          place: "line \(line.number)", cells: line.cells[..<split].map(TableDraft.cell),
          outputs: line.cells[split...].map(TableDraft.value)))
    }
    table.finish()
    return ImportedTables([table])
  }

  /// The decision tables of a DMN file.
  ///
  /// - Throws: ``ImportFault``
  public static func dmn(_ bytes: [UInt8]) throws -> ImportedTables {
    let root = try XMLReader.read(bytes)
    var tables: [TableDraft] = []
    for decision in root.descendants("decision") {
      for table in decision.children("decisionTable") { tables.append(DecisionTableReader(decision, table).draft) }
    }
    let inside = root.descendants("decisionTable").count - tables.count
    let others = "\(inside) \(inside == 1 ? "table stands" : "tables stand") inside a context or a business knowledge model"
    if tables.isEmpty { throw ImportFault(inside == 0 ? "the file has no decision table" : "\(others), where none is read") }
    return ImportedTables(tables, notes: inside == 0 ? [] : ["\(others), where none is read"])
  }
}

/// What was made of a file.
public struct ImportedTables: Sendable {
  /// The tables as declarations.
  public let text: String
  /// What could not be said, and which inputs may be missing: one line each.
  public let notes: [String]

  init(_ drafts: [TableDraft], notes others: [String] = []) {
    text = drafts.compactMap(\.text).joined(separator: "\n")
    notes = drafts.flatMap { draft in draft.notes.map { "\(draft.name): \($0)" } } + others
  }
}

/// Why a file cannot be imported, in one line.
public struct ImportFault: Error, Sendable {
  /// What is wrong with the file.
  public let message: String

  init(_ message: String) { self.message = message }
}
