import TruthsCheck

/// Truths on facts that run to their fixed point together, since what they read otherwise than by matching it is complete by then
/// (language.md §6).
struct Stratum: Sendable {
  let plans: [MatchPlan]
  /// The views that they read: indices in ``Program/facts``.
  let views: Set<Int>

  /// Plans by stratum, in order.
  static func all(of plans: [MatchPlan], _ program: Program, _ reads: EngineReads) -> [Stratum] {
    let groups = Dictionary(grouping: plans) { program.truths[$0.truth].stratum }
    return groups.keys.sorted().map { key in
      let plans = groups[key] ?? []
      return Stratum(plans: plans, views: reads.deriving(plans.map(\.truth)))
    }
  }
}
