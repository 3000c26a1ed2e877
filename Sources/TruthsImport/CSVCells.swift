import TruthsSyntax
import TruthsText

/// A converter of cells of comma-separated values to cells of a grid. A cell that the grammar accepts is unchanged. Words, and
/// everything else, become texts.
struct CSVCells {
  /// The answers of the parser, keyed by the line that was parsed. They are cached because the same cells occur in many lines.
  private var isTestOfLine: [String: Bool] = [:]

  /// Converts a cell of an input column.
  ///
  /// - Throws: `ImportFault` if the cell looks like a test but cannot be parsed, or if a comma is ambiguous.
  mutating func input(_ written: String) throws -> String {
    let written = TableDraft.trimmed(written)
    let text = Self.plain(written)
    if text.isEmpty || text == "-" { return "-" }
    try Self.refuseDecimalComma(text)
    if let inside = Self.denied(written) {
      // A doubly negated cell is not valid; without this check a cell could begin with thousands of `not (`.
      guard Self.denied(TableDraft.trimmed(inside)) == nil else { throw Self.unreadable(written) }
      let cell = "not (\(try input(inside)))"
      guard reads("\(cell) → true") else { throw Self.unreadable(written) }
      return cell
    }
    let parts = Self.alternatives(text)
    if parts.count > 1, parts.contains(where: Self.hasNames), parts.allSatisfy({ Self.isPlain($0) || Self.isText($0) }) {
      return parts.map(Self.quotedAlternative).joined(separator: ", ")
    }
    if !Self.hasNames(text), Self.isNumber(text) || reads("\(text) → true") { return text }
    if Self.isLikeTest(text) { throw Self.unreadable(written) }
    return TableDraft.quoted(written)
  }

  /// Returns the value of an output cell as the language writes it.
  ///
  /// - Throws: `ImportFault` if a comma is ambiguous.
  mutating func output(_ written: String) throws -> String {
    let written = TableDraft.trimmed(written)
    let text = Self.plain(written)
    if text.isEmpty || text == "-" || text == "missing" { return "missing" }
    try Self.refuseDecimalComma(text)
    return !Self.hasNames(text) && (Self.isNumber(text) || reads("- → \(text)")) ? text : TableDraft.quoted(written)
  }

  /// Whether the parser accepts a line of a grid with one column.
  private mutating func reads(_ line: String) -> Bool {
    if line.utf8.contains(0x0A) || line.utf8.contains(0x0D) { return false }
    if let result = isTestOfLine[line] { return result }
    let text = "table t:\n  inputs:\n    x: text\n  output: text\n  grid: |\n    x → output\n    \(line)\n"
    let file = SourceFile(id: FileID(1), path: "t/t.truths", bytes: Array(text.utf8))
    let result = Parser.parse(file, relativePath: "t/t.truths").diagnostics.isEmpty
    isTestOfLine[line] = result
    return result
  }

  private static func unreadable(_ written: String) -> ImportFault {
    ImportFault("`\(written)` cannot be read as a test: write a text or a date in quotes")
  }

  /// Throws for a comma between digits, as in `1,5`, which is one number in some countries and two in others.
  private static func refuseDecimalComma(_ text: String) throws {
    let bytes = Array(outside(text).joined(separator: "\"").utf8)
    let isTouched = bytes.indices.dropFirst().dropLast()
      .contains { bytes[$0] == 0x2C && isDigit(bytes[$0 - 1]) && isDigit(bytes[$0 + 1]) }
    guard isTouched, !hasNames(text) else { return }
    throw ImportFault(
      "`\(text)` may be one number or several: write numbers as `1.5` and `2000`, and a blank after a comma between two numbers")
  }

  // MARK: The parts of a cell

  /// Returns the literal values in a cell of an input column, as they are written.
  static func literals(_ cell: String) -> [String] {
    alternatives(denied(cell) ?? cell).flatMap { part -> [String] in
      if part == "-" || presence.contains(part) { return [] }
      if isText(part) { return [part] }
      let bare = part.drop { "[(<>=! ".contains($0) }
      return bare.split(separator: "..").map { end in TableDraft.trimmed(String(end.prefix { !"])".contains($0) })) }
    }
  }

  /// Converts a cell for a column of texts. In such a column, numbers and booleans are texts too, such as the code `007`.
  ///
  /// - Parameter odd: the cells because of which the column has the type text.
  /// - Throws: `ImportFault` if the cell is a comparison with a different type.
  static func asText(_ cell: String, beside odd: OddCells) throws -> String {
    if cell == "-" { return cell }
    if let inside = denied(cell) { return "not (\(try asText(inside, beside: odd)))" }
    return try alternatives(cell).map { alternative in
      if !isText(alternative), alternative.contains("\"") { return alternative }
      if isLikeTest(alternative) {
        let other = odd.first.map { ": `\($0.value)`, \($0.place)" } ?? ""
        throw ImportFault("`\(alternative)` compares numbers, and other cells of its column are texts\(other)")
      }
      return quotedAlternative(alternative)
    }
    .joined(separator: ", ")
  }

  /// Converts an output for a column of texts.
  static func outputAsText(_ value: String) -> String {
    value == "missing" || value.contains("\"") ? value : TableDraft.quoted(value)
  }

  /// The words that test whether a value exists.
  private static let presence: Set<String> = ["missing", "exists", "empty"]

  private static func quotedAlternative(_ part: String) -> String {
    isText(part) || presence.contains(part) ? part : TableDraft.quoted(part)
  }

