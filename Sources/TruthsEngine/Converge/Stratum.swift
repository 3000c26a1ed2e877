import TruthsCheck

/// Truths on facts that run to their fixed point together, since what they read otherwise than by matching it is complete by then
/// (language.md §6).
struct Stratum: Sendable {
  let plans: [MatchPlan]
  /// The views that they read: indices in ``Program/facts``.
  let views: Set<Int>
  /// By fact type, the plans that facts of it have to do with: numbers in ``plans``, ascending.
  private var byType: [Int: [Int]] = [:]
  /// The plans that something else than facts of a ledger decides about, which are asked in every round.
  private var restless: [Int] = []

  private init(_ plans: [MatchPlan], _ program: Program, _ reads: EngineReads) {
    self.plans = plans
    views = reads.deriving(plans.map(\.truth))
    for (number, plan) in plans.enumerated() {
      let watch = plan.watch
      let readsViews = watch?.hasViews == true || plan.types.contains { program.facts[$0].isDerived }
      if readsViews || watch?.hasEnvironment == true { restless.append(number) }
      for type in Set(plan.types + (watch?.types ?? [])) { byType[type, default: []].append(number) }
    }
  }

  /// The plans to ask when facts of some types are new, in their order.
  ///
  /// - Complexity: O(types + n log n) in the plans that have to do with them, whatever the number of plans.
  func plans(asking types: Set<Int>) -> [MatchPlan] {
    var numbers = restless
    for type in types { if let asked = byType[type] { numbers += asked } }
    numbers.sort()
    var last = -1
    return numbers.compactMap { number in
      defer { last = number }
      return number == last ? nil : plans[number]
    }
  }

  /// Plans by stratum, in order.
  static func all(of plans: [MatchPlan], _ program: Program, _ reads: EngineReads) -> [Stratum] {
    let groups = Dictionary(grouping: plans) { program.truths[$0.truth].stratum }
    return groups.keys.sorted().map { Stratum(groups[$0] ?? [], program, reads) }
  }
}
