import TruthsCheck
import TruthsText

/// Fires truths on facts until nothing new follows: stratum by stratum, in each round every match possible at its beginning
/// (language.md §6).
struct FixedPoint {
  let engine: Engine
  let environment: Environment
  let limits: DerivationLimits
  let start: DerivationStart
  let isExplained: Bool
  var producer: Producer
  var result: Derivation
  /// How far the search for matches of each truth has come, by its index.
  var cursors: [Int: MatchCursor] = [:]
  /// How many facts the run had made when the stratum at hand was last searched; `nil` before its first search.
  private var searched: Int?
  /// The matches that have fired, of truths whose search may begin anew.
  private var fired: Set<MatchKey> = []

  private struct MatchKey: Hashable {
    var truth: Int
    var places: [Int]
  }

  /// The matches of one truth in one round.
  struct Group {
    var plan: MatchPlan
    /// `plan.width` per match.
    var places: [Int32]
    /// The frames with the `let`s in their slots; none for a truth with a ``ShortRule``.
    var frames: [[Value]]
    /// Whether it fires without an evaluator.
    var isShort: Bool
  }

  init(
    engine: Engine, environment: Environment, limits: DerivationLimits, start: DerivationStart, producer: Producer,
    isExplained: Bool
  ) {
    self.engine = engine
    self.environment = environment
    self.limits = limits
    self.start = start
    self.producer = producer
    self.isExplained = isExplained
    result = Derivation(production: producer.production)
  }

  var program: Program { engine.program }

  /// Runs the strata in order, each to its own fixed point.
  mutating func run(_ strata: [Stratum]) -> Derivation {
    for stratum in strata {
      searched = nil
      while result.exhausted == nil, runRound(stratum) {}
    }
    result.production = producer.production
    result.matches.store = producer.production.store
    result.violations += producer.production.violations
    result.violations.sort(by: Violation.precedes)
    return result
  }

  /// Fires every match of a stratum that is possible now.
  ///
  /// - Returns: whether there was one.
  private mutating func runRound(_ stratum: Stratum) -> Bool {
    var viewed: FactStore?
    if !stratum.views.isEmpty {
      let (store, faults) = engine.views(of: producer.production.store, wanted: stratum.views, producer.now)
      for fault in faults where !result.violations.contains(fault) { result.violations.append(fault) }
      viewed = store
    }
    var groups: [Group] = []
    var count = result.matches.count
    // One for all truths of the round, made for the first that has something to ask.
    var evaluator: Evaluator?
    for plan in askedPlans(stratum) where mayMatch(plan, viewed ?? producer.production.store) {
      guard let group = newMatches(plan, viewed ?? producer.production.store, limit: limits.matches - count, &evaluator) else {
        continue
      }
      groups.append(group)
      count += group.places.count / max(1, plan.width)
      if count > limits.matches { return exhaust("max_steps", limits.matches, groups) }
    }
    if groups.isEmpty { return false }
    if result.rounds >= limits.rounds { return exhaust("max_cycles", limits.rounds, groups) }
    result.rounds += 1
    producer.round = producer.production.nextSequence
    // Expressions are read on the context as it was at the beginning of the round; copies that are kept for less would cost.
    if groups.allSatisfy(\.isShort) {
      evaluator = nil
    } else if evaluator == nil {
      evaluator = engine.evaluator(on: viewed ?? producer.production.store, environment)
    }
    viewed = nil
    for group in groups where !fire(group, &evaluator) { return exhaust("max_facts", limits.facts, groups) }
    return true
  }

  private mutating func exhaust(_ limit: String, _ count: Int, _ groups: [Group]) -> Bool {
    let firing = groups.map { program.truths[$0.plan.truth].id }
    result.exhausted = Derivation.Exhaustion(limit: limit, count: count, firing: firing)
    return false
  }

  // MARK: Matches

  /// The plans of a stratum to ask: those that facts made since its last search have to do with, and those that something else
  /// decides about; in its first search on a context that is not known to be closed, all.
  ///
  /// - Complexity: O(facts made since then + n log n) in the plans asked; in the first search of a stratum, all facts of the run.
  private mutating func askedPlans(_ stratum: Stratum) -> [MatchPlan] {
    defer { searched = producer.production.count }
    if searched == nil, start.closedAt == 0 || producer.production.store.lastEntered > start.closedAt { return stratum.plans }
    return stratum.plans(asking: producer.production.types(from: searched ?? 0))
  }

  /// Whether a truth may have matches that have not fired: a cheap look before the search.
  ///
  /// - Complexity: O(fact types that it has to do with).
  private func mayMatch(_ plan: MatchPlan, _ store: FactStore) -> Bool {
    if plan.types.contains(where: { store.count($0) == 0 }) { return false }
    if start.closedAt == 0 || cursors[plan.truth] != nil { return true }
    if plan.types.contains(where: { store.hasFacts($0, after: start.closedAt) }) { return true }
    guard let watch = engine.reads.watched[plan.truth] else { return false }
    return watch.hasViews || watch.hasEnvironment || watch.types.contains { store.hasFacts($0, after: start.closedAt) }
  }

