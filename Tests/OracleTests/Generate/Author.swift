/// Writes the parts of one truth.
struct Author {
  var terms: Terms
  let trigger: [Slot]
  let pack: String
  /// The names of fields that two matched facts have. Outputs write such fields, because they cannot copy them.
  var ambiguous: Set<String> = []
  /// Fact types that a shared clause of this truth is about already.
  private var sharedFacts: Set<String> = []

  init(terms: Terms, trigger: [Slot], pack: String) {
    self.terms = terms
    self.trigger = trigger
    self.pack = pack
    self.terms.triggerKeys = Set(trigger.map(\.name))
    // The trigger's terms are included three times, so that most expressions are about the trigger.
    let own = trigger.map { Term(text: $0.name, kind: $0.kind, isOptional: $0.isOptional) }
    self.terms.terms += own + own + own
  }

  /// A clause as a scalar that YAML leaves alone.
  func clause(_ text: String) -> String { "'\(text)'" }

  mutating func lets() -> String {
    guard terms.chance.percent(35) else { return "" }
    var text = "  let:\n"
    for index in 0...terms.chance.below(2) {
      let kinds = [Kind.decimal, .integer, .euros, .text, .bool, .texts, .span].filter { terms.term($0) != nil }
      guard !kinds.isEmpty else { continue }
      let kind = terms.chance.pick(kinds)
      let name = "let\(index)"
      if kind == .text, terms.chance.percent(50) {
        text += "    \(name): \"\(terms.interpolation())\"\n"
      } else {
        text += "    \(name): \(clause(terms.nonLiteral(kind)))\n"
      }
      terms.terms.append(Term(text: name, kind: kind, isOptional: true))
    }
    if terms.chance.percent(30), let slot = unjoinedKey() {
      text += "    \(slot.name): \(clause(terms.nonLiteral(slot.kind)))\n"
      terms.terms.append(Term(text: slot.name, kind: slot.kind, isOptional: true))
      terms.triggerKeys.insert(slot.name)
      ambiguous.insert(slot.name)
    }
    return text == "  let:\n" ? "" : text
  }

  /// A part of a key that the trigger does not give, and that a `let` may give.
  private mutating func unjoinedKey() -> Slot? {
    let taken = terms.triggerKeys.union(trigger.map(\.name)).union(ambiguous)
    let slots = terms.facts.flatMap(\.key).filter { slot in
      !taken.contains(slot.name) && [.text, .integer].contains(slot.kind) && terms.terms.contains { $0.kind == slot.kind }
    }
    return slots.isEmpty ? nil : terms.chance.pick(slots)
  }

  mutating func requires(_ slots: [Slot]) -> String {
    var lines: [String] = []
    for slot in slots where terms.chance.percent(20) {
      lines.append("\(slot.name) exists")
    }
    for _ in 0..<(terms.chance.below(6) / 3) {
      switch terms.chance.below(4) {
      case 0: lines.append("\(terms.condition(depth: 1)) → \(likely())")
      case 1 where terms.chance.percent(50): lines.append(terms.accusation() ?? likely())
      case 1: lines.append("\(likely()) else \"not \(terms.interpolation())\"")
      default: lines.append(likely())
      }
    }
    return section("requires", lines)
  }

  private func section(_ name: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : "  \(name):\n" + lines.map { "    - \(clause($0))\n" }.joined()
  }

  mutating func invariants(roles: Bool, consents: Bool = false) -> String {
    var text = ""
    for _ in 0..<terms.chance.below(3) {
      let clause = shared() ?? invariant(roles: roles, consents: consents)
      let id = terms.chance.percent(10) ? "\(pack).named.c\(terms.chance.below(1_000_000))" : nil
      text += id.map { "    - id: \($0)\n      rule: \(clause)\n" } ?? "    - \(clause)\n"
    }
    return text.isEmpty ? "" : "  invariants:\n" + text
  }

  /// `F → reject(…)`, which several truths share.
  private mutating func shared() -> String? {
    let fitting = terms.facts.filter { fact in
      fact.key.allSatisfy { terms.triggerKeys.contains($0.name) } && !sharedFacts.contains(fact.name)
    }
    guard !fitting.isEmpty, terms.chance.percent(15) else { return nil }
    let fact = terms.chance.pick(fitting)
    sharedFacts.insert(fact.name)
    return clause("\(fact.name) → reject(\"\(fact.name) is there\")")
  }

  /// A condition that holds more often than not.
  private mutating func likely() -> String { joined("or") }

  /// A condition that seldom holds.
  private mutating func unlikely() -> String { joined("and") }

  private mutating func joined(_ word: String) -> String {
    let share = terms.chance.below(100)
    if share < 15 { return terms.condition() }
    let parts = (0..<(share < 55 ? 2 : 3)).map { _ in terms.condition(depth: 1) }
    return "(\(parts.joined(separator: " \(word) ")))"
  }

