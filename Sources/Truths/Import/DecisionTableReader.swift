/// Makes a table of a decision table of DMN: FEEL's unary tests are nearly the cells of a grid.
struct DecisionTableReader {
  private(set) var draft: TableDraft
  private let table: XMLElement

  init(_ decision: XMLElement, _ table: XMLElement) {
    self.table = table
    draft = TableDraft(name: decision.attributes["name"] ?? decision.attributes["id"] ?? "")
    readPolicy()
    for input in table.children("input") { readInput(input) }
    for (place, output) in table.children("output").enumerated() {
      let name = output.attributes["name"] ?? output.attributes["label"] ?? "output_\(place + 1)"
      draft.addColumn(name, type: Self.type(output.attributes["typeRef"]), isOutput: true)
    }
    if table.children("output").count == 1 { draft.notes.removeAll { $0.hasPrefix("the column `output") } }
    for (place, rule) in table.children("rule").enumerated() { read(rule, number: place + 1) }
    addDefault()
    if draft.columns.isEmpty || draft.outputs.isEmpty {
      draft.isLeftOut = true
      draft.notes.append("a table without inputs or outputs is left out")
    } else {
      draft.holdAgainstGrammar()
      draft.finish()
    }
  }

  private mutating func readPolicy() {
    let policy = table.attributes["hitPolicy"] ?? "UNIQUE"
    switch policy {
    case "UNIQUE": draft.hit = "unique"
    case "ANY": draft.hit = "any"
    case "FIRST": draft.hit = "first"
    case "RULE ORDER": draft.hit = "collect"
    case "COLLECT":
      draft.hit = table.attributes["aggregation"].map { "collect \($0.lowercased())" } ?? "collect"
    default:
      draft.isLeftOut = true
      draft.notes.append("the hit policy \(policy) cannot be said; the table is left out")
    }
  }

  private mutating func readInput(_ input: XMLElement) {
    let expression = input.children("inputExpression").first
    let written = expression?.expression ?? ""
    let label = input.attributes["label"] ?? ""
    draft.addColumn(written.isEmpty ? label : written, type: Self.type(expression?.attributes["typeRef"]), isOutput: false)
    if written.contains(where: { "()+*/[]".contains($0) }) {
      draft.notes.append("`\(written)` is worked out in DMN: hand over its value, or make it a `let`")
    }
  }

  private mutating func read(_ rule: XMLElement, number: Int) {
    let cells = rule.children("inputEntry").map { Self.cell($0.expression) }
    let outputs = rule.children("outputEntry").map { Self.value($0.expression) }
    guard cells.count == draft.columns.count, outputs.count == draft.outputs.count else {
      draft.leaveOut("rule \(number)", "it has other cells than the table")
      return
    }
    draft.rows.append(TableDraft.Row(place: "rule \(number)", cells: cells, outputs: outputs))
  }

  /// The default outputs become `otherwise`.
  private mutating func addDefault() {
    let defaults = table.children("output").map { $0.children("defaultOutputEntry").first?.expression }
    guard defaults.contains(where: { $0 != nil }) else { return }
    draft.rows.append(
      TableDraft.Row(
        place: "the default", cells: draft.columns.map { _ in "-" }, outputs: defaults.map { $0.map(Self.value) ?? "missing" },
        isOtherwise: true))
  }

  // MARK: FEEL

  /// A unary test as a cell; what differs is written as the language does.
  static func cell(_ feel: String) -> String {
    if feel.isEmpty || feel == "-" { return "-" }
    if feel == "null" { return "missing" }
    var text = turned(TableDraft.plain(feel))
    if text.hasPrefix("not("), text.hasSuffix(")") { text = "not (\(text.dropFirst(4))" }
    return withDates(text)
  }

  static func value(_ feel: String) -> String {
    if feel.isEmpty || feel == "-" || feel == "null" { return "missing" }
    return withDates(TableDraft.plain(feel))
  }

  /// `]1..5[` is `(1..5)`; in a text nothing is turned.
  private static func turned(_ feel: String) -> String {
    guard feel.contains(".."), !feel.contains("\"]"), let first = feel.first, let last = feel.last else { return feel }
    let isInterval = "[](".contains(first) && "[])".contains(last) && !feel.contains(",")
    guard isInterval else { return feel }
    return (first == "[" ? "[" : "(") + feel.dropFirst().dropLast() + (last == "]" ? "]" : ")")
  }

  /// `date("2024-01-01")` is the text that the place reads as a date.
  private static func withDates(_ feel: String) -> String {
    var text = feel
    for name in ["date and time(", "duration(", "date("] {
      var parts = text.split(separator: "\(name)\"", omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 1 else { continue }
      for index in parts.indices.dropFirst() {
        let pieces = parts[index].split(separator: "\")", maxSplits: 1, omittingEmptySubsequences: false)
        if pieces.count == 2 { parts[index] = "\"\(pieces[0])\"\(pieces[1])" } else { parts[index] = "\(name)\"\(parts[index])" }
      }
      text = parts.joined()
    }
    return text
  }

  /// A type of FEEL; `nil` of any other, which the cells then tell.
  private static func type(_ written: String?) -> String? {
    switch written?.split(separator: ":").last.map(String.init) {
    case "number", "double", "long": "decimal"
    case "integer": "integer"
    case "string": "text"
    case "boolean": "boolean"
    case "date": "date"
    case "dateTime", "date and time": "timestamp"
    case "days and time duration", "dayTimeDuration": "duration"
    default: nil
    }
  }
}
