import TruthsJSON
import TruthsText

/// A value of the reference evaluator; `missing` is also the unknown of three-valued logic.
indirect enum Val: Hashable {
  case missing
  case bool(Bool)
  case number(Decimal)
  /// An amount in a currency that is data, and the currency.
  case money(Decimal, String)
  case text(Text)
  case date(CivilDate)
  case time(Timestamp)
  case span(TimeSpan)
  case period(Period)
  /// A time of day.
  case clock(TimeOfDay)
  /// A value of an enum or a state of a lifecycle: whose, and which.
  case symbol(String, String)
  case list([Val])
  /// Members that have a value.
  case record([String: Val])
  case map([String: Val])
  case json(JSONValue)

  /// The value as a condition; `nil` is unknown.
  var truth: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  static func of(_ truth: Bool?) -> Val { truth.map(Val.bool) ?? .missing }

  var isMissing: Bool { self == .missing }

  var number: Decimal? {
    switch self {
    case .number(let value), .money(let value, _): value
    default: nil
    }
  }

  /// The currency of an amount, where that is data.
  var currency: String? {
    if case .money(_, let currency) = self { return currency }
    return nil
  }

  /// A number in a currency; of a list each element.
  func priced(_ currency: String?) -> Val {
    guard let currency else { return self }
    switch self {
    case .number(let value): return .money(value, currency)
    case .list(let values): return .list(values.map { $0.priced(currency) })
    default: return self
    }
  }

  /// The value without its currency.
  var unpriced: Val {
    if case .money(let value, _) = self { return .number(value) }
    return self
  }

  var elements: [Val]? {
    if case .list(let value) = self { return value }
    return nil
  }

  var string: String? {
    if case .text(let value) = self { return value.string }
    return nil
  }

  /// The value as the result of an expression, within the limits of data; missing where it is outside of them. A number with
  /// more than 12 places is rounded to 12 places or 15 digits, whichever is coarser.
  var outside: Val {
    switch self {
    case .number(let value):
      guard !value.fitsOutside else { return self }
      guard value.scale > 12 else { return .missing }
      var (places, limit) = (12, Decimal(1000))
      while places > 0, !(value.abs < limit) {
        (places, limit) = (places - 1, (try? limit.multiplied(by: Decimal(10)).get()) ?? limit)
      }
      guard let rounded = try? value.rounded(places: places).get(), rounded.fitsOutside else { return .missing }
      return .number(rounded)
    case .money(let value, let currency): return Val.number(value).outside.priced(currency)
    case .list(let values):
      let left = values.map(\.outside)
      return left.contains(.missing) ? .missing : .list(left)
    case .record(let members): return .record(members.mapValues(\.outside).filter { !$0.value.isMissing })
    default: return self
    }
  }

  var json: JSONValue {
    switch self {
    case .missing: .null
    case .bool(let value): .boolean(value)
    case .number(let value), .money(let value, _): .number(value)
    case .text(let value): .string(value)
    case .date(let value): .text(value.text)
    case .time(let value): .text(value.text)
    case .span(let value): .text(value.text)
    case .period(let value): .text(value.text)
    case .clock(let value): .text(value.text)
    case .symbol(_, let value): .text(value)
    case .list(let values): .array(values.map(\.json))
    case .record(let members), .map(let members): .object(Val.object(members))
    case .json(let value): value
    }
  }

  static func object(_ members: [String: Val]) -> JSONObject {
    var object = JSONObject()
    for (name, value) in members.sorted(by: { Text($0.key) < Text($1.key) }) where !value.isMissing { object[name] = value.json }
    return object
  }

  /// The value as a text prints it; `nil` where it is missing.
  var printed: String? {
    switch outside {
    case .missing: nil
    case .text(let value): value.string
    case let value: value.json.stringValue ?? String(decoding: value.json.canonical(), as: UTF8.self)
    }
  }
}

/// A type, without its unit.
indirect enum Typ: Hashable {
  case number, integer, text, bool, date, time, span, period, clock, json
  /// An enum `pack.name`, or the states of a lifecycle.
  case symbol(String)
  case record(String)
  case list(Typ)
  case map(Typ)
  case fact(String)
  /// An instance of a lifecycle.
  case instance(String)

  var element: Typ? {
    if case .list(let type) = self { return type }
    return nil
  }
}
