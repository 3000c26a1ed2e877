/// A name that an expression may use.
struct Term: Hashable {
  var text: String
  var kind: Kind
  var isOptional: Bool
}

/// Writes random expressions of given types over the visible names.
struct Terms {
  var chance: Chance
  var terms: [Term] = []
  /// Fields of the trigger by name, which presence tests and look-ups join by.
  var triggerKeys: Set<String> = []
  var facts: [FactPlan] = []
  /// Fact types that are named where more facts can only make more true.
  var positive: [FactPlan] = []
  var tables: [TablePlan] = []
  var lifecycles: [LifecyclePlan] = []
  /// Whether expressions may read earlier decisions.
  var readsDecisions = false
  /// Whether expressions may use `old`.
  var isOfResult = false
  private var variables = 0

  init(_ chance: Chance) { self.chance = chance }

  mutating func variable() -> String {
    variables += 1
    return "x\(variables)"
  }

  /// An expression of a type.
  mutating func expression(_ kind: Kind, depth: Int = 2) -> String {
    if depth <= 0 || chance.percent(35) { return leaf(kind, depth) }
    if chance.percent(12), let alternative = alternative(kind, depth - 1) { return alternative }
    if chance.percent(8), let element = element(kind) { return element }
    if chance.percent(6), let converted = converted(kind) { return converted }
    switch kind {
    case .decimal: return decimal(depth - 1)
    case .integer: return integer(depth - 1)
    case .euros, .hours, .cash: return quantity(kind, depth - 1)
    case .text: return text(depth - 1)
    case .bool: return condition(depth: depth - 1)
    case .date: return date(depth - 1)
    case .time: return moment(depth - 1)
    case .period: return period(depth - 1)
    case .clock: return clock(depth - 1)
    case .span: return span(depth - 1)
    case .decimals, .texts, .lines: return list(kind, depth - 1)
    case .line where chance.percent(50): return madeLine(depth - 1)
    case .color, .grade, .coin, .line, .weights, .tags: return leaf(kind, depth)
    }
  }

  /// A name of a type, if there is one.
  mutating func term(_ kind: Kind) -> String? {
    let fitting = terms.filter { $0.kind == kind }
    return fitting.isEmpty ? nil : chance.pick(fitting).text
  }

  /// A name or look-up of a type, else a value.
  mutating func leaf(_ kind: Kind, _ depth: Int) -> String {
    if isOfResult, chance.percent(35), let old = old(kind) { return old }
    if chance.percent(12), let lookup = lookup(kind) { return lookup }
    if let term = term(kind) { return term }
    return kind == .time ? "now" : kind.literal(&chance)
  }

  /// Writes the value of a term before the run.
  mutating func old(_ kind: Kind) -> String? {
    isOfResult = false
    defer { isOfResult = true }
    let inner = kind == .bool ? presence() : kind == .integer && chance.percent(60) ? countOfFacts() : lookup(kind)
    return inner.map { "old(\($0))" }
  }

  private mutating func countOfFacts() -> String? {
    guard !facts.isEmpty else { return nil }
    let (fact, name) = (chance.pick(facts), variable())
    let own = fact.slots.map { Term(text: "\(name).\($0.name)", kind: $0.kind, isOptional: $0.isOptional) }
    return within(own) { terms in
      let filter = terms.chance.percent(60) ? " where \(terms.comparison(0))" : ""
      return "count(\(name) in \(fact.name)\(filter))"
    }
  }

  /// One of several values: the first names something, so that all have its type.
  private mutating func alternative(_ kind: Kind, _ depth: Int) -> String? {
    guard kind != .bool, !kind.isCompound, let first = term(kind) else { return nil }
    let second = chance.percent(50) ? kind.literal(&chance) : expression(kind, depth: depth)
    switch chance.below(4) {
    case 0: return "coalesce(\(first), \(second))"
    case 1 where kind.isOrdered: return "\(chance.pick(["min", "max"]))(\(first), \(second))"
    case 2:
      let missing = chance.percent(50)
      return "(if \(condition(depth: 0)) then \(missing ? "missing" : first) else \(missing ? first : "missing"))"
    default: return "(if \(condition(depth: 0)) then \(first) else \(second))"
    }
  }

  private mutating func decimal(_ depth: Int) -> String {
    switch chance.below(12) {
    case 10, 11: return madeNumber(depth)
    case 9: return "(\(period(0)) / \(term(.period) ?? "months(5)"))"
    case 0, 1:
      return "(\(expression(.decimal, depth: depth)) \(chance.pick(["+", "-", "*"])) \(expression(.decimal, depth: depth)))"
    case 2: return "(\(expression(.decimal, depth: depth)) \(chance.pick(["/", "%"])) \(expression(.decimal, depth: depth)))"
    case 3: return "\(chance.pick(["abs", "round", "floor", "ceil"]))(\(expression(.decimal, depth: depth)))"
    case 4: return "round(\(expression(.decimal, depth: depth)), \(chance.below(3)))"
    case 5: return term(.decimal).map { "-\($0)" } ?? leaf(.decimal, 0)
    case 6: return aggregate(.decimal) ?? leaf(.decimal, 0)
    case 7: return call(.decimal) ?? leaf(.decimal, 0)
    default:
      if let cash = term(.cash), chance.percent(50) {
        return chance.percent(50) ? "number(\(cash))" : "(\(cash) / \(term(.cash) ?? cash))"
      }
      guard let left = term(.euros), let right = term(.euros) else { return leaf(.decimal, 0) }
      return "(\(left) / \(right))"
    }
  }

