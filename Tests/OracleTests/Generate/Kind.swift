/// The types that generated programs use.
enum Kind: Hashable, CaseIterable {
  case decimal, integer, euros, hours, text, bool, date, time, span, period, clock, color, grade, line
  /// An amount in the currency that field `cur` holds, and such a currency.
  case cash, coin
  case decimals, texts, lines, weights, tags

  var written: String {
    switch self {
    case .decimal: "decimal"
    case .integer: "integer"
    case .euros: "decimal in eur"
    case .hours: "integer in hours"
    case .text: "text"
    case .bool: "boolean"
    case .date: "date"
    case .time: "timestamp"
    case .span: "duration"
    case .period: "period"
    case .clock: "time"
    case .color: "color"
    case .grade: "grade"
    case .line: "line"
    case .cash: "decimal in cur"
    case .coin: "coin"
    case .decimals: "list of decimal"
    case .texts: "list of text"
    case .lines: "list of line"
    case .weights: "map of decimal"
    case .tags: "map of text"
    }
  }

  /// Whether `<` compares it.
  var isOrdered: Bool {
    switch self {
    case .decimal, .integer, .euros, .hours, .cash, .text, .date, .time, .span, .period, .clock, .grade: true
    default: false
    }
  }

  /// Records and maps, and lists of records, which are written nowhere.
  var isCompound: Bool { [.line, .lines].contains(self) || isMap }

  var isMap: Bool { [.weights, .tags].contains(self) }

  var isNumber: Bool { [.decimal, .integer, .euros, .hours].contains(self) }

  var element: Kind? {
    switch self {
    case .decimals: .decimal
    case .texts: .text
    case .lines: .line
    default: nil
    }
  }

  /// A value as an expression writes it, from a small set, so that values meet.
  func literal(_ chance: inout Chance) -> String {
    switch self {
    case .decimal, .euros, .cash: chance.pick(["0", "1", "2", "3", "5", "2.5", "0.1", "100"])
    case .coin: chance.pick(["eur", "usd", "\"chf\""])
    case .integer, .hours: chance.pick(["0", "1", "2", "3", "5"])
    case .text: chance.pick(["\"a\"", "\"b\"", "\"c\"", "\"\"", "\"A b\"", "\"x@y.z\"", "\"a*\""])
    case .bool: chance.pick(["true", "false"])
    case .date: chance.pick(["\"2024-01-01\"", "\"2024-01-03\"", "\"2024-02-29\"", "\"2024-12-31\""])
    case .time: chance.pick(["\"2024-01-01T00:00:00Z\"", "\"2024-01-02T12:00:00Z\"", "\"2024-01-02T12:00:00.500Z\""])
    case .span: chance.pick(["\"P1D\"", "\"PT12H\"", "\"PT0S\"", "\"-PT30M\""])
    case .period: chance.pick(["\"P1M\"", "\"P1Y\"", "\"P0M\"", "\"-P1Y2M\""])
    case .clock: chance.pick(["\"00:00:00\"", "\"02:30:00\"", "\"12:00:00\"", "\"23:59:59.999\""])
    case .color: chance.pick(["red", "green", "\"3-way\""])
    case .grade: chance.pick(["low", "mid", "high"])
    case .decimals: "[\(Kind.decimal.literal(&chance)), \(Kind.decimal.literal(&chance))]"
    case .texts: "[\(Kind.text.literal(&chance)), \(Kind.text.literal(&chance))]"
    case .line, .lines, .weights, .tags: "[]"
    }
  }

  /// A value as JSON.
  func json(_ chance: inout Chance) -> String {
    switch self {
    case .color: chance.pick(["\"red\"", "\"green\"", "\"3-way\""])
    case .grade: chance.pick(["\"low\"", "\"mid\"", "\"high\""])
    case .coin: chance.pick(["\"eur\"", "\"eur\"", "\"usd\"", "\"chf\""])
    case .decimal, .euros, .cash: chance.percent(3) ? chance.pick(["999999999999999", "0.000000000001", "-7"]) : literal(&chance)
    case .text: chance.percent(5) ? "\"é*\"" : literal(&chance)
    case .line:
      """
      {"q": \(Kind.integer.json(&chance)), "g": \(Kind.decimal.json(&chance)), "y": []\
      \(chance.percent(60) ? ", \"Z z\": " + Kind.text.json(&chance) : "")\
      \(chance.percent(60) ? ", \"cost\": " + Kind.cash.json(&chance) : "")\
      \(chance.percent(70) ? ", \"cur\": " + Kind.coin.json(&chance) : "")}
      """
    case .decimals, .texts, .lines: list(&chance)
    case .weights, .tags: map(&chance)
    default: literal(&chance)
    }
  }

