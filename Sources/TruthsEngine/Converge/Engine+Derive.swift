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
  func ensure(_ matches: [FiredMatch], environment: Environment, store: FactStore, into examination: inout Examination) {
    for match in matches where !program.truths[match.truth].ensures.isEmpty {
      let truth = program.truths[match.truth]
      var evaluator = Evaluator(program: program, store: store, environment: environment, frameSize: match.slots.count)
      for (place, fact) in match.facts.enumerated() { evaluator.slots[truth.matches[place].slot] = .fact(fact) }
      for binding in truth.lets { evaluator.slots[binding.slot] = evaluator.outside(evaluator.value(binding.node)) }
      var reading = ClauseReading(declaredBy: truth.id, isOfInvariant: false, isExplained: examination.isExplained)
      for clause in truth.ensures { reading.read(clause, &evaluator, isPostcondition: true) }
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
    ensure(derivation.matches, environment: environment, store: viewed, into: &examination)
    examination.merge(faults)
    return examination
  }
}
