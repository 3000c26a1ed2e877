import TruthsCheck
import TruthsText

/// Fires truths on facts until nothing new follows: stratum by stratum, in each round every match possible at its beginning
/// (language.md §6).
final class FixedPoint {
  let engine: Engine
  private let environment: Environment
  let limits: DerivationLimits
  private let start: DerivationStart
  let isExplained: Bool
  var producer: Producer
  var result: Derivation
  /// How far the search for matches of each truth has come, by its index.
  var cursors: [Int: MatchCursor] = [:]
  /// How many facts the run had made when the stratum at hand was last searched; `nil` before its first search.
  private var searched: Int?
  /// The matches that have fired, of truths whose search may begin anew.
  private var fired: Set<MatchKey> = []
  /// One for all truths of a round, over the context as it was at its beginning; made for the first that has something to ask.
  private var roundEvaluator: Evaluator?

  private struct MatchKey: Hashable {
    var truth: Int
    var places: [Int]
  }

  /// The matches of one truth in one round.
  struct Group {
    var plan: MatchPlan
    /// `plan.width` per match.
    var places: [Int32]
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

  /// Runs the strata in order, each to its own fixed point.
  func run(_ strata: [Stratum]) -> Derivation {
    for stratum in strata {
      searched = nil
      while result.exhausted == nil, !isOverworked, runRound(stratum) {}
    }
    result.production = producer.production
    result.matches.store = producer.production.store
    result.violations += producer.production.violations
    result.violations.sort(by: Violation.precedes)
    return result
  }

  /// Whether more work was done than may be: then nothing that was made counts.
  private var isOverworked: Bool { producer.production.store.work?.isExceeded ?? false }

  /// Tells which truth was searched when the limit of work was passed.
  private func tellOverwork(_ plan: MatchPlan, _ store: FactStore) {
    guard let work = store.work, work.isExceeded, work.place == nil else { return }
    let shown = plan.types.prefix(4).map { "\(engine.program.facts[$0].name) (\(store.count($0).grouped))" }
    let more = plan.types.count - shown.count
    let types = shown.joined(separator: " × ") + (more > 0 ? " × \(more) more" : "")
    let truth = engine.program.truths[plan.truth]
    work.note(WorkPlace(declaration: truth.id, span: truth.span, through: "the facts that its `when` joins: \(types)"))
  }

  /// The evaluator of the round.
  ///
  /// - Parameter store: the context as it was at the beginning of the round, with the views that the stratum reads.
  func evaluator(on store: FactStore) -> Evaluator {
    if let roundEvaluator { return roundEvaluator }
    let evaluator = engine.evaluator(on: store, environment)
    roundEvaluator = evaluator
    return evaluator
  }

  /// Fires every match of a stratum that is possible now.
  ///
  /// - Returns: whether there was one.
  private func runRound(_ stratum: Stratum) -> Bool {
    roundEvaluator = nil
    var viewed: FactStore?
    if !stratum.views.isEmpty {
      let (store, faults) = engine.views(of: producer.production.store, wanted: stratum.views, producer.now)
      for fault in faults where !result.violations.contains(fault) { result.violations.append(fault) }
      viewed = store
    }
    producer.readsOtherSymbols = viewed != nil && !producer.production.store.isViewed
    var groups: [Group] = []
    var count = result.matches.count
    for plan in askedPlans(stratum) where mayMatch(plan, viewed ?? producer.production.store) {
      guard let group = newMatches(plan, viewed ?? producer.production.store, limit: limits.matches - count) else { continue }
      groups.append(group)
      if isOverworked { return false }
      count += group.places.count / max(1, plan.width)
      if count > limits.matches { return exhaust("max_steps", limits.matches, groups) }
    }
    if groups.isEmpty { return false }
    if result.rounds >= limits.rounds { return exhaust("max_cycles", limits.rounds, groups) }
    result.rounds += 1
    producer.round = producer.production.nextSequence
    // Expressions are read on the context as it was at the beginning of the round; copies that are kept for less would cost.
    if groups.allSatisfy(\.isShort) {
      roundEvaluator = nil
    } else {
      _ = evaluator(on: viewed ?? producer.production.store)
    }
    viewed = nil
    for group in groups where !fire(group, roundEvaluator) {
      return isOverworked ? false : exhaust("max_facts", limits.facts, groups)
    }
    return true
  }

