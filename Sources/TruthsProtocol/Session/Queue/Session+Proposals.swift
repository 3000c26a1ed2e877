import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Processing of proposals, from a client's message to its answer.
extension Session {
  /// Starts the processing of a message from the queue.
  ///
  /// - Returns: the task to compute; `nil` if the message is done.
  mutating func take(_ message: WorkQueue.Message) -> WorkQueue.Task? {
    switch message.content {
    case .control(let control): return carryOut(control, by: message.actor, message.reply)
    case .proposal(let proposal):
      guard let person = message.onBehalfOf else { return .proposal(proposal, actor: message.actor, message.reply) }
      let received = LocatedJSON(unlocated: .object(proposal))
      for claim in [received, received.wrappedProposal].compactMap({ $0?.member("on_behalf_of")?.value }) {
        if case .null = claim.kind { continue }
        if claim.stringValue.map({ Text($0) }) == Text(person) { continue }
        let claimed = KnownActor.words(.text(claim.stringValue ?? "what is no text"))
        let reason = "the proposal says on_behalf_of \(claimed), and the session knows \(person)"
        let truthID = BuiltInTruth.actorMismatch.rawValue
        reply(message.reply, refuse(proposal, truthID: truthID, reason: reason, by: message.actor))
        return nil
      }
      return .proposal(proposal.with("on_behalf_of", .text(person)), actor: message.actor, message.reply)
    }
  }

  /// Refuses a proposal because of the session's own knowledge, and records the attempt of its actor.
  ///
  /// It makes no run: a replay would need the session's knowledge, which is in no entry.
  mutating func refuse(_ proposal: JSONObject, truthID: String, reason: String, by actor: JSONObject) -> Answer {
    let digest = Identity.digest(
      JSONValue.object(["context": .text(context.point.head), "proposal": .object(proposal)]).canonical())
    let thread = EventStream.Thread(
      runID: "run_" + digest, correlationID: "cor_" + digest, traceID: Identity.trace(ofRun: "run_" + digest))
    record("guardrail.hit", truthID: truthID, decision: .rejected, thread: thread, actor: actor, reason: reason)
    return Answer(
      to: key(of: proposal), decision: DecisionOutcome.rejected.rawValue, truthID: truthID, reason: reason,
      currentSeq: currentSeq)
  }

  /// Returns the idempotency key of a proposal, or of an offline queue's record; without a key, the proposal's id.
  func key(of proposal: JSONObject, id: String? = nil) -> String {
    let within = proposal.object("proposal")
    return proposal.text("idempotency_key") ?? within?.text("idempotency_key") ?? id ?? proposal.text("proposal_id")
      ?? within?.text("proposal_id") ?? ""
  }

  /// Applies the outcome of a proposal, as the session's state allows, and returns the answer.
  ///
  /// A proposal that was answered before gets the same answer, and nothing is recorded. While the session is paused, a proposal
  /// is held.
  mutating func finish(proposal: JSONObject, by actor: JSONObject, _ outcome: SessionWork.Outcome) -> Answer {
    guard case .decided(let outcome) = outcome else { return refuse(proposal, outcome) }
    if let refusal = refusal(ofAnswer: outcome, proposal, by: actor) { return refusal }
    if let refusal = refusal(ofAdoption: outcome, proposal, by: actor) { return refusal }
    let key = key(of: proposal, id: outcome.proposalID)
    let runID = outcome.run.runID
    if let cancelled = Steering.proposal(key, by: actor, in: steering.cancelled) {
      return conflict(of: proposal, with: cancelled, by: actor) ?? wasCancelled(cancelled, by: actor)
    }
    if steering.isPaused, !outcome.isReplay { return hold(proposal, by: actor, key: key, outcome) }
    if steering.pausedRuns.contains(runID) {
      return waitsForResume(key: key, runID: runID, proposalID: outcome.proposalID, by: actor, isReplay: true)
    }
    commit(outcome)
    var answer = Answer(
      to: key, decision: outcome.decision.rawValue, truthID: outcome.truthID, reason: outcome.reason,
      jobID: Identity.job(ofRun: runID), proposalID: outcome.proposalID, run: seen(outcome.run, by: actor).json,
      isReplay: outcome.isReplay, currentSeq: currentSeq)
    let decision = context.runs.record(runID).flatMap { context.decision(of: $0) }
    answer.decisionID = decision?.entryID
    answer.truthsHash = decision.flatMap { DecisionRecord($0.payload).truthsHash } ?? outcome.truthsHash
    return answer
  }

