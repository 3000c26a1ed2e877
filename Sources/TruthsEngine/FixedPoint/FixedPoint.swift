import TruthsLedger
import TruthsProgram
import TruthsText

/// Fires truths on facts until nothing new follows: stratum by stratum, in each round every match possible at its beginning
/// (declarations §6).
final class FixedPoint {
  let engine: Engine
  let environment: Environment
  let limits: DerivationLimits
  private let start: DerivationStart
  let isExplained: Bool
  /// The context before the run, on which is asked who approves.
  var before: FactStore?
  var producer: Producer
  var result: Derivation
  /// How far the search for matches of each truth has come, by its index.
  var cursors: [Int: MatchCursor] = [:]
  /// By truth, the order in which the matches are found that are wanted, until they were found; `nil` where all are.
  var only: [Int: [MatchPlan.Step]]?
  /// How many facts the run had made when the stratum at hand was last searched; `nil` before its first search.
  private var searched: Int?
  /// How many facts the run had made when changes were last held against what all matches give; `nil` where that was never done.
  var settled: Int?
  /// Whether views are worked out: then nothing is corrected.
  let makesViews: Bool
  /// The matches that have fired, of truths whose search may begin anew.
  private(set) var fired: Set<MatchKey> = []
  /// The matches of the stratum at hand whose `if` was unknown when it was read last. Language 3.
  var doubted: Set<MatchKey> = []
  /// One for all truths of a round, over the context as it was at its beginning; made for the first that has something to ask.
  private var roundEvaluator: Evaluator?
  /// What is wrong with the views that the round reads.
  var roundFaults = ViewFaults()
  /// Whether the stratum reads views.
  private var readsViews = false
  /// What fired in a stratum that reads views.
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
    for (place, stratum) in strata.enumerated() {
      (searched, readsViews, viewReaders) = (nil, !stratum.views.isEmpty, [])
      while result.exhausted == nil, !isOverworked {
        let hasFired = runRound(stratum)
        if !settleChanges(), !hasFired { break }
      }
      if engine.language < .three { readFaultsAgain(stratum) }
      refuseChanges(before: strata[(place + 1)...])
      let isTold = engine.language < .three || tellDoubts(stratum)
      // What further truths read may lack what could not be told.
      if !isTold, !makesViews { break }
    }
    result.production = producer.production
    result.matches.store = producer.production.store
    result.violations += producer.production.violations
    result.violations.sort(by: Violation.precedes)
    return result
  }

  /// Whether more work was done than may be: then nothing that was made counts.
  var isOverworked: Bool { producer.production.store.work?.isExceeded ?? false }

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
    evaluator.approvalStore = before.map { engine.approvalStore($0, producer.now) }
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
      // What waits is found again: the search goes back to where it was, and what fires now is remembered.
      (searched, cursors, groups) = (before.0, before.1, corrected)
    }
    if result.rounds >= limits.rounds { return exhaust("max_cycles", limits.rounds, groups) }
    result.rounds += 1
    // Expressions are read on the context as it was at the beginning of the round; copies that are kept for less would cost.
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

  /// What follows from corrected matches is made first, so that whoever reads a corrected fact reads it corrected (declarations
  /// §6).
  ///
  /// - Returns: the matches that hold a correction; `nil` where there are none, or no others.
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
      var kept = group
      kept.isAskedAgain = true
      kept.places = stride(from: 0, to: group.places.count, by: width).filter { holdsCorrection(group, $0) }.flatMap {
        group.places[$0..<($0 + width)]
      }
      if kept.places.count < group.places.count { hasOthers = true }
      if !kept.places.isEmpty { corrected.append(kept) }
    }
    return corrected.isEmpty || !hasOthers ? nil : corrected
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
    if only != nil { return wantedMatches(plan, store, limit: limit) }
    let made = producer.production.count
    let cursor = cursors[plan.truth] ?? MatchCursor(closedAt: start.closedAt, plan, store)
    let news = cursor.news(plan, store, facts: made)
    let isShort = plan.rule != nil && store.observer == nil
    // Where nothing tells which matches are touched, all are searched.
    let touched = news.flatMap { isShort && !$0.isEmpty ? nil : plan.touched(by: $0, store) }
    let low = touched == nil ? [] : cursor.places
    if MatchSearch.isIdle(plan, store: store, low: low), touched?.isEmpty ?? true { return nil }
    cursors[plan.truth] = MatchCursor(plan, store, facts: made)
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

  /// The matches of a truth that are wanted alone.
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

  /// The matches of a truth that is nothing but a rule. What has fired before is none of those that are wanted, but is found all
  /// the same: where that took up the room, more is made.
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
    guard let isFired = start.isFired else { return false }
    for (type, place) in zip(plan.types, places) where store.tables[type].origin(at: place) < 0 { return false }
    let ids = zip(plan.types, places).map { store.entryID($0, at: $1) }
    return !ids.contains("") && isFired(engine.program.truths[plan.truth].id, ids)
  }

  /// Notes matches that fire.
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
  /// A frame for a match of a truth, by the places of its facts.
  func begin(_ plan: MatchPlan, _ places: some Collection<Int>, _ evaluator: Evaluator) {
    let compiled = engine.code.truths[plan.truth]
    evaluator.begin(compiled.unit, frameSize: compiled.frameSize)
    var position = 0
    for place in places {
      evaluator.set(engine.program.truths[plan.truth].matches[position].slot, to: .fact(plan.types[position], at: place))
      position += 1
    }
  }

  /// Whether the `if` of a truth is true, and every instance that it moves was where the move begins since closing began. Its
  /// frame stands.
  func fires(_ plan: MatchPlan, _ evaluator: Evaluator) -> Bool {
    condition(of: plan, evaluator) == .fires && fits(plan, evaluator)
  }

  /// What the `if` of a truth comes to, whose frame is begun.
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

  /// Whether every instance that a truth moves was where the move begins since closing began. A move that cannot be told is none.
  func fits(_ plan: MatchPlan, _ evaluator: Evaluator) -> Bool {
    let (moves, compiled) = (engine.program.truths[plan.truth].moves, engine.code.truths[plan.truth].moves)
    return compiled.indices.allSatisfy { producer.fits(moves[$0], compiled[$0], evaluator) }
  }

  /// Fires the matches of a truth, in order.
  ///
  /// - Parameter evaluator: over the store as it was at the beginning of the round; none where every group fires without it.
  /// - Returns: whether that kept to the limit of facts.
  func fire(_ group: Group, _ evaluator: Evaluator?) -> Bool {
    guard !group.isShort, let evaluator else { return fireShort(group) }
    log(group)
    if readsViews { viewReaders.append(group) }
    let (plan, compiled) = (group.plan, engine.code.truths[group.plan.truth])
    for first in stride(from: 0, to: group.places.count, by: plan.width) {
      if let observer = evaluator.observer { observer.note(fired: engine.program.truths[plan.truth]) }
      begin(plan, group.places[first..<(first + plan.width)].lazy.map { Int($0) }, evaluator)
      // The search has worked them out for this match before; what fires begins with nothing made.
      evaluator.unseen { _ in _ = evaluator.run(from: compiled.lets) }
      evaluator.forgetMade()
      let made = producer.production.count
      if engine.language < .three {
        note(faultsReadBy: plan, evaluator) { reader in
          let truth = self.engine.program.truths[plan.truth]
          reader.read(truth.invariants + truth.moves.map(\.clause))
          reader.read(truth.outputs)
        }
      }
      producer.work(compiled, at: plan.truth, evaluator)
      producer.production.store.work?.giveBack(facts: producer.production.count - made)
      if !compiled.invariantClauses.isEmpty {
        evaluator.run(from: compiled.invariants, clauses: compiled.invariantClauses.count)
        result.take(compiled, evaluator, isExplained: isExplained)
      }
      if producer.production.count > limits.facts || producer.production.store.work?.isExceeded == true { return false }
    }
    return true
  }

  /// Each match has its traces, and may make no fact that was not there: only facts have a limit of their own.
  private func countTraces(of group: Group, facts: Int) {
    guard let work = producer.production.store.work else { return }
    let traces = group.places.count / max(1, group.plan.width) * engine.program.truths[group.plan.truth].traces.count
    work.left -= max(0, traces - facts) * WorkMeter.stepsPerEntry
    tellOverwork(group.plan, producer.production.store)
  }

  /// Whether any fact of a match is a correction, made here or in the ledger.
  private func holdsCorrection(_ group: Group, _ first: Int) -> Bool {
    group.plan.types.indices.contains { position in
      producer.production.store.isCorrection(group.plan.types[position], at: Int(group.places[first + position]))
    }
  }

  /// Fires the matches of a truth that only copies: rows from rows.
  ///
  /// - Returns: whether that kept to the limit of facts.
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
        // One output alone is added in one go as far as nothing is special; the limit is looked at then as after each match.
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

  /// Adds what an output has made for a match.
  private func fire(
    _ made: BoundOutput, _ match: Int, _ output: CheckedOutput, _ maker: Producer.Maker, _ plan: MatchPlan,
    _ places: ArraySlice<Int32>
  ) {
    let missing = made.missing(match)
    if missing >= 0 {
      producer.row = Array(UnsafeBufferPointer(start: made.row(match), count: made.width))
      let evaluator = engine.evaluator(on: producer.production.store, environment)
      begin(plan, places.lazy.map { Int($0) }, evaluator)
      evaluator.unseen { _ in _ = evaluator.run(from: engine.code.truths[plan.truth].lets) }
      producer.refuse(missing: missing, of: output, maker, evaluator)
    } else if !producer.add(made, match, maker.symbol) {
      producer.change(made, match, maker, output)
    }
  }
}

extension Derivation {
  /// Takes in what the invariants of a match came to, which have run.
  fileprivate mutating func take(_ truth: CompiledTruth, _ evaluator: Evaluator, isExplained: Bool) {
    // Each match is explained on its own: a clause id that one match reports does not silence the others.
    var evaluation = TruthEvaluation(isExplained: isExplained)
    evaluation.take(truth.invariantClauses, of: truth.id, evaluator)
    violations += evaluation.violations
    invariantsHeld += evaluation.invariantsHeld
    evaluated += evaluation.truths
  }
}
