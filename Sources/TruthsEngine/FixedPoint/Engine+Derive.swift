import TruthsCheck
package import TruthsJSON
package import TruthsText

extension Engine {
  /// Whether any truth fires on facts and makes entries; without one a context is always closed.
  package var derivesEntries: Bool { !strata.isEmpty }

  /// Fires truths on facts from a production on, to the fixed point (language.md §6).
  ///
  /// - Parameters:
  ///   - production: the facts that the run has made so far, and the store with them.
  ///   - before: the context before the run, on which is asked who approves; `nil` for that of the production.
  ///   - start: what has fired before.
  /// - Complexity: O(matches · log facts) where every join has an equality, else O(product of the facts joined).
  package func derive(
    from production: Production, before: FactStore? = nil, start: DerivationStart, environment: Environment,
    envelope: RunEnvelope,
    limits: DerivationLimits, isExplained: Bool
  ) -> Derivation {
    let producer = Producer(code, production: production, envelope: envelope)
    let fixedPoint = FixedPoint(
      engine: self, environment: environment, limits: limits, start: start, producer: producer, isExplained: isExplained)
    fixedPoint.before = before ?? production.store
    return fixedPoint.run(strata)
  }

  /// The fixed point alone over the facts of a store, as nobody's run: what follows from them, without entries.
  ///
  /// - Complexity: that of ``derive(from:start:environment:envelope:limits:isExplained:)``.
  package func fixedPoint(over store: FactStore, now: Timestamp, limits: DerivationLimits) -> Derivation {
    derive(
      from: Production(store: store), start: DerivationStart(closedAt: 0),
      environment: Environment([.now: .timestamp(now)]), envelope: RunEnvelope(firstSequence: Int.max / 2, now: now, actor: [:]),
      limits: limits, isExplained: false)
  }

  /// Whether any match has `ensures`.
  func ensures(_ matches: MatchLog) -> Bool {
    matches.distinctTruths.contains { !code.truths[$0].ensuredClauses.isEmpty }
  }

  /// Reads the `ensures` of matches on the result.
  ///
  /// - Parameter found: the faults of views that they read are added to it.
  func ensure(
    _ matches: MatchLog, evaluator: Evaluator, _ faults: ViewFaults, _ found: inout [Violation],
    into evaluation: inout TruthEvaluation
  ) {
    if !ensures(matches) { return }
    for index in matches.indices {
      let truth = code.truths[matches.truth(at: index)]
      if truth.ensuredClauses.isEmpty { continue }
      let match = matches[index]
      evaluator.begin(truth.unit, frameSize: truth.frameSize)
      for (matched, fact) in zip(program.truths[match.truth].matches, match.facts) {
        evaluator.set(matched.slot, to: .fact(fact.type, at: fact.place))
      }
      evaluator.run(from: truth.ensures, clauses: truth.ensuredClauses.count)
      evaluation.take(truth.ensuredClauses, of: truth.id, evaluator, isPostcondition: true)
      addFaults(faults, readBy: program.truths[match.truth].ensures, program.truths[match.truth].lets, evaluator, to: &found)
    }
  }

  /// Adds the faults of views that clauses read whose frame stands.
  func addFaults(
    _ faults: ViewFaults, readBy clauses: [CheckedClause], _ lets: [CheckedLet], _ evaluator: Evaluator,
    to found: inout [Violation]
  ) {
    if faults.isEmpty, evaluator.before?.faults.isEmpty ?? true { return }
    var reader = ViewFaultReader(faults, evaluator, lets: lets)
    evaluator.unseen { _ in reader.read(clauses) }
    found += reader.found.filter { !found.contains($0) }
  }

