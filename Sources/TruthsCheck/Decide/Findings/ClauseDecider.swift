import TruthsDiagnostics

/// What was decided of some clauses, or of a table.
struct Decision {
  var proofs: [Proof] = []
  /// Truths whose clauses contradict each other: what else follows from them follows from that.
  var contradictory: Set<String> = []
  /// A finding that takes no witness.
  var plain: Diagnostic?
  /// The steps that it took.
  var steps = 0
  /// What was decided of the only truth of an intent, whose clauses were at hand.
  var ofTruth: [Proof]?
}

/// Decides clauses: intent by intent for what several truths say together, then truth by truth. Every finding has a witness.
struct ClauseDecider {
  let tables: CheckTables
  let unread: Set<ValueType>
  let effort: Effort
  /// Whether a truth that stands alone for its intent is decided along with that.
  let joins: Bool
  private var result = Decision()

  private var program: Program { _read { yield tables.program } }

  init(_ tables: CheckTables, unread: Set<ValueType>, _ effort: Effort, joins: Bool) {
    self.tables = tables
    self.unread = unread
    self.effort = effort
    self.joins = joins
  }

  // MARK: Intents

  /// Decides the clauses that speak of an intent together.
  ///
  /// - Parameter shared: the invariants for all intents.
  static func decision(_ group: IntentGroup, _ shared: [InvariantBody], _ decider: ClauseDecider) -> Decision {
    var decider = decider
    let before = decider.effort.spent
    decider.decide(group, group.invariants.map(\.checked) + shared.map(\.checked))
    decider.result.steps = decider.effort.spent - before
    return decider.result
  }

  private mutating func decide(_ group: IntentGroup, _ invariants: [CheckedInvariant]) {
    let intent = group.intent
    let world = ClauseWorld(tables, unread: unread, intent: intent, proposed: intent, effort: effort)
    let rules = invariants.compactMap { world.item($0) }
    let truths = group.truths.filter { !$0.declared.isBuiltIn }.map(\.checked)
    let items = truths.compactMap { world.items($0) }
    var contradictions = Contradictions(world)
    contradictions.find(items, rules)
    result.contradictory.formUnion(contradictions.owners)
    result.proofs += contradictions.proofs
    var conditions = SharedConditions(world)
    conditions.find(items, rules)
    result.proofs += conditions.proofs
    var thresholds = Thresholds(world)
    thresholds.find(items, rules)
    result.proofs += thresholds.proofs
    // A truth that stands alone is decided by itself over the same formulas.
    if joins, truths.count == 1, truths[0].intents.count == 1, invariants.isEmpty, let only = items.first {
      let proofs = result.proofs
      result.proofs = []
      decide(only, world, isContradictory: result.contradictory.contains(truths[0].id))
      result.ofTruth = result.proofs
      result.proofs = proofs
    }
  }

  // MARK: Truths and invariants

  /// Decides the clauses of a truth by themselves.
  static func decision(_ truth: CheckedTruth, isContradictory: Bool, _ decider: ClauseDecider) -> Decision {
    var decider = decider
    guard let proposed = truth.intents.first else { return decider.result }
    let before = decider.effort.spent
    let world = ClauseWorld(decider.tables, unread: decider.unread, intent: nil, proposed: proposed, effort: decider.effort)
    if let items = world.items(truth) { decider.decide(items, world, isContradictory: isContradictory) }
    decider.result.steps = decider.effort.spent - before
    return decider.result
  }

  private mutating func decide(_ items: TruthItems, _ world: ClauseWorld, isContradictory: Bool) {
    let constancy = Constancy(world: world)
    var settled: Set<String> = []
    if let proof = constancy.proof(ofFiring: items) {
      result.proofs.append(proof)
      // What an `if` that is never true lets through is nobody's concern.
      if world.isImpossible(items.condition.map { [$0.holds] } ?? []) { return }
    }
    for item in items.all {
      guard let proof = constancy.proof(item, fires: items.fires, hasCondition: items.condition != nil) else { continue }
      settled.insert(item.clause.name)
      result.proofs.append(proof)
    }
    if !isContradictory {
      var implications = Implications(world, items)
      implications.find(settled: settled)
      result.proofs += implications.proofs
    }
    decideResult(of: items.truth)
  }

  /// `ensures` is read on another context than the rest, so it is decided by itself.
  private mutating func decideResult(of truth: CheckedTruth) {
    if truth.ensures.isEmpty { return }
    let world = ClauseWorld(tables, unread: unread, intent: nil, proposed: truth.intents.first, effort: effort)
    let translator = Translator(world.world, Frame(truth, intent: nil, in: tables), effort)
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
    result.proofs += found
  }

  /// Decides the rule of an invariant by itself.
  static func decision(_ invariant: CheckedInvariant, _ decider: ClauseDecider) -> Decision {
    var decider = decider
    let before = decider.effort.spent
    decider.decide(invariant)
    decider.result.steps = decider.effort.spent - before
    return decider.result
  }

  private mutating func decide(_ invariant: CheckedInvariant) {
    let intents: [Int]
    switch invariant.applies {
    case .intents(let named): intents = named
    case .all, .state: intents = program.intents.indices.filter { !program.intents[$0].isBuiltIn }
    }
    let world = ClauseWorld(tables, unread: unread, intent: nil, proposed: intents.first, effort: effort)
    guard let item = world.item(invariant) else { return }
    if invariant.applies == .state { return addResult([item], world) }
    if let proof = Constancy(world: world).proof(item, fires: [], hasCondition: false) { result.proofs.append(proof) }
  }

  // MARK: Tables

  /// Decides the rows of a table.
  static func decision(ofTable index: Int, _ decider: ClauseDecider) -> Decision {
    let before = decider.effort.spent
    var rows = TableRows(decider.tables, index, unread: decider.unread, effort: decider.effort)
    rows.find()
    return Decision(proofs: rows.proofs, plain: rows.plain, steps: decider.effort.spent - before)
  }
}

extension ClauseWorld {
  /// The rule of an invariant of its own.
  func item(_ invariant: CheckedInvariant) -> ClauseItem? {
    var intents: [Int] = intent.map { [$0] } ?? []
    if intent == nil, case .intents(let named) = invariant.applies { intents = named }
    let frame = Frame(invariant.inputs, intents: intents, in: world.tables)
    return item(
      invariant.clause, owner: invariant.id, pack: invariant.pack, Translator(world, frame, search.effort))
  }
}
