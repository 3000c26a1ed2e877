/// The truths that the engine itself holds; every trace names a truth, and these stand for what no pack declares (runtime.md §3).
package enum BuiltInTruth: String, Hashable, Sendable, CaseIterable {
  case wellFormed = "converge.proposal.wellformed"
  case governed = "converge.proposal.governed"
  case consent = "converge.proposal.consent"
  case decided = "converge.proposal.decided"
  case idempotencyConflict = "converge.idempotency.conflict"
  case truthsChanged = "converge.truths.changed"
  case replayUnsafe = "converge.replay.unsafe"
  case actorMismatch = "converge.actor.mismatch"
  case overrideInvalid = "converge.override.invalid"
  case factConflict = "converge.fact.conflict"
  case factIncomplete = "converge.fact.incomplete"
  case factAbsent = "converge.fact.absent"
  case factImmutable = "converge.fact.immutable"
  case factStale = "converge.fact.stale"
  case factExternal = "converge.fact.external"
  case budget = "converge.budget"
  case cancelled = "converge.run.cancelled"
  case control = "converge.run.control"
  case sealing = "converge.ledger.sealing"
  case notAdopted = "converge.truths.not_adopted"

  /// What the truth says, in one sentence.
  package var summary: String {
    switch self {
    case .wellFormed: "A proposal names an intent that is declared, with fields of the declared names and types."
    case .governed: "At least one truth fires for every proposal: a business action that no truth governs is not taken."
    case .consent:
      "An intent that wants explicit consent waits for it: from the user who proposed it, else from a person who may give it."
    case .decided: "A proposal that was accepted once is never accepted again."
    case .idempotencyConflict: "One idempotency key of one actor stands for one proposal."
    case .truthsChanged: "A proposal that was queued under other truths is not decided by the present ones."
    case .replayUnsafe: "A queued proposal that is not safe to replay is replayed only where somebody forces it."
    case .actorMismatch: "A proposal is by whoever is known to make it: nobody speaks as somebody else."
    case .overrideInvalid: "A break-glass override names a truth that fired."
    case .factConflict: "One fact has one content: a fact that is there is changed by a correction only."
    case .factIncomplete: "A fact is whole: each of its required fields has a value."
    case .factAbsent: "A correction corrects a fact that is there."
    case .factImmutable: "A fact of an immutable type is never corrected."
    case .factStale: "A correction corrects the newest version of its fact."
    case .factExternal:
      "Only facts of a type that is declared external arrive from outside, from whom it names, never from an agent."
    case .budget: "A run ends within its budget of rounds, matches and facts."
    case .cancelled: "A run that somebody cancelled stops there."
    case .control: "Whoever steers a run leaves a trace."
    case .sealing: "What stood in a ledger in short form before it was first appended to is sealed under its head."
    case .notAdopted: "A ledger in which truths were adopted is decided under the ones that were adopted last."
    }
  }
}
