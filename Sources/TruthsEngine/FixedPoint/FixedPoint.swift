import TruthsLedger
import TruthsProgram
import TruthsText

/// Fires truths on facts until nothing new follows: stratum by stratum, in rounds (declarations §6).
///
/// Each round fires every match that is possible at its beginning.
final class FixedPoint {
  let engine: Engine
  let environment: Environment
  let limits: DerivationLimits
  private let start: DerivationStart
  let isExplained: Bool
  /// The context before the run, on which approvers are computed.
  var before: FactStore?
  var producer: Producer
  var result: Derivation
  /// The progress of the search for matches of each truth, by the truth's index.
  var cursors: [Int: MatchCursor] = [:]
  /// The search orders that replace those of the plan, by truth; each is used once. `nil` if the orders of the plan are used.
  var only: [Int: [MatchPlan.Step]]?
  /// The number of facts made by the run when the current stratum was last searched; `nil` before its first search.
  private var searched: Int?
  /// The number of facts made by the run when waiting changes were last compared with all matches; `nil` before the first time.
  var settled: Int?
  /// Whether views are being computed, in which facts are never corrected.
  let makesViews: Bool
  /// The matches that have fired, for truths whose search may start again.
  private(set) var fired: Set<MatchKey> = []
  /// The matches of the current stratum whose `if` was unknown when last evaluated. Used from language 3 on.
  var doubted: Set<MatchKey> = []
  /// The evaluator for all truths of a round, over the context at the beginning of the round; created on first use.
  private var roundEvaluator: Evaluator?
  /// The faults of the views that the round reads.
  var roundFaults = ViewFaults()
  /// Whether the current stratum reads views.
  private var readsViews = false
  /// The matches that fired in a stratum that reads views.
  private(set) var viewReaders: [Group] = []

  struct MatchKey: Hashable {
    var truth: Int
    var places: [Int]
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
    self.producer.isClosing = true
    self.isExplained = isExplained
    makesViews = producer.production.store.isViewed
    result = Derivation(production: producer.production)
  }

  /// Runs the strata in order, each to its own fixed point.
  func run(_ strata: [Stratum]) -> Derivation {
    for (index, stratum) in strata.enumerated() {
      (searched, readsViews, viewReaders) = (nil, !stratum.views.isEmpty, [])
      while result.exhausted == nil, !isOverworked {
        let hasFired = runRound(stratum)
        if !settleChanges(), !hasFired { break }
      }
      if engine.language < .three { readFaultsAgain(stratum) }
      refuseChanges(before: strata[(index + 1)...])
      let isTold = engine.language < .three || tellDoubts(stratum)
      // Later truths could read facts that these unknowns made incomplete.
      if !isTold, !makesViews { break }
    }
    result.production = producer.production
    result.matches.store = producer.production.store
    result.violations += producer.production.violations
    result.violations.sort(by: Violation.precedes)
    return result
  }

  /// Whether the work limit is exceeded, so that all results are discarded.
  var isOverworked: Bool { producer.production.store.work?.isExceeded ?? false }

  /// Records the truth that was searched when the work limit was exceeded.
  private func tellOverwork(_ plan: MatchPlan, _ store: FactStore) {
    guard let work = store.work, work.isExceeded, work.place == nil else { return }
    let shown = plan.types.prefix(4).map { "\(engine.program.facts[$0].name) (\(store.count($0).grouped))" }
    let more = plan.types.count - shown.count
    let types = shown.joined(separator: " × ") + (more > 0 ? " × \(more) more" : "")
    let truth = engine.program.truths[plan.truth]
    work.note(WorkPlace(declaration: truth.id, span: truth.span, through: "the facts that its `when` joins: \(types)"))
  }

  /// Returns the evaluator of the round.
  ///
  /// - Parameter store: the context at the beginning of the round, with the views that the stratum reads.
  func evaluator(on store: FactStore) -> Evaluator {
    if let roundEvaluator { return roundEvaluator }
    let evaluator = engine.evaluator(on: store, environment)
    evaluator.approvalStore = before.map { engine.approvalStore($0, producer.now) }
    roundEvaluator = evaluator
    return evaluator
  }