  /// The matches of a truth that have not fired, in order of the sequences matched; `nil` where there are none.
  private mutating func newMatches(
    _ plan: MatchPlan, _ store: FactStore, limit: Int, _ evaluator: inout Evaluator?
  ) -> Group? {
    let made = producer.production.count
    let cursor = cursors[plan.truth] ?? MatchCursor(closedAt: start.closedAt, plan, engine, store)
    let isWhole = cursor.mustBeginAnew(plan, engine, store, facts: made)
    let low = isWhole ? [:] : cursor.places
    if MatchSearch.isIdle(plan, store: store, low: low) { return nil }
    cursors[plan.truth] = MatchCursor(plan, engine, store, facts: made)
    let isShort = plan.rule != nil && store.observer == nil
    var group = Group(plan: plan, places: [], frames: [], isShort: isShort)
    if isShort {
      group.places = shortMatches(plan, store, low, limit)
    } else {
      var search = MatchSearch(plan, store: store, low: low, limit: limit)
      withUnsafePointer(to: &self) { fixedPoint in
        var judge = EvaluatorJudge(fixedPoint, plan, store, evaluator.take())
        search.run(&judge)
        group.frames = judge.frames
        evaluator = judge.finish()
      }
      group.places = search.places
    }
    if group.places.isEmpty { return nil }
    group.sort()
    return group
  }

  /// The matches of a truth that is nothing but a rule. What has fired before is none of those that are wanted, but is found all
  /// the same: where that took up the room, more is made.
  private func shortMatches(_ plan: MatchPlan, _ store: FactStore, _ low: [Int: Int], _ limit: Int) -> [Int32] {
    var wanted = limit
    while true {
      var search = MatchSearch(plan, store: store, low: low, limit: wanted)
      var judge = AnyMatch()
      search.run(&judge)
      var group = Group(plan: plan, places: search.places, frames: [], isShort: true)
      drop(&group, store)
      guard search.isCut, group.places.count / plan.width <= limit else { return group.places }
      wanted = wanted > Int.max / 4 ? Int.max : 2 * wanted + 1
    }
  }

  /// Drops the matches that have fired before.
  private func drop(_ group: inout Group, _ store: FactStore) {
    let plan = group.plan
    let entered = Int32(store.tables[plan.orders[0][0].type].entered)
    var kept: [Int32]?
    for match in stride(from: 0, to: group.places.count, by: plan.width) {
      // What holds a fact of this very run is new, unless the search began anew.
      let isNew = group.places[match] >= entered && fired.isEmpty
      if kept == nil, isNew { continue }
      let places = group.places[match..<(match + plan.width)]
      if isNew || !hasFired(plan, places.map { Int($0) }, store) {
        kept?.append(contentsOf: places)
      } else if kept == nil {
        kept = Array(group.places[..<match])
      }
    }
    if let kept { group.places = kept }
  }

  /// Whether a match has fired before: in this run, or by what the ledger says.
  func hasFired(_ plan: MatchPlan, _ places: [Int], _ store: FactStore) -> Bool {
    if fired.contains(MatchKey(truth: plan.truth, places: places)) { return true }
    let matches = program.truths[plan.truth].matches
    for (matched, place) in zip(matches, places) where store.tables[matched.fact].origin(at: place) < 0 { return false }
    let ids = zip(matches, places).map { store.entryID($0.fact, at: $1) }
    return !ids.contains("") && start.isFired(program.truths[plan.truth].id, ids)
  }

  /// Notes matches that fire.
  mutating func log(_ group: Group) {
    let truth = group.plan.truth
    result.matches.append(program.truths[truth], at: truth, places: group.places)
    guard engine.reads.watched[truth] != nil else { return }
    for match in stride(from: 0, to: group.places.count, by: group.plan.width) {
      fired.insert(MatchKey(truth: truth, places: group.places[match..<(match + group.plan.width)].map { Int($0) }))
    }
  }
}

extension FixedPoint.Group {
  /// Puts the matches in order of the sequences matched. Facts of one type stand in the order of their sequences, so that is the
  /// order of their places.
  mutating func sort() {
    let width = plan.width
    let count = places.count / max(1, width)
    if isSorted(count) { return }
    let order = places.withUnsafeBufferPointer { places in
      (0..<count).sorted { Self.precedes(places, $0 * width, $1 * width, width) }
    }
    places = order.flatMap { places[($0 * width)..<(($0 + 1) * width)] }
    if !frames.isEmpty { frames = order.map { frames[$0] } }
  }

  private func isSorted(_ count: Int) -> Bool {
    places.withUnsafeBufferPointer { places in
      var match = 1
      while match < count {
        if Self.precedes(places, match * plan.width, (match - 1) * plan.width, plan.width) { return false }
        match += 1
      }
      return true
    }
  }

  @inline(__always)
  private static func precedes(_ places: UnsafeBufferPointer<Int32>, _ left: Int, _ right: Int, _ width: Int) -> Bool {
    for position in 0..<width where places[left &+ position] != places[right &+ position] {
      return places[left &+ position] < places[right &+ position]
    }
    return false
  }
}
