import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// Normalisation of expected facts. Times are compared by value (dates §1), so they are converted to one written form: `PT36H`
/// becomes `P1DT12H`.
extension Program {
  /// Returns an assertion with the values of its facts in written form. An assertion that is not about facts is unchanged.
  func written(_ member: LocatedJSON.Member) -> LocatedJSON.Member {
    guard ["facts", "no_facts", "provisional"].contains(member.name.string) else { return member }
    var member = member
    if let elements = member.value.elements {
      member.value.kind = .array(elements.map { written(fact: $0) })
    } else {
      member.value = written(fact: member.value)
    }
    return member
  }

  /// Returns a partial fact with its values in written form.
  func written(fact json: LocatedJSON) -> LocatedJSON {
    guard let members = json.members, let type = json.member("type")?.value.stringValue,
      let fact = facts.first(where: { $0.name == type })
    else { return json }
    return LocatedJSON(.object(written(members, fact.fields)), at: json.span)
  }

  private func written(_ members: [LocatedJSON.Member], _ fields: [Field]) -> [LocatedJSON.Member] {
    members.map { member in
      guard let field = fields.first(where: { $0.jsonName == member.name.string }) else { return member }
      return LocatedJSON.Member(name: member.name, nameSpan: member.nameSpan, value: written(member.value, as: field.type))
    }
  }

  private func written(_ json: LocatedJSON, as type: ValueType) -> LocatedJSON {
    switch (type, json.kind) {
    case (.timestamp, .string(let text)), (.duration, .string(let text)), (.period, .string(let text)),
      (.time, .string(let text)):
      guard let value = value(written: text, as: type) else { return json }
      return LocatedJSON(.string(Text(display(value))), at: json.span)
    case (.list(let element), .array(let elements)):
      return LocatedJSON(.array(elements.map { written($0, as: element) }), at: json.span)
    case (.map(let element), .object(let members)):
      return LocatedJSON(
        .object(
          members.map {
            LocatedJSON.Member(name: $0.name, nameSpan: $0.nameSpan, value: written($0.value, as: element))
          }), at: json.span)
    case (.record(let index), .object(let members)):
      return LocatedJSON(.object(written(members, records[index].fields)), at: json.span)
    default: return json
    }
  }
}
