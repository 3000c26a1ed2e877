import TruthsJSON
import TruthsProgram
import TruthsRendering
import TruthsText

/// Writes the values of fixtures in words: numbers with the units of their fields, moments and time spans as people write them.
struct DataWords {
  let scope: WordScope

  /// Returns the members of an object in words: `amount 1,000 eur, step “sent”`.
  func members(_ json: JSONValue, of fields: [Field], without hidden: [String] = []) -> Phrase {
    let all = json.objectValue?.members ?? []
    return all.filter { !hidden.contains($0.name.string) }.map { member -> Phrase in
      let name = member.name.string
      let field = fields.first { $0.jsonName == name }
      let currency = field?.currency.flatMap { currency in fields.first { $0.name == currency } }
      let unit = currency.flatMap { json[$0.jsonName]?.stringValue }
      let type = unit.flatMap { unit in field?.type.with(numberUnit: .named(unit)) } ?? field?.type
      return "\(term: PlainName.words(field?.name ?? name)) \(value(member.value, as: type))"
    }.joined(", ")
  }

  func value(_ json: JSONValue, as type: ValueType? = nil) -> Phrase {
    switch json {
    case .null: return "nothing"
    case .boolean(let isTrue): return isTrue ? "yes" : "no"
    case .number(let number): return .value(PlainValue.amount(number.canonicalText, in: type?.unitName))
    case .string(let text):
      switch type {
      case .duration?, .period?: return .value(PlainValue.text(text.string, as: .span))
      case .timestamp?: return .value(PlainValue.text(text.string, as: .moment))
      case .enumeration(let index)?:
        let known = scope.program.enums[index]
        return .value(PlainName.words((known.place(ofJSON: text).map { known.values[$0] } ?? text).string))
      default: return .value(PlainValue.text(text.string))
      }
    case .array(let elements):
      if elements.isEmpty { return "none" }
      let element: ValueType? = if case .list(let element)? = type { element } else { nil }
      return elements.map { value($0, as: element) }.listed()
    case .object:
      let element: ValueType? = if case .map(let element)? = type { element } else { nil }
      if let element {
        let all = json.objectValue?.members ?? []
        return "(\(all.map { "\(term: $0.name.string) \(value($0.value, as: element))" as Phrase }.joined(", ")))"
      }
      let members = members(json, of: fields(of: type))
      return members.isEmpty ? "nothing" : "(\(members))"
    }
  }

  private func fields(of type: ValueType?) -> [Field] {
    if case .record(let index)? = type { return scope.program.records[index].fields }
    return []
  }

  /// Returns a fact in words: `invoice sent: invoice id INV-1`.
  func fact(_ json: JSONValue) -> Phrase {
    let name = (json["type"] ?? json["fact_type"])?.stringValue ?? ""
    let fields = scope.fact(name).map { scope.program.facts[$0].fields } ?? []
    let body = json["payload"]?.objectValue == nil ? json : json["payload"] ?? json
    let members = members(body, of: fields, without: ["type", "fact_type"])
    let title: Phrase = name.isEmpty ? "a fact" : .term(PlainName.words(name))
    return members.isEmpty ? title : "\(strong: title): \(members)"
  }
}
