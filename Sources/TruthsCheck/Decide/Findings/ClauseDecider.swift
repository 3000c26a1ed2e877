import TruthsDiagnostics

extension CheckSession {
  /// Finds clauses that contradict each other, that are true of everything or nothing, that follow from others, and that draw
  /// different consequences (language.md §9). Every finding has a witness.
  func decideClauses() {
    var decider = ClauseDecider(program, unread: unreadTypes)
    decider.decide()
    proofs = decider.proofs
    for (index, table) in program.tables.enumerated() where declared.tables[index].isWhole && !table.isFaulty {
      var rows = TableRows(program, index, unread: unreadTypes, effort: decider.effort)
      rows.find()
      if let needed = rows.otherwiseNeeded { report(needed) }
      proofs += rows.proofs
    }
    report(proofs.map(\.diagnostic))
  }

  /// Types that could not be read to their end: of their values nothing is said.
  private var unreadTypes: Set<ValueType> {
    var unread: Set<ValueType> = [.unknown]
    for (index, enumeration) in declared.enums.enumerated() where !enumeration.isWhole || program.enums[index].values.isEmpty {
      unread.insert(.enumeration(index))
    }
    for (index, record) in declared.records.enumerated() where !record.isWhole { unread.insert(.record(index)) }
    for (index, fact) in declared.facts.enumerated() where !fact.isWhole { unread.insert(.fact(index)) }
    return unread
  }
}

/// Goes through the clauses of a program: intent by intent for what several truths say together, then truth by truth.
struct ClauseDecider {
  private let program: Program
  private let unread: Set<ValueType>
  /// Steps for all questions of a check; a large set that is not contrived takes a fraction of it.
  let effort = Effort(total: 40_000_000)
  private(set) var proofs: [Proof] = []
  /// Truths whose clauses contradict each other: what else follows from them follows from that.
  private var contradictory: Set<String> = []

  /// Invariants for all intents are decided beside those of each intent up to this number.
  private static let sharedLimit = 16

  init(_ program: Program, unread: Set<ValueType>) {
    self.program = program
    self.unread = unread
  }

  mutating func decide() {
    decideIntents()
    for truth in program.truths where !truth.isBuiltIn { decide(truth) }
    for invariant in program.invariants { decide(invariant) }
    var seen: Set<Diagnostic> = []
    proofs = proofs.filter { seen.insert($0.diagnostic).inserted }
  }

  // MARK: Intents

  private mutating func decideIntents() {
    var truths = [[CheckedTruth]](repeating: [], count: program.intents.count)
    for truth in program.truths where !truth.isBuiltIn {
      for intent in truth.intents { truths[intent].append(truth) }
    }
    var invariants = [[CheckedInvariant]](repeating: [], count: program.intents.count)
    var shared: [CheckedInvariant] = []
    for invariant in program.invariants {
      switch invariant.applies {
      case .all: shared.append(invariant)
      case .intents(let intents): for intent in intents { invariants[intent].append(invariant) }
      case .state: break
      }
    }
    if shared.count > Self.sharedLimit { shared = [] }
    for intent in truths.indices where !truths[intent].isEmpty || !invariants[intent].isEmpty {
      decide(intent, truths[intent], invariants[intent] + shared)
    }
  }

  private mutating func decide(_ intent: Int, _ truths: [CheckedTruth], _ invariants: [CheckedInvariant]) {
    let world = ClauseWorld(program, unread: unread, intent: intent, proposed: intent, effort: effort)
    let rules = invariants.compactMap { world.item($0) }
    let items = truths.compactMap { world.items($0) }
    var contradictions = Contradictions(world)
    contradictions.find(items, rules)
    contradictory.formUnion(contradictions.owners)
    proofs += contradictions.proofs
    var conditions = SharedConditions(world)
    conditions.find(items, rules)
    proofs += conditions.proofs
    var thresholds = Thresholds(world)
    thresholds.find(items, rules)
    proofs += thresholds.proofs
  }

  // MARK: Truths and invariants

  private mutating func decide(_ truth: CheckedTruth) {
    guard let proposed = truth.intents.first else { return }
    let world = ClauseWorld(program, unread: unread, intent: nil, proposed: proposed, effort: effort)
    guard let items = world.items(truth) else { return }
    let constancy = Constancy(world: world)
    var settled: Set<String> = []
    if let proof = constancy.proof(ofFiring: items) {
      proofs.append(proof)
      // What an `if` that is never true lets through is nobody's concern.
      if world.isImpossible(items.condition.map { [$0.holds] } ?? []) { return }
    }
    for item in items.all {
      guard let proof = constancy.proof(item, fires: items.fires, hasCondition: items.condition != nil) else { continue }
      settled.insert(item.clause.name)
      proofs.append(proof)
    }
    if !contradictory.contains(truth.id) {
      var implications = Implications(world, items)
      implications.find(settled: settled)
      proofs += implications.proofs
    }
    decideResult(of: truth, proposed)
  }

  /// `ensures` is read on another context than the rest, so it is decided by itself.
  private mutating func decideResult(of truth: CheckedTruth, _ proposed: Int) {
    if truth.ensures.isEmpty { return }
    let world = ClauseWorld(program, unread: unread, intent: nil, proposed: proposed, effort: effort)
    let translator = Translator(world.world, Frame(truth, intent: nil, in: program), effort)
    let items = truth.ensures.compactMap { world.item($0, owner: truth.id, pack: truth.pack, translator) }
    addResult(items, world)
  }

  private mutating func addResult(_ items: [ClauseItem], _ world: ClauseWorld) {
    let constancy = Constancy(world: world)
    var found = items.compactMap { constancy.proof($0, fires: [], hasCondition: false) }
    var contradictions = Contradictions(world)
    contradictions.find([], items)
    found += contradictions.proofs
    for index in found.indices { found[index].isOfResult = true }
    proofs += found
  }

  private mutating func decide(_ invariant: CheckedInvariant) {
    let intents: [Int]
    switch invariant.applies {
    case .intents(let named): intents = named
    case .all, .state: intents = program.intents.indices.filter { !program.intents[$0].isBuiltIn }
    }
    let world = ClauseWorld(program, unread: unread, intent: nil, proposed: intents.first, effort: effort)
    guard let item = world.item(invariant) else { return }
    if invariant.applies == .state { return addResult([item], world) }
    if let proof = Constancy(world: world).proof(item, fires: [], hasCondition: false) { proofs.append(proof) }
  }
}

extension ClauseWorld {
  /// The rule of an invariant of its own.
  func item(_ invariant: CheckedInvariant) -> ClauseItem? {
    var intents: [Int] = intent.map { [$0] } ?? []
    if intent == nil, case .intents(let named) = invariant.applies { intents = named }
    let frame = Frame(invariant.inputs, intents: intents, in: program)
    return item(
      invariant.clause, owner: invariant.id, pack: invariant.pack, Translator(world, frame, search.effort))
  }
}
