import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Findings from deciding some clauses, or a table.
struct ClauseFindings {
  var proofs: [Proof] = []
  /// Truths whose clauses contradict each other. Other findings about them would only follow from the contradiction.
  var contradictory: Set<String> = []
  /// Findings without a witness.
  var plain: [Diagnostic] = []
  /// Number of steps that deciding took.
  var steps = 0
  /// Proofs about the only truth of an intent, if it was decided with the intent.
  var ofTruth: [Proof]?
}

/// Decides clauses: by intent for what several truths say together, then by truth. Every finding has a witness.
struct ClauseDecider {
  let tables: CheckTables
  let unread: Set<ValueType>
  let fuel: Fuel
  /// Whether the only truth of an intent is decided together with the intent.
  let joins: Bool
  private var result = ClauseFindings()

  private var program: Program { _read { yield tables.program } }

  init(_ tables: CheckTables, unread: Set<ValueType>, _ fuel: Fuel, joins: Bool) {
    self.tables = tables
    self.unread = unread
    self.fuel = fuel
    self.joins = joins
  }

  // MARK: Intents

  /// Decides the clauses about an intent together.
  ///
  /// - Parameter shared: the invariants for all intents.
  static func decision(_ group: IntentGroup, _ shared: [InvariantBody], _ decider: ClauseDecider) -> ClauseFindings {
    var decider = decider
    let before = decider.fuel.spent
    decider.decide(group, group.invariants.map(\.checked) + shared.map(\.checked))
    decider.result.steps = decider.fuel.spent - before
    return decider.result
  }

  private mutating func decide(_ group: IntentGroup, _ invariants: [CheckedInvariant]) {
    let intent = group.intent
    let encoding = ClauseEncoder(tables, unread: unread, intent: intent, proposed: intent, fuel: fuel)
    let rules = invariants.compactMap { encoding.item($0) }
    let truths = group.truths.filter { !$0.declared.isBuiltIn }
    let items = truths.compactMap { encoding.items($0.checked) }
    var contradictions = Contradictions(encoding)
    contradictions.find(items, rules)
    result.contradictory.formUnion(contradictions.owners)
    result.proofs += contradictions.proofs
    var conditions = SharedConditions(encoding)
    conditions.find(items, rules)
    result.proofs += conditions.proofs
    var thresholds = Thresholds(encoding)
    thresholds.find(items, rules)
    result.proofs += thresholds.proofs
    // An only truth is decided by itself with the formulas that are already translated.
    if joins, truths.count == 1, truths[0].checked.intents.count == 1, invariants.isEmpty, let only = items.first {
      let proofs = result.proofs
      result.proofs = []
      decide(only, of: truths[0], encoding, isContradictory: result.contradictory.contains(truths[0].id))
      result.ofTruth = result.proofs
      result.proofs = proofs
    }
  }

  // MARK: Truths and invariants

  /// Decides the clauses of a truth by themselves.
  static func decision(_ truth: TruthBody, isContradictory: Bool, _ decider: ClauseDecider) -> ClauseFindings {
    var decider = decider
    guard let proposed = truth.checked.intents.first else { return decider.result }
    let before = decider.fuel.spent
    let encoding = ClauseEncoder(decider.tables, unread: decider.unread, intent: nil, proposed: proposed, fuel: decider.fuel)
    if let items = encoding.items(truth.checked) {
      decider.decide(items, of: truth, encoding, isContradictory: isContradictory)
    }
    decider.result.steps = decider.fuel.spent - before
    return decider.result
  }

  private mutating func decide(
    _ items: TruthItems, of body: TruthBody, _ encoding: ClauseEncoder, isContradictory: Bool
  ) {
    let constancy = Constancy(encoding: encoding)
    var settled: Set<String> = []
    if let proof = constancy.proof(ofFiring: items) {
      result.proofs.append(proof)
      // If the `if` is never true, the clauses have no effect.
      if encoding.isImpossible(items.condition.map { [$0.holds] } ?? []) { return }
    }
    for item in items.all {
      guard let proof = constancy.proof(item, fires: items.fires, hasCondition: items.condition != nil) else { continue }
      settled.insert(item.clause.name)
      result.proofs.append(proof)
    }
    if !isContradictory {
      var implications = Implications(encoding, items, of: body)
      implications.find(settled: settled)
      result.proofs += implications.proofs
    }
    decideResult(of: items.truth)
  }

