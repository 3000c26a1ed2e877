import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// Values for places that have none: one for each type, always the same around a moment.
struct SampleValues {
  let program: Program
  let moment: Timestamp

  /// The greatest depth of records and lists in one another, and the greatest number of values in one: record types may hold
  /// themselves, and a type with several fields of another one doubles at each level.
  private static let (depth, values) = (32, 1_000)

  /// Noon of the last day of January 2026, by UTC.
  private static let usualMoment = Timestamp(text: "2026-01-31T12:00:00Z") ?? .epoch

  /// - Parameter moment: days and moments are this one; without one, always the same.
  init(program: Program, moment: Timestamp? = nil) {
    self.program = program
    self.moment = moment ?? Self.usualMoment
  }

  /// The fields of an intent, each with a value.
  func fields(of intent: IntentType) -> [Value] { intent.fields.map { $0.initial ?? typed($0) ?? .missing(.absent) } }

  /// A fact with a value for each field that it must have.
  func fact(_ type: Int) -> Scenario.Fact {
    Scenario.Fact(
      type: type, fields: program.facts[type].fields.map { $0.isOptional ? .missing(.absent) : typed($0) ?? .missing(.absent) })
  }

  /// A value of a field.
  func typed(_ field: Field) -> Value? { json(of: field.type, name: field.name).flatMap { read($0, as: field.type) } }

  /// A value of a type.
  func typed(_ type: ValueType) -> Value? { json(of: type).flatMap { read($0, as: type) } }

  private func read(_ json: JSONValue, as type: ValueType) -> Value? {
    var decoder = ValueDecoder(program: program)
    let value = decoder.value(LocatedJSON(unlocated: json), as: type, path: "")
    return decoder.faults.isEmpty && !value.isMissing ? value : nil
  }

  /// A value of a type; `nil` where it has none, or none that is small enough.
  ///
  /// - Parameter name: of the field that it is for, of which a text is made: `customer-1` for `customer_id`.
  func json(of type: ValueType, name: String? = nil) -> JSONValue? {
    var left = Self.values
    return value(of: type, name, depth: 0, &left)
  }

  private func value(of type: ValueType, _ name: String?, depth: Int, _ left: inout Int) -> JSONValue? {
    left -= 1
    guard left >= 0, depth < Self.depth else { return nil }
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
    case .enumeration(let index): return program.enums[index].values.first.map { .string($0) }
    case .record(let index): return record(program.records[index].fields, depth: depth, &left)
    case .fact(let index): return record(program.facts[index].fields, depth: depth, &left)
    case .list(let element): return .array(value(of: element, name, depth: depth + 1, &left).map { [$0] } ?? [])
    case .map(let element):
      return .object(value(of: element, name, depth: depth + 1, &left).map { ["name": $0] } ?? [:])
    case .unknown: return nil
    }
  }

  /// A text for a field: its name, without `_id`, and a number.
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