  mutating func invariant(roles: Bool, consents: Bool = false) -> String {
    let words = "\"it is \(terms.interpolation())\""
    let role = terms.chance.pick([
      "", "(lead)", "(\"chief officer\")", "(lead, \(words))", "(\(spec()))", "(\(spec()), \(words))",
    ])
    switch terms.chance.below(13) {
    case 0, 1: return clause("\(unlikely()) → reject(\(words))")
    case 2: return clause("\(unlikely()) → \(terms.condition(depth: 1))")
    case 3: return clause(likely())
    case 4: return clause("\(likely()) else \(words)")
    case 5: return clause(roles ? "\(unlikely()) → requires_approval\(role)" : likely())
    case 6: return clause(roles ? "\(likely()) else requires_approval\(role)" : likely())
    case 7: return clause("\(unlikely()) → warn(\(words))")
    case 8: return clause("\(likely()) else reject(\(words))")
    case 9: return clause("\(unlikely()) → \(likely()) else \(words)")
    case 10: return clause("\(unlikely()) → \(likely()) else requires_approval\(role)")
    case 11: return clause(consents ? "\(unlikely()) → requires_consent\(terms.chance.pick(["", "(\(words))"]))" : likely())
    default: return clause("\(unlikely()) → \(terms.condition(depth: 0)) else warn(\(words))")
    }
  }

  /// Whose approval is asked for (approvals §2).
  private mutating func spec() -> String {
    let role = { (author: inout Author) in author.terms.chance.pick(["lead", "\"chief officer\""]) }
    var words = role(&self)
    switch terms.chance.below(5) {
    case 0: words = "\(terms.chance.pick(["2", "3"])) of \(words)"
    case 1: words = "2 of lead or \"chief officer\""
    case 2: if let person = terms.term(.text) { words = "by \(person) or \(words)" }
    case 3: if let person = terms.term(.text) { words += " by \(person)" }
    default: words += " or board"
    }
    guard terms.chance.percent(30), let people = terms.term(terms.chance.percent(40) ? .texts : .text) else { return words }
    return words + " not by \(people)"
  }

  mutating func ensures() -> String {
    guard terms.chance.percent(30) else { return "" }
    terms.isOfResult = true
    defer { terms.isOfResult = false }
    return "  ensures:\n    - \(invariant(roles: true))\n"
  }
}

extension Author {
  /// Writes an output, with or without a loop and a filter. A field that both the trigger and the loop have is written.
  mutating func output(_ fact: FactPlan) -> String {
    var head = "fact.\(fact.name)"
    guard terms.chance.percent(30), let source = terms.source() else {
      if terms.chance.percent(25) { head += " where \(terms.condition(depth: 1))" }
      return entry(head, fact.slots, loop: [])
    }
    let name = terms.variable()
    let own = source.terms(name)
    head += " for \(name) in \(source.text)"
    let before = terms.terms
    defer { terms.terms = before }
    terms.terms = own + own + before
    if terms.chance.percent(40) { head += " where \(terms.condition(depth: 0))" }
    return entry(head, fact.slots, loop: own.compactMap { $0.text.split(separator: ".").dropFirst().first.map(String.init) })
  }

  /// Writes an output that repeats matched values, so that it is seldom in conflict with another one.
  mutating func plainOutput(_ fact: FactPlan) -> String {
    var fields = ""
    for slot in fact.slots {
      let isInTrigger = trigger.contains { $0.name == slot.name }
      if !ambiguous.contains(slot.name), isInTrigger || slot.isOptional { continue }
      if slot.kind.isMap { continue }
      let isKey = fact.key.contains(slot)
      let own = terms.terms.filter { term in
        term.kind == slot.kind && (term.text.contains(".") || trigger.contains { $0.name == term.text })
      }
      let text =
        own.isEmpty || (!isKey && terms.chance.percent(30)) ? slot.kind.literal(&terms.chance) : terms.chance.pick(own).text
      fields += "        \(slot.name): \(clause(text))\n"
    }
    let head = terms.chance.percent(20) ? "fact.\(fact.name) where \(terms.condition(depth: 1))" : "fact.\(fact.name)"
    return fields.isEmpty ? "    - '\(head)'\n" : "    - '\(head)':\n\(fields)"
  }

  fileprivate mutating func entry(_ head: String, _ slots: [Slot], loop: [String]) -> String {
    var fields = ""
    for slot in slots {
      let isInTrigger = trigger.contains { $0.name == slot.name }
      let isCopied = isInTrigger != loop.contains(slot.name) && !ambiguous.contains(slot.name)
      if isCopied, terms.chance.percent(85) { continue }
      if !isCopied, !isInTrigger, !ambiguous.contains(slot.name), slot.isOptional, terms.chance.percent(50) { continue }
      fields += field(slot)
    }
    return fields.isEmpty ? "    - '\(head)'\n" : "    - '\(head)':\n\(fields)"
  }

  private mutating func field(_ slot: Slot) -> String {
    // A map is received, never written.
    if slot.kind.isMap { return terms.term(slot.kind).map { "        \(slot.name): \(clause($0))\n" } ?? "" }
    return "        \(slot.name): \(clause(terms.expression(slot.kind, depth: 1)))\n"
  }

  /// A correction of the fact with the trigger's key.
  mutating func correction(of fact: FactPlan) -> String {
    var fields = ""
    for slot in fact.key where !trigger.contains(where: { $0.name == slot.name }) { fields += field(slot) }
    for slot in fact.fields where terms.chance.percent(60) { fields += field(slot) }
    let head = "correction.\(fact.name)"
    return fields.isEmpty ? "    - \(head)\n" : "    - \(head):\n\(fields)"
  }
}