  /// Answers a proposal that exceeds the work limit. It is not decided (limits §4), and the session continues: otherwise every
  /// proposer could stop it.
  private func refuse(_ proposal: JSONObject, _ outcome: SessionWork.Outcome) -> Answer {
    var reason = "there is nothing to decide"
    if case .exceeded(let exceeded) = outcome { reason = exceeded.description }
    return Answer(to: key(of: proposal), reason: reason, isRefused: true, currentSeq: currentSeq)
  }

  /// Holds a proposal until the session resumes. Its run already has its final id.
  private mutating func hold(_ proposal: JSONObject, by actor: JSONObject, key: String, _ first: RunOutcome) -> Answer {
    let runID = first.run.runID
    if let held = Steering.proposal(key, by: actor, in: steering.heldProposals) {
      if let conflict = conflict(of: proposal, with: held, by: actor) { return conflict }
      return waitsForResume(key: key, runID: held.runID, proposalID: held.proposalID, by: actor, isReplay: true)
    }
    if context.runs.record(runID) != nil {
      return waitsForResume(key: key, runID: runID, proposalID: first.proposalID, by: actor, isReplay: true)
    }
    guard steering.heldProposals.count < options.allWaitingMessages else {
      let reason = "the session is paused, and holds as many proposals as it may; send it again later"
      return Answer(to: key, reason: reason, isRefused: true, currentSeq: currentSeq)
    }
    let named = identified(proposal, first.proposalID).with("run_id", .text(runID))
    let request = RunRequest(
      proposal: LocatedJSON(unlocated: .object(named)), now: clock, actor: actor, budget: budget.run)
    let outcome: RunOutcome
    do { outcome = try procedure.run(request, on: context.unobserved) } catch { return refuse(proposal, .exceeded(error)) }
    steer(.held(Steering.HeldProposal(key: key, actor: actor, proposal: named, runID: runID, proposalID: outcome.proposalID)))
    let correlationID = outcome.entries.last?.correlationID ?? ""
    let thread = EventStream.Thread(runID: runID, correlationID: correlationID, traceID: Identity.trace(ofRun: runID))
    let payload: JSONObject = [
      "entry_type": .text("proposal"), "run_id": .text(runID), "correlation_id": .text(correlationID),
      "proposal_id": .text(outcome.proposalID), "held": .boolean(true), "payload": .object(named), "actor": .object(actor),
    ]
    let received = stream.event(.proposal, thread, version: context.point.size, at: clock, payload: payload)
    emit([received, statusEvent(thread, .waiting, waitingFor: [.resume])])
    return waitsForResume(key: key, runID: runID, proposalID: outcome.proposalID, by: actor, isReplay: false)
  }

  /// Refuses a proposal that differs from a held or cancelled proposal under the same key. The ledger does not know that key yet
  /// (runs §5.1).
  ///
  /// - Returns: `nil` if both proposals are the same, of the same person.
  private mutating func conflict(of proposal: JSONObject, with earlier: Steering.HeldProposal, by actor: JSONObject) -> Answer? {
    guard actor.isSamePerson(as: earlier.actor) else {
      // The sender may not read what is held, nor whose it is.
      let reason = "\(earlier.key) stands for another proposal already: take another key, or `proposal_id`"
      return refuse(proposal, truthID: BuiltInTruth.idempotencyConflict.rawValue, reason: reason, by: actor)
    }
    let known = identified(earlier.proposal, earlier.proposalID)
    guard !procedure.areSame(identified(proposal, earlier.proposalID), known, by: actor) else { return nil }
    let reason = "idempotency key \(earlier.key) of @\(name(actor)) stands for proposal \(earlier.proposalID) already"
    return refuse(proposal, truthID: BuiltInTruth.idempotencyConflict.rawValue, reason: reason, by: actor)
  }

  /// Returns the proposal with an explicit `proposal_id`.
  ///
  /// A missing id is derived from the members. So with added members the proposal would get another id, and would conflict with
  /// itself when it is sent again under its key.
  private func identified(_ proposal: JSONObject, _ proposalID: String) -> JSONObject {
    let received = LocatedJSON(unlocated: .object(proposal))
    for holder in [received, received.wrappedProposal] {
      guard let kind = holder?.member("proposal_id")?.value.kind else { continue }
      if case .null = kind { continue }
      return proposal
    }
    return proposal.with("proposal_id", .text(proposalID))
  }

  private mutating func waitsForResume(
    key: String, runID: String, proposalID: String, by actor: JSONObject, isReplay: Bool
  ) -> Answer {
    Answer(
      to: key, reason: "paused: it waits for resume", jobID: Identity.job(ofRun: runID), proposalID: proposalID,
      run: seen(runState(runID, .waiting, waitingFor: [.resume]), by: actor).json, isReplay: isReplay,
      currentSeq: currentSeq)
  }

