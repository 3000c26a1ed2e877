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
  private var cursors: [Int: MatchCursor] = [:]
  private var fired: Set<MatchKey> = []

  private struct MatchKey: Hashable {
    var truth: Int
    var sequences: [Int]
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

  private var program: Program { engine.program }

  /// Runs the strata in order, each to its own fixed point.
  mutating func run(_ strata: [[MatchPlan]]) -> Derivation {
    for stratum in strata {
      while result.exhausted == nil, runRound(stratum) {}
    }
    result.production = producer.production
    result.violations += producer.production.violations
    result.violations.sort(by: Violation.precedes)
    return result
  }

  /// Fires every match of a stratum that is possible now.
  ///
  /// - Returns: whether there was one.
  private mutating func runRound(_ stratum: [MatchPlan]) -> Bool {
    let (store, faults) = engine.views(
      of: producer.production.store, wanted: engine.reads.deriving(stratum.map(\.truth)), producer.now)
    for fault in faults where !result.violations.contains(fault) { result.violations.append(fault) }
    var matches: [FiredMatch] = []
    for plan in stratum {
      matches += newMatches(plan, store)
      if result.matches.count + matches.count > limits.matches { return exhaust("max_steps", limits.matches, matches) }
    }
    if matches.isEmpty { return false }
    if result.rounds >= limits.rounds { return exhaust("max_cycles", limits.rounds, matches) }
    matches.sort(by: FiredMatch.precedes)
    result.rounds += 1
    producer.round = store
    var evaluator: (truth: Int, evaluator: Evaluator)?
    for match in matches {
      var current = evaluator?.truth == match.truth ? evaluator?.evaluator : nil
      evaluator = nil
      var inner = current.take() ?? self.evaluator(of: match.truth, store)
      fire(match, &inner)
      evaluator = (match.truth, inner)
      if producer.production.facts.count > limits.facts { return exhaust("max_facts", limits.facts, matches) }
    }
    return true
  }

  private mutating func exhaust(_ limit: String, _ count: Int, _ matches: [FiredMatch]) -> Bool {
    let firing = Set(matches.map(\.truth)).sorted().map { program.truths[$0].id }
    result.exhausted = Derivation.Exhaustion(limit: limit, count: count, firing: firing)
    return false
  }

  private func evaluator(of truth: Int, _ store: FactStore) -> Evaluator {
    let checked = program.truths[truth]
    var evaluator = engine.evaluator(on: store, environment)
    evaluator.begin(engine.code.truths[truth].unit, frameSize: max(checked.frameSize, checked.matches.count))
    return evaluator
  }

  // MARK: Matches

  /// The matches of a truth that have not fired.
  private mutating func newMatches(_ plan: MatchPlan, _ store: FactStore) -> [FiredMatch] {
    let cursor = cursors[plan.truth] ?? MatchCursor(closedAt: start.closedAt, plan, engine, store)
    cursors[plan.truth] = MatchCursor(plan, engine, store, facts: producer.production.facts.count)
    let isWhole = cursor.mustBeginAnew(plan, engine, store, facts: producer.production.facts.count)
    var search = MatchSearch(
      plan: plan, truth: program.truths[plan.truth], store: store, low: isWhole ? [:] : cursor.places,
      evaluator: evaluator(of: plan.truth, store), limit: limits.matches - result.matches.count)
    var found: [FiredMatch] = []
    search.run { facts, evaluator in
      guard isNew(plan.truth, facts), fires(plan.truth, &evaluator) else { return }
      found.append(FiredMatch(truth: plan.truth, facts: facts, slots: evaluator.slots))
    }
    return found
  }

  private func isNew(_ truth: Int, _ facts: [FactRecord]) -> Bool {
    if fired.contains(MatchKey(truth: truth, sequences: facts.map(\.entry.sequence))) { return false }
    if facts.contains(where: \.entry.id.isEmpty) { return true }
    return !start.isFired(program.truths[truth].id, facts.map(\.entry.id))
  }

  /// Whether the `if` of a truth is true, and every instance that it moves stands where the move begins; an unknown `if` counts
  /// as false.
  private func fires(_ index: Int, _ evaluator: inout Evaluator) -> Bool {
    let truth = program.truths[index]
    let compiled = engine.code.truths[index]
    evaluator.run(from: compiled.lets)
    if let condition = truth.condition, let code = compiled.condition {
      let answer = evaluator.cell(code)
      evaluator.observer?.note(condition, answer.isMissing ? .unknown : answer.isTrue ? .fires : .doesNot)
      if !answer.isTrue { return false }
    }
    return compiled.moves.allSatisfy { evaluator.cell($0.test).isTrue }
  }

  // MARK: Firing

  private mutating func fire(_ match: FiredMatch, _ evaluator: inout Evaluator) {
    let truth = program.truths[match.truth]
    fired.insert(MatchKey(truth: match.truth, sequences: match.sequences))
    result.matches.append(match)
    evaluator.observer?.note(fired: truth)
    evaluator.slots = match.slots
    producer.holdsCorrection = match.facts.contains { $0.entry.isCorrection }
    let compiled = engine.code.truths[match.truth]
    producer.work(truth, compiled, &evaluator)
    guard !truth.invariants.isEmpty else { return }
    evaluator.run(from: compiled.invariants, clauses: truth.invariants.count)
    var reading = ClauseReading(declaredBy: truth.id, isOfInvariant: false, isExplained: isExplained)
    reading.read(truth.invariants, evaluator.outcomes, &evaluator)
    result.take(reading)
  }
}

extension Derivation {
  /// Takes in the clauses of a match.
  mutating func take(_ reading: ClauseReading) {
    for clause in reading.clauses {
      if let violation = clause.violation { violations.append(violation) } else { invariantsHeld += 1 }
    }
    examined.append(ExaminedTruth(id: reading.declaredBy, clauses: reading.clauses.map(\.examined)))
  }
}