  /// Fires every match of a stratum that is possible now.
  ///
  /// - Returns: whether any match fired.
  private func runRound(_ stratum: Stratum) -> Bool {
    roundEvaluator = nil
    var viewed: FactStore?
    if !stratum.views.isEmpty {
      let (store, faults) = engine.views(of: producer.production.store, wanted: stratum.views, producer.now)
      (viewed, roundFaults) = (store, faults)
    }
    producer.readsOtherSymbols = viewed != nil && !producer.production.store.isViewed
    var groups: [Group] = []
    var count = result.matches.count
    let before = (searched, cursors)
    for plan in askedPlans(stratum) where mayMatch(plan, viewed ?? producer.production.store) {
      let group = newMatches(plan, viewed ?? producer.production.store, limit: limits.matches - count)
      if isOverworked { return false }
      guard let group else { continue }
      groups.append(group)
      count += group.places.count / max(1, plan.width)
      if count > limits.matches { return exhaust("max_steps", limits.matches, groups) }
    }
    if groups.isEmpty { return false }
    if !makesViews, let corrected = correctedFirst(groups) {
      // The other matches must be found again: the search is reset, and the matches that fire now are remembered.
      (searched, cursors, groups) = (before.0, before.1, corrected)
    }
    if result.rounds >= limits.rounds { return exhaust("max_cycles", limits.rounds, groups) }
    result.rounds += 1
    // Expressions read the context at the beginning of the round. A copy of it is kept only if an expression needs it.
    if groups.allSatisfy(\.isShort) {
      roundEvaluator = nil
    } else {
      _ = evaluator(on: viewed ?? producer.production.store)
    }
    viewed = nil
    for group in groups {
      let made = producer.production.count
      if !fire(group, roundEvaluator) { return isOverworked ? false : exhaust("max_facts", limits.facts, groups) }
      countTraces(of: group, facts: producer.production.count - made)
      if isOverworked { return false }
    }
    return true
  }

  /// Returns the matches to fire first: those with a corrected fact, so that later reads see corrected facts (declarations §6).
  ///
  /// - Returns: the matches that contain a correction; `nil` if none exist, or no others.
  /// - Complexity: O(matches of types that have versions).
  private func correctedFirst(_ groups: [Group]) -> [Group]? {
    var corrected: [Group] = []
    var hasOthers = false
    for group in groups {
      guard group.plan.types.contains(where: { producer.production.store.tables[$0].hasVersions }) else {
        hasOthers = true
        continue
      }
      let width = group.plan.width
      var correcting = group
      correcting.isAskedAgain = true
      correcting.places = stride(from: 0, to: group.places.count, by: width).filter { holdsCorrection(group, $0) }.flatMap {
        group.places[$0..<($0 + width)]
      }
      if correcting.places.count < group.places.count { hasOthers = true }
      if !correcting.places.isEmpty { corrected.append(correcting) }
    }
    return corrected.isEmpty || !hasOthers ? nil : corrected
  }

  private func exhaust(_ limit: String, _ count: Int, _ groups: [Group]) -> Bool {
    let firing = groups.map { engine.program.truths[$0.plan.truth].id }
    result.exhausted = Derivation.Exhaustion(limit: limit, count: count, firing: firing)
    return false
  }

  // MARK: Matches

  /// Returns the plans of a stratum to search.
  ///
  /// They are those that read facts made since its last search, and those that depend on more than facts. The first search on a
  /// context that may not be closed includes all plans.
  ///
  /// - Complexity: O(facts made since then + n log n) for n plans; in the first search of a stratum, all facts of the run.
  private func askedPlans(_ stratum: Stratum) -> [MatchPlan] {
    defer { searched = producer.production.count }
    if searched == nil, start.closedAt == 0 || producer.production.store.lastEntered > start.closedAt { return stratum.plans }
    return stratum.plans(asking: producer.production.types(from: searched ?? 0))
  }

  /// Returns whether a truth may have matches that have not fired: a cheap test before the search.
  ///
  /// - Complexity: O(fact types that the plan reads).
  private func mayMatch(_ plan: MatchPlan, _ store: FactStore) -> Bool {
    if plan.types.contains(where: { store.count($0) == 0 }) { return false }
    if start.closedAt == 0 || cursors[plan.truth] != nil { return true }
    if plan.types.contains(where: { store.hasFacts($0, after: start.closedAt) }) { return true }
    guard let watch = plan.watch else { return false }
    return watch.hasViews || watch.hasEnvironment || watch.types.contains { store.hasFacts($0, after: start.closedAt) }
  }

