import TruthsSyntax
import TruthsText

/// A table on its way from another tool's file to a declaration.
struct TableDraft {
  struct Column {
    var name: String
    /// As it is written; `nil` where the cells tell.
    var type: String?
  }

  struct Row {
    /// Where it stands in the file.
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
  /// Whether it cannot be said at all.
  var isLeftOut = false

  init(name: String) { self.name = ImportName.make(name, or: "imported") }

  mutating func addColumn(_ written: String, type: String?, isOutput: Bool) {
    let place = isOutput ? outputs.count : columns.count
    let taken = Set((outputs + columns).map(\.name))
    let name = ImportName.unique(written, or: "\(isOutput ? "output" : "input")_\(place + 1)", among: taken)
    if name != written { notes.append("the column `\(written)` is called `\(name)`") }
    if isOutput { outputs.append(Column(name: name, type: type)) } else { columns.append(Column(name: name, type: type)) }
  }

  /// Leaves the whole table out: without one of its lines it would decide otherwise.
  mutating func leaveOut(_ place: String, _ why: String) {
    isLeftOut = true
    notes.append("\(place): \(why); the table is left out, since without this line it would decide otherwise")
  }

  /// Finds the types of columns, and lists what may be missing.
  mutating func finish() {
    if isLeftOut { return }
    for index in columns.indices where columns[index].type == nil {
      columns[index].type = Self.type(of: rows.flatMap { Self.literals($0.cells[index]) })
      if columns[index].type == "text" {
        for row in rows.indices { rows[row].cells[index] = Self.asText(rows[row].cells[index]) }
      }
    }
    for index in outputs.indices where outputs[index].type == nil {
      outputs[index].type = Self.type(of: rows.map { $0.outputs[index] }.filter { $0 != "missing" })
      if outputs[index].type == "text" {
        for row in rows.indices { rows[row].outputs[index] = Self.asText(rows[row].outputs[index]) }
      }
    }
    if let last = rows.indices.last, hit == "first", rows[last].cells.allSatisfy({ $0 == "-" }) { rows[last].isOtherwise = true }
    for (index, column) in columns.enumerated() where rows.contains(where: { !$0.isOtherwise && $0.cells[index] != "-" }) {
      notes.append(
        "`\(column.name)` may be missing: a line that compares it is then unknown, and not false; a cell `missing` before it "
          + "says what holds then")
    }
  }

  // MARK: Cells

  static func trimmed(_ text: String) -> String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" }
    let rest = text.unicodeScalars.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    return String(String.UnicodeScalarView(rest))
  }

  /// A cell as the language writes it: what can be read as one stays, anything else is a text.
  static func cell(_ written: String) -> String {
    let text = plain(trimmed(written))
    if text.isEmpty || text == "-" { return "-" }
    let parts = text.split(separator: ",").map { trimmed(String($0)) }
    if parts.count > 1, parts.allSatisfy(isBareWord) { return parts.map(quoted).joined(separator: ", ") }
    return !hasNames(text) && (isNumber(text) || isCell(text)) ? text : quoted(trimmed(written))
  }

  static func value(_ written: String) -> String {
    let text = plain(trimmed(written))
    if text.isEmpty || text == "-" || text == "missing" { return "missing" }
    return !hasNames(text) && (isNumber(text) || isValue(text)) ? text : quoted(trimmed(written))
  }

  /// Braces in texts mean themselves in other tools: nothing is put into a text there.
  static func plain(_ written: String) -> String {
    guard written.contains("\""), written.utf8.contains(0x7B) || written.utf8.contains(0x7D) else { return written }
    var (result, isInside, isEscaped) = ("", false, false)
    for scalar in written.unicodeScalars {
      if isInside, scalar == "{" || scalar == "}" { result.unicodeScalars.append(scalar) }
      if scalar == "\"", !isEscaped { isInside.toggle() }
      isEscaped = scalar == "\\" && !isEscaped
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Words of the language that a cell may have; any other word is meant as a text, not as a name.
  private static let ownWords: Set<Substring> = ["true", "false", "missing", "exists", "empty", "not"]

  private static func isBareWord(_ text: String) -> Bool {
    hasNames(text) && !text.utf8.contains { [0x22, 0x3C, 0x3D, 0x3E, 0x28, 0x29, 0x5B, 0x5D].contains($0) }
  }

  /// Whether there is a word outside of texts in quotes that the language does not have.
  private static func hasNames(_ text: String) -> Bool {
    let outside = text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }
    return outside.contains { part in
      part.element.split { !isOfWord($0) }.contains { !isDigit($0.utf8.first ?? 0) && !ownWords.contains($0) }
    }
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x5F || isDigit($0) || $0 >= 0x80 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Digits of a column of texts are one, such as the code `007`.
  private static func asText(_ cell: String) -> String {
    cell != "-" && cell.utf8.allSatisfy { isDigit($0) || $0 == 0x2D || $0 == 0x2E } ? quoted(cell) : cell
  }

  /// A number as it is written most; `007` is none, but a text.
  private static func isNumber(_ text: String) -> Bool {
    let parts = (text.hasPrefix("-") ? text.dropFirst() : Substring(text)).split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, text.utf8.count <= 15, whole == "0" || !whole.hasPrefix("0") else {
      return false
    }
    return parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
  }

  /// The text that a cell in quotes means.
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

  /// Whether a character steers a terminal or a reader of YAML.
  static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value < 0x20 || (0x7F...0x9F).contains(value) || (0x2028...0x202E).contains(value) || (0x2066...0x2069).contains(value)
      || value == 0xFEFF
  }

  static func isCell(_ cell: String) -> Bool { reads(line: "\(cell) → true") }

  static func isValue(_ value: String) -> Bool { reads(line: "- → \(value)") }

  /// Whether a line of a grid of one column can be read.
  private static func reads(line: String) -> Bool {
    if line.utf8.contains(0x0A) || line.utf8.contains(0x0D) { return false }
    let text = "table t:\n  inputs:\n    x: text\n  output: text\n  grid: |\n    x → output\n    \(line)\n"
    let file = SourceFile(id: FileID(1), path: "t/t.truths", bytes: Array(text.utf8))
    return Parser.parse(file, relativePath: "t/t.truths").diagnostics.isEmpty
  }

  // MARK: Types

  /// The values in a cell that are written down.
  private static func literals(_ cell: String) -> [String] {
    var cell = cell
    if cell.hasPrefix("not ("), cell.hasSuffix(")") { cell = String(cell.dropFirst(5).dropLast()) }
    return cell.split(separator: ",").flatMap { part -> [String] in
      let part = trimmed(String(part))
      if part == "-" { return [] }
      let bare = part.drop { "[(<>=! ".contains($0) }
      let ends = bare.split(separator: "..").map { String($0.prefix { !"])".contains($0) }) }
      return ends.isEmpty ? [String(bare)] : ends
    }
  }

  private static func type(of values: [String]) -> String {
    if values.isEmpty { return "text" }
    func isDate(_ text: String) -> Bool { text.utf8.count == 12 && CivilDate(text: String(text.dropFirst().dropLast())) != nil }
    if values.allSatisfy(isNumber) { return "decimal" }
    if values.allSatisfy({ $0 == "true" || $0 == "false" }) { return "boolean" }
    return values.allSatisfy(isDate) ? "date" : "text"
  }

  // MARK: Text

  /// The declaration; `nil` where it cannot be said.
  var text: String? {
    if isLeftOut || rows.isEmpty { return nil }
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
