import TruthsCheck
package import TruthsText

extension Engine {
  /// Whether any truth fires on facts and makes entries; without one a context is always closed.
  package var derivesEntries: Bool { !strata.isEmpty }

  /// Whether a truth on facts reads the moment, the actor or the proposal to decide whether it fires.
  package var derivesByEnvironment: Bool {
    strata.joined().contains { reads.watched[$0.truth]?.hasEnvironment ?? false }
  }

  /// Fires truths on facts from a production on, to the fixed point (language.md §6).
  ///
  /// - Parameters:
  ///   - production: the facts that the run has made so far, and the store with them.
  ///   - start: what has fired before.
  /// - Complexity: O(matches · log facts) where every join has an equality, else O(product of the facts joined).
  package func derive(
    from production: Production, start: DerivationStart, environment: Environment, envelope: RunEnvelope,
    limits: DerivationLimits, isExplained: Bool
  ) -> Derivation {
    let producer = Producer(
      program: program, production: production, firstSequence: envelope.firstSequence, now: envelope.now, actor: envelope.actor)
    var fixedPoint = FixedPoint(
      engine: self, environment: environment, limits: limits, start: start, producer: producer, isExplained: isExplained)
    return fixedPoint.run(strata)
  }

  /// Reads the `ensures` of matches on the result.
  func ensure(_ matches: [FiredMatch], evaluator: inout Evaluator, into examination: inout Examination) {
    for match in matches where !program.truths[match.truth].ensures.isEmpty {
      let truth = program.truths[match.truth]
      evaluator.begin(code.truths[match.truth].unit, frameSize: match.slots.count)
      for (place, fact) in match.facts.enumerated() {
        evaluator.set(truth.matches[place].slot, to: evaluator.cell(of: .fact(fact)))
      }
      evaluator.run(from: code.truths[match.truth].ensures, clauses: truth.ensures.count)
      var reading = ClauseReading(declaredBy: truth.id, isOfInvariant: false, isExplained: examination.isExplained)
      reading.read(truth.ensures, evaluator.outcomes, &evaluator, isPostcondition: true)
      examination.add(reading)
    }
  }

  /// Reads the `ensures` of matches alone, as closing a context does. Facts that contradict one another or lack something are no
  /// result, of which more could be said.
  package func examineClosing(_ derivation: Derivation, environment: Environment, now: Timestamp) -> Examination {
    var examination = Examination(isExplained: false)
    if derivation.violations.contains(where: { $0.place == .builtIn }) { return examination }
    let wanted = reads.ensuring(derivation.matches.map(\.truth), [])
    let (viewed, faults) = views(of: derivation.production.store, wanted: wanted, now)
    var evaluator = evaluator(on: viewed, environment)
    ensure(derivation.matches, evaluator: &evaluator, into: &examination)
    examination.merge(faults)
    return examination
  }
}