  /// Returns the new matches of a truth, in order of the matched sequences; `nil` if none exist.
  private func newMatches(_ plan: MatchPlan, _ store: FactStore, limit: Int) -> Group? {
    if only != nil { return wantedMatches(plan, store, limit: limit) }
    let factCount = producer.production.count
    let cursor = cursors[plan.truth] ?? MatchCursor(closedAt: start.closedAt, plan, store)
    let news = cursor.news(plan, store, facts: factCount)
    let isShort = plan.rule != nil && store.observer == nil
    // Where the touched matches are unknown, the search covers all of them.
    let touched = news.flatMap { isShort && !$0.isEmpty ? nil : plan.touched(by: $0, store) }
    let low = touched == nil ? [] : cursor.places
    if MatchSearch.isIdle(plan, store: store, low: low), touched?.isEmpty ?? true { return nil }
    cursors[plan.truth] = MatchCursor(plan, store, facts: factCount)
    searchDoubts(of: plan, store, low: low, news: touched == nil ? [] : news ?? [])
    var group = Group(plan: plan, places: [], isShort: isShort)
    if isShort {
      group.places = shortMatches(plan, store, low, limit)
    } else {
      var search = MatchSearch(plan, store: store, low: low, limit: limit)
      var judge = EvaluatorJudge(self, plan, store)
      search.run(&judge)
      group.places = search.places
      for order in touched ?? [] where !isOverworked {
        var search = MatchSearch(plan, store: store, low: [], only: order, limit: limit)
        search.run(&judge)
        group.places += search.places
      }
    }
    tellOverwork(plan, store)
    if group.places.isEmpty || isOverworked { return nil }
    group.sort()
    return group
  }

  /// Returns the matches of a truth in the orders of ``only``.
  private func wantedMatches(_ plan: MatchPlan, _ store: FactStore, limit: Int) -> Group? {
    guard let order = only?.removeValue(forKey: plan.truth) else { return nil }
    var search = MatchSearch(plan, store: store, low: [], only: order, limit: limit)
    if plan.rule != nil {
      var judge = AnyMatch()
      search.run(&judge)
    } else {
      var judge = EvaluatorJudge(self, plan, store)
      search.run(&judge)
    }
    tellOverwork(plan, store)
    if search.places.isEmpty || isOverworked { return nil }
    var group = Group(plan: plan, places: search.places, isShort: plan.rule != nil)
    group.sort()
    return group
  }

  /// Returns the matches of a truth with a ``ShortRule``.
  ///
  /// The search also finds matches that have fired before. If such matches fill the limit, the search is repeated with a larger
  /// limit.
  private func shortMatches(_ plan: MatchPlan, _ store: FactStore, _ low: [Int], _ limit: Int) -> [Int32] {
    var wanted = limit
    while true {
      var search = MatchSearch(plan, store: store, low: low, limit: wanted)
      var judge = AnyMatch()
      search.run(&judge)
      if isOverworked { return [] }
      var group = Group(plan: plan, places: search.places, isShort: true)
      drop(&group, store)
      guard search.isCut, group.places.count / plan.width <= limit else { return group.places }
      wanted = wanted > Int.max / 4 ? Int.max : 2 * wanted + 1
    }
  }

  /// Removes the matches that have fired before.
  private func drop(_ group: inout Group, _ store: FactStore) {
    let plan = group.plan
    let entered = Int32(store.tables[plan.types[0]].entered)
    var remaining: [Int32]?
    for match in stride(from: 0, to: group.places.count, by: plan.width) {
      // A match with a fact of this run is new, unless the search started again.
      let isNew = group.places[match] >= entered && fired.isEmpty
      if remaining == nil, isNew { continue }
      let places = group.places[match..<(match + plan.width)]
      if isNew || !places.map({ Int($0) }).withUnsafeBufferPointer({ hasFired(plan, $0, store) }) {
        remaining?.append(contentsOf: places)
      } else if remaining == nil {
        remaining = Array(group.places[..<match])
      }
    }
    if let remaining { group.places = remaining }
  }

