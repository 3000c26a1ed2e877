import Truths
import TruthsEngine
import TruthsProgram
import TruthsText

/// A binder that matches columns with the fields of an intent and the envelope of proposals. It gives each column its name in
/// JSON.
struct ColumnBinder {
  private let program: Program
  private(set) var faults: [ColumnFault] = []

  init(_ program: Program) { self.program = program }

  /// The types of the envelope members that a column may give, keyed by name.
  private static let envelope: [String: ValueType] = {
    var types = Dictionary(uniqueKeysWithValues: ProposalEnvelope.names.map { ($0, ValueType.text) })
    for name in ["timestamp", "queued_at"] { types[name] = .timestamp }
    for name in ["actor", "override"] { types[name] = .json }
    (types["confidence"], types["consent"]) = (.decimal(unit: nil), .boolean)
    // The intent is given for all rows, and the columns are what a payload contains.
    (types["action"], types["payload"]) = (nil, nil)
    return types
  }()

  /// Matches the columns of a batch with members of an intent's proposals. A column that matches nothing is a fault, unless the
  /// intent is open.
  ///
  /// - Parameter index: the index of the intent in the program.
  mutating func bind(_ columns: [ColumnVector], to index: Int) -> BoundColumns {
    let intent = program.intents[index]
    var bound = BoundColumns(hasPayload: intent.isOpen || !intent.envelopeNames.isEmpty)
    var names: Set<String> = []
    for (index, column) in columns.enumerated() {
      let before = faults.count
      if let field = Self.field(named: column.name, in: intent.fields) {
        let name = intent.fields[field].jsonName
        if !names.insert(name).inserted { reportRepeated(column, name) }
        bound.append(member(column, as: intent.fields[field].type, name: name), .field(field))
      } else if let type = Self.envelope[column.name] {
        if !names.insert("envelope \(column.name)").inserted { reportRepeated(column, column.name) }
        if type == .json, column.type != .structure, column.type != .null { report(column, "a struct", "give a struct") }
        bound.append(member(column, as: type, name: column.name), .envelope)
      } else if intent.isOpen, !ProposalEnvelope.has(column.name) {
        if !names.insert(column.name).inserted { reportRepeated(column, column.name) }
        bound.append(member(column, as: .json, name: column.name), .readPast)
      } else {
        reportUnknown(column, intent)
      }
      for fault in before..<faults.count { faults[fault].column = index }
    }
    return bound
  }

  /// Returns the index of the field that has a name in JSON. Without such a field, it is the field that has the name in
  /// clauses; `nil` without both.
  private static func field(named name: String, in fields: [Field]) -> Int? {
    fields.firstIndex { $0.jsonName == name } ?? fields.firstIndex { $0.name == name }
  }

  private mutating func member(_ vector: ColumnVector, as type: ValueType, name: String) -> ColumnMember {
    if let dictionary = vector.dictionary {
      return ColumnMember(vector, name: name, parts: [], dictionary: member(dictionary, as: type, name: name))
    }
    if !vector.type.fits(type) {
      report(vector, program.describe(type), vector.type.cast(to: type).map { "cast it to \($0)" } ?? "give a column of them")
    }
    let children: [ColumnMember]
    switch (vector.type, type) {
    case (.list, .list(let element)), (.fixedList, .list(let element)):
      children = [member(vector.children[0], as: element, name: "")]
    case (.structure, .record(let index)): children = members(vector, of: program.records[index])
    case (.structure, .map(let element)): children = unique(vector).map { member($0, as: element, name: $0.name) }
    case (.map, .map(let element)): children = [entries(vector.children[0], element)]
    case (.map, _): children = [entries(vector.children[0], .json)]
    case (.structure, _): children = unique(vector).map { member($0, as: .json, name: $0.name) }
    default: children = vector.children.map { member($0, as: .json, name: $0.name) }
    }
    return ColumnMember(vector, name: name, parts: children, dictionary: nil)
  }

