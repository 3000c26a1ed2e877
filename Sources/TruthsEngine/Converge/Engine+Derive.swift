import TruthsCheck
import TruthsJSON
package import TruthsText

extension Engine {
  /// Whether any truth fires on facts and makes entries; without one a context is always closed.
  package var derivesEntries: Bool { !strata.isEmpty }

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
    let producer = Producer(code, production: production, envelope: envelope)
    let fixedPoint = FixedPoint(
      engine: self, environment: environment, limits: limits, start: start, producer: producer, isExplained: isExplained)
    return fixedPoint.run(strata)
  }

  /// The fixed point alone over the facts of a store, as nobody's run: what follows from them, without entries.
  ///
  /// - Complexity: that of ``derive(from:start:environment:envelope:limits:isExplained:)``.
  package func fixedPoint(over store: FactStore, now: Timestamp, limits: DerivationLimits) -> Derivation {
    derive(
      from: Production(store: store), start: DerivationStart(closedAt: 0) { _, _ in false },
      environment: Environment([.now: .timestamp(now)]), envelope: RunEnvelope(firstSequence: Int.max / 2, now: now, actor: [:]),
      limits: limits, isExplained: false)
  }

  /// Whether any match has `ensures`.
  func ensures(_ matches: MatchLog) -> Bool {
    matches.distinctTruths.contains { !code.truths[$0].ensuredClauses.isEmpty }
  }

  /// Reads the `ensures` of matches on the result.
  func ensure(_ matches: MatchLog, evaluator: Evaluator, into examination: inout Examination) {
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
      examination.take(truth.ensuredClauses, of: truth.id, evaluator, isPostcondition: true)
    }
  }

  /// Reads the `ensures` of matches alone, as closing a context does. Facts that contradict one another or lack something are no
  /// result, of which more could be said.
  package func examineClosing(_ derivation: Derivation, environment: Environment, now: Timestamp) -> Examination {
    var examination = Examination(isExplained: false)
    if derivation.violations.contains(where: { $0.place == .builtIn }) || !ensures(derivation.matches) { return examination }
    let wanted = reads.ensuring(derivation.matches.distinctTruths, [])
    let (viewed, faults) = views(of: derivation.production.store, wanted: wanted, now)
    ensure(derivation.matches, evaluator: evaluator(on: viewed, environment), into: &examination)
    examination.merge(faults)
    return examination
  }
}
