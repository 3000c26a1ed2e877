import TruthsJSON
import TruthsProgram
import TruthsText

/// Values of types, for places that have none.
struct SampleValues {
  /// The greatest depth of records and lists in one another, and the greatest number of values in one: record types may hold
  /// themselves, and a type with several fields of another one doubles at each level.
  private static let (depth, values) = (32, 1_000)

  let program: Program
  let moment: Timestamp
  private var left = Self.values

  init(program: Program, moment: Timestamp) {
    self.program = program
    self.moment = moment
  }

  /// A value of a type; `nil` where it has none, or none that is small enough.
  mutating func value(of type: ValueType, name: String) -> JSONValue? {
    left = Self.values
    return value(of: type, name, depth: 0)
  }

  private mutating func value(of type: ValueType, _ name: String, depth: Int) -> JSONValue? {
    left -= 1
    guard left >= 0, depth < Self.depth else { return nil }
    switch type {
    case .text: return .text(name + "_1")
    case .integer, .decimal: return .number(.one)
    case .boolean: return .boolean(true)
    case .date: return .text(moment.date.text)
    case .timestamp: return .text(moment.text)
    case .time: return .text("09:00")
    case .duration: return .text("P1D")
    case .period: return .text("P1M")
    case .json: return .object([:])
    case .enumeration(let index): return program.enums[index].values.first.map { .string($0) }
    case .list(let element): return .array(value(of: element, name, depth: depth + 1).map { [$0] } ?? [])
    case .map: return .object([:])
    case .record(let index):
      var object = JSONObject()
      for field in program.records[index].fields where !field.isOptional {
        guard let value = value(of: field.type, field.name, depth: depth + 1) else { return nil }
        object[field.jsonName] = value
      }
      return .object(object)
    case .fact, .unknown: return nil
    }
  }
}