  /// Reads the `ensures` of matches alone, as closing a context does. Facts that contradict one another or lack something are no
  /// result, of which more could be said.
  ///
  /// - Parameter given: the context before it was closed, which `old` reads, and on which is asked who approves.
  package func evaluateContextClosure(
    _ derivation: Derivation, given: FactStore, environment: Environment, now: Timestamp
  ) -> TruthEvaluation {
    var evaluation = TruthEvaluation(isExplained: false)
    if derivation.violations.contains(where: { $0.place == .builtIn }) || !ensures(derivation.matches) { return evaluation }
    let wanted = reads.ensuring(derivation.matches.distinctTruths, [])
    let (viewed, faults) = views(of: derivation.production.store, wanted: wanted, now)
    var found: [Violation] = []
    let evaluator = evaluator(on: viewed, environment)
    evaluator.before = before(given, derivation.matches.distinctTruths, environment, now)
    evaluator.approvalStore = approvalStore(given, now)
    ensure(derivation.matches, evaluator: evaluator, faults, &found, into: &evaluation)
    evaluation.merge(found)
    return evaluation
  }
}

extension Engine {
  /// The current facts of a type as JSON, without their type, in byte order of JCS of their keys; those of a view are worked out.
  ///
  /// - Parameter type: index in ``Program/facts``.
  /// - Returns: beside them what is wrong with the views that they come from.
  package func contents(of type: Int, in store: FactStore, now: Timestamp) -> (facts: [JSONObject], faults: [Violation]) {
    let (store, faults) = views(of: store, wanted: program.facts[type].isDerived ? [type] : [], now)
    let facts = store.ordered(type, in: program).map { fact in
      JSONObject(Array(program.payload(type: type, fields: fact.fields).members.dropFirst()))
    }
    return (facts, faults.faults(ofAll: type))
  }
}

extension Engine {
  /// A store with the facts of views beside those of the ledger (language.md §6, "Views"), and what is wrong with them: two
  /// derivations of one key that differ, or a fact that lacks a field.
  ///
  /// - Parameter wanted: indices in ``Program/facts``; views that they are derived from come with them.
  /// - Complexity: that of the fixed point of the truths that make them; asked again for the same store, O(1); asked for a store
  ///   with more facts, that of the facts that are new, for views that only grow with them.
  package func views(of store: FactStore, wanted: Set<Int>, _ now: Timestamp) -> (store: FactStore, faults: ViewFaults) {
    if wanted.isEmpty || store.isViewed { return (store, ViewFaults()) }
    // Within other limits than usual what is counted is all that it takes, whatever was worked out before.
    guard !reads.viewsReadMoment, store.viewLimits == .views, let cache = store.viewCache else {
      let state = makeViews(of: store, wanted, now)
      return (state.viewed, state.faults)
    }
    var state = cache.views(wanted) { before in
      let state = before.flatMap { growViews($0, to: store, wanted, now) } ?? makeViews(of: store, wanted, now)
      return (state, isKnown: store.work?.isExceeded != true)
    }
    state.viewed.work = store.work
    return (state.viewed, state.faults)
  }

  private func makeViews(of store: FactStore, _ wanted: Set<Int>, _ now: Timestamp) -> ViewState {
    var base = store
    base.isViewed = true
    base.viewCache = nil
    let start = ViewState(
      viewed: base, faults: ViewFaults(), counts: store.tables.counts, cursors: [:], nextSequence: Int.max / 2)
    return run(plans(making: wanted), from: start, now)
  }

  /// Goes on from views of a store that had fewer facts: what only grows goes on where it stood, what may shrink or change is
  /// made anew.
  ///
  /// - Returns: `nil` where there was something wrong with them, which may be so no more.
  private func growViews(_ before: ViewState, to store: FactStore, _ wanted: Set<Int>, _ now: Timestamp) -> ViewState? {
    guard before.faults.isEmpty else { return nil }
    let strata = plans(making: wanted)
    let plans = strata.flatMap(\.plans)
    let new = store.tables.indices.filter { store.count($0) > before.counts[$0] }
    let corrected = new.filter { store.tables[$0].hasVersions }
    let remade = remade(plans, grown: Set(new), corrected: Set(corrected))
    var start = before
    start.viewed.work = store.work
    start.counts = store.tables.counts
    for type in new {
      for place in before.counts[type]..<store.count(type) { start.viewed.append(store.record(type, at: place)) }
    }
    for type in remade { start.viewed.tables[type] = FactTable(start.viewed.tables[type].shape) }
    for plan in plans {
      let isRemade = !remade.isDisjoint(with: program.truths[plan.truth].outputs.map(\.fact))
      start.cursors[plan.truth] = isRemade ? nil : before.cursors[plan.truth]?.resumed
    }
    return run(strata, from: start, now)
  }