  /// Returns whether a match has fired before, in this run or in an earlier one of the ledger.
  func hasFired(_ plan: MatchPlan, _ places: UnsafeBufferPointer<Int>, _ store: FactStore) -> Bool {
    if !fired.isEmpty, fired.contains(MatchKey(truth: plan.truth, places: Array(places))) { return true }
    guard let isFired = start.isFired else { return false }
    for (type, place) in zip(plan.types, places) where store.tables[type].origin(at: place) < 0 { return false }
    let ids = zip(plan.types, places).map { store.entryID($0, at: $1) }
    return !ids.contains("") && isFired(engine.program.truths[plan.truth].id, ids)
  }

  /// Records matches that fire.
  func log(_ group: Group) {
    let plan = group.plan
    result.matches.append(plan.types, of: plan.truth, places: group.places)
    guard plan.watch != nil || group.isAskedAgain else { return }
    for match in stride(from: 0, to: group.places.count, by: plan.width) {
      fired.insert(MatchKey(truth: plan.truth, places: group.places[match..<(match + plan.width)].map { Int($0) }))
    }
  }
}

extension FixedPoint {
  /// Begins the frame of a match, with its facts by their places.
  func begin(_ plan: MatchPlan, _ places: some Collection<Int>, _ evaluator: Evaluator) {
    let compiled = engine.code.truths[plan.truth]
    evaluator.begin(compiled.unit, frameSize: compiled.frameSize)
    var position = 0
    for place in places {
      evaluator.set(engine.program.truths[plan.truth].matches[position].slot, to: .fact(plan.types[position], at: place))
      position += 1
    }
  }

  /// Returns whether the `if` of a truth is true and its moves are possible. The frame must be filled.
  func fires(_ plan: MatchPlan, _ evaluator: Evaluator) -> Bool {
    condition(of: plan, evaluator) == .fires && fits(plan, evaluator)
  }

  /// Returns the outcome of the `if` of a truth; the frame must be filled.
  func condition(of plan: MatchPlan, _ evaluator: Evaluator) -> ConditionOutcome {
    let compiled = engine.code.truths[plan.truth]
    evaluator.run(from: compiled.lets)
    guard let code = compiled.condition else { return .fires }
    let answer = evaluator.cell(code)
    let outcome: ConditionOutcome = answer.isMissing ? .unknown : answer.isTrue ? .fires : .doesNot
    if let condition = engine.program.truths[plan.truth].condition {
      evaluator.observer?.note(condition, outcome)
      if engine.language < .three { note(faultsReadBy: plan, evaluator) { $0.read(condition.test) } }
    }
    return outcome
  }

  /// Returns whether each move of a truth starts from a state that its instance had at or since the beginning of closing.
  ///
  /// A move whose test is unknown is not possible.
  func fits(_ plan: MatchPlan, _ evaluator: Evaluator) -> Bool {
    let (moves, compiled) = (engine.program.truths[plan.truth].moves, engine.code.truths[plan.truth].moves)
    return compiled.indices.allSatisfy { producer.fits(moves[$0], compiled[$0], evaluator) }
  }

  /// Fires the matches of a truth, in order.
  ///
  /// - Parameter evaluator: an evaluator over the store at the beginning of the round; `nil` where every group fires without
  ///   it.
  /// - Returns: whether the limits of facts and work were kept.
  func fire(_ group: Group, _ evaluator: Evaluator?) -> Bool {
    guard !group.isShort, let evaluator else { return fireShort(group) }
    log(group)
    if readsViews { viewReaders.append(group) }
    let (plan, compiled) = (group.plan, engine.code.truths[group.plan.truth])
    for first in stride(from: 0, to: group.places.count, by: plan.width) {
      if let observer = evaluator.observer { observer.note(fired: engine.program.truths[plan.truth]) }
      begin(plan, group.places[first..<(first + plan.width)].lazy.map { Int($0) }, evaluator)
      // The search has computed the `let`s before, so observers do not see them again. Firing starts with an allocation count
      // of 0.
      evaluator.unseen { _ in _ = evaluator.run(from: compiled.lets) }
      evaluator.forgetMade()
      let factCount = producer.production.count
      if engine.language < .three {
        note(faultsReadBy: plan, evaluator) { reader in
          let truth = self.engine.program.truths[plan.truth]
          reader.read(truth.invariants + truth.moves.map(\.clause))
          reader.read(truth.outputs)
        }
      }
      producer.work(compiled, at: plan.truth, evaluator)
      producer.production.store.work?.giveBack(facts: producer.production.count - factCount)
      if !compiled.invariantClauses.isEmpty {
        evaluator.run(from: compiled.invariants, clauses: compiled.invariantClauses.count)
        result.take(compiled, evaluator, isExplained: isExplained)
      }
      if producer.production.count > limits.facts || producer.production.store.work?.isExceeded == true { return false }
    }
    return true
  }

