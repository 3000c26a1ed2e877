import Synchronization
import TruthsJSON
import TruthsLedger
import TruthsProgram
package import TruthsText

extension Engine {
  /// Returns a store with the facts of views besides those of the ledger, and their faults (declarations §7).
  ///
  /// A fault is two different derivations of one key, or a fact without a required field.
  ///
  /// - Parameter wanted: indices in ``Program/facts``; views that they are derived from are added.
  /// - Complexity: that of the fixed point of the truths that make them; for the same store again, O(1); for a store with more
  ///   facts, that of the new facts, if the views only grow.
  package func views(of store: FactStore, wanted: Set<Int>, _ now: Timestamp) -> (store: FactStore, faults: ViewFaults) {
    if wanted.isEmpty || store.isViewed { return (store, ViewFaults()) }
    // With other limits than usual the whole work is counted, so cached results are not used.
    guard wanted.isDisjoint(with: reads.momentary), store.viewLimits == .views, let cache = viewCache(of: store) else {
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

  /// The cache of a store, if it is of this engine's views.
  func viewCache(of store: FactStore) -> ViewCache? {
    store.viewCache.flatMap { $0.belongs(to: knownPlans) ? $0 : nil }
  }

  /// Extends the views of a store that had fewer facts. Views that only grow are continued; the others are computed again.
  ///
  /// - Returns: `nil` where the old views had faults, which may have gone, or where there are so few facts that making the views
  ///   anew is less work than comparing the stores.
  func growViews(_ before: ViewState, to store: FactStore, _ wanted: Set<Int>, _ now: Timestamp) -> ViewState? {
    guard before.faults.isEmpty else { return nil }
    let strata = plans(making: wanted)
    let plans = strata.flatMap(\.plans)
    guard plans.contains(where: { reads($0).contains { store.count($0) >= store.lookUpThreshold } }) else { return nil }
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

  /// Returns the types that a truth matches or reads. The number of their facts determines the cost of computing its views anew.
  private func reads(_ plan: MatchPlan) -> Set<Int> {
    (reads.viewReads[program.truths[plan.truth].id] ?? []).union(plan.types)
  }

  /// Returns whether the views of a store that had fewer facts only grow.
  ///
  /// - Complexity: O(fact types + truths that make the views).
  func growsOnly(_ before: ViewState, to store: FactStore, _ wanted: Set<Int>) -> Bool {
    before.faults.isEmpty && changes(from: before, to: store, plans(making: wanted).flatMap(\.plans)).remade.isEmpty
  }

  /// Returns the types with new facts, and the views that must be computed again.
  private func changes(
    from before: ViewState, to store: FactStore, _ plans: [MatchPlan]
  ) -> (new: [Int], remade: Set<Int>) {
    let new = store.tables.indices.filter { store.count($0) > before.counts[$0] }
    let corrected = new.filter { store.tables[$0].hasVersions }
    return (new, remade(plans, grown: Set(new), corrected: Set(corrected)))
  }

  /// Returns the views that must be computed again.
  ///
  /// They are the views of truths that read grown types without matching them, and the views derived from these.
  private func remade(_ plans: [MatchPlan], grown: Set<Int>, corrected: Set<Int>) -> Set<Int> {
    var (grown, remade) = (grown, Set<Int>())
    var isStable = false
    while !isStable {
      isStable = true
      for truth in plans.map({ program.truths[$0.truth] }) {
        let (matched, produced) = (Set(truth.matches.map(\.fact)), Set(truth.outputs.map(\.fact)))
        let read = reads.viewReads[truth.id] ?? []
        let mayShrink =
          !read.isDisjoint(with: grown.union(remade)) || !matched.isDisjoint(with: corrected.union(remade))
          || !produced.isDisjoint(with: remade)
        if mayShrink, !produced.isSubset(of: remade) {
          remade.formUnion(produced)
          isStable = false
        }
        if !matched.isDisjoint(with: grown), !produced.isSubset(of: grown) {
          grown.formUnion(produced)
          isStable = false
        }
      }
    }
    return remade
  }

  /// Computes views from a state on.
  ///
  /// - Parameter only: the search orders for the wanted matches, by truth; `nil` for all matches of all truths.
  func run(
    _ plans: [Stratum], from start: ViewState, _ now: Timestamp, only: [Int: [MatchPlan.Step]]? = nil
  ) -> ViewState {
    // Facts of the run without entries keep their actor; views have no entry.
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

  /// Returns the truths that make some views, and those that make the views below, by stratum.
  ///
  /// - Complexity: O(truths that make views) for the first time.
  func plans(making wanted: Set<Int>) -> [Stratum] { knownPlans.plans(making: wanted) { findPlans(making: wanted) } }

  private func findPlans(making wanted: Set<Int>) -> [Stratum] {
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

/// The truths that make views, by the views that were asked for.
final class KnownViewPlans: Sendable {
  private let cache = Mutex<[Set<Int>: [Stratum]]>([:])

  /// Maximum number of answers that are kept; a program asks for few sets of views.
  private static let most = 256

  func plans(making wanted: Set<Int>, _ find: () -> [Stratum]) -> [Stratum] {
    if let found = cache.withLock({ $0[wanted] }) { return found }
    let found = find()
    cache.withLock { if $0.count < Self.most { $0[wanted] = found } }
    return found
  }
}
