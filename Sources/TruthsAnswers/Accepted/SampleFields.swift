import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Values of the fields of intents and facts, for drafts: one for each type, always the same.
struct SampleFields {
  let program: Program

  /// The greatest depth of nested records; deeper ones are empty.
  private static let depth = 8
  /// The most values that one is made of; there is none that would take more.
  private static let valueLimit = 10_000

  /// The fields of an intent, each with a value.
  func fields(of intent: IntentType) -> [Value] { intent.fields.map { $0.initial ?? typed($0) ?? .missing(.absent) } }

  /// A fact with a value for each field that it must have.
  func fact(_ type: Int) -> FixtureDraft.Fact {
    FixtureDraft.Fact(
      type: type, fields: program.facts[type].fields.map { $0.isOptional ? .missing(.absent) : typed($0) ?? .missing(.absent) })
  }

  /// A value of a field.
  func typed(_ field: Field) -> Value? {
    var left = Self.valueLimit
    let json = value(of: field, depth: Self.depth, &left)
    return left < 0 ? nil : read(json, as: field.type)
  }

  /// A value of a type.
  func typed(_ type: ValueType) -> Value? {
    var left = Self.valueLimit
    let json = value(of: type, depth: Self.depth, &left)
    return left < 0 ? nil : read(json, as: type)
  }

  private func read(_ json: JSONValue, as type: ValueType) -> Value? {
    var decoder = ValueDecoder(program: program)
    let value = decoder.value(LocatedJSON(unlocated: json), as: type, path: "")
    return decoder.faults.isEmpty && !value.isMissing ? value : nil
  }

  private func value(of field: Field, depth: Int, _ left: inout Int) -> JSONValue {
    guard field.type == .text else { return value(of: field.type, depth: depth, &left) }
    let noun = field.name.hasSuffix("_id") ? String(field.name.dropLast(3)) : field.name
    return .text("\(noun)-1")
  }

  /// - Parameter left: how many values may still be made; below 0 there were too many.
  private func value(of type: ValueType, depth: Int, _ left: inout Int) -> JSONValue {
    left -= 1
    if left < 0 { return .null }
    switch type {
    case .text, .unknown: return .text("text")
    case .integer, .decimal: return .number(Decimal(1))
    case .boolean: return .boolean(true)
    case .date: return .text("2026-01-31")
    case .timestamp: return .text("2026-01-31T12:00:00Z")
    case .duration: return .text("PT1H")
    case .period: return .text("P1M")
    case .time: return .text("12:00:00")
    case .json: return .object([:])
    case .enumeration(let index): return program.enums[index].values.first.map { .string($0) } ?? .null
    case .record(let index): return .object(record(program.records[index].fields, depth: depth, &left))
    case .fact(let index): return .object(record(program.facts[index].fields, depth: depth, &left))
    case .list(let element): return depth == 0 ? .array([]) : .array([value(of: element, depth: depth - 1, &left)])
    case .map(let element): return depth == 0 ? .object([:]) : .object(["name": value(of: element, depth: depth - 1, &left)])
    }
  }

  private func record(_ fields: [Field], depth: Int, _ left: inout Int) -> JSONObject {
    var members: [JSONObject.Member] = []
    for field in fields where depth > 0 && left >= 0 && !field.isOptional && field.initial == nil {
      members.append(JSONObject.Member(name: Text(field.jsonName), value: value(of: field, depth: depth - 1, &left)))
    }
    return JSONObject(members)
  }
}
