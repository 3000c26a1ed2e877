import TruthsJSON
import TruthsSyntax
import TruthsText

/// Decodes JSON into values of declared types; `nil` where a value does not fit.
struct Decoder {
  let vocab: Vocab

  init(_ vocab: Vocab) { self.vocab = vocab }

  func value(_ json: JSONValue, _ type: Typ) -> Val? {
    switch (type, json) {
    case (.json, _): return .json(json)
    case (.number, .number(let value)): return .number(value)
    case (.integer, .number(let value)): return value.isInteger ? .number(value) : nil
    case (.bool, .boolean(let value)): return .bool(value)
    case (.list(let element), .array(let values)):
      let decoded = values.compactMap { $0 == .null ? nil : value($0, element) }
      return decoded.count == values.count ? .list(decoded) : nil
    case (.map(let element), .object(let object)):
      var entries: [String: Val] = [:]
      for member in object.members where member.value != .null {
        guard let value = value(member.value, element) else { return nil }
        entries[member.name.string] = value
      }
      return .map(entries)
    case (.record(let name), .object(let object)):
      return members(object, vocab.records[name] ?? [], isClaim: false).map(Val.record)
    case (_, .string(let text)): return self.text(text, type)
    default: return nil
    }
  }

  /// A text as a type that is written as one.
  func text(_ text: Text, _ type: Typ) -> Val? {
    switch type {
    case .text: .text(text)
    case .date: CivilDate(text: text.string).map(Val.date)
    case .time: Timestamp(text: text.string).map(Val.time)
    case .span: TimeSpan(text: text.string).map(Val.span)
    case .period: Period(text: text.string).map(Val.period)
    case .clock: TimeOfDay(text: text.string).map(Val.clock)
    case .symbol(let name): vocab.enums[name]?.contains(text.string) == true ? .symbol(name, text.string) : nil
    default: nil
    }
  }

  /// Returns the values of an object's declared members: `null` counts as absent, and defaults fill in. It is `nil` where a
  /// required one is absent.
  ///
  /// - Parameters:
  ///   - isClaim: whether the object is of an intent, whose fields may all be left out.
  ///   - isOpen: whether undeclared members are ignored.
  func members(_ object: JSONObject, _ fields: [Vocab.Field], isClaim: Bool, isOpen: Bool = false) -> [String: Val]? {
    let isKnown = { (name: String) in fields.contains { $0.jsonName == name } }
    guard isOpen || object.members.allSatisfy({ isKnown($0.name.string) }) else { return nil }
    var values: [String: Val] = [:]
    for field in fields {
      if let json = object[field.jsonName], json != .null {
        guard let value = value(json, field.type) else { return nil }
        values[field.name] = value
      } else if let initial = field.initial {
        values[field.name] = Evaluator(World(vocab)).value(initial, Scope(pack: ""), want: field.type)
      } else if !field.isOptional, !isClaim {
        return nil
      }
    }
    return vocab.priced(values, fields)
  }

  /// A fact from its payload.
  func fact(_ payload: JSONObject) -> (type: String, fields: [String: Val])? {
    guard let type = payload["type"]?.stringValue, let declared = vocab.facts[type] else { return nil }
    var rest = payload
    rest["type"] = nil
    return members(rest, declared.fields, isClaim: false).map { (type, $0) }
  }
}