  /// A value of a key, from an even smaller set.
  func key(_ chance: inout Chance) -> String {
    guard chance.percent(80) else { return json(&chance) }
    return self == .text ? chance.pick(["\"a\"", "\"b\""]) : chance.pick(["1", "2"])
  }

  private func map(_ chance: inout Chance) -> String {
    let kind: Kind = self == .weights ? .decimal : .text
    let members = ["b", "a", "𝒳", "é"].filter { _ in chance.percent(50) }.map { name in
      "\"\(name)\": \(kind.json(&chance))"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private func list(_ chance: inout Chance) -> String {
    let kind = element ?? .text
    return "[" + (0..<chance.below(4)).map { _ in kind.json(&chance) }.joined(separator: ", ") + "]"
  }
}

/// The fields that facts and intents of generated programs choose from: one name has one type everywhere, so that facts join.
enum Pool {
  static let keys: [(name: String, kind: Kind)] = [("k", .text), ("j", .text), ("m", .integer)]

  static let fields: [(name: String, kind: Kind)] = [
    ("n", .decimal), ("c", .decimal), ("u", .euros), ("v", .euros), ("h", .hours), ("t", .text), ("b", .bool), ("d", .date),
    ("s", .time), ("p", .span), ("e", .color), ("o", .grade), ("q", .integer), ("g", .decimal), ("l", .decimals), ("w", .texts),
    ("r", .line), ("i", .lines), ("ym", .period), ("a", .clock), ("ca", .cash), ("cb", .cash), ("cur", .coin),
    ("mw", .weights), ("mt", .tags),
  ]

  /// Returns the name of a field in JSON, which may differ from its own name.
  static func jsonName(_ name: String) -> String { jsonNames[name] ?? name }

  private static let jsonNames = ["m": "M/m", "n": "~ n", "u": "Ü", "z": "Z z"]

  /// Returns a type with the field's name in JSON.
  static func written(_ name: String, _ type: String) -> String {
    jsonNames[name].map { "\(type) named \"\($0)\"" } ?? type
  }

  /// The members of record `line`.
  static let line: [(name: String, kind: Kind, isOptional: Bool)] = [
    ("q", .integer, false), ("g", .decimal, false), ("z", .text, true), ("y", .texts, false), ("cost", .cash, true),
    ("cur", .coin, true),
  ]
}

/// A field of a generated fact or intent.
struct Slot: Hashable {
  var name: String
  var kind: Kind
  var isOptional: Bool
}

/// A generated fact type.
struct FactPlan: Hashable {
  var name: String
  var pack: String
  var key: [Slot]
  var fields: [Slot]
  /// The level of the fact; truths that produce it read facts of lower levels only.
  var level: Int
  var isExternal = false
  var isImmutable = false
  var isDerived = false

  var slots: [Slot] { key + fields }
}

/// A generated intent.
struct IntentPlan: Hashable {
  var name: String
  var pack: String
  var slots: [Slot]
  var defaults: [String: String] = [:]
  var consent: String?
  var isOpen = false

  /// The fields that proposals must bring: of every third intent what has no default, from its second slot on.
  var required: [String] {
    slots.count % 3 == 0 ? slots.dropFirst().prefix(2).map(\.name).filter { defaults[$0] == nil } : []
  }
}

/// A generated table or function with one input, `x`.
struct TablePlan: Hashable {
  var name: String
  var pack: String
  var input: Kind
  /// The type of the part of its value that is read.
  var output: Kind
  /// The lines after its name and inputs.
  var inside = ""
  /// The part of a call that expressions read: an output by its name, or empty for the whole value.
  var member = ""
  var isFunction = false
  /// Whether it reads facts, lifecycles or `now`.
  var readsContext = false
}

/// A generated lifecycle, keyed by `k`.
struct LifecyclePlan: Hashable {
  var name: String
  var pack: String
}

/// The features that generated programs may use.
struct Features: OptionSet {
  let rawValue: Int
  static let tables = Features(rawValue: 1)
  static let lifecycles = Features(rawValue: 2)
  static let truthsOnFacts = Features(rawValue: 4)
  static let views = Features(rawValue: 8)
  /// No corrections, and no moves by truths on facts.
  static let lasting = Features(rawValue: 16)
  /// Only conclusions that more facts cannot take back, and no facts in the context that a truth produces.
  static let monotone: Features = [.lasting, Features(rawValue: 32)]
  /// More `if`s of truths on facts that have no value for some facts.
  static let unknowns = Features(rawValue: 64)
  static let all: Features = [.tables, .lifecycles, .truthsOnFacts, .views]
}
