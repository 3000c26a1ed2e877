import TruthsJSON
import TruthsLedger
import TruthsProgram
package import TruthsText

extension Engine {
  /// A store with the facts of views beside those of the ledger (declarations §7), and what is wrong with them: two
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

  func makeViews(of store: FactStore, _ wanted: Set<Int>, _ now: Timestamp) -> ViewState {
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
  func growViews(_ before: ViewState, to store: FactStore, _ wanted: Set<Int>, _ now: Timestamp) -> ViewState? {
    guard before.faults.isEmpty else { return nil }
    let strata = plans(making: wanted)
    let plans = strata.flatMap(\.plans)
    let (new, remade) = changes(from: before, to: store, plans)
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

  /// Whether views of a store that had fewer facts only grow.
  ///
  /// - Complexity: O(fact types + truths that make the views).
  func growsOnly(_ before: ViewState, to store: FactStore, _ wanted: Set<Int>) -> Bool {
    before.faults.isEmpty && changes(from: before, to: store, plans(making: wanted).flatMap(\.plans)).remade.isEmpty
  }

  /// The types of which there are more facts now, and the views that must be made anew.
  private func changes(
    from before: ViewState, to store: FactStore, _ plans: [MatchPlan]
  ) -> (new: [Int], remade: Set<Int>) {
    let new = store.tables.indices.filter { store.count($0) > before.counts[$0] }
    let corrected = new.filter { store.tables[$0].hasVersions }
    return (new, remade(plans, grown: Set(new), corrected: Set(corrected)))
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

  /// Works views out from a state on.
  ///
  /// - Parameter only: by truth, the orders in which the matches are found that are wanted; `nil` for all matches of all truths.
  func run(
    _ plans: [Stratum], from start: ViewState, _ now: Timestamp, only: [Int: [MatchPlan.Step]]? = nil
  ) -> ViewState {
    // Facts of the run that have no entries yet keep who made them; views have no entry.
    let envelope = RunEnvelope(firstSequence: start.nextSequence, now: now, actor: start.viewed.run?.actor ?? [:])
    let producer = Producer(code, production: Production(store: start.viewed), envelope: envelope)
    let fixedPoint = FixedPoint(
      engine: self, environment: Environment([.now: .timestamp(now)]), limits: start.viewed.viewLimits,
      start: DerivationStart(closedAt: 0), producer: producer, isExplained: false)
    fixedPoint.cursors = start.cursors
    fixedPoint.only = only
    let derivation = fixedPoint.run(plans)
    var state = start
    state.faults = ViewFaults()
    for fault in derivation.production.viewFaults { state.faults.add(fault) }
    state.isCut = derivation.exhausted != nil
    if let exhausted = derivation.exhausted {
      let violation = Violation(
        truthID: BuiltInTruth.budget.rawValue, declaredBy: BuiltInTruth.budget.rawValue, clause: "built-in", place: .builtIn,
        position: 0, kind: .structural, reason: "the views go past \(exhausted.text)")
      for type in plans.flatMap(\.plans).flatMap({ program.truths[$0.truth].outputs.map(\.fact) }) {
        state.faults.add(ViewFaults.Fault(type: type, key: nil, violation: violation))
      }
    } else if !state.faults.isEmpty {
      let (plans, store) = (plans.flatMap(\.plans), derivation.production.store)
      if language >= .three {
        spreadByKey(&state.faults, over: plans, in: store, now: now)
      } else {
        spread(&state.faults, over: plans, in: store, now: now)
      }
    }
    state.viewed = derivation.production.store
    state.cursors = fixedPoint.cursors
    state.nextSequence += derivation.production.count
    return state
  }

  /// The truths that make some views and those that these are derived from, by stratum.
  func plans(making wanted: Set<Int>) -> [Stratum] {
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