  private mutating func integer(_ depth: Int) -> String {
    switch chance.below(8) {
    case 4, 5: return part(depth)
    case 6, 7: return foundPlace()
    case 0: return "(\(expression(.integer, depth: depth)) \(chance.pick(["+", "-", "*"])) \(expression(.integer, depth: depth)))"
    case 1: return count() ?? leaf(.integer, 0)
    case 2: return (term(.texts) ?? term(.text)).map { "length(\($0))" } ?? leaf(.integer, 0)
    default: return leaf(.integer, 0)
    }
  }

  private mutating func quantity(_ kind: Kind, _ depth: Int) -> String {
    guard let left = term(kind) else { return leaf(kind, 0) }
    switch chance.below(3) {
    case 0: return "(\(left) \(chance.pick(["+", "-"])) \(expression(kind, depth: depth)))"
    case 1 where kind == .euros: return "(\(left) * \(expression(.decimal, depth: 0)))"
    case 1 where kind == .cash: return cash(left, depth)
    default: return chance.percent(50) ? aggregate(kind) ?? left : left
    }
  }

  /// An amount in a currency that is data, of another one.
  private mutating func cash(_ left: String, _ depth: Int) -> String {
    switch chance.below(5) {
    case 0: return "(\(left) * \(expression(.decimal, depth: 0)))"
    case 1: return "\(chance.pick(["abs", "round", "floor"]))(\(left))"
    case 2: return "-\(left)"
    default:
      let unit = term(.coin) ?? "\"usd\""
      return "in_unit(\(term(.decimal) ?? "number(\(left))"), \(unit))"
    }
  }

  private mutating func text(_ depth: Int) -> String {
    switch chance.below(6) {
    case 3, 4, 5: return madeText(depth)
    case 0: return "\(chance.pick(["lower", "upper", "trim"]))(\(expression(.text, depth: depth)))"
    case 1: return "\"\(interpolation())\""
    default: return leaf(.text, 0)
    }
  }

  /// A text that shows a value, without its quotes.
  mutating func interpolation() -> String {
    let fitting = terms.filter { !$0.kind.isCompound }
    guard !fitting.isEmpty else { return "nothing {{}}" }
    return "of {\(chance.pick(fitting).text)}"
  }

  private mutating func span(_ depth: Int) -> String {
    switch chance.below(6) {
    case 4: return "(\(clock(0)) - \(term(.clock) ?? "time(now)"))"
    case 5: return aggregate(.span) ?? "weeks(\(leaf(.integer, 0)))"
    case 0: return "\(chance.pick(["hours", "days", "minutes", "seconds"]))(\(expression(.integer, depth: depth)))"
    case 1: return "(\(term(.time) ?? "now") - \(term(.time) ?? "now"))"
    case 2: return (term(.date)).map { "(\($0) - \($0))" } ?? leaf(.span, 0)
    default: return (term(.span)).map { "(\($0) * \(expression(.decimal, depth: 0)))" } ?? leaf(.span, 0)
    }
  }

  private mutating func list(_ kind: Kind, _ depth: Int) -> String {
    guard let list = term(kind) else { return leaf(kind, 0) }
    switch chance.below(7) {
    case 4, 5, 6: return madeList(kind, from: list)
    case 0: return "(\(list) + \(leaf(kind, 0)))"
    case 1: return "first(\(list), \(chance.below(3)))"
    case 2 where kind != .lines: return "distinct(\(list))"
    default: return kind == .lines ? list : collected(kind) ?? list
    }
  }

  /// A field of a fact that is looked up.
  mutating func lookup(_ kind: Kind) -> String? {
    let fitting = facts.filter { fact in !fact.key.isEmpty && fact.fields.contains { $0.kind == kind } }
    guard !fitting.isEmpty else { return nil }
    let fact = chance.pick(fitting)
    let field = chance.pick(fact.fields.filter { $0.kind == kind })
    return reference(fact).map { "\($0).\(field.name)" }
  }

  /// A fact type with the keys that the trigger does not give.
  mutating func reference(_ fact: FactPlan) -> String? {
    var keys: [String] = []
    for slot in fact.key where !triggerKeys.contains(slot.name) || chance.percent(20) {
      keys.append("\(slot.name) = \(term(slot.kind) ?? slot.kind.literal(&chance))")
    }
    let name = chance.percent(15) ? "\(fact.pack).\(fact.name)" : fact.name
    return keys.isEmpty ? name : "\(name)(\(keys.joined(separator: ", ")))"
  }

  private mutating func call(_ output: Kind) -> String? {
    let fitting = tables.filter { $0.output == output }
    guard !fitting.isEmpty else { return nil }
    let table = chance.pick(fitting)
    return "\(table.name)(\(leaf(table.input, 0)))\(table.member)"
  }

  mutating func tableCondition() -> String? { call(.bool) }

  /// A table or function that gives a number.
  mutating func calledNumber() -> String? { call(.decimal) }
}