  private func exhaust(_ limit: String, _ count: Int, _ groups: [Group]) -> Bool {
    let firing = groups.map { engine.program.truths[$0.plan.truth].id }
    result.exhausted = Derivation.Exhaustion(limit: limit, count: count, firing: firing)
    return false
  }

  // MARK: Matches

  /// The plans of a stratum to ask: those that facts made since its last search have to do with, and those that something else
  /// decides about; in its first search on a context that is not known to be closed, all.
  ///
  /// - Complexity: O(facts made since then + n log n) in the plans asked; in the first search of a stratum, all facts of the run.
  private func askedPlans(_ stratum: Stratum) -> [MatchPlan] {
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
    guard let watch = plan.watch else { return false }
    return watch.hasViews || watch.hasEnvironment || watch.types.contains { store.hasFacts($0, after: start.closedAt) }
  }

  /// The matches of a truth that have not fired, in order of the sequences matched; `nil` where there are none.
  private func newMatches(_ plan: MatchPlan, _ store: FactStore, limit: Int) -> Group? {
    let made = producer.production.count
    let cursor = cursors[plan.truth] ?? MatchCursor(closedAt: start.closedAt, plan, store)
    let low = cursor.mustBeginAnew(plan, store, facts: made) ? [] : cursor.places
    if MatchSearch.isIdle(plan, store: store, low: low) { return nil }
    cursors[plan.truth] = MatchCursor(plan, store, facts: made)
    let isShort = plan.rule != nil && store.observer == nil
    var group = Group(plan: plan, places: [], isShort: isShort)
    if isShort {
      group.places = shortMatches(plan, store, low, limit)
    } else {
      var search = MatchSearch(plan, store: store, low: low, limit: limit)
      var judge = EvaluatorJudge(self, plan, store)
      search.run(&judge)
      group.places = search.places
    }
    tellOverwork(plan, store)
    if group.places.isEmpty { return nil }
    group.sort()
    return group
  }

  /// The matches of a truth that is nothing but a rule. What has fired before is none of those that are wanted, but is found all
  /// the same: where that took up the room, more is made.
  private func shortMatches(_ plan: MatchPlan, _ store: FactStore, _ low: [Int], _ limit: Int) -> [Int32] {
    var wanted = limit
    while true {
      var search = MatchSearch(plan, store: store, low: low, limit: wanted)
      var judge = AnyMatch()
      search.run(&judge)
      var group = Group(plan: plan, places: search.places, isShort: true)
      drop(&group, store)
      guard search.isCut, group.places.count / plan.width <= limit, (store.work?.left ?? 0) >= 0 else { return group.places }
      wanted = wanted > Int.max / 4 ? Int.max : 2 * wanted + 1
    }
  }

  /// Drops the matches that have fired before.
  private func drop(_ group: inout Group, _ store: FactStore) {
    let plan = group.plan
    let entered = Int32(store.tables[plan.types[0]].entered)
    var kept: [Int32]?
    for match in stride(from: 0, to: group.places.count, by: plan.width) {
      // What holds a fact of this very run is new, unless the search began anew.
      let isNew = group.places[match] >= entered && fired.isEmpty
      if kept == nil, isNew { continue }
      let places = group.places[match..<(match + plan.width)]
      if isNew || !places.map({ Int($0) }).withUnsafeBufferPointer({ hasFired(plan, $0, store) }) {
        kept?.append(contentsOf: places)
      } else if kept == nil {
        kept = Array(group.places[..<match])
      }
    }
    if let kept { group.places = kept }
  }

  /// Whether a match has fired before: in this run, or by what the ledger says.
  func hasFired(_ plan: MatchPlan, _ places: UnsafeBufferPointer<Int>, _ store: FactStore) -> Bool {
    if !fired.isEmpty, fired.contains(MatchKey(truth: plan.truth, places: Array(places))) { return true }
    for (type, place) in zip(plan.types, places) where store.tables[type].origin(at: place) < 0 { return false }
    let ids = zip(plan.types, places).map { store.entryID($0, at: $1) }
    return !ids.contains("") && start.isFired(engine.program.truths[plan.truth].id, ids)
  }

  /// Notes matches that fire.
  func log(_ group: Group) {
    let plan = group.plan
    result.matches.append(plan.types, of: plan.truth, places: group.places)
    guard plan.watch != nil else { return }
    for match in stride(from: 0, to: group.places.count, by: plan.width) {
      fired.insert(MatchKey(truth: plan.truth, places: group.places[match..<(match + plan.width)].map { Int($0) }))
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
