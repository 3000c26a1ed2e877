import TruthsDiagnostics
import TruthsText

/// Makes tables, functions and packs of what another tool wrote (`truths import`).
///
/// What the language cannot say is left out and listed; nothing is guessed at silently.
public enum TableImport {
  /// The longest file that is read.
  public static let sizeLimit = 16 * 1024 * 1024

  /// The table of a file of comma-separated values: names in the first line, the last columns are outputs.
  ///
  /// - Throws: ``ImportFault``
  public static func csv(_ bytes: [UInt8], name: String, outputs: Int) throws -> ImportedTables {
    ImportedTables([try draft(bytes, name, outputs)])
  }

  /// The same table in a pack of its own, with an intent that asks it and fixtures for its lines.
  ///
  /// - Throws: ``ImportFault``
  public static func csvPack(_ text: SourceText, name: String, outputs: Int) throws -> ImportedPack {
    let table = try placed(text) { try draft(text.bytes, name, outputs) }
    var pack = CSVPack(table, pack: ImportName.make(name, or: "imported"), shown: text.path)
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
    var table = TableDraft(name: name)
    let split = head.cells.count - outputs
    for (place, cell) in head.cells.enumerated() { table.addColumn(cell, type: nil, isOutput: place >= split) }
    for line in lines.dropFirst() {
      guard line.cells.count == head.cells.count else {
        table.leaveOut("line \(line.number)", "\(counted(line.cells.count, "cell")) instead of \(head.cells.count)")
        continue
      }
      table.rows.append(
        TableDraft.Row(
          place: "line \(line.number)", cells: line.cells[..<split].map(TableDraft.cell),
          outputs: line.cells[split...].map(TableDraft.value)))
    }
    table.finish()
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
  /// The tables as declarations.
  public let text: String
  /// What could not be said, and which inputs may be missing: one line each.
  public let notes: [String]

  init(_ drafts: [TableDraft]) {
    text = drafts.compactMap(\.text).joined(separator: "\n")
    notes = drafts.flatMap { draft in draft.notes.map { "\(draft.name): \($0)" } }
  }
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
