import TruthsCheck
import TruthsDiagnostics
import TruthsFixes
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A table of comma-separated values as a pack. The pack has an intent that asks for a row's value, and a truth that records
/// the answer. It has a fixture for each line that example values can show.
struct CSVPack {
  /// The greatest number of lines that get fixtures, because more fixtures would not be read by people.
  private static let fixtureLimit = 1_000

  private var table: TableDraft
  private let pack: String
  private let shown: String
  private let intent: String
  private let fact: String
  private let field: String

  init(_ table: TableDraft, pack: String, shown: String) {
    (self.table, self.pack, self.shown) = (table, pack, shown)
    intent = "decide_\(pack)"
    fact = "\(pack)_case.decided"
    field = ImportName.unique(table.name, or: "answer", among: ["case_id"])
  }

  /// Creates the pack with its fixtures.
  ///
  /// - Throws: `ImportFault` if `check` refuses the table.
  mutating func run() throws -> ImportedPack {
    var notes = table.notes.map { "\(shown): \($0)" }
    var loaded = Loader.load([(path: path, bytes: bytes)])
    if loaded.diagnostics.contains(where: { $0.code == "T4401" }) {
      let row = TableDraft.Row(
        place: "the end", cells: table.columns.map { _ in "-" }, outputs: table.outputs.map { _ in "missing" }, isOtherwise: true)
      table.rows.append(row)
      notes.append("\(shown): inputs that no line matches have no value: `otherwise → missing` is added")
      loaded = Loader.load([(path: path, bytes: bytes)])
    }
    if let error = loaded.diagnostics.first(where: { $0.severity == .error }) {
      throw ImportFault("\(shown): `check` refuses the table \(error.shown)")
    }
    let source = SourceText(path: path, bytes: bytes)
    var files = [SourceText(path: path, bytes: FormattedSource(source).bytes)]
    let (fixtures, without) = fixtures(files[0])
    if !fixtures.isEmpty {
      let json = JSONValue.array(fixtures).lines
      files.append(SourceText(path: "Fixtures/\(pack)/\(pack).json", bytes: Array(json.utf8)))
    }
    if !without.isEmpty {
      notes.append(
        "\(shown): no fixture for \(without.firstTen): an earlier line decides, or no single value shows the meaning of a cell")
    }
    if table.rows.count > Self.fixtureLimit {
      notes.append("\(shown): only the first \(Self.fixtureLimit) lines have fixtures")
    }
    return ImportedPack(files: files, notes: notes, isEmpty: false)
  }

  private var path: String { "truths/\(pack)/\(pack).truths" }

