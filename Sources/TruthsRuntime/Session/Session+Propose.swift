import TruthsLedger
import TruthsEngine
package import TruthsJSON
import TruthsText

extension Session {
  /// Decides a proposal, or an offline queue's record of one, at a moment of the session's own clock; the moment is recorded.
  ///
  /// A proposal that was answered before gets that answer again and leaves nothing. While the session is paused, a proposal is
  /// held.
  ///
  /// - Parameters:
  ///   - actor: Who is known to propose; `nil` where nobody vouches for that, and the proposal is believed.
  ///   - person: Whom the actor is known to act for: it is written into the proposal before anything is hashed, and a proposal
  ///     for somebody else is refused. `nil` where nobody says so: then the proposal's own word stands.
  package mutating func propose(
    _ proposal: JSONObject, by actor: JSONObject? = nil, for person: String? = nil, at now: Int
  ) -> Answer {
    inputs.append(SessionInput(moment: now, .propose(proposal, by: actor, for: person)))
    advanceClock(to: now)
    guard let person else { return decide(proposal, by: actor) }
    let received = LocatedJSON(unlocated: .object(proposal))
    for claim in [received, received.wrappedProposal].compactMap({ $0?.member("on_behalf_of")?.value }) {
      if case .null = claim.kind { continue }
      if claim.stringValue.map({ Text($0) }) == Text(person) { continue }
      return refuse(proposal, for: claim.stringValue ?? "what is no text", insteadOf: person, by: actor)
    }
    return decide(proposal.with("on_behalf_of", .text(person)), by: actor)
  }

  /// Nobody acts for somebody else than the session knows; that it was tried is told by who did. No run comes of it: what the
  /// session knows stands in no entry, so that nobody could decide it again.
  private mutating func refuse(
    _ proposal: JSONObject, for claimed: String, insteadOf person: String, by actor: JSONObject?
  ) -> Answer {
    let truth = BuiltInTruth.actorMismatch
    let reason = "the proposal says on_behalf_of \(KnownActor.words(.text(claimed))), and the session knows \(person)"
    let digest = Identity.digest(
      JSONValue.object(["context": .text(context.point.head), "proposal": .object(proposal)]).canonical())
    let thread = EventStream.Thread(
      runID: "run_" + digest, correlationID: "cor_" + digest, traceID: Identity.trace(ofRun: "run_" + digest))
    record("guardrail.hit", truth: truth, decision: .rejected, thread: thread, actor: actor ?? [:], reason: reason)
    return Answer(
      to: key(of: proposal), decision: Decision.rejected.rawValue, truthID: truth.rawValue, reason: reason,
      currentSeq: currentSeq)
  }

  /// The idempotency key of a proposal, or of a queue's record of one; its own id where it has none.
  func key(of proposal: JSONObject, id: String? = nil) -> String {
    let within = proposal.object("proposal")
    return proposal.text("idempotency_key") ?? within?.text("idempotency_key") ?? id ?? proposal.text("proposal_id")
      ?? within?.text("proposal_id") ?? ""
  }

  /// Decides a proposal at the present moment.
  mutating func decide(_ proposal: JSONObject, by actor: JSONObject?) -> Answer {
    let outcome: RunOutcome
    do { outcome = try evaluate(proposal, by: actor) } catch { return refuse(proposal, error) }
    let key = key(of: proposal, id: outcome.proposalID)
    let runID = outcome.run.runID
    let proposer = actor ?? self.actor(of: proposal)
    if let cancelled = Steering.proposal(key, by: proposer, in: steering.cancelled) { return wasCancelled(cancelled) }
    if steering.isPaused, !outcome.isReplay { return hold(proposal, by: actor, key: key, outcome) }
    if steering.pausedRuns.contains(runID) { return waitsForResume(key: key, runID: runID, proposalID: outcome.proposalID) }
    if commit(outcome) { reevaluateWaitingRuns() }
    return Answer(
      to: key, decision: outcome.decision.rawValue, truthID: outcome.truthID, reason: outcome.reason,
      jobID: Identity.job(ofRun: runID), proposalID: outcome.proposalID, run: outcome.run.json, isReplay: outcome.isReplay,
      currentSeq: currentSeq)
  }

