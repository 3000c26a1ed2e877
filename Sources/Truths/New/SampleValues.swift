import TruthsCheck
import TruthsJSON
import TruthsRuntime
import TruthsText

/// Values with which something can be tried: one for each type, the same every time.
struct SampleValues {
  let program: Program

  /// How deep records hold records; what lies deeper is left empty.
  private static let depth = 8

  /// A proposal of an intent with a value for each field that has no default.
  func proposal(of intent: IntentType) -> JSONObject {
    let fields = intent.fields.filter { $0.initial == nil }.map { field in
      JSONObject.Member(name: Text(field.name), value: value(of: field, depth: Self.depth))
    }
    var proposal: JSONObject = ["action": .text(intent.name)]
    if fields.contains(where: { ProposalReader.envelope.contains($0.name.string) }) {
      proposal["payload"] = .object(JSONObject(fields))
      return proposal
    }
    return JSONObject(proposal.members + fields)
  }

  private func value(of field: Field, depth: Int) -> JSONValue {
    guard field.type == .text else { return value(of: field.type, depth: depth) }
    let noun = field.name.hasSuffix("_id") ? String(field.name.dropLast(3)) : field.name
    return .text("\(noun)-1")
  }

  private func value(of type: ValueType, depth: Int) -> JSONValue {
    switch type {
    case .text, .unknown: .text("text")
    case .integer, .decimal: .number(Decimal(1))
    case .boolean: .boolean(true)
    case .date: .text("2026-01-31")
    case .timestamp: .text("2026-01-31T12:00:00Z")
    case .duration: .text("PT1H")
    case .json: .object([:])
    case .enumeration(let index): program.enums[index].values.first.map { .string($0) } ?? .null
    case .record(let index): .object(record(program.records[index].fields, depth: depth))
    case .fact(let index): .object(record(program.facts[index].fields, depth: depth))
    case .list(let element): depth == 0 ? .array([]) : .array([value(of: element, depth: depth - 1)])
    }
  }

  private func record(_ fields: [Field], depth: Int) -> JSONObject {
    guard depth > 0 else { return [:] }
    return JSONObject(
      fields.filter { !$0.isOptional && $0.initial == nil }.map { field in
        JSONObject.Member(name: Text(field.name), value: value(of: field, depth: depth - 1))
      })
  }
}