  /// The views that must be made anew: those of truths that read what has grown otherwise than by matching it, and what is
  /// derived from them.
  private func remade(_ plans: [MatchPlan], grown: Set<Int>, corrected: Set<Int>) -> Set<Int> {
    var (grown, remade) = (grown, Set<Int>())
    var isStable = false
    while !isStable {
      isStable = true
      for truth in plans.map({ program.truths[$0.truth] }) {
        let (matched, made) = (Set(truth.matches.map(\.fact)), Set(truth.outputs.map(\.fact)))
        let read = reads.viewReads[truth.id] ?? []
        let mayShrink =
          !read.isDisjoint(with: grown.union(remade)) || !matched.isDisjoint(with: corrected.union(remade))
          || !made.isDisjoint(with: remade)
        if mayShrink, !made.isSubset(of: remade) {
          remade.formUnion(made)
          isStable = false
        }
        if !matched.isDisjoint(with: grown), !made.isSubset(of: grown) {
          grown.formUnion(made)
          isStable = false
        }
      }
    }
    return remade
  }

  private func run(_ plans: [Stratum], from start: ViewState, _ now: Timestamp) -> ViewState {
    // Facts of the run that have no entries yet keep who made them; views have no entry.
    let envelope = RunEnvelope(firstSequence: start.nextSequence, now: now, actor: start.viewed.run?.actor ?? [:])
    let producer = Producer(code, production: Production(store: start.viewed), envelope: envelope)
    let fixedPoint = FixedPoint(
      engine: self, environment: Environment([.now: .timestamp(now)]), limits: start.viewed.viewLimits,
      start: DerivationStart(closedAt: 0), producer: producer, isExplained: false)
    fixedPoint.cursors = start.cursors
    let derivation = fixedPoint.run(plans)
    var state = start
    state.faults = ViewFaults()
    for fault in derivation.production.viewFaults { state.faults.add(fault) }
    if let exhausted = derivation.exhausted {
      let violation = Violation(
        truthID: BuiltInTruth.budget.rawValue, declaredBy: BuiltInTruth.budget.rawValue, clause: "built-in", place: .builtIn,
        position: 0, kind: .structural, reason: "the views go past \(exhausted.text)")
      for type in plans.flatMap(\.plans).flatMap({ program.truths[$0.truth].outputs.map(\.fact) }) {
        state.faults.add(ViewFaults.Fault(type: type, key: nil, violation: violation))
      }
    } else if !state.faults.isEmpty {
      spread(&state.faults, over: plans.flatMap(\.plans), in: derivation.production.store, now: now)
    }
    state.viewed = derivation.production.store
    state.cursors = fixedPoint.cursors
    state.nextSequence += derivation.production.count
    return state
  }

  /// The truths that make some views and those that these are derived from, by stratum.
  private func plans(making wanted: Set<Int>) -> [Stratum] {
    var pending = wanted
    var seen = wanted
    var chosen: Set<Int> = []
    while let view = pending.popFirst() {
      for plan in viewPlans where program.truths[plan.truth].outputs.contains(where: { $0.fact == view }) {
        guard chosen.insert(plan.truth).inserted else { continue }
        for other in reads.deriving([plan.truth]) where seen.insert(other).inserted { pending.insert(other) }
      }
    }
    return Stratum.all(of: viewPlans.filter { chosen.contains($0.truth) }, program, reads)
  }
}

/// Has an evaluator say whether a truth fires; it is made when the first match is met, since most searches meet none.
struct EvaluatorJudge: MatchJudge {
  static var works: Bool { true }

  private let fixedPoint: FixedPoint
  private let plan: MatchPlan
  private let store: FactStore

  init(_ fixedPoint: FixedPoint, _ plan: MatchPlan, _ store: FactStore) {
    self.fixedPoint = fixedPoint
    self.plan = plan
    self.store = store
  }

  func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool {
    if fixedPoint.hasFired(plan, places, store) { return false }
    let evaluator = fixedPoint.evaluator(on: store)
    fixedPoint.begin(plan, places, evaluator)
    return fixedPoint.fires(plan, evaluator)
  }
}
