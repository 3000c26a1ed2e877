/// Functions of lists and texts, and conversions (functions §5, types §3).
extension Terms {
  /// Writes a text. A literal is wrapped in `trim`, because the checker refuses many functions of literals that never have a
  /// value.
  private mutating func someText() -> String { term(.text) ?? "trim(\(Kind.text.literal(&chance)))" }

  private mutating func place() -> String {
    chance.percent(60)
      ? chance.pick(["(0 + 0)", "1", "2", "3", "(0 - 1)", "(0 - 2)", "(1 + 0.5)"])
      : leaf(chance.percent(70) ? .integer : .decimal, 0)
  }

  private mutating func piece() -> String { chance.percent(70) ? chance.pick(["\"a\"", "\"b\"", "\" \"", "\"@\""]) : someText() }

  /// Writes a text that is computed from another text, or from a value.
  mutating func madeText(_ depth: Int) -> String {
    let whole = chance.percent(50) ? someText() : expression(.text, depth: min(depth, 1))
    switch chance.below(9) {
    case 0: return "substring(\(whole), \(place()))"
    case 1: return "substring(\(whole), \(place()), \(place()))"
    case 2: return "\(chance.pick(["before", "after"]))(\(whole), \(piece()))"
    case 3: return "replace(\(whole), \(piece()), \(piece()))"
    case 4:
      return "\(chance.pick(["pad_left", "pad_right"]))(\(whole), \(place()), \(chance.pick(["\"0\"", "\"é\"", "trim(\"ab\")"])))"
    case 5: return "join(\(term(.texts) ?? "[\"a\", \"b\"]"), \(chance.pick(["\"\"", "\", \""])))"
    case 6: return "text(\(term(.decimal) ?? "2.5"), \(chance.pick(["0", "2", "12", "(12 + 1)"])))"
    default: return "text(\(term(chance.pick([.integer, .date, .time, .span, .period, .clock, .color, .bool])) ?? "12"))"
    }
  }

  /// A whole number about a list or text.
  mutating func foundPlace() -> String {
    switch chance.below(4) {
    case 0: return "index(\(someText()), \(piece()))"
    case 1: return "index_of(\(term(.texts) ?? "[\"a\", \"b\"]"), \(someText()))"
    case 2: return "integer(\(chance.percent(60) ? "text(\(leaf(.decimal, 0)))" : someText()))"
    default: return "length(\(chance.percent(50) ? "split(\(someText()), \(piece()))" : "range(\(place()), \(place()))"))"
    }
  }

  /// A number of another, or of a text.
  mutating func madeNumber(_ depth: Int) -> String {
    let number = expression(.decimal, depth: depth)
    let modes = ["half_even", "half_up", "half_down", "up", "down", "floor", "ceiling"]
    switch chance.below(6) {
    case 4: return "power(\(leaf(.decimal, 0)), \(chance.pick(["2", "0", "(0 - 1)", "(0 + 3)", "(1 + 0.5)"])))"
    case 5: return "sqrt(\(leaf(.decimal, 0)))"
    case 0: return "round(\(number), \(chance.pick(["0", "1", "-1", "2"])), \(chance.pick(modes)))"
    case 1: return "\(chance.pick(["floor", "ceil", "trunc"]))(\(number), \(place()))"
    case 2: return "number(\(chance.percent(50) ? "text(\(leaf(.decimal, 0)))" : someText()))"
    default: return term(chance.pick([.euros, .hours])).map { "number(\($0))" } ?? "trunc(\(number))"
    }
  }

  /// A record that is written, or a copy of one.
  mutating func madeLine(_ depth: Int) -> String {
    let field = chance.pick([
      "q = \(expression(.integer, depth: min(depth, 1)))", "g = \(leaf(.decimal, 0))", "z = \(leaf(.text, 0))",
      "y = \(term(.texts) ?? "[\"a\"]")", "cost = \(term(.cash) ?? "2"), cur = \(leaf(.coin, 0))", "cur = \(leaf(.coin, 0))",
      "cost = \(leaf(.cash, 0))",
    ])
    if chance.percent(40), let line = term(.line) { return "\(line) with (\(field))" }
    let more = field.hasPrefix("q") || field.hasPrefix("g") ? "" : ", \(field)"
    return "line(g = \(expression(.decimal, depth: min(depth, 1))), q = \(leaf(.integer, 0))\(more))"
  }

  /// An element of a list, by its place.
  mutating func element(_ kind: Kind) -> String? {
    if kind == .integer, chance.percent(40) { return "(\(madeLine(1))).q" }
    if kind == .text, chance.percent(20) { return "(\(madeLine(1))).z" }
    if chance.percent(40), let member = member(kind) { return member }
    if kind == .cash, chance.percent(40) { return "(\(madeLine(1))).cost" }
    let lists: [Kind: Kind] = [.decimal: .decimals, .text: .texts, .line: .lines]
    return lists[kind].flatMap { term($0) }.map { "\($0)[\(chance.pick(["1", "2", "-1", "length(\($0))", "3"]))]" }
  }

  /// A member of a map.
  private mutating func member(_ kind: Kind) -> String? {
    let maps: [Kind: Kind] = [.decimal: .weights, .text: .tags]
    return maps[kind].flatMap { term($0) }.map { "\($0)[\(chance.percent(80) ? chance.pick(["\"a\"", "\"é\""]) : someText())]" }
  }

  /// The names or values of a map, as a list of a kind.
  mutating func partsOfMap(_ kind: Kind) -> String? {
    switch kind {
    case .texts: term(chance.pick([.weights, .tags])).map { "keys(\($0))" } ?? term(.tags).map { "values(\($0))" }
    case .decimals: term(.weights).map { "values(\($0))" }
    default: nil
    }
  }

  /// Writes a condition on a member of a map, or a comparison of maps.
  mutating func conditionOfMap() -> String? {
    guard let map = term(.weights) ?? term(.tags) else { return nil }
    return switch chance.below(3) {
    case 0: "(\(chance.pick(["\"a\"", "\"b\""])) in keys(\(map)))"
    case 1: "(\(map)[\"a\"] \(chance.pick(["exists", "missing"])))"
    default: "(\(map) \(chance.pick(["==", "!="])) \(map))"
    }
  }

  /// Writes a list computed from other lists; `list` has the given kind.
  mutating func madeList(_ kind: Kind, from list: String) -> String {
    if chance.percent(25), let parts = partsOfMap(kind) { return parts }
    switch chance.below(7) {
    case 0: return "last(\(list), \(place()))"
    case 1, 2: return "slice(\(list), \(place()), \(place()))"
    case 3: return "reverse(\(list))"
    case 4 where kind != .lines: return "sort(\(list))"
    case 5: return "flatten([\(list), \(list)])"
    default:
      switch kind {
      case .texts: return "split(\(someText()), \(piece()))"
      case .decimals: return "(\(list) + range(\(place()), \(place())))"
      default: return "reverse(\(list))"
      }
    }
  }

  /// A value of another type, read from a text.
  mutating func converted(_ kind: Kind) -> String? {
    let names: [Kind: String] = [
      .date: "date", .time: "timestamp", .span: "duration", .period: "period", .clock: "time",
    ]
    guard let name = names[kind] else { return nil }
    return "\(name)(\(chance.percent(60) ? "text(\(term(kind) ?? "now"))" : term(.text) ?? "text(now)"))"
  }
}
