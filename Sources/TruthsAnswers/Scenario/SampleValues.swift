import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// Sample values for each type, which are used if a value is missing. They are always the same for the same moment.
struct SampleValues {
  let program: Program
  let moment: Timestamp

  /// The limits for the depth of nested records and lists, and for the number of values in one sample.
  ///
  /// Record types may contain themselves. If a type has several fields of another type, the number of values doubles at each
  /// level.
  private static let (depth, values) = (32, 1_000)

  /// Noon of the last day of January 2026, UTC.
  private static let usualMoment = Timestamp(text: "2026-01-31T12:00:00Z") ?? .epoch

  /// - Parameter moment: the moment for samples of days and timestamps; `nil` for a fixed moment.
  init(program: Program, moment: Timestamp? = nil) {
    self.program = program
    self.moment = moment ?? Self.usualMoment
  }

  /// Returns a value for each field of an intent.
  func fields(of intent: IntentType) -> [Value] { intent.fields.map { $0.initial ?? typed($0) ?? .missing(.absent) } }

  /// Returns a fact with a value for each required field.
  func fact(_ type: Int) -> Scenario.Fact {
    Scenario.Fact(
      type: type, fields: program.facts[type].fields.map { $0.isOptional ? .missing(.absent) : typed($0) ?? .missing(.absent) })
  }

  func typed(_ field: Field) -> Value? {
    let value = json(of: field.type, name: field.name).flatMap { read($0, as: field.type) }
    guard let range = field.range, let value, range.fault(of: value) != nil, let end = field.rangeEnds.first else {
      return value
    }
    return read(.number(end), as: field.type)
  }

  func typed(_ type: ValueType) -> Value? { json(of: type).flatMap { read($0, as: type) } }

  private func read(_ json: JSONValue, as type: ValueType) -> Value? {
    var decoder = ValueDecoder(program: program)
    let value = decoder.value(LocatedJSON(unlocated: json), as: type, path: "")
    return decoder.faults.isEmpty && !value.isMissing ? value : nil
  }

  /// Returns a value of a type; `nil` if the type has no value, or only very large ones.
  ///
  /// - Parameter name: the name of the field, from which a text is made, such as `customer-1` for `customer_id`.
  func json(of type: ValueType, name: String? = nil) -> JSONValue? {
    var left = Self.values
    return value(of: type, name, depth: 0, &left)
  }

  private func value(of type: ValueType, _ name: String?, depth: Int, _ valuesLeft: inout Int) -> JSONValue? {
    valuesLeft -= 1
    guard valuesLeft >= 0, depth < Self.depth else { return nil }
    switch type {
    case .text: return .text(name.map { Self.text($0) } ?? "text")
    case .integer, .decimal: return .number(.one)
    case .boolean: return .boolean(true)
    case .date: return .text(moment.date.text)
    case .timestamp: return .text(moment.text)
    case .duration: return .text("PT1H")
    case .period: return .text("P1M")
    case .time: return .text("12:00:00")
    case .json: return .object([:])
    case .enumeration(let index): return program.enums[index].jsonNames.first.map { .string($0) }
    case .record(let index): return record(program.records[index].fields, depth: depth, &valuesLeft)
    case .fact(let index): return record(program.facts[index].fields, depth: depth, &valuesLeft)
    case .list(let element): return .array(value(of: element, name, depth: depth + 1, &valuesLeft).map { [$0] } ?? [])
    case .map(let element):
      return .object(value(of: element, name, depth: depth + 1, &valuesLeft).map { ["name": $0] } ?? [:])
    case .unknown: return nil
    }
  }

  /// Returns a text for a field: the field's name without `_id`, and a number.
  static func text(_ name: String, number: Int = 1) -> String {
    "\(name.hasSuffix("_id") ? String(name.dropLast(3)) : name)-\(number)"
  }

  private func record(_ fields: [Field], depth: Int, _ left: inout Int) -> JSONValue? {
    var members: [JSONObject.Member] = []
    for field in fields where !field.isOptional && field.initial == nil {
      guard let value = value(of: field.type, field.name, depth: depth + 1, &left) else { return nil }
      members.append(JSONObject.Member(name: Text(field.jsonName), value: value))
    }
    return .object(JSONObject(members))
  }
}

extension Field {
  /// The least and the greatest number within the field's range. For an integer field both are whole numbers.
  var rangeEnds: [Decimal] {
    guard let range else { return [] }
    guard case .integer = type else { return [range.least, range.most].compactMap(\.self) }
    return [range.least?.ceil, range.most?.floor].compactMap(\.self).filter { range.fault(of: .number($0)) == nil }
  }
}