  /// What a proposal comes to, without recording anything. While the session is paused nothing comes of it, so that it is not
  /// observed either.
  private func evaluate(_ proposal: JSONObject, by actor: JSONObject?) throws(WorkExceeded) -> RunOutcome {
    try procedure.run(
      RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: clock, actor: actor, budget: budget.run),
      on: steering.isPaused ? context.unobserved : context)
  }

  /// A proposal that takes more work than it may is not decided, and the session pauses (runtime-2.md §2).
  private mutating func refuse(_ proposal: JSONObject, _ exceeded: WorkExceeded) -> Answer {
    pauseSession(by: SessionActor.system, reason: exceeded.description)
    return Answer(to: key(of: proposal), reason: exceeded.description, isRefused: true, currentSeq: currentSeq)
  }

  /// Whom a proposal names.
  private func actor(of proposal: JSONObject) -> JSONObject? {
    proposal.object("actor") ?? proposal.object("proposal")?.object("actor")
  }

  /// Takes an outcome into the ledger and tells it; one that left no entries leaves no events either.
  ///
  /// - Returns: Whether facts were appended, so that runs that wait have to be looked at again.
  mutating func commit(_ outcome: RunOutcome) -> Bool {
    guard !outcome.entries.isEmpty else { return false }
    context = outcome.context
    emit(RunEvents.events(of: outcome, stream: &stream))
    return outcome.entries.contains { $0.type == .fact }
  }

  /// Evaluates every waiting run again, until none appends a fact (runtime.md §5).
  mutating func reevaluateWaitingRuns() {
    var hasNewFacts = true
    while hasNewFacts {
      hasNewFacts = false
      for runID in procedure.waitingRuns(in: context) where !steering.isStopped(runID) {
        guard let outcome = evaluateAgain(runID) else { continue }
        if commit(outcome) { hasNewFacts = true }
      }
    }
  }

  /// A waiting run, evaluated again; one that takes more work than it may waits as before, and the session pauses.
  mutating func evaluateAgain(_ runID: String) -> RunOutcome? {
    do {
      return try procedure.reevaluate(runID: runID, on: context, now: clock, budget: budget.run)
    } catch {
      pauseSession(by: SessionActor.system, reason: error.description)
      return nil
    }
  }

  /// Keeps a proposal until the session goes on. Its run has its id already, under which it will be decided.
  private mutating func hold(_ proposal: JSONObject, by actor: JSONObject?, key: String, _ first: RunOutcome) -> Answer {
    let runID = first.run.runID
    let proposer = actor ?? self.actor(of: proposal)
    if let held = Steering.proposal(key, by: proposer, in: steering.held) {
      return waitsForResume(key: key, runID: held.runID, proposalID: held.proposalID)
    }
    if context.runs.record(runID) != nil { return waitsForResume(key: key, runID: runID, proposalID: first.proposalID) }
    let named = proposal.with("run_id", .text(runID))
    let outcome: RunOutcome
    do { outcome = try evaluate(named, by: actor) } catch { return refuse(proposal, error) }
    steering.held.append(
      Steering.Held(
        key: key, actor: actor, proposer: proposer, proposal: named, runID: runID, proposalID: outcome.proposalID))
    let correlationID = outcome.entries.last?.correlationID ?? ""
    let thread = EventStream.Thread(runID: runID, correlationID: correlationID, traceID: Identity.trace(ofRun: runID))
    var payload: JSONObject = [
      "entry_type": .text("proposal"), "run_id": .text(runID), "correlation_id": .text(correlationID),
      "proposal_id": .text(outcome.proposalID), "held": .boolean(true), "payload": .object(named),
    ]
    payload["actor"] = proposer.map { .object($0) }
    let told = stream.event(.proposal, thread, version: context.point.size, at: clock, payload: payload)
    emit([told, statusEvent(thread, .waiting, waitingFor: ["resume"])])
    return waitsForResume(key: key, runID: runID, proposalID: outcome.proposalID)
  }

  private func waitsForResume(key: String, runID: String, proposalID: String) -> Answer {
    Answer(
      to: key, reason: "paused: it waits for resume", jobID: Identity.job(ofRun: runID), proposalID: proposalID,
      run: runState(runID, .waiting, waitingFor: ["resume"]).json, currentSeq: currentSeq)
  }

  private func wasCancelled(_ held: Steering.Held) -> Answer {
    Answer(
      to: held.key, decision: Decision.halted.rawValue, truthID: BuiltInTruth.cancelled.rawValue,
      reason: state.run(held.runID)?.reason ?? "cancelled", jobID: Identity.job(ofRun: held.runID), proposalID: held.proposalID,
      run: runState(held.runID, .halted).json, isReplay: true, currentSeq: currentSeq)
  }

  /// A run's status object at this moment.
  func runState(_ runID: String, _ status: RunState.Status, waitingFor: [String] = []) -> RunState {
    let pending = context.runs.waitingCount + steering.held.count
    return RunState(
      runID: runID, status: status, factsCount: context.factsCount, pendingProposals: pending, waitingFor: waitingFor,
      lastActivity: clock)
  }

  /// An event that tells a run's status.
  mutating func statusEvent(
    _ thread: EventStream.Thread, _ status: RunState.Status, waitingFor: [String] = [],
    halt: (truthID: String, reason: String)? = nil
  ) -> Event {
    var payload = runState(thread.runID, status, waitingFor: waitingFor).json
    payload["halt_reason"] = halt.map { .text($0.reason) }
    payload["halt_truth_id"] = halt.map { .text($0.truthID) }
    return stream.event(.status, thread, version: context.point.size, at: clock, payload: payload)
  }
}