  /// Decides the `ensures` of a truth separately from its other clauses, because `ensures` is read on another context.
  private mutating func decideResult(of truth: CheckedTruth) {
    if truth.ensures.isEmpty { return }
    let encoding = ClauseEncoder(tables, unread: unread, intent: nil, proposed: truth.intents.first, fuel: fuel)
    let translator = Translator(encoding.encoding, EncodingScope(truth, intent: nil, in: tables), fuel)
    let items = truth.ensures.compactMap { encoding.item($0, owner: truth.id, pack: truth.pack, translator) }
    addResult(items, encoding)
  }

  private mutating func addResult(_ items: [ClauseItem], _ encoding: ClauseEncoder) {
    let constancy = Constancy(encoding: encoding)
    var proofs = items.compactMap { constancy.proof($0, fires: [], hasCondition: false) }
    var contradictions = Contradictions(encoding)
    contradictions.find([], items)
    proofs += contradictions.proofs
    for index in proofs.indices { proofs[index].isOfResult = true }
    result.proofs += proofs
  }

  /// Decides the rule of an invariant alone, without other clauses.
  static func decision(_ invariant: CheckedInvariant, _ decider: ClauseDecider) -> ClauseFindings {
    var decider = decider
    let before = decider.fuel.spent
    decider.decide(invariant)
    decider.result.steps = decider.fuel.spent - before
    return decider.result
  }

  private mutating func decide(_ invariant: CheckedInvariant) {
    let intents: [Int]
    switch invariant.applies {
    case .intents(let named): intents = named
    case .all, .state: intents = program.intents.indices.filter { !program.intents[$0].isBuiltIn }
    }
    let encoding = ClauseEncoder(tables, unread: unread, intent: nil, proposed: intents.first, fuel: fuel)
    guard let item = encoding.item(invariant) else { return }
    if invariant.applies == .state { return addResult([item], encoding) }
    if let proof = Constancy(encoding: encoding).proof(item, fires: [], hasCondition: false) { result.proofs.append(proof) }
  }

  // MARK: Tables

  static func decision(ofTable index: Int, _ decider: ClauseDecider) -> ClauseFindings {
    let before = decider.fuel.spent
    var rows = TableRows(decider.tables, index, unread: decider.unread, fuel: decider.fuel)
    rows.find()
    return ClauseFindings(
      proofs: rows.proofs, plain: [rows.plain].compactMap(\.self) + rows.possible, steps: decider.fuel.spent - before)
  }
}

extension ClauseEncoder {
  /// Translates the rule of a standalone invariant.
  func item(_ invariant: CheckedInvariant) -> ClauseItem? {
    var intents: [Int] = intent.map { [$0] } ?? []
    if intent == nil, case .intents(let named) = invariant.applies { intents = named }
    var scope = EncodingScope(invariant.inputs, intents: intents, in: encoding.tables)
    scope.policies = policies
    return item(
      invariant.clause, owner: invariant.id, pack: invariant.pack, Translator(encoding, scope, search.fuel))
  }
}

/// Finds clauses that contradict each other, that are always or never true, that follow from others, and that have different
/// consequences (declarations §5.4).
///
/// Questions run in parallel, each with all steps. If together they take more than the limit, they run again one after another,
/// until the steps are spent.
struct DecisionPass: CheckPass {
  /// Steps for all questions of a check; large realistic sets take a fraction of this number.
  private static let steps = 40_000_000
  /// Maximum number of invariants for all intents that are decided together with the clauses of each intent. If there are more,
  /// none of them is decided in this way.
  private static let sharedLimit = 16

  let session: CheckSession
  let bodies: CheckedBodies
  /// Groups by index of intent.
  let groups: [IntentGroup?]

  /// Runs the pass.
  ///
  /// - Returns: the findings about clauses and tables, with their witnesses.
  func run() -> [Proof] {
    noteDerivedFacts()
    var decisions = decisions(sharing: nil)
    if decisions.isOverLimit { decisions = self.decisions(sharing: Fuel(total: Self.steps)) }
    var seen: Set<Diagnostic> = []
    var proofs = decisions.ofClauses.flatMap(\.proofs).filter { seen.insert($0.diagnostic).inserted }
    for decision in decisions.ofTables {
      report(decision.plain)
      proofs += decision.proofs
    }
    report(proofs.map(\.diagnostic))
    return proofs
  }

