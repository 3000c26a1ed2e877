package import TruthsCheck
package import TruthsJSON
import TruthsText

extension Program {
  /// A value as JSON: enums, dates, timestamps and durations are texts in their written form; missing is `null`, and a field of a
  /// record or fact that is missing is left out.
  package func json(of value: Value) -> JSONValue {
    switch value {
    case .missing: .null
    case .boolean(let boolean): .boolean(boolean)
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    case .date(let date): .text(date.text)
    case .timestamp(let timestamp): .text(timestamp.text)
    case .duration(let span): .text(span.text)
    case .enumeration(let value): .string(value.name)
    case .record(let record): .object(object(of: record.fields, as: records[record.type].fields))
    case .list(let elements): .array(elements.map { json(of: $0) })
    case .json(let json): json
    case .fact(let fact): .object(object(of: fact.fields, as: facts[fact.type].fields))
    }
  }

  /// The payload of a fact: its type, then its fields in declared order.
  package func payload(type: Int, fields: [Value]) -> JSONObject {
    var members = [JSONObject.Member(name: "type", value: .text(facts[type].name))]
    members += object(of: fields, as: facts[type].fields).members
    return JSONObject(members)
  }

  private func object(of values: [Value], as fields: [Field]) -> JSONObject {
    JSONObject(
      zip(fields, values).compactMap { field, value in
        value.isMissing ? nil : JSONObject.Member(name: Text(field.name), value: json(of: value))
      })
  }

  /// A value as reasons and texts print it: texts as they are, numbers as JCS writes them, enums and times bare, others as their
  /// JSON, missing as `missing`.
  package func display(_ value: Value) -> String {
    switch value {
    case .missing: return "missing"
    case .text(let text): return text.string
    case .number(let number): return number.canonicalText
    case .date(let date): return date.text
    case .timestamp(let timestamp): return timestamp.text
    case .duration(let span): return span.text
    case .enumeration(let value): return value.name.string
    case .boolean, .record, .list, .json, .fact:
      return String(decoding: json(of: value).compact(), as: UTF8.self)
    }
  }
}
