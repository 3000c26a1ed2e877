extension Terms {
  /// A condition.
  mutating func condition(depth: Int = 2) -> String {
    if depth > 0, chance.percent(30) {
      switch chance.below(5) {
      case 0: return "not \(condition(depth: depth - 1).bracketed)"
      case 1, 2: return "(\(condition(depth: depth - 1)) and \(condition(depth: depth - 1)))"
      default: return "(\(condition(depth: depth - 1)) or \(condition(depth: depth - 1)))"
      }
    }
    if isOfResult, chance.percent(8), let before = old(.bool) { return before }
    if isOfResult, chance.percent(8), let before = old(.integer) {
      return "(\(before) \(chance.pick(["<", ">=", "=="])) \(Kind.integer.literal(&chance)))"
    }
    if readsDecisions, chance.percent(3) { return decisions() }
    if chance.percent(3), let condition = conditionOfMap() { return condition }
    switch chance.below(18) {
    case 17: return "is_working_day(\(term(.date) ?? "date(now)"), office)"
    case 0, 1, 2, 3, 4: return comparison(depth)
    case 5: return membership(depth)
    case 6: return textCondition()
    case 7: return existence()
    case 8, 9: return presence() ?? comparison(depth)
    case 10: return quantified(depth) ?? comparison(depth)
    case 11: return quantified(depth) ?? existence()
    case 12: return state() ?? emptiness()
    case 13: return tableCondition() ?? emptiness()
    case 14: return range() ?? comparison(depth)
    case 15:
      return "(if \(comparison(0)) then \(condition(depth: 0)) else \(chance.percent(20) ? "missing" : condition(depth: 0)))"
    default: return term(.bool) ?? comparison(depth)
    }
  }

  /// Writes a condition about earlier decisions.
  private mutating func decisions() -> String {
    let name = variable()
    let test = chance.pick([
      "\(name).decision == rejected", "\(name).status == waiting", "\(name).decision != accepted",
      "\(name).status in [converged, halted]",
      "\(name).user_id == actor.user_id", "\(name).action == proposal.action", "\(name).decided_at <= now",
      "\(name).truth_id like \"*.rule*\"",
    ])
    switch chance.below(3) {
    case 0: return "(count(\(name) in decision.made where \(test)) \(chance.pick(["<", ">="])) \(1 + chance.below(3)))"
    case 1: return "(\(chance.pick(["some", "no", "every"])) \(name) in decision.made satisfies \(test))"
    default: return "(max(\(name).step for \(name) in decision.made where \(test)) < 2)"
    }
  }

  /// A term between two values.
  private mutating func range() -> String? {
    let kinds = terms.map(\.kind).filter { $0.isOrdered && !$0.isCompound }
    guard !kinds.isEmpty else { return nil }
    let kind = chance.pick(kinds)
    let word = chance.pick(["between", "not between"])
    return "(\(term(kind) ?? "now") \(word) \(kind.literal(&chance)) and \(leaf(kind, 0)))"
  }

  /// A term against a value or another term.
  mutating func comparison(_ depth: Int) -> String {
    let kinds = Set(terms.map(\.kind)).subtracting([.line, .lines, .decimals, .texts, .weights, .tags])
    guard !kinds.isEmpty else { return presence() ?? "now > \(Kind.time.literal(&chance))" }
    let kind = chance.pick(Kind.allCases.filter(kinds.contains))
    let left = depth > 0 ? nonLiteral(kind, depth) : term(kind) ?? "now"
    var right = chance.percent(55) || kind == .bool ? kind.literal(&chance) : expression(kind, depth: depth - 1)
    if kind == .cash, chance.percent(15) {
      right = "in_unit(\(Kind.cash.literal(&chance)), \(chance.pick(["\"eur\"", "\"usd\""])))"
    }
    let operators = kind.isOrdered ? ["==", "!=", "<", "<=", ">", ">="] : ["==", "!="]
    return "\(left) \(chance.pick(operators)) \(right)".bracketed
  }

  /// Writes an expression that contains a name, so that its type does not depend on the expressions next to it.
  mutating func nonLiteral(_ kind: Kind, _ depth: Int = 2) -> String {
    if kind == .bool { return term(.bool) ?? presence() ?? "true" }
    let written = expression(kind, depth: depth)
    let isConstant = !terms.contains { written.contains($0.text) }
    return isConstant ? term(kind) ?? written : written
  }

  private mutating func membership(_ depth: Int) -> String {
    if chance.percent(40), let list = term(.texts) { return "(\(list) contains \(leaf(.text, 0)))" }
    let kinds: [Kind] = [.text, .color, .grade, .decimal, .integer, .cash, .coin].filter { kind in
      terms.contains { $0.kind == kind }
    }
    guard !kinds.isEmpty else { return emptiness() }
    let kind = chance.pick(kinds)
    let values = (0...chance.below(3)).map { _ in kind.literal(&chance) }
    return "(\(term(kind) ?? "") \(chance.pick(["in", "not in"])) [\(values.joined(separator: ", "))])"
  }

  private mutating func textCondition() -> String {
    guard let text = term(.text) else { return emptiness() }
    switch chance.below(8) {
    case 5, 6:
      let patterns = ["[a-c]+", ".*b?", "a|b|", "(a|A)( b)?", "[^@]+@[^@]+[.][a-z]{1,3}", "a{0,2}"]
      return "(\(text) \(chance.pick(["matches", "contains matching"])) \"\(chance.pick(patterns))\")"
    case 0: return "(\(text) contains \(leaf(.text, 0)))"
    case 1: return "(\(text) like \(chance.pick(["\"a*\"", "\"*b\"", "\"*\"", "\"a\\\\**\"", "\"*@*.*\""])))"
    case 2: return "starts_with(\(text), \(leaf(.text, 0)))"
    case 3: return "ends_with(\(text), \(leaf(.text, 0)))"
    case 4: return "is_legible(\(text))"
    default: return "is_email(\(text))"
    }
  }

  private mutating func existence() -> String {
    let test = chance.pick(["exists", "missing"])
    if chance.percent(25), !facts.isEmpty, let fact = reference(chance.pick(facts)) { return "(\(fact) \(test))" }
    let optional = terms.filter(\.isOptional)
    guard !optional.isEmpty else { return emptiness() }
    return "(\(chance.pick(optional).text) \(test))"
  }

  private mutating func emptiness() -> String {
    let fitting = terms.filter { [.texts, .decimals, .lines, .text].contains($0.kind) }
    guard !fitting.isEmpty else { return comparison(0) }
    let term = chance.pick(fitting)
    if term.kind == .decimals, chance.percent(30) { return "is_sorted(\(term.text))" }
    return "(\(term.text) \(chance.pick(["empty", "not empty"])))"
  }

  mutating func presence() -> String? {
    facts.isEmpty ? nil : reference(chance.pick(facts))
  }

  private mutating func state() -> String? {
    guard !lifecycles.isEmpty else { return nil }
    let lifecycle = chance.pick(lifecycles)
    let state = chance.pick(["draft", "sent", "paid", "void", "start"])
    if chance.percent(30) { return instances(lifecycle, state == "start" ? "draft" : state) }
    guard triggerKeys.contains("k"), !chance.percent(20) else {
      return "(\(lifecycle.name)(k = \(leaf(.text, 0))).state == \(state))"
    }
    return "(\(lifecycle.name).state \(chance.pick(["==", "!="])) \(state))"
  }

  /// Something about all instances of a lifecycle.
  private mutating func instances(_ lifecycle: LifecyclePlan, _ state: String) -> String {
    let name = variable()
    let own = [Term(text: "\(name).k", kind: .text, isOptional: false)]
    if chance.percent(30) { return "(count(\(name) in \(lifecycle.name) where \(name).state == \(state)) < 2)" }
    return within(own) { terms in
      let word = terms.chance.pick(["some", "every", "no"])
      return "(\(word) \(name) in \(lifecycle.name) where \(terms.comparison(0)) satisfies \(name).state == \(state))"
    }
  }

  /// Writes the source of a loop, with the names that its variable has.
  mutating func source() -> (text: String, terms: (String) -> [Term])? {
    let lists = terms.filter { $0.kind.element != nil }
    if !facts.isEmpty, lists.isEmpty || chance.percent(60) {
      let fact = chance.pick(facts)
      return (
        fact.name, { name in fact.slots.map { Term(text: "\(name).\($0.name)", kind: $0.kind, isOptional: $0.isOptional) } }
      )
    }
    guard !lists.isEmpty else { return nil }
    let list = chance.pick(lists)
    return (list.text, { Terms.members(of: $0, list.kind.element ?? .text) })
  }

  static func members(of name: String, _ kind: Kind) -> [Term] {
    guard kind == .line else { return [Term(text: name, kind: kind, isOptional: false)] }
    return Pool.line.map { Term(text: "\(name).\($0.name)", kind: $0.kind, isOptional: $0.isOptional) }
  }

  /// A quantifier whose text names the element that decides it.
  mutating func accusation() -> String? {
    guard let source = source() else { return nil }
    let name = variable()
    let own = source.terms(name).filter { !$0.kind.isCompound }
    guard !own.isEmpty else { return nil }
    return within(source.terms(name)) { terms in
      let filter = terms.chance.percent(30) ? " where \(terms.condition(depth: 0))" : ""
      let word = terms.chance.pick(["some", "every", "no"])
      let body = terms.condition(depth: 0)
      return "\(word) \(name) in \(source.text)\(filter) satisfies \(body) else \"not {\(terms.chance.pick(own).text)}\""
    }
  }

  private mutating func quantified(_ depth: Int) -> String? {
    guard depth > 0, let source = source() else { return nil }
    let name = variable()
    return within(source.terms(name)) { terms in
      let filter = terms.chance.percent(50) ? " where \(terms.condition(depth: 0))" : ""
      let word = terms.chance.pick(["some", "every", "no"])
      return "(\(word) \(name) in \(source.text)\(filter) satisfies \(terms.condition(depth: depth - 1)))"
    }
  }

  /// Writes something where a loop's variable is a name too; its own names are preferred.
  mutating func within<Result>(_ more: [Term], _ write: (inout Terms) -> Result) -> Result {
    let before = terms
    terms = more + more + before
    defer { terms = before }
    return write(&self)
  }

  mutating func aggregate(_ kind: Kind) -> String? {
    guard let source = source() else { return nil }
    let name = variable()
    let own = source.terms(name).filter { $0.kind == kind }
    guard !own.isEmpty else { return nil }
    let value = chance.pick(own).text
    let keys = source.terms(name).filter { $0.kind.isOrdered }
    if kind == .decimal, chance.percent(20), let list = term(.decimals) { return "\(chance.pick(["sum", "mean"]))(\(list))" }
    if !keys.isEmpty, chance.percent(35) {
      let order = "by \(chance.pick(keys).text)\(chance.pick(["", " desc"]))"
      return "\(chance.pick(["first", "last"]))(\(value) for \(name) in \(source.text) \(order))"
    }
    let functions = ["sum", "min", "max"] + ([.decimal, .euros, .cash, .span].contains(kind) ? ["mean"] : [])
    return within(source.terms(name)) { terms in
      let filter = terms.chance.percent(50) ? " where \(terms.condition(depth: 0))" : ""
      return "\(terms.chance.pick(functions))(\(value) for \(name) in \(source.text)\(filter))"
    }
  }

  mutating func count() -> String? {
    guard let source = source() else { return nil }
    let name = variable()
    if chance.percent(20), let inner = self.source() {
      let other = variable()
      return within(source.terms(name) + inner.terms(other)) { terms in
        "count(\(name) in \(source.text) for \(other) in \(inner.text) where \(terms.condition(depth: 0)))"
      }
    }
    return within(source.terms(name)) { terms in
      let filter = terms.chance.percent(70) ? " where \(terms.condition(depth: 0))" : ""
      return "count(\(name) in \(source.text)\(filter))"
    }
  }

  /// A list that an aggregate collects, in an order or as it comes.
  mutating func collected(_ kind: Kind) -> String? {
    guard let source = source() else { return nil }
    let name = variable()
    let own = source.terms(name)
    guard let element = kind.element, let value = own.first(where: { $0.kind == element })?.text else { return nil }
    let keys = own.filter { $0.kind.isOrdered }
    var order = ""
    if !keys.isEmpty, chance.percent(60) { order = " by \(chance.pick(keys).text)\(chance.pick(["", " desc"]))" }
    return within(own) { terms in
      let filter = terms.chance.percent(40) ? " where \(terms.condition(depth: 0))" : ""
      return "list(\(value) for \(name) in \(source.text)\(filter)\(order))"
    }
  }
}

extension String {
  /// In brackets.
  var bracketed: String { "(\(self))" }
}
