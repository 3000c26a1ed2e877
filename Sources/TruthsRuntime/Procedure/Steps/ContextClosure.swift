import TruthsEngine
package import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsText

/// The closure of a context: the facts that truths derive from the context alone, without a proposal (runs §3.1).
package struct ContextClosure: Sendable {
  /// The context with the derived entries. It is unchanged if nothing was derived, or a violation prevented the closure.
  package var context: Context
  /// The appended entries: first the facts, then a trace for each match for which a truth fired.
  package var entries: [Entry] = []
  /// The violations that stop every decision on this context; empty if the context could be closed.
  var violations: [Violation] = []
  var exhausted: Derivation.Exhaustion?
  /// Whether the work limit was exceeded. If so, the result is unknown.
  package var isOverworked = false

  init(context: Context) { self.context = context }

  /// Whether the closure is complete, and nothing prevents it.
  package var isWhole: Bool { violations.isEmpty && exhausted == nil && !isOverworked }

  /// Whether nothing new follows from the context, and nothing prevents the closure.
  var isNothing: Bool { entries.isEmpty && violations.isEmpty && exhausted == nil && !isOverworked }
}

extension RunProcedure {
  /// The actor of entries that follow from a context without a proposal.
  package static let closingActor: JSONObject = [
    "type": .text("system"), "user_id": .text("converge"), "device_id": .text("converge"), "org_id": .text("converge"),
    "roles": .array([]),
  ]

  /// Runs the truths that start from facts over a context, until nothing new follows.
  ///
  /// If there is a conflict, or a violation that is not advisory, nothing is appended.
  ///
  /// - Complexity: O(matches with a fact that was appended after the context was last closed).
  package func close(_ context: Context, now: Timestamp, budget: Budget = .standard) -> ContextClosure {
    guard engine.derivesEntries else { return ContextClosure(context: context) }
    let context = context.store.work == nil ? context.working(WorkMeter(limit: budget.maxWork)) : context
    let limits = budget.derivation
    return context.knowledge.closing(now: now, limits: limits, isTimeless: !engine.derivesByEnvironment) {
      derive(context, now, limits)
    }
  }

  private func derive(_ context: Context, _ now: Timestamp, _ limits: DerivationLimits) -> ContextClosure {
    let context = context.apart
    var closing = ContextClosure(context: context.working(nil))
    let environment = Environment([
      .now: .timestamp(now), .actorType: .text("system"), .actorUserID: .text("converge"), .actorRoles: .list([]),
    ])
    let envelope = RunEnvelope(firstSequence: context.nextSequence, now: now, actor: Self.closingActor)
    let derivation = engine.derive(
      from: Production(store: context.store), start: context.derivationStart, environment: environment, envelope: envelope,
      limits: limits, isExplained: false)
    if context.store.work?.exceeded != nil {
      closing.isOverworked = true
      return closing
    }
    if let exhausted = derivation.exhausted {
      closing.exhausted = exhausted
      return closing
    }
    var evaluation = engine.evaluateContextClosure(derivation, given: context.store, environment: environment, now: now)
    if context.store.work?.exceeded != nil {
      closing.isOverworked = true
      return closing
    }
    evaluation.merge(derivation.violations)
    closing.violations = evaluation.violations.filter { $0.kind != .advisory }
    if closing.violations.isEmpty { write(derivation, envelope, into: &closing) }
    return closing
  }

  private func write(_ derivation: Derivation, _ envelope: RunEnvelope, into closing: inout ContextClosure) {
    let (runID, correlationID) = Hashes.closing(context: closing.context.head, truths: truthsHash)
    let words = EntryEnvelope(timestamp: envelope.now, correlationID: correlationID, runID: runID, actor: envelope.actor)
    withHasher { hasher in
      var writer = EntryWriter(context: closing.context, envelope: words, hasher)
      writer.reserve(derivation.production.count + derivation.matches.count)
      let ids = writer.write(facts: engine.facts(of: derivation.production), givingIDs: !derivation.matches.isEmpty)
      for match in derivation.matches {
        writer.write(
          trace: "converge.close", truthID: program.truths[match.truth].id, decision: .accepted,
          reason: "follows from the context", hashes: nil, from: match.entryIDs(ids, first: envelope.firstSequence),
          names: program.truths[match.truth].traces)
      }
      closing.entries = writer.added.entries
      closing.context = writer.added.extended(program: program, isClosed: true).working(nil)
    }
  }
}

extension FiredMatch {
  /// Returns the entry ids of the match's facts, in the order of the truth's `when`.
  ///
  /// - Parameter ids: the ids of the run's own facts. The sequence of the first of them is `first`.
  func entryIDs(_ ids: [String], first: Int) -> [String] {
    facts.map { fact in
      let place = fact.sequence - first
      return fact.entryID.isEmpty && ids.indices.contains(place) ? ids[place] : fact.entryID
    }
  }
}

extension Budget {
  /// The limits for running truths that start from facts.
  var derivation: DerivationLimits { DerivationLimits(rounds: maxCycles, matches: maxSteps, facts: maxFacts) }
}