  /// Counts the work of the traces of matches. A match writes traces even if it makes no new fact.
  private func countTraces(of group: Group, facts: Int) {
    guard let work = producer.production.store.work else { return }
    let traces = group.places.count / max(1, group.plan.width) * engine.program.truths[group.plan.truth].traces.count
    work.left -= max(0, traces - facts) * WorkMeter.stepsPerEntry
    tellOverwork(group.plan, producer.production.store)
  }

  /// Returns whether any fact of a match is a correction, made here or in the ledger.
  private func holdsCorrection(_ group: Group, _ first: Int) -> Bool {
    group.plan.types.indices.contains { position in
      producer.production.store.isCorrection(group.plan.types[position], at: Int(group.places[first + position]))
    }
  }

  /// Fires the matches of a truth that only copies fields.
  ///
  /// - Returns: whether the limit of facts was kept.
  private func fireShort(_ group: Group) -> Bool {
    guard let rule = group.plan.rule else { return true }
    let truth = engine.program.truths[group.plan.truth]
    log(group)
    let types = group.plan.types
    let maker = Producer.Maker(engine.code.truths[group.plan.truth], at: group.plan.truth)
    for output in rule.outputs { producer.production.store.prepare(output.type) }
    let outputs = rule.outputs.map { BoundOutput($0, types, producer.production.store) }
    let width = max(1, group.plan.width)
    let count = group.places.count / width
    return group.places.withUnsafeBufferPointer { places in
      guard let places = places.baseAddress else { return true }
      for first in stride(from: 0, to: count, by: BoundOutput.most) {
        let matches = min(BoundOutput.most, count - first)
        for output in outputs { output.fill(places + first &* width, matches: matches, length: width) }
        // A single output is appended in one pass while its facts are plain; the limit then holds for all of them together.
        let isPlain = outputs.count == 1 && producer.production.count + matches <= limits.facts
        var match = 0
        while match < matches {
          if isPlain { match = producer.production.append(outputs[0], match..<matches, maker: maker.symbol) }
          if match == matches { break }
          for (index, made) in outputs.enumerated() {
            let places = group.places[(first + match) * width..<(first + match + 1) * width]
            fire(made, match, truth.outputs[rule.outputs[index].index], maker, group.plan, places)
          }
          if producer.production.count > limits.facts { return false }
          match += 1
        }
      }
      return true
    }
  }

  /// Adds the fact that an output made for a match, or reports its fault.
  private func fire(
    _ bound: BoundOutput, _ match: Int, _ output: CheckedOutput, _ maker: Producer.Maker, _ plan: MatchPlan,
    _ places: ArraySlice<Int32>
  ) {
    let missing = bound.missing(match)
    if missing >= 0 {
      producer.row = Array(UnsafeBufferPointer(start: bound.row(match), count: bound.width))
      let evaluator = engine.evaluator(on: producer.production.store, environment)
      begin(plan, places.lazy.map { Int($0) }, evaluator)
      evaluator.unseen { _ in _ = evaluator.run(from: engine.code.truths[plan.truth].lets) }
      producer.refuse(missing: missing, of: output, maker, evaluator)
    } else if !producer.add(bound, match, maker.symbol) {
      producer.change(bound, match, maker, output)
    }
  }
}

extension Derivation {
  /// Adds the results of the invariants of a match, which have run.
  fileprivate mutating func take(_ truth: CompiledTruth, _ evaluator: Evaluator, isExplained: Bool) {
    // Each match is explained on its own: a clause id reported by one match does not hide it for the others.
    var evaluation = TruthEvaluation(isExplained: isExplained)
    evaluation.take(truth.invariantClauses, of: truth.id, evaluator)
    violations += evaluation.violations
    invariantsHeld += evaluation.invariantsHeld
    evaluated += evaluation.truths
  }
}
