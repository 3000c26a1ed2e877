/// A generated truth set with a context and proposals.
struct Sample {
  struct File {
    var path: String
    /// Whole declarations, each with its key.
    var declarations: [String]

    var text: String { declarations.joined(separator: "\n") }
  }

  var files: [File]
  /// Facts in short form.
  var context: [String]
  var proposals: [String]

  var described: String {
    let files = files.map { "--- \($0.path)\n\($0.text)" }.joined(separator: "\n")
    return "\(files)\n--- context\n\(context.joined(separator: "\n"))\n--- proposals\n\(proposals.joined(separator: "\n"))"
  }
}

/// Makes a sample; the same seed makes the same one.
struct Generator {
  var chance: Chance
  let features: Features
  /// The packs, of which each may use those before it.
  var packs: [String] = []
  var facts: [FactPlan] = []
  var intents: [IntentPlan] = []
  var tables: [TablePlan] = []
  var lifecycles: [LifecyclePlan] = []
  /// Policies by pack, with their types.
  var policies: [(pack: String, name: String, kind: Kind)] = []
  /// Declarations by the file's path.
  var written: [String: [String]] = [:]
  var truths = 0
  /// Fact types that some truth produces.
  var produced = Set<String>()
  /// Ids of truths and invariants, for proposals to name.
  var ids: [String] = []

  init(seed: Int, features: Features) {
    chance = Chance(seed)
    self.features = features
  }

  static func sample(seed: Int, features: Features) -> Sample {
    var generator = Generator(seed: seed, features: features)
    return generator.make()
  }

  private mutating func make() -> Sample {
    plan()
    let packs = Array(packs)
    for pack in packs { writeTruths(pack) }
    for pack in packs { writeTruthsOnFacts(pack) }
    writeVocabulary()
    let context = context()
    let proposals = (0..<(2 + chance.below(4))).map { proposal($0) }
    let files = written.sorted { $0.key < $1.key }.map { Sample.File(path: $0.key, declarations: $0.value) }
    return Sample(files: files, context: context, proposals: proposals)
  }

  private mutating func plan() {
    packs = Array(["alpha", "beta", "gamma"].prefix(1 + chance.below(10) / 5 + chance.below(10) / 8))
    let names = ["item.seen", "item.kept", "case.open", "case.shut", "note.made"]
    for (level, name) in names.prefix(2 + chance.below(4)).enumerated() { facts.append(factPlan(name, level)) }
    if features.contains(.truthsOnFacts), chance.percent(25) { planLinks() }
    for index in 0...chance.below(2) { intents.append(intentPlan(index)) }
    for _ in 0..<chance.below(3) {
      let kind = chance.pick([Kind.decimal, .euros, .grade, .text, .integer, .bool])
      policies.append((chance.pick(packs), "cap\(policies.count)", kind))
    }
    if features.contains(.tables), chance.percent(50) { planTables() }
    if features.contains(.lifecycles), chance.percent(45) { planLifecycle() }
  }

  private mutating func factPlan(_ name: String, _ level: Int) -> FactPlan {
    var keys = Pool.keys
    chance.shuffle(&keys)
    let key = keys.prefix(chance.percent(12) ? 0 : 1 + chance.below(10) / 7).map {
      Slot(name: $0.name, kind: $0.kind, isOptional: false)
    }
    var plan = FactPlan(
      name: name, pack: chance.pick(packs), key: Array(key), fields: slots(count: 1 + chance.below(4), optional: 30), level: level
    )
    plan.isImmutable = chance.percent(20)
    plan.isDerived = features.contains(.views) && level > 0 && chance.percent(20) && !plan.slots.contains { $0.kind == .line }
    if plan.isDerived { plan.isImmutable = false }
    return plan
  }

  /// The key's type is that of the pack's fields of its name, so there has to be one.
  private mutating func planLifecycle() {
    let pack = chance.pick(packs)
    let slots = facts.filter { $0.pack == pack }.flatMap(\.slots) + intents.filter { $0.pack == pack }.flatMap(\.slots)
    if slots.contains(where: { $0.name == "k" }) { lifecycles.append(LifecyclePlan(name: "flow", pack: pack)) }
  }

  /// Plans a graph and the facts about what can be reached in it.
  private mutating func planLinks() {
    let key = ["j", "k"].map { Slot(name: $0, kind: .text, isOptional: false) }
    let pack = chance.pick(packs)
    facts.append(FactPlan(name: "link.known", pack: pack, key: key, fields: [], level: 0))
    let isDerived = features.contains(.views) && chance.percent(40)
    facts.append(FactPlan(name: "link.far", pack: pack, key: key, fields: [], level: 1, isDerived: isDerived))
  }

  private mutating func slots(count: Int, optional: Int) -> [Slot] {
    var pool = Pool.fields
    chance.shuffle(&pool)
    var chosen = Array(pool.prefix(count))
    // A fact with an amount also has its currency.
    if chosen.contains(where: { $0.kind == .cash }), !chosen.contains(where: { $0.kind == .coin }) {
      chosen.append(("cur", .coin))
    }
    // Facts mostly have it: without it they lack the amount.
    return chosen.map { name, kind in
      let percentage = kind == .coin && optional < 100 ? optional / 6 : optional
      return Slot(name: name, kind: kind, isOptional: chance.percent(percentage) || kind.isMap)
    }
  }

  private mutating func intentPlan(_ index: Int) -> IntentPlan {
    let keys = Pool.keys.filter { _ in chance.percent(75) }.map { Slot(name: $0.name, kind: $0.kind, isOptional: true) }
    var plan = IntentPlan(
      name: ["take_item", "drop_item"][index], pack: chance.pick(packs),
      slots: keys + slots(count: 3 + chance.below(4), optional: 100))
    if chance.percent(8) { plan.consent = chance.pick(["explicit", "break_glass", "implicit"]) }
    plan.isOpen = chance.percent(20)
    if plan.slots.isEmpty { plan.slots = [Slot(name: "k", kind: .text, isOptional: true)] }
    for slot in plan.slots where chance.percent(10) && !slot.kind.isCompound && slot.kind != .time {
      plan.defaults[slot.name] = slot.kind.literal(&chance)
    }
    return plan
  }

  /// The packs whose names may be used in a pack.
  func visible(from pack: String) -> Set<String> {
    Set(packs.prefix { $0 != pack } + [pack])
  }

  /// Returns the names that expressions of a pack may use besides those of a trigger.
  mutating func terms(in pack: String, below level: Int = .max) -> Terms {
    let visible = visible(from: pack)
    var terms = Terms(Chance(chance.below(1 << 30)))
    terms.facts = facts.filter { visible.contains($0.pack) && $0.level < level }
    terms.tables = tables.filter { visible.contains($0.pack) && (level == .max || !$0.readsContext) }
    terms.lifecycles = lifecycles.filter { visible.contains($0.pack) && level > Generator.lifecycleLevel }
    terms.terms = policies.filter { visible.contains($0.pack) }.map {
      Term(text: chance.percent(20) ? "\($0.pack).\($0.name)" : $0.name, kind: $0.kind, isOptional: false)
    }
    return terms
  }
}