  private mutating func entries(_ entries: ColumnVector, _ value: ValueType) -> ColumnMember {
    ColumnMember(
      entries, name: "",
      parts: [member(entries.children[0], as: .text, name: ""), member(entries.children[1], as: value, name: "")], dictionary: nil
    )
  }

  private mutating func members(_ vector: ColumnVector, of record: RecordType) -> [ColumnMember] {
    var names: Set<String> = []
    return vector.children.map { child in
      let field = Self.field(named: child.name, in: record.fields).map { record.fields[$0] }
      if field == nil, !record.isOpen {
        let nearest = nearestName(to: child.name, among: record.fields.map(\.jsonName))
        report("column `\(child.path)` is no member of a \(record.name)", nearest)
      }
      let name = field?.jsonName ?? child.name
      if !names.insert(name).inserted { reportRepeated(child, name) }
      return member(child, as: field?.type ?? .json, name: name)
    }
  }

  /// Returns the members of a struct, and reports names that occur more than once.
  private mutating func unique(_ vector: ColumnVector) -> [ColumnVector] {
    var names: Set<String> = []
    for child in vector.children where !names.insert(child.name).inserted { reportRepeated(child, child.name) }
    return vector.children
  }

  // MARK: Faults

  private mutating func report(_ vector: ColumnVector, _ wanted: String, _ help: String) {
    faults.append(ColumnFault(message: "column `\(vector.path)` holds \(vector.type.words), not \(wanted)", help: help))
  }

  private mutating func reportRepeated(_ vector: ColumnVector, _ name: String) {
    faults.append(
      ColumnFault(
        message: "column `\(vector.path)` means `\(name)`, and so does another column", help: "leave one of the two out"))
  }

  private mutating func report(_ message: String, _ nearest: String?) {
    faults.append(ColumnFault(message: message, help: nearest.map { "did you mean `\($0)`?" } ?? "leave the column out"))
  }

  private mutating func reportUnknown(_ vector: ColumnVector, _ intent: IntentType) {
    if vector.name == "action" || vector.name == "payload" {
      let help =
        vector.name == "action" ? "leave it out, and name the intent: it is \(intent.jsonName)" : "give its members as columns"
      return faults.append(ColumnFault(message: "column `\(vector.name)` is not taken", help: help))
    }
    let names = intent.fields.map(\.jsonName) + Self.envelope.keys.sorted()
    report("column `\(vector.path)` is no field of \(intent.jsonName)", nearestName(to: vector.name, among: names))
  }
}

extension ColumnType {
  /// Whether values of this type may fit a type of the language. For text, each value decides.
  fileprivate func fits(_ type: ValueType) -> Bool {
    switch (self, type) {
    case (.null, _), (_, .json), (_, .unknown), (.boolean, .boolean), (.map, .map), (.map, .record), (.structure, .map),
      (.structure, .record), (.list, .list), (.fixedList, .list):
      true
    case (.integer, .integer), (.integer, .decimal), (.decimal, .integer), (.decimal, .decimal): true
    case (.text, .text), (.text, .date), (.text, .time), (.text, .timestamp), (.text, .duration), (.text, .period),
      (.text, .enumeration):
      true
    case (.date, .date), (.time, .time), (.timestamp, .timestamp), (.duration, .duration), (.months, .period): true
    case (.date, .text), (.time, .text), (.timestamp, .text), (.duration, .text), (.months, .text): true
    default: false
    }
  }

  /// Returns the words for the type to which a column can be cast so that it fits; `nil` if no cast helps.
  fileprivate func cast(to type: ValueType) -> String? {
    switch type {
    case .text, .enumeration: "text"
    case .integer: "a whole number, such as int64"
    case .decimal: "a decimal, such as decimal128(18, 2)"
    case .boolean: "a boolean"
    case .date: "a date"
    case .time: "a time"
    case .timestamp: "a timestamp with the zone UTC"
    case .duration: "a duration"
    case .period: "text such as P1Y6M"
    default: nil
    }
  }
}