  /// Records the facts that truths on facts make. Every witness may depend on them, so a change invalidates all cached
  /// decisions.
  private func noteDerivedFacts() {
    var derived: Set<Int> = []
    for truth in bodies.truths where !truth.checked.matches.isEmpty {
      for output in truth.checked.outputs { derived.insert(output.fact) }
      for move in truth.checked.moves { derived.insert(program.lifecycles[move.key.lifecycle].history) }
    }
    if derived == tables.derived { return }
    tables.derived = derived
    for group in groups { group?.decision = nil }
    for truth in bodies.truths { truth.decision = nil }
    for invariant in bodies.invariants { invariant.decision = nil }
    for table in bodies.tables { table.decision = nil }
  }

  /// Results of all decisions, in a fixed order.
  private struct Decisions {
    var ofClauses: [ClauseFindings] = []
    var ofTables: [ClauseFindings] = []
    /// Whether the decisions together took more steps than they may take.
    var isOverLimit = false
  }

  /// Decides everything.
  ///
  /// - Parameter fuel: the steps left for all; `nil` gives each question all steps, and uses cached decisions.
  private func decisions(sharing fuel: Fuel?) -> Decisions {
    let (tables, unread, pool) = (tables, unreadTypes, FuelPool(limit: Self.steps))
    func each<Item>(_ items: [Item], _ decide: (Item, ClauseDecider) -> ClauseFindings) -> [ClauseFindings] {
      if let fuel { return items.map { decide($0, ClauseDecider(tables, unread: unread, fuel, joins: false)) } }
      return Parallel.map(items.count, stride: CheckSession.stride) { place in
        let fuel = Fuel(total: Self.steps, sharing: pool)
        let found = decide(items[place], ClauseDecider(tables, unread: unread, fuel, joins: true))
        fuel.settle()
        // The steps of a cached decision are not counted yet.
        pool.add(found.steps - fuel.spent)
        return found
      }
    }
    var shared = bodies.invariants.filter { $0.checked.applies == .all }
    if shared.count > Self.sharedLimit { shared = [] }
    var result = Decisions()
    result.ofClauses = each(groups.compactMap(\.self)) { group, decider in
      if fuel == nil, let known = group.decision, known.shared.elementsEqual(shared, by: { $0 === $1 }) { return known.found }
      let found = ClauseDecider.decision(group, shared, decider)
      group.decision = fuel == nil ? (found, shared) : nil
      return found
    }
    let contradictory = result.ofClauses.reduce(into: Set<String>()) { $0.formUnion($1.contradictory) }
    result.ofClauses += each(bodies.truths.filter { !$0.declared.isBuiltIn }) { truth, decider in
      self.decision(truth, isContradictory: contradictory.contains(truth.id), isKept: fuel == nil, decider)
    }
    result.ofClauses += each(bodies.invariants) { invariant, decider in
      if fuel == nil, let known = invariant.decision { return known }
      let found = ClauseDecider.decision(invariant.checked, decider)
      invariant.decision = fuel == nil ? found : nil
      return found
    }
    let whole = program.tables.indices.filter { declared.tables[$0].isWhole && !program.tables[$0].isFaulty }
    result.ofTables = each(whole) { index, decider in
      if fuel == nil, let known = bodies.tables[index].decision { return known }
      let found = ClauseDecider.decision(ofTable: index, decider)
      bodies.tables[index].decision = fuel == nil ? found : nil
      return found
    }
    result.isOverLimit = pool.isUsedUp
    return result
  }

  /// Returns the findings about a truth by itself. If an intent has only one truth, the findings about the intent include them.
  private func decision(_ truth: TruthBody, isContradictory: Bool, isKept: Bool, _ decider: ClauseDecider) -> ClauseFindings {
    if isKept {
      if let intent = truth.checked.intents.first, let proofs = groups[intent]?.decision?.found.ofTruth {
        return ClauseFindings(proofs: proofs)
      }
      if let known = truth.decision, truth.isDecidedContradictory == isContradictory { return known }
    }
    let found = ClauseDecider.decision(truth, isContradictory: isContradictory, decider)
    truth.decision = isKept ? found : nil
    truth.isDecidedContradictory = isContradictory
    return found
  }

  /// Types that could not be read to their end, so that the solver does not model their values.
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
