package import TruthsJSON
import TruthsProgram
package import TruthsText

extension Engine {
  /// Whether any truth on facts makes entries; without one a context is always closed.
  package var derivesEntries: Bool { !strata.isEmpty }

  /// Fires truths on facts from a production on, until the fixed point (declarations §6).
  ///
  /// - Parameters:
  ///   - production: the facts that the run has made so far, and the store with them.
  ///   - before: the context before the run, on which approvers are computed; `nil` for the production's store.
  ///   - start: the matches that have fired before.
  /// - Complexity: O(matches · log facts) where every join has an equality, otherwise O(product of the facts joined).
  package func derive(
    from production: Production, before: FactStore? = nil, start: DerivationStart, environment: Environment,
    envelope: RunEnvelope,
    limits: DerivationLimits, isExplained: Bool
  ) -> Derivation {
    let producer = Producer(code, production: production, envelope: envelope)
    let fixedPoint = FixedPoint(
      engine: self, environment: environment, limits: limits, start: start, producer: producer, isExplained: isExplained)
    fixedPoint.before = before ?? production.store
    return fixedPoint.run(strata)
  }

  /// Computes the fixed point over the facts of a store without a run: the derived facts, but no entries.
  ///
  /// - Complexity: that of ``derive(from:start:environment:envelope:limits:isExplained:)``.
  package func fixedPoint(over store: FactStore, now: Timestamp, limits: DerivationLimits) -> Derivation {
    derive(
      from: Production(store: store), start: DerivationStart(closedAt: 0),
      environment: Environment([.now: .timestamp(now)]), envelope: RunEnvelope(firstSequence: Int.max / 2, now: now, actor: [:]),
      limits: limits, isExplained: false)
  }

  /// Returns whether any matched truth has `ensures`.
  func ensures(_ matches: MatchLog) -> Bool {
    matches.distinctTruths.contains { !code.truths[$0].ensuredClauses.isEmpty }
  }

  /// Evaluates the `ensures` of matches on the result.
  ///
  /// - Parameter violations: collects the faults of views that they read.
  func ensure(
    _ matches: MatchLog, evaluator: Evaluator, _ faults: ViewFaults, _ violations: inout DistinctViolations,
    into evaluation: inout TruthEvaluation
  ) {
    if !ensures(matches) { return }
    for index in matches.indices {
      let truth = code.truths[matches.truth(at: index)]
      if truth.ensuredClauses.isEmpty { continue }
      let match = matches[index]
      evaluator.begin(truth.unit, frameSize: truth.frameSize)
      for (matched, fact) in zip(program.truths[match.truth].matches, match.facts) {
        evaluator.set(matched.slot, to: .fact(fact.type, at: fact.place))
      }
      evaluator.run(from: truth.ensures, clauses: truth.ensuredClauses.count)
      evaluation.take(truth.ensuredClauses, of: truth.id, evaluator, isPostcondition: true)
      addFaults(faults, readBy: program.truths[match.truth].ensures, program.truths[match.truth].lets, evaluator, to: &violations)
    }
  }

  /// Adds the faults of views that clauses read; the frame of the clauses must be filled.
  func addFaults(
    _ faults: ViewFaults, readBy clauses: [CheckedClause], _ lets: [CheckedLet], _ evaluator: Evaluator,
    to violations: inout DistinctViolations
  ) {
    if faults.isEmpty, evaluator.before?.faults.isEmpty ?? true { return }
    var reader = ViewFaultReader(faults, evaluator, lets: lets)
    evaluator.unseen { _ in reader.read(clauses) }
    violations.add(reader.violations)
  }

  /// Evaluates the `ensures` of matches alone, when a context is closed.
  ///
  /// Where produced facts conflict or are incomplete there is no result to evaluate.
  ///
  /// - Parameter base: the context before it was closed, which `old` reads and on which approvers are computed.
  package func evaluateContextClosure(
    _ derivation: Derivation, given base: FactStore, environment: Environment, now: Timestamp
  ) -> TruthEvaluation {
    var evaluation = TruthEvaluation(isExplained: false)
    if derivation.violations.contains(where: { $0.place == .builtIn }) || !ensures(derivation.matches) { return evaluation }
    let wanted = reads.ensuring(derivation.matches.distinctTruths, [])
    let (viewed, faults) = views(of: derivation.production.store, wanted: wanted, now)
    var violations = DistinctViolations()
    let evaluator = evaluator(on: viewed, environment)
    evaluator.before = before(base, derivation.matches.distinctTruths, environment, now)
    evaluator.approvalStore = approvalStore(base, now)
    ensure(derivation.matches, evaluator: evaluator, faults, &violations, into: &evaluation)
    evaluation.merge(violations.all)
    return evaluation
  }
}

extension Engine {
  /// Returns the current facts of a type as JSON without their type, sorted by the JCS bytes of their keys. Views are computed.
  ///
  /// - Parameter type: an index in ``Program/facts``.
  /// - Returns: the facts, and the faults of the views that they come from.
  package func contents(of type: Int, in store: FactStore, now: Timestamp) -> (facts: [JSONObject], faults: [Violation]) {
    let (store, faults) = views(of: store, wanted: program.facts[type].isDerived ? [type] : [], now)
    let facts = store.ordered(type, in: program).map { fact in
      JSONObject(Array(program.payload(type: type, fields: fact.fields).members.dropFirst()))
    }
    return (facts, faults.faults(ofAll: type))
  }
}

/// Decides with an evaluator whether a truth fires. The evaluator is created for the first match, since most searches find
/// none.
struct EvaluatorJudge: MatchJudge {
  static var works: Bool { true }

  private let fixedPoint: FixedPoint
  private let plan: MatchPlan
  private let store: FactStore

  init(_ fixedPoint: FixedPoint, _ plan: MatchPlan, _ store: FactStore) {
    self.fixedPoint = fixedPoint
    self.plan = plan
    self.store = store
  }

  func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool {
    if fixedPoint.hasFired(plan, places, store) { return false }
    let evaluator = fixedPoint.evaluator(on: store)
    fixedPoint.begin(plan, places, evaluator)
    let outcome = fixedPoint.condition(of: plan, evaluator)
    fixedPoint.noteDoubt(plan, places, isUnknown: outcome == .unknown)
    return outcome == .fires && fixedPoint.fits(plan, evaluator)
  }
}
