import TruthsSyntax
import TruthsText

/// Reads the cells of comma-separated values: what the language can read as a cell stays, words and anything else are texts.
struct CSVCells {
  /// What the parser said before: the same cells stand in many lines.
  private var known: [String: Bool] = [:]

  /// A cell of an input column.
  ///
  /// - Throws: ``ImportFault`` where a cell looks like a test and cannot be read as one, or a comma has two meanings.
  mutating func input(_ written: String) throws -> String {
    let written = TableDraft.trimmed(written)
    let text = Self.plain(written)
    if text.isEmpty || text == "-" { return "-" }
    try Self.refuseDecimalComma(text)
    if let inside = Self.denied(written) {
      // What is denied twice is no cell, and a cell may begin with thousands of `not (`.
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

  /// A cell of an output column.
  ///
  /// - Throws: ``ImportFault`` where a comma has two meanings.
  mutating func output(_ written: String) throws -> String {
    let written = TableDraft.trimmed(written)
    let text = Self.plain(written)
    if text.isEmpty || text == "-" || text == "missing" { return "missing" }
    try Self.refuseDecimalComma(text)
    return !Self.hasNames(text) && (Self.isNumber(text) || reads("- → \(text)")) ? text : TableDraft.quoted(written)
  }

  /// Whether a line of a grid of one column can be read.
  private mutating func reads(_ line: String) -> Bool {
    if line.utf8.contains(0x0A) || line.utf8.contains(0x0D) { return false }
    if let result = known[line] { return result }
    let text = "table t:\n  inputs:\n    x: text\n  output: text\n  grid: |\n    x → output\n    \(line)\n"
    let file = SourceFile(id: FileID(1), path: "t/t.truths", bytes: Array(text.utf8))
    let result = Parser.parse(file, relativePath: "t/t.truths").diagnostics.isEmpty
    known[line] = result
    return result
  }

  private static func unreadable(_ written: String) -> ImportFault {
    ImportFault("`\(written)` cannot be read as a test; a text is written in quotes, and so is a date")
  }

  /// `1,5` is a number to some and two to others.
  private static func refuseDecimalComma(_ text: String) throws {
    let bytes = Array(outside(text).joined(separator: "\"").utf8)
    let isTouched = bytes.indices.dropFirst().dropLast()
      .contains { bytes[$0] == 0x2C && isDigit(bytes[$0 - 1]) && isDigit(bytes[$0 + 1]) }
    guard isTouched, !hasNames(text) else { return }
    throw ImportFault(
      "`\(text)` may be one number or several: write numbers as `1.5` and `2000`, and a blank behind a comma between two")
  }

  // MARK: The parts of a cell

  /// The values in a cell of an input that are written down.
  static func literals(_ cell: String) -> [String] {
    alternatives(denied(cell) ?? cell).flatMap { part -> [String] in
      if part == "-" || presence.contains(part) { return [] }
      if isText(part) { return [part] }
      let bare = part.drop { "[(<>=! ".contains($0) }
      return bare.split(separator: "..").map { end in TableDraft.trimmed(String(end.prefix { !"])".contains($0) })) }
    }
  }

  /// A cell of a column of texts: numbers and booleans are texts there, such as the code `007`.
  ///
  /// - Parameter odd: the cells for which its column is one of texts.
  /// - Throws: ``ImportFault`` where the cell compares something else.
  static func asText(_ cell: String, beside odd: OddCells) throws -> String {
    if cell == "-" { return cell }
    if let inside = denied(cell) { return "not (\(try asText(inside, beside: odd)))" }
    return try alternatives(cell).map { part in
      if !isText(part), part.contains("\"") { return part }
      if isLikeTest(part) {
        let other = odd.first.map { ": `\($0.value)`, \($0.place)" } ?? ""
        throw ImportFault("`\(part)` compares numbers, and other cells of its column are texts\(other)")
      }
      return quotedAlternative(part)
    }
    .joined(separator: ", ")
  }

  /// An output of a column of texts.
  static func outputAsText(_ value: String) -> String {
    value == "missing" || value.contains("\"") ? value : TableDraft.quoted(value)
  }

  /// Tests of whether there is a value.
  private static let presence: Set<String> = ["missing", "exists", "empty"]

  private static func quotedAlternative(_ part: String) -> String {
    isText(part) || presence.contains(part) ? part : TableDraft.quoted(part)
  }

  /// What stands between the commas outside of texts and brackets.
  private static func alternatives(_ cell: String) -> [String] {
    var (parts, depth, isInside, isEscaped) = ([""], 0, false, false)
    for character in cell {
      if character == "\"", !isEscaped { isInside.toggle() }
      isEscaped = character == "\\" && !isEscaped
      if !isInside, character == "(" || character == "[" { depth += 1 }
      if !isInside, character == ")" || character == "]" { depth -= 1 }
      if character == ",", !isInside, depth <= 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.map(TableDraft.trimmed)
  }

  /// What is denied, where the whole cell is `not (…)`.
  private static func denied(_ cell: String) -> String? {
    guard cell.hasPrefix("not") else { return nil }
    let rest = TableDraft.trimmed(String(cell.dropFirst(3)))
    guard rest.hasPrefix("("), rest.hasSuffix(")") else { return nil }
    var (depth, isInside) = (0, false)
    for (place, character) in rest.enumerated() {
      if character == "\"" { isInside.toggle() }
      if isInside { continue }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0, place < rest.count - 1 { return nil }
    }
    return String(rest.dropFirst().dropLast())
  }

  /// Whether it begins like a comparison or an interval.
  private static func isLikeTest(_ text: String) -> Bool {
    ["<", ">", "=", "!="].contains { text.hasPrefix($0) }
      || ["[", "(", "]"].contains { text.hasPrefix($0) } && text.contains("..")
  }

  /// Whether it is one text in quotes.
  private static func isText(_ part: String) -> Bool {
    let pieces = part.split(separator: "\"", omittingEmptySubsequences: false)
    return pieces.count >= 3 && pieces[0].isEmpty && pieces[pieces.count - 1].isEmpty
      && pieces[1..<(pieces.count - 2)].allSatisfy { $0.hasSuffix("\\") }
  }

  /// Whether it has none of the signs of tests and texts.
  private static func isPlain(_ part: String) -> Bool {
    !part.isEmpty && !part.utf8.contains { [0x22, 0x3C, 0x3D, 0x3E, 0x28, 0x29, 0x5B, 0x5D].contains($0) }
  }

  /// Braces in texts mean themselves in other tools: nothing is put into a text there.
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

  /// Words of the language that a cell may have; any other word is meant as a text, not as a name.
  private static let ownWords: Set<Substring> = ["true", "false", "missing", "exists", "empty", "not"]

  /// What stands outside of texts in quotes.
  private static func outside(_ text: String) -> [Substring] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  }

  /// Whether there is a word outside of texts in quotes that the language does not have.
  private static func hasNames(_ text: String) -> Bool {
    outside(text).contains { part in
      part.split { !isOfWord($0) }.contains { !isDigit($0.utf8.first ?? 0) && !ownWords.contains($0) }
    }
  }

  private static func isOfWord(_ character: Character) -> Bool {
    character.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 == 0x5F || isDigit($0) || $0 >= 0x80 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// A number as it is written most; `007` is none, but a text.
  fileprivate static func isNumber(_ text: String) -> Bool {
    let parts = (text.hasPrefix("-") ? text.dropFirst() : Substring(text)).split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, text.utf8.count <= 15, whole == "0" || !whole.hasPrefix("0") else {
      return false
    }
    return parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }
  }
}

extension CSVCells {
  /// A value as it stands in the file: a text without the quotes that it has got here.
  fileprivate static func shown(_ value: String) -> String { isText(value) ? TableDraft.unquoted(value) : value }

  /// The type of a column, and the cells that are at odds with most of the others, for which it is one of texts.
  struct OddCells {
    /// As a declaration writes it.
    let type: String
    /// What most of the cells are: `number`.
    private let usual: String
    private let cells: [(place: String, value: String)]

    /// What a value may be besides a text, in the words of messages; a date is a text in quotes.
    private static let kinds: [(type: String, noun: String, holds: @Sendable (String) -> Bool)] = [
      ("decimal", "number", CSVCells.isNumber), ("boolean", "boolean", { $0 == "true" || $0 == "false" }),
      ("date", "date", { $0.utf8.count == 12 && CivilDate(text: String($0.dropFirst().dropLast())) != nil }),
    ]

    /// - Parameter cells: the values that are written down in each, with its place in the file. A column is told to be of a sort
    ///   from half of its values on.
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

    /// Says which cells make a column one of texts; `nil` where none does.
    func note(_ column: String) -> String? {
      if cells.isEmpty { return nil }
      let told = cells.map { "\($0.place): `\($0.value)`" }.firstTen
      return "`\(column)` is a column of texts, because not every cell is a \(usual): \(told)"
    }
  }
}
