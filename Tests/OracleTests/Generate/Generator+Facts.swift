/// Truths that fire on facts. The types that a type's truths read have a lower level, so no cycle contains a negative reading.
/// The only recursion is that of `link.far`.
extension Generator {
  static let lifecycleLevel = 3

  mutating func writeTruthsOnFacts(_ pack: String) {
    guard features.contains(.truthsOnFacts) else { return }
    let own = facts.filter { $0.pack == pack && $0.level > 0 && $0.name != "link.far" && !$0.slots.contains { $0.kind == .line } }
    for _ in 0..<(1 + chance.below(2)) where !own.isEmpty { writeTruth(giving: chance.pick(own), pack) }
    for fact in own where fact.isDerived && !produced.contains(fact.name) { writeTruth(giving: fact, pack) }
    if lifecycles.contains(where: { $0.pack == pack }), !features.contains(.monotone), chance.percent(40) {
      for _ in 0...chance.below(3) { writeMover(pack) }
    }
    if facts.contains(where: { $0.name == "link.far" && $0.pack == pack }) { writeClosure(pack) }
  }

  /// The transitive closure of `link.known`.
  private mutating func writeClosure(_ pack: String) {
    produced.insert("link.far")
    let step =
      chance.percent(50)
      ? "    - fact: link.known as x\n    - fact: link.far as y\n" : "    - fact: link.far as y\n    - fact: link.known as x\n"
    let file = "truths/\(pack)/\(pack).links.truths"
    let trace = facts.contains { $0.name == "link.far" && $0.isDerived } ? "" : "    - trace.links\n"
    write(file, "truth near:\n  when:\n    - fact: link.known\n  produces:\n    - fact.link.far\n\(trace)")
    write(
      file,
      """
      truth far:
        when:
      \(step)    - if: y.k == x.j
        produces:
          - fact.link.far:
              j: y.j
              k: x.k
      \(trace)
      """)
  }

  private mutating func writeTruth(giving fact: FactPlan, _ pack: String) {
    var author = authorOnFacts(pack, below: fact.level, allowsViews: fact.isDerived)
    guard let when = author.when else { return }
    produced.insert(fact.name)
    truths += 1
    var text = "truth fires\(truths):\n\(when)"
    let isView = fact.isDerived
    text += author.author.lets()
    if !isView, chance.percent(25) { text += author.author.invariants(roles: true) }
    let isCorrection = !isView && !fact.isImmutable && !fact.key.isEmpty && !features.contains(.lasting) && chance.percent(3)
    text += "  produces:\n"
    if !isView { text += "    - trace.fires\(truths)\n" }
    text +=
      isCorrection
      ? author.author.correction(of: fact) : chance.percent(75) ? author.author.plainOutput(fact) : author.author.output(fact)
    if !isView, chance.percent(40) { text += author.author.ensures() }
    write("truths/\(pack)/\(pack).fires.truths", text)
  }

  /// A truth on facts that moves the lifecycle of its pack.
  private mutating func writeMover(_ pack: String) {
    guard let lifecycle = lifecycles.first(where: { $0.pack == pack }) else { return }
    var author = authorOnFacts(pack, below: Generator.lifecycleLevel, allowsViews: false)
    guard let when = author.when, author.author.hasTriggerField("k") else { return }
    truths += 1
    let chain = chance.pick([
      "start → draft", "start → draft", "draft → sent", "sent → paid", "any → void", "start → draft → sent",
      "draft → sent → paid",
    ])
    let invariants = chance.percent(25) ? author.author.invariants(roles: true) : ""
    write(
      "truths/\(pack)/\(pack).fires.truths",
      """
      truth moves\(truths):
      \(when)\(invariants)  moves:
          - \(lifecycle.name): \(chain)
        produces:
          - trace.moves\(truths)

      """)
  }

  /// Returns the head of a truth on one or two facts, and the author of the rest; no head where there is no fact to fire on.
  private mutating func authorOnFacts(_ pack: String, below level: Int, allowsViews: Bool) -> (author: Author, when: String?) {
    let visible = visible(from: pack)
    var readable = facts.filter { visible.contains($0.pack) && $0.level < level && (allowsViews || !$0.isDerived) }
    if level > Generator.lifecycleLevel {
      readable += lifecycles.filter { visible.contains($0.pack) }.map { lifecycle in
        let (key, step) = (Slot(name: "k", kind: .text, isOptional: false), Slot(name: "step", kind: .integer, isOptional: false))
        return FactPlan(name: "\(lifecycle.name).entered", pack: lifecycle.pack, key: [key, step], fields: [], level: 0)
      }
    }
    var terms = terms(in: pack, below: level)
    guard !readable.isEmpty else { return (Author(terms: terms, trigger: [], pack: pack), nil) }
    let matched = (0..<(chance.percent(35) ? 2 : 1)).map { _ in chance.pick(readable) }
    if matched.count == 2 || chance.percent(40) {
      for (name, fact) in zip(["f", "z"], matched) {
        terms.terms += fact.slots.map { Term(text: "\(name).\($0.name)", kind: $0.kind, isOptional: $0.isOptional) }
      }
    }
    let isNamed = matched.count == 2 || terms.terms.contains { $0.text.hasPrefix("f.") }
    var when = "  when:\n"
    for (name, fact) in zip(["f", "z"], matched) { when += "    - fact: \(fact.name)\(isNamed ? " as \(name)" : "")\n" }
    let all = matched.flatMap(\.slots)
    let bare = all.filter { slot in all.count { $0.name == slot.name } == 1 }
    let isMonotone = features.contains(.monotone)
    if isMonotone { terms.positive = terms.facts }
    if isMonotone { terms.facts = [] }
    var author = Author(terms: terms, trigger: bare, pack: pack)
    author.ambiguous = Set(all.map(\.name)).subtracting(bare.map(\.name))
    if matched.count == 2 { when += "    - if: '\(join(matched))'\n" }
    if chance.percent(40) { when += "    - if: '\(author.firingCondition())'\n" }
    if features.contains(.unknowns), chance.percent(40), let condition = author.terms.unknowable() {
      when += "    - if: '\(condition)'\n"
    }
    return (author, when)
  }

  /// Two facts meet in a field of one type.
  private mutating func join(_ matched: [FactPlan]) -> String {
    let pairs = matched[0].slots.flatMap { left in
      matched[1].slots.filter { $0.kind == left.kind && !$0.kind.isCompound }.map {
        "f.\(left.name) == z.\($0.name)"
      }
    }
    return pairs.isEmpty ? "f.\(matched[0].slots[0].name) exists" : chance.pick(pairs)
  }
}

extension Author {
  func hasTriggerField(_ name: String) -> Bool { terms.triggerKeys.contains(name) }

  /// Writes the `if` of a truth on facts, in which presence tests and `some` are positive.
  mutating func firingCondition() -> String {
    let positive = terms.positive.filter { fact in fact.key.allSatisfy { terms.triggerKeys.contains($0.name) } }
    guard !positive.isEmpty, terms.chance.percent(60) else { return terms.condition(depth: 1) }
    let fact = terms.chance.pick(positive).name
    return terms.chance.percent(50) ? fact : "(\(fact) or \(terms.condition(depth: 0)))"
  }
}