  private var bytes: [UInt8] {
    let result = table.outputs.count == 1 ? table.outputs[0].type ?? "text" : "\(table.name)_row"
    let isList = table.hit == "collect"
    var lines = ["pack \(pack):", "  version: 0.1.0"]
    if table.outputs.count > 1 {
      lines += ["", "record \(table.name)_row:", "  fields:"] + table.outputs.map { "    \($0.name): \($0.type ?? "text")?" }
    }
    lines += ["", table.text, "intent \(intent):", "  fields:", "    case_id: text"]
    lines += table.columns.map { "    \($0.name): \($0.type ?? "text")" }
    lines += ["", "fact \(fact):", "  key: [case_id]", "  fields:", "    case_id: text"]
    lines += ["    \(field): \(isList ? "list of " : "")\(result)?"]
    lines += ["", "truth deciding:", "  when:", "    - intent: \(intent)", "  requires:", "    - case_id exists", "  produces:"]
    lines += ["    - fact.\(fact):", "        \(field): \(table.name)(\(table.columns.map(\.name).joined(separator: ", ")))"]
    lines += ["    - trace.\(pack).deciding"]
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  // MARK: Fixtures

  private struct RowScenario {
    var place: String
    var payload: JSONObject
    var value: JSONValue
  }

  /// Returns the fixtures that a run confirms, and the locations of the lines that get no fixture.
  private func fixtures(_ source: SourceText) -> (fixtures: [JSONValue], without: [String]) {
    var (witnesses, without): ([RowScenario], [String]) = ([], [])
    for row in table.rows.prefix(Self.fixtureLimit) where !row.isOtherwise {
      if let witness = witness(of: row) { witnesses.append(witness) } else { without.append(row.place) }
    }
    guard !witnesses.isEmpty else { return ([], without) }
    guard let outcomes = outcomes(of: witnesses.map { proposal($0) }, under: source) else { return ([], witnesses.map(\.place)) }
    var fixtures: [JSONValue] = []
    for (witness, outcome) in zip(witnesses, outcomes) {
      guard outcome.facts.contains(where: { $0[field] == witness.value }) else {
        without.append(witness.place)
        continue
      }
      let name = ImportName.make(witness.place, or: "line")
      let expected: JSONObject = ["type": .text(fact), field: witness.value]
      let fixture: JSONObject = [
        "id": .text("\(pack).\(name)"), "proposal": .object(proposal(witness)),
        "expected": .object(["decision": .text("accepted"), "facts": .array([.object(expected)])]),
      ]
      fixtures.append(.object(fixture))
    }
    return (fixtures, without)
  }

  /// Runs proposals, each on an empty context; returns `nil` if one of them cannot be decided.
  private func outcomes(of proposals: [JSONObject], under truths: SourceText) -> [RunOutcome]? {
    let loaded = Loader.load([(path: truths.path, bytes: truths.bytes)])
    guard !loaded.diagnostics.hasErrors else { return nil }
    let procedure = RunProcedure(program: loaded.program)
    var outcomes: [RunOutcome] = []
    for proposal in proposals {
      let file = SourceFile(id: FileID(1), path: "proposal.json", bytes: JSONValue.object(proposal).compact())
      guard case .success(let json) = JSONReader.read(file),
        let outcome = try? procedure.run(RunRequest(proposal: json), on: procedure.emptyContext)
      else { return nil }
      outcomes.append(outcome)
    }
    return outcomes
  }

  private func proposal(_ witness: RowScenario) -> JSONObject {
    ["action": .text(intent), "payload": .object(witness.payload)]
  }

  /// Returns example values that the cells of a line accept; `nil` if no such values are known.
  private func witness(of row: TableDraft.Row) -> RowScenario? {
    var payload: JSONObject = ["case_id": .text(row.place)]
    for (cell, column) in zip(row.cells, table.columns) where cell != "-" && cell != "missing" {
      guard let value = Self.value(Self.sample(cell, column.type), column.type) else { return nil }
      payload[column.name] = value
    }
    var results: [JSONObject.Member] = []
    for (output, column) in zip(row.outputs, table.outputs) where output != "missing" {
      guard let value = Self.value(output, column.type) else { return nil }
      results.append(JSONObject.Member(name: Text(column.name), value: value))
    }
    guard let first = results.first else { return nil }
    return RowScenario(
      place: row.place, payload: payload, value: table.outputs.count == 1 ? first.value : .object(JSONObject(results)))
  }

  /// Returns one value that a cell accepts. It is the first alternative, the included end of an interval, or a number next to a
  /// bound. Empty if no such value is known.
  private static func sample(_ cell: String, _ type: String?) -> String {
    if cell.hasPrefix("\"") { return firstText(cell) }
    let first = TableDraft.trimmed(String(cell.split(separator: ",").first ?? ""))
    for (sign, step) in [("<=", 0), (">=", 0), ("<", -1), (">", 1), ("==", 0)] where first.hasPrefix(sign) {
      let bound = TableDraft.trimmed(String(first.dropFirst(sign.count)))
      guard step != 0 else { return bound }
      guard type == "decimal" || type == "integer", let number = Int(bound) else { return "" }
      return String(number + step)
    }
    guard first.contains("..") else { return first }
    if first.hasPrefix("("), !first.hasSuffix("]") { return "" }
    let bounds = first.drop { "[(".contains($0) }.prefix { $0 != "]" && $0 != ")" }
    let ends = bounds.split(separator: "..", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return "" }
    return TableDraft.trimmed(String(first.hasPrefix("(") ? ends[1] : ends[0]))
  }

  /// Returns the first text in quotes of a cell, with its quotes.
  private static func firstText(_ cell: String) -> String {
    var (result, isEscaped) = ("\"", false)
    for character in cell.dropFirst() {
      result.append(character)
      if character == "\"", !isEscaped { break }
      isEscaped = character == "\\" && !isEscaped
    }
    return result
  }

  private static func value(_ written: String, _ type: String?) -> JSONValue? {
    switch type ?? "text" {
    case "decimal", "integer": return (try? Decimal(literal: written)).map(JSONValue.number)
    case "boolean": return written == "true" ? .boolean(true) : written == "false" ? .boolean(false) : nil
    default:
      guard written.utf8.count >= 2, written.hasPrefix("\""), written.hasSuffix("\"") else { return nil }
      return .text(TableDraft.unquoted(written))
    }
  }
}
