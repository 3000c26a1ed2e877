import Synchronization
import TruthsCheck
import TruthsJSON
import TruthsText

/// What was worked out of the views of one store; copies of the store share it until one of them changes.
final class ViewCache: Sendable {
  private let known = Mutex<[Set<Int>: (store: FactStore, faults: [Violation])]>([:])

  /// The store with some views in it, worked out when first asked for.
  func views(_ wanted: Set<Int>, _ make: () -> (FactStore, [Violation])) -> (FactStore, [Violation]) {
    known.withLock { known in
      if let found = known[wanted] { return found }
      let made = make()
      known[wanted] = made
      return made
    }
  }
}

extension Engine {
  /// A store with the facts of views beside those of the ledger (language.md §6, "Views"), and what is wrong with them: two
  /// derivations of one key that differ, or a fact that lacks a field.
  ///
  /// - Parameter wanted: indices in ``Program/facts``; views that they are derived from come with them.
  /// - Complexity: that of the fixed point of the truths that make them; asked again for the same store, O(1).
  func views(of store: FactStore, wanted: Set<Int>, _ now: Timestamp) -> (FactStore, [Violation]) {
    if wanted.isEmpty || store.isViewed { return (store, []) }
    guard !reads.viewsReadMoment, let cache = store.viewCache else { return makeViews(of: store, wanted, now) }
    return cache.views(wanted) { makeViews(of: store, wanted, now) }
  }

  private func makeViews(of store: FactStore, _ wanted: Set<Int>, _ now: Timestamp) -> (FactStore, [Violation]) {
    var base = store
    base.isViewed = true
    let plans = plans(making: wanted)
    let producer = Producer(
      program: program, production: Production(store: base), firstSequence: Int.max / 2, now: now, actor: [:])
    var fixedPoint = FixedPoint(
      engine: self, environment: Environment([.now: .timestamp(now)]), limits: .views,
      start: DerivationStart(closedAt: 0) { _, _ in false }, producer: producer, isExplained: false)
    let derivation = fixedPoint.run(plans)
    var faults = derivation.violations
    if let exhausted = derivation.exhausted {
      let reason = "the views \(exhausted.firing.joined(separator: ", ")) go past \(exhausted.limit) of \(exhausted.count)"
      faults.append(
        Violation(
          truthID: BuiltInTruth.budget.rawValue, declaredBy: BuiltInTruth.budget.rawValue, clause: "built-in", place: .builtIn,
          position: 0, kind: .structural, reason: reason))
    }
    return (derivation.production.store, faults)
  }

  /// The truths that make some views and those that these are derived from, by stratum.
  private func plans(making wanted: Set<Int>) -> [[MatchPlan]] {
    var pending = wanted
    var seen = wanted
    var chosen: Set<Int> = []
    while let view = pending.popFirst() {
      for plan in viewPlans where program.truths[plan.truth].outputs.contains(where: { $0.fact == view }) {
        guard chosen.insert(plan.truth).inserted else { continue }
        for other in reads.deriving([plan.truth]) where seen.insert(other).inserted { pending.insert(other) }
      }
    }
    return Self.strata(of: viewPlans.filter { chosen.contains($0.truth) }, program)
  }

  /// Plans by stratum, in order.
  static func strata(of plans: [MatchPlan], _ program: Program) -> [[MatchPlan]] {
    let groups = Dictionary(grouping: plans) { program.truths[$0.truth].stratum }
    return groups.keys.sorted().map { groups[$0] ?? [] }
  }
}

extension DerivationLimits {
  /// What one reading of views may cost.
  static let views = DerivationLimits(rounds: 100_000, matches: 10_000_000, facts: 1_000_000)
}
