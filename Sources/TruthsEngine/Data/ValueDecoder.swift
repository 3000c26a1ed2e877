package import TruthsJSON
package import TruthsProgram
package import TruthsText

/// Decodes JSON as values of the vocabulary's types. It continues after a fault, so one pass reports all faults.
package struct ValueDecoder {
  package let program: Program
  package private(set) var faults = DataFaults()
  /// The meter for the search of near names; created on the first search.
  private var names: WorkMeter?
  private let limitsNames: Bool
  /// Whether unknown members are ignored, as in a document that is not closed (declarations §14).
  private let ignoresUnknownMembers: Bool

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - names: the meter for the search of near names, shared where more than this value is read.
  ///   - limitsNames: whether that search is limited where no meter is given.
  package init(program: Program, ignoresUnknownMembers: Bool = false, names: WorkMeter? = nil, limitsNames: Bool = true) {
    self.limitsNames = limitsNames
    self.program = program
    self.names = names
    self.ignoresUnknownMembers = ignoresUnknownMembers
  }

  /// Decodes the members of an object as the values of fields, in declared order.
  ///
  /// - Parameters:
  ///   - path: the name of the object in messages, `line_items[2]`; empty at the top.
  ///   - requiresAll: whether fields without `?` are required, as in facts and records, but not in intents.
  ///   - isOpen: whether unknown members are ignored.
  package mutating func fields(
    _ members: [LocatedJSON.Member], as fields: [Field], of owner: @autoclosure () -> String, path: @autoclosure () -> String,
    at span: Span, requiresAll: Bool, isOpen: Bool = false
  ) -> [Value] {
    var values = fields.map { $0.initial ?? .missing(.absent) }
    var isGiven = [Bool](repeating: false, count: fields.count)
    let places = FieldPlaces(fields, asked: members.count)
    for member in members {
      guard let index = places.fieldIndex(of: member.name.string) else {
        if !ignoresUnknownMembers, !isOpen { reportUnknown(member, fields: fields, owner: owner(), path: path()) }
        continue
      }
      if case .null = member.value.kind { continue }
      isGiven[index] = true
      values[index] = value(member.value, as: fields[index].type, path: Self.join(path(), fields[index].jsonName))
      if fields[index].range != nil { hold(&values[index], to: fields[index], member.value, path: path()) }
    }
    guard requiresAll else { return values }
    for (index, field) in fields.enumerated() where !field.isOptional && field.initial == nil && !isGiven[index] {
      guard faults.tellsMore else {
        faults.countUntold()
        continue
      }
      faults.append(DataFault("\(owner()) needs `\(Self.join(path(), field.jsonName))`, which is missing", at: span))
    }
    return values
  }

  /// Checks a number against the range of its field. A number outside adds a fault, and the value becomes missing.
  private mutating func hold(_ value: inout Value, to field: Field, _ json: LocatedJSON, path: String) {
    guard let outside = field.range?.fault(of: value) else { return }
    value = .missing(.absent)
    guard faults.tellsMore else { return faults.countUntold() }
    let message = "`\(Self.join(path, field.jsonName))` is \(describe(json)), \(outside)"
    faults.append(DataFault(message, at: json.span))
  }

  /// Decodes a value as a type; returns `missing` and adds a fault where it does not fit.
  ///
  /// - Parameter path: the name of the value in messages; evaluated only for a fault.
  package mutating func value(_ json: LocatedJSON, as type: ValueType, path: @autoclosure () -> String) -> Value {
    switch (type, json.kind) {
    case (.text, .string(let text)): return .text(text)
    case (.boolean, .boolean(let boolean)): return .boolean(boolean)
    case (.decimal, .number(let number)): return .number(number)
    case (.integer, .number(let number)):
      if number.isInteger { return .number(number) }
    // Members are sorted, so objects that differ only in the order of members are one value with one text.
    case (.json, _): return .json(json.value.sorted)
    case (.list(let element), .array(let elements)):
      return .list(elements.enumerated().map { value($1, as: element, path: "\(path())[\($0)]") })
    case (.record(let index), .object(let members)):
      let record = program.records[index]
      let values = fields(
        members, as: record.fields, of: "a \(record.name)", path: path(), at: json.span, requiresAll: true,
        isOpen: record.isOpen)
      return .record(RecordValue(type: index, fields: values))
    case (.map(let element), .object(let members)): return map(members, of: element, path: path())
    case (_, .string(let text)):
      if let value = program.value(received: text, as: type) { return value }
      if case .enumeration(let index) = type {
        reportUnknownCase(text, of: index, at: json.span, path: path())
        return .missing(.absent)
      }
    default: break
    }
    reportMisfit(json, type, path: path())
    return .missing(.absent)
  }

  /// Decodes a map; a member that is `null` makes no entry.
  private mutating func map(
    _ members: [LocatedJSON.Member], of type: ValueType, path: @autoclosure () -> String
  ) -> Value {
    var entries: [MapEntry] = []
    entries.reserveCapacity(members.count)
    for member in members {
      if case .null = member.value.kind { continue }
      let value = value(member.value, as: type, path: "\(path())[\(Quotation.inQuotes(member.name.string))]")
      entries.append(MapEntry(name: member.name, value: value))
    }
    return .map(entries.sorted { $0.name < $1.name })
  }

  private mutating func reportUnknown(
    _ member: LocatedJSON.Member, fields: [Field], owner: @autoclosure () -> String, path: @autoclosure () -> String
  ) {
    guard faults.tellsMore else { return faults.countUntold() }
    let name = member.name.string
    let renamed = fields.first { $0.name == name }?.jsonName
    let nearest = renamed == nil ? searched.nearestName(to: name, among: fields.map(\.jsonName)) : nil
    faults.append(
      DataFault(
        "unknown field `\(Self.join(path(), name))` of \(owner())"
          + (renamed.map { ", which is called `\($0)` in JSON" } ?? ""), at: member.nameSpan, nearest: nearest))
  }

  private mutating func reportUnknownCase(_ text: Text, of index: Int, at span: Span, path: @autoclosure () -> String) {
    guard faults.tellsMore else { return faults.countUntold() }
    let type = program.enums[index]
    let renamed = type.place(of: text).map { type.jsonNames[$0].string }
    let nearest = renamed == nil ? searched.nearestName(to: text.string, among: type.jsonNames.map(\.string)) : nil
    faults.append(
      DataFault(
        "`\(path())` is \"\(text.string)\", which is "
          + (renamed.map { "called \"\($0)\" in JSON" } ?? "no \(type.name)"), at: span, nearest: nearest))
  }

  private mutating func reportMisfit(_ json: LocatedJSON, _ type: ValueType, path: @autoclosure () -> String) {
    guard faults.tellsMore else { return faults.countUntold() }
    let wrong = Self.impossibleDay(json, type).map { ": \($0)" } ?? ", not \(program.describe(type))"
    let message = "`\(path())` is \(describe(json))\(wrong)"
    faults.append(DataFault(message, at: json.span))
  }

  private var searched: WorkMeter {
    mutating get {
      if let names { return names }
      let names = WorkMeter.ofNames(isLimited: limitsNames)
      self.names = names
      return names
    }
  }

  /// Returns `February 2024 has 29 days` for a text that would be a date or timestamp if that day existed.
  private static func impossibleDay(_ json: LocatedJSON, _ type: ValueType) -> String? {
    guard case .string(let text) = json.kind, type == .date || type == .timestamp else { return nil }
    return CivilDate.impossibleDay(in: text.string)
  }

  private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  private func describe(_ json: LocatedJSON) -> String {
    switch json.kind {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .number(let number): "the number \(number.canonicalText)"
    case .string(let text): "the text \"\(text.string)\""
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// The places of fields by their JSON names: a linear search for few fields, a dictionary for many.
private struct FieldPlaces {
  private let fields: [Field]
  private let indices: [String: Int]?

  /// Creates the places of some fields.
  ///
  /// - Parameter asked: the expected number of look-ups.
  init(_ fields: [Field], asked: Int) {
    self.fields = fields
    indices =
      fields.count < 16 || asked < 16
      ? nil : Dictionary(first: fields.enumerated().map { ($1.jsonName, $0) })
  }

  func fieldIndex(of name: String) -> Int? {
    if let indices { return indices[name] }
    for index in fields.indices where fields[index].jsonName == name { return index }
    return nil
  }
}

extension Program {
  /// Returns a type in words for messages: `a decimal in eur`, `a list of text`.
  package func describe(_ type: ValueType) -> String {
    switch type {
    case .text: "a text"
    case .integer(let unit): "a whole number\(unit.map { " in \($0.words)" } ?? "")"
    case .decimal(let unit): "a number\(unit.map { " in \($0.words)" } ?? "")"
    case .boolean: "true or false"
    case .date: "a date (YYYY-MM-DD)"
    case .timestamp: "a timestamp (RFC 3339 in UTC, with Z)"
    case .duration: "a duration (PnDTnHnMnS)"
    case .period: "a period (PnYnM)"
    case .time: "a time (hh:mm or hh:mm:ss)"
    case .json: "JSON"
    case .enumeration(let index): "one of \(enums[index].jsonNames.map(\.string).joined(separator: ", "))"
    case .record(let index): isOfDocument(index) ? "an object" : "a \(records[index].name)"
    case .list(let element): "a list, each element \(describe(element))"
    case .map(let element): "an object, each value \(describe(element))"
    case .fact(let index): "a \(facts[index].name)"
    case .unknown: "a value"
    }
  }

  /// Whether a record is a part of a document, which has no declaration and so no name that a reader knows.
  private func isOfDocument(_ record: Int) -> Bool {
    let name = records[record].name
    return sources.contains { name.hasPrefix("\($0.name).") } && !facts.contains { $0.name == name }
  }
}

/// The names under which values of enums, and members of records and facts, are written.
package enum MemberNames {
  /// The name that the declaration gives for JSON.
  case json
  /// The own name, as reasons quote it (types §12.1).
  case own
}

extension Program {
  /// Returns a value as JSON. Enum values and times become texts, a missing value becomes `null`, missing fields are left out.
  package func json(of value: Value, naming name: MemberNames = .json) -> JSONValue {
    switch value {
    case .missing: .null
    case .boolean(let boolean): .boolean(boolean)
    case .number(let number), .amount(let number, _): .number(number)
    case .text(let text): .string(text)
    case .date(let date): .text(date.text)
    case .timestamp(let timestamp): .text(timestamp.text)
    case .duration(let span): .text(span.text)
    case .period(let period): .text(period.text)
    case .time(let time): .text(time.text)
    case .enumeration(let value): .string(name == .json ? enums[value.type].jsonNames[value.ordinal] : value.name)
    case .record(let record): .object(object(of: record.fields, as: records[record.type].fields, naming: name))
    case .list(let elements): .array(elements.map { json(of: $0, naming: name) })
    case .map(let entries):
      .object(JSONObject(entries.map { JSONObject.Member(name: $0.name, value: json(of: $0.value, naming: name)) }))
    case .json(let json): json
    case .fact(let fact): .object(object(of: fact.fields, as: facts[fact.type].fields, naming: name))
    }
  }

  /// Returns the payload of a fact: its type, then its fields in declared order.
  package func payload(type: Int, fields: [Value]) -> JSONObject {
    var members = [JSONObject.Member(name: "type", value: .text(facts[type].name))]
    members += object(of: fields, as: facts[type].fields, naming: .json).members
    return JSONObject(members)
  }

  private func object(
    of values: [Value], as fields: [Field], naming name: MemberNames
  ) -> JSONObject {
    JSONObject(
      zip(fields, values).compactMap { field, value -> JSONObject.Member? in
        if value.isMissing { return nil }
        let member = Text(name == .json ? field.jsonName : field.name)
        return JSONObject.Member(name: member, value: json(of: value, naming: name))
      })
  }

  /// Returns a value as reasons and texts print it.
  ///
  /// Texts are printed as they are, numbers as JCS writes them, and enum values and times without quotes. Other values are
  /// printed as JSON with declared names, and a missing value as `missing`.
  package func display(_ value: Value) -> String {
    switch value {
    case .missing: return "missing"
    case .text(let text): return text.string
    case .number(let number), .amount(let number, _): return number.canonicalText
    case .date(let date): return date.text
    case .timestamp(let timestamp): return timestamp.text
    case .duration(let span): return span.text
    case .period(let period): return period.text
    case .time(let time): return time.text
    case .enumeration(let value): return value.name.string
    case .boolean, .record, .list, .map, .json, .fact:
      return String(decoding: json(of: value, naming: .own).compact(), as: UTF8.self)
    }
  }
}