  /// Splits a cell at its commas, except at commas in texts and brackets.
  private static func alternatives(_ cell: String) -> [String] {
    var (cells, depth, isInside, isEscaped) = ([""], 0, false, false)
    for character in cell {
      if character == "\"", !isEscaped { isInside.toggle() }
      isEscaped = character == "\\" && !isEscaped
      if !isInside, character == "(" || character == "[" { depth += 1 }
      if !isInside, character == ")" || character == "]" { depth -= 1 }
      if character == ",", !isInside, depth <= 0 { cells.append("") } else { cells[cells.count - 1].append(character) }
    }
    return cells.map(TableDraft.trimmed)
  }

  /// Returns the content of the brackets if the whole cell is `not (…)`; `nil` for any other cell.
  private static func denied(_ cell: String) -> String? {
    guard cell.hasPrefix("not") else { return nil }
    let rest = TableDraft.trimmed(String(cell.dropFirst(3)))
    guard rest.hasPrefix("("), rest.hasSuffix(")") else { return nil }
    var (depth, isInside) = (0, false)
    for (index, character) in rest.enumerated() {
      if character == "\"" { isInside.toggle() }
      if isInside { continue }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, index < rest.count - 1 { return nil }
    }
    return String(rest.dropFirst().dropLast())
  }

  /// Whether a text begins like a comparison or an interval.
  private static func isLikeTest(_ text: String) -> Bool {
    ["<", ">", "=", "!="].contains { text.hasPrefix($0) }
      || ["[", "(", "]"].contains { text.hasPrefix($0) } && text.contains("..")
  }

  /// Whether a part is exactly one text in quotes.
  private static func isText(_ part: String) -> Bool {
    let pieces = part.split(separator: "\"", omittingEmptySubsequences: false)
    return pieces.count >= 3 && pieces[0].isEmpty && pieces[pieces.count - 1].isEmpty
      && pieces[1..<(pieces.count - 2)].allSatisfy { $0.hasSuffix("\\") }
  }

  /// Whether a part of a cell is not empty and has none of the characters of tests and texts.
  private static func isPlain(_ part: String) -> Bool {
    !part.isEmpty && !part.utf8.contains { [0x22, 0x3C, 0x3D, 0x3E, 0x28, 0x29, 0x5B, 0x5D].contains($0) }
  }

  /// Doubles the braces in texts, because braces begin an interpolation in the language but not in other tools.
  private static func plain(_ written: String) -> String {
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

  // MARK: Words and numbers

  /// The words of the language that a cell may contain; every other word is read as a text, not as a name.
  private static let ownWords: Set<Substring> = ["true", "false", "missing", "exists", "empty", "not"]

  /// Returns the pieces of a text that are outside of quotes.
  private static func outside(_ text: String) -> [Substring] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  }

  /// Whether a text contains a word that is outside of quotes and is not a word of the language.
  private static func hasNames(_ text: String) -> Bool {
    outside(text).contains { part in
      part.split { !isOfWord($0) }.contains { !isDigit($0.utf8.first ?? 0) && !ownWords.contains($0) }
    }
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x5F || isDigit($0) || $0 >= 0x80 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Whether a text is a number in its usual form. `007` is not a number.
  fileprivate static func isNumber(_ text: String) -> Bool {
    let parts = (text.hasPrefix("-") ? text.dropFirst() : Substring(text)).split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, text.utf8.count <= 15, whole == "0" || !whole.hasPrefix("0") else {
      return false
    }
    return parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
  }
}

extension CSVCells {
  /// Returns a value as the file has it, without the quotes that the import added to a text.
  fileprivate static func shown(_ value: String) -> String { isText(value) ? TableDraft.unquoted(value) : value }

  /// The type of a column. For a column of texts, also the cells that differ from most others and are the reason for the type.
  struct OddCells {
    /// The type as a declaration writes it.
    let type: String
    /// The kind of most cells in the words of messages, such as `number`.
    private let usual: String
    private let cells: [(place: String, value: String)]

    /// The kinds of values besides text, with their nouns for messages. A date is a text in quotes.
    private static let kinds: [(type: String, noun: String, holds: @Sendable (String) -> Bool)] = [
      ("decimal", "number", CSVCells.isNumber), ("boolean", "boolean", { $0 == "true" || $0 == "false" }),
      ("date", "date", { $0.utf8.count == 12 && CivilDate(text: String($0.dropFirst().dropLast())) != nil }),
    ]

    /// - Parameter cells: the literal values of each cell, with the cell's location in the file. A column has a kind if at
    ///   least half of its values have that kind.
    init(_ cells: [(place: String, values: [String])]) {
      let values = cells.flatMap { cell in cell.values.map { (place: cell.place, value: $0) } }
      let counts = Self.kinds.map { kind in (kind: kind, count: values.count { kind.holds($0.value) }) }
      guard let most = counts.max(by: { $0.count < $1.count }), most.count * 2 >= values.count, most.count > 0 else {
        (type, usual, self.cells) = ("text", "", [])
        return
      }
      self.cells = values.filter { !most.kind.holds($0.value) }.map { ($0.place, CSVCells.shown($0.value)) }
      usual = most.kind.noun
      type = self.cells.isEmpty ? most.kind.type : "text"
    }

    var first: (place: String, value: String)? { cells.first }

    /// Returns a note that lists the cells because of which a column has the type text; `nil` if there are no such cells.
    func note(_ column: String) -> String? {
      if cells.isEmpty { return nil }
      let told = cells.map { "\($0.place): `\($0.value)`" }.firstTen
      return "`\(column)` is a column of texts, because not every cell is a \(usual): \(told)"
    }
  }
}