  private mutating func wasCancelled(_ held: Steering.HeldProposal, by actor: JSONObject) -> Answer {
    Answer(
      to: held.key, decision: DecisionOutcome.halted.rawValue, truthID: BuiltInTruth.cancelled.rawValue,
      reason: held.cancelledBecause ?? "cancelled", jobID: Identity.job(ofRun: held.runID), proposalID: held.proposalID,
      run: seen(runState(held.runID, .halted), by: actor).json, isReplay: true, currentSeq: currentSeq)
  }

  func runState(_ runID: String, _ status: RunState.Status, waitingFor: [Awaited] = []) -> RunState {
    let pending = context.runs.waitingCount + steering.heldProposals.count
    return RunState(
      runID: runID, status: status, factsCount: context.factsCount, pendingProposals: pending, waitingFor: waitingFor,
      lastActivity: clock)
  }

  mutating func statusEvent(
    _ thread: EventStream.Thread, _ status: RunState.Status, waitingFor: [Awaited] = [],
    halt: (truthID: String, reason: String)? = nil
  ) -> Event {
    var payload = runState(thread.runID, status, waitingFor: waitingFor).json
    payload["halt_reason"] = halt.map { .text($0.reason) }
    payload["halt_truth_id"] = halt.map { .text($0.truthID) }
    return stream.event(.status, thread, version: context.point.size, at: clock, payload: payload)
  }
}

/// Cancellation of a proposal while it is being decided.
extension Session {
  /// Cancels the proposal in work, if its proposer asks for that. Its outcome will be discarded.
  ///
  /// - Parameter request: the number that the client gave the message.
  /// - Returns: `true` if the message is about that proposal.
  mutating func cancelInFlight(_ message: ControlMessage, by client: String, request: Int?) -> Bool {
    guard message.type == .cancel, let flight = queue.inFlight, flight.cancelledBy == nil,
      case .proposal(let proposal, let proposer, _) = flight.task, let channel = channels[client],
      channel.client.actor.isSamePerson(as: proposer)
    else { return false }
    let actor = channel.client.actor
    let named = [message.payload.text("proposal_id"), message.payload.text("idempotency_key")].compactMap { $0.map { Text($0) } }
    let within = proposal.object("proposal")
    let known = [proposal.text("proposal_id"), within?.text("proposal_id"), key(of: proposal)].compactMap { $0.map { Text($0) } }
    guard known.contains(where: { named.contains($0) }) else { return false }
    let reply = WorkQueue.Reply(
      client: client, connection: channel.connection, to: message.type.rawValue, request: request)
    queue.inFlight?.cancelledBy = (actor, reply)
    channels[client]?.unansweredMessages += 1
    return true
  }

  /// Completes a proposal that was cancelled during its decision: the ledger gets only a trace of the cancellation.
  mutating func finish(
    cancelled proposal: JSONObject, by actor: JSONObject, _ to: WorkQueue.Reply,
    _ cancellation: (actor: JSONObject, reply: WorkQueue.Reply), _ outcome: SessionWork.Outcome
  ) {
    guard case .decided(let outcome) = outcome, !outcome.isReplay else {
      let answer = finish(proposal: proposal, by: actor, outcome)
      reply(cancellation.reply, Answer(to: "", reason: "it was decided already", isRefused: true, currentSeq: currentSeq))
      return reply(to, answer)
    }
    let (key, runID, truth) = (key(of: proposal, id: outcome.proposalID), outcome.run.runID, BuiltInTruth.cancelled)
    let reason = "cancelled by @\(name(cancellation.actor))"
    let thread = EventStream.Thread(
      runID: runID, correlationID: outcome.correlationID, traceID: Identity.trace(ofRun: runID))
    steer(
      .cancelled(
        Steering.HeldProposal(
          key: key, actor: actor, proposal: proposal, runID: runID, proposalID: outcome.proposalID, cancelledBecause: reason)))
    record("cancel", truthID: truth.rawValue, decision: .halted, thread: thread, actor: cancellation.actor, reason: reason)
    emit([statusEvent(thread, .halted, halt: (truth.rawValue, reason))])
    let answer = Answer(
      to: key, decision: DecisionOutcome.halted.rawValue, truthID: truth.rawValue, reason: reason,
      jobID: Identity.job(ofRun: runID), proposalID: outcome.proposalID, run: seen(runState(runID, .halted), by: actor).json,
      currentSeq: currentSeq)
    reply(to, answer)
    reply(cancellation.reply, answer)
  }
}
