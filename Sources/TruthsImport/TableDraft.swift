import TruthsSyntax
import TruthsText

/// A table that is being converted from another tool's file to a declaration.
struct TableDraft {
  struct Column {
    var name: String
    /// The type as the declaration writes it; `nil` until it is derived from the cells.
    var type: String?
  }

  struct Row {
    /// The location of the row in the file, for messages.
    var place: String
    var cells: [String]
    var outputs: [String]
    var isOtherwise = false
  }

  private(set) var name: String
  var hit = "first"
  var columns: [Column] = []
  var outputs: [Column] = []
  var rows: [Row] = []
  var notes: [String] = []
  private var taken: Set<String> = []

  init(name: String) { self.name = ImportName.make(name, or: "imported", isDeclared: true) }

  mutating func addColumn(_ written: String, type: String?, isOutput: Bool) {
    let place = isOutput ? outputs.count : columns.count
    let name = ImportName.unique(written, or: "\(isOutput ? "output" : "input")_\(place + 1)", among: taken)
    taken.insert(name)
    if name != written { notes.append("the column `\(written)` is called `\(name)`") }
    if isOutput { outputs.append(Column(name: name, type: type)) } else { columns.append(Column(name: name, type: type)) }
  }

  /// Determines the types of columns, and lists the inputs that may have no value.
  ///
  /// - Throws: `ImportFault` if a cell does not match the other cells of its column.
  mutating func finish() throws {
    for index in columns.indices where columns[index].type == nil {
      let cells = rows.map { (place: $0.place, values: CSVCells.literals($0.cells[index])) }
      let odd = CSVCells.OddCells(cells)
      columns[index].type = odd.type
      guard odd.type == "text" else { continue }
      for row in rows.indices {
        rows[row].cells[index] = try Self.placed(rows[row].place) { try CSVCells.asText(rows[row].cells[index], beside: odd) }
      }
      if let note = odd.note(columns[index].name) { notes.append(note) }
    }
    for index in outputs.indices where outputs[index].type == nil {
      let odd = CSVCells.OddCells(rows.map { ($0.place, [$0.outputs[index]].filter { $0 != "missing" }) })
      outputs[index].type = odd.type
      guard odd.type == "text" else { continue }
      for row in rows.indices { rows[row].outputs[index] = CSVCells.outputAsText(rows[row].outputs[index]) }
      if let note = odd.note(outputs[index].name) { notes.append(note) }
    }
    if let last = rows.indices.last, hit == "first", rows[last].cells.allSatisfy({ $0 == "-" }) { rows[last].isOtherwise = true }
    for (index, column) in columns.enumerated() where rows.contains(where: { !$0.isOtherwise && $0.cells[index] != "-" }) {
      notes.append(
        "`\(column.name)` may be missing, and then a line that compares it is unknown, not false: for this case, add a line "
          + "with the cell `missing` before it")
    }
  }

  /// Runs a function, and adds the location in the file to its errors.
  static func placed<T>(_ place: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let fault as ImportFault {
      throw ImportFault("\(place): \(fault.message)")
    }
  }

  // MARK: Texts

  static func trimmed(_ text: String) -> String { String(decoding: text.utf8.trimming(while: isBlank), as: UTF8.self) }

  /// Returns the text that a cell in quotes means.
  static func unquoted(_ cell: String) -> String {
    var (result, isEscaped, brace) = (String.UnicodeScalarView(), false, Unicode.Scalar?.none)
    for scalar in cell.unicodeScalars.dropFirst().dropLast() {
      if isEscaped {
        result.append(scalar == "n" ? "\n" : scalar == "t" ? "\t" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "{" || scalar == "}" {
        brace = brace == scalar ? nil : scalar
        if brace == nil { result.append(scalar) }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "{": result += "{{"
      case "}": result += "}}"
      case _ where isUnseen(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether a character could control a terminal, or has a meaning for YAML parsers.
  static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value < 0x20 || (0x7F...0x9F).contains(value) || (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value)
      || value == 0xFEFF
  }

  // MARK: The declaration

  var text: String {
    var lines = ["table \(name):", "  inputs:"] + columns.map { "    \($0.name): \($0.type ?? "text")" }
    if outputs.count == 1 {
      lines.append("  output: \(outputs[0].type ?? "text")")
    } else {
      lines += ["  outputs:"] + outputs.map { "    \($0.name): \($0.type ?? "text")" }
    }
    if hit != "first" { lines.append("  hit: \(hit)") }
    lines.append("  grid: |")
    let heads = outputs.count == 1 ? ["output"] : outputs.map(\.name)
    lines.append("    " + columns.map(\.name).joined(separator: " | ") + " → " + heads.joined(separator: " | "))
    for row in rows {
      let cells = row.isOtherwise ? "otherwise" : row.cells.joined(separator: " | ")
      lines.append("    \(cells) → \(row.outputs.joined(separator: " | "))")
    }
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let file = SourceFile(id: FileID(1), path: "imported/imported.truths", bytes: bytes)
    return String(decoding: FileFormatter.format(file).bytes, as: UTF8.self)
  }
}
