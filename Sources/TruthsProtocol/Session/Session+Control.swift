import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Processing of control messages (contract §13.5). Those that change an outcome are recorded as traces (sessions §7).
extension Session {
  /// Executes a control message of a client.
  ///
  /// If it claims another actor, or its actor has no permission for it, the message is refused and the attempt is recorded.
  ///
  /// - Returns: the task to compute; `nil` if the message is done.
  mutating func carryOut(_ message: ControlMessage, by actor: JSONObject, _ to: WorkQueue.Reply) -> WorkQueue.Task? {
    let difference = message.actor.flatMap { KnownActor.difference(of: $0, from: actor, claimedBy: "the message") }
    if let difference {
      reply(to, refuse(message, BuiltInTruth.actorMismatch.rawValue, difference, by: actor))
      return nil
    }
    var message = message
    message.actor = actor
    switch message.type {
    case .approve: return answerApproval(message, action: "grant_approval", to)
    case .reject: return answerApproval(message, action: "deny_approval", to)
    case .consent: return consent(message, to)
    case .injectFact: reply(to, inject(message))
    case .pause: reply(to, pause(message))
    case .resume: reply(to, resume(message))
    case .cancel: reply(to, cancel(message))
    case .updateBudget: reply(to, updateBudget(message))
    }
    return nil
  }

  /// Refuses a control message because its sender has no permission. The attempt is recorded for the session, since it belongs to
  /// no run.
  mutating func refuse(_ message: ControlMessage, _ truthID: String, _ reason: String, by actor: JSONObject) -> Answer {
    record("guardrail.hit", truthID: truthID, decision: .rejected, thread: sessionThread, actor: actor, reason: reason)
    return decided(message, .rejected, truthID: truthID, reason)
  }

  /// Returns the refusal of a message whose sender lacks a permission; `nil` if the sender has it.
  mutating func refusal(of message: ControlMessage, _ permission: Permission) -> Answer? {
    let verdict = authority.verdict(of: message.sender, permission, on: context, now: clock)
    if verdict.isAllowed || verdict.truthID == nil && options.operators == .everybody { return nil }
    return refuse(message, verdict.truthID ?? BuiltInTruth.control.rawValue, verdict.reason, by: message.sender)
  }

  /// Does everything that is due at this moment.
  ///
  /// It pauses the session when its time budget is used up, and sends checkpoints to subscribers that got nothing for a while.
  package mutating func tick(at now: Int) {
    advanceClock(to: now)
    history?.note(.tick, at: clock)
    if let deadline, Int(clock.milliseconds) >= deadline, let limit = budget.maxSeconds {
      pauseSession(by: SessionActor.system, reason: "time budget: \(limit) s are over")
    }
    beat()
  }

  /// Moment when ``tick(at:)`` is due, in milliseconds since 1970; `nil` if nothing is planned.
  package var nextTick: Int? {
    let moment = waiting.nextMoment.flatMap { $0 > clock ? Int($0.milliseconds) : nil }
    return [deadline, moment, nextHeartbeat].compactMap(\.self).min()
  }

  /// End of the time budget, in milliseconds since 1970; `nil` without one, or while the session is paused.
  private var deadline: Int? {
    guard !steering.isPaused, let seconds = budget.maxSeconds else { return nil }
    return Int(steering.timeBegins.milliseconds) + seconds * 1_000
  }

  private mutating func updateBudget(_ message: ControlMessage) -> Answer {
    if let refusal = refusal(of: message, .updateBudget(message.payload)) { return refusal }
    var updated = steering.budget
    if let fault = updated.update(message.payload, below: options.ceilings) { return refuse(message, fault) }
    steer(.budget(message.payload))
    waiting.forgetReads()
    let wording = message.payload.members.map { "\($0.name) \(text($0.value))" }.joined(separator: ", ")
    let reason = "@\(name(message.sender)) sets \(wording)"
    steer(message.type, thread: sessionThread, actor: message.sender, reason: reason)
    if let exceeded = budget.exceeded { pauseSession(by: SessionActor.system, reason: exceeded) }
    return carriedOut(message, reason)
  }

  /// Adds a fact from outside. It is refused unless its type is external (runs §1).
  private mutating func inject(_ message: ControlMessage) -> Answer {
    let fact = message.payload["type"] == nil ? message.payload.object("fact") ?? message.payload : message.payload
    let identity = Identity.digest(
      JSONValue.object(["context": .text(context.point.head), "fact": .object(fact)]).canonical())
    let correlationID = message.correlationID ?? "cor_" + identity
    let runID = "run_" + identity
    let thread = EventStream.Thread(runID: runID, correlationID: correlationID, traceID: Identity.trace(ofRun: runID))
    let ingestion = procedure.inject(
      LocatedJSON(unlocated: .object(fact)), corrects: message.payload["type"] == nil ? message.payload.text("corrects") : nil,
      actor: message.sender, runID: runID, correlationID: correlationID, now: clock, budget: budget.run, on: context)
    let type = fact.text("type") ?? "fact"
    switch ingestion {
    case .refused(let truthID, let reason):
      record("guardrail.hit", truthID: truthID, decision: .rejected, thread: thread, actor: message.sender, reason: reason)
      return decided(message, .rejected, truthID: truthID, reason)
    case .unchanged:
      return decided(message, .accepted, truthID: BuiltInTruth.control.rawValue, "\(type) is there already, unchanged")
    case .appended(let changed, let entry):
      if isOverworked(changed), !isOverworked(context) {
        return refuse(message, "more follows from this \(type) than may be worked out: no proposal could be decided behind it")
      }
      context = changed
      take([entry])
      emit([stream.event(of: entry, traceID: thread.traceID)])
      closeContext()
      let reason = "\(type) from outside, by @\(name(message.sender))"
      steer(message.type, thread: thread, actor: message.sender, reason: reason)
      return decided(message, .accepted, truthID: BuiltInTruth.control.rawValue, reason)
    }
  }

  /// Whether deriving the facts that follow from a context takes more work than a proposal may. Then no proposal could be decided
  /// on this context.
  private func isOverworked(_ context: Context) -> Bool { procedure.close(context, now: clock, budget: budget.run).isOverworked }

  /// Appends the facts that follow from a fact from outside (runs §3.1).
  private mutating func closeContext() {
    let closing = procedure.close(context, now: clock, budget: budget.run)
    guard !closing.entries.isEmpty else { return }
    context = closing.context
    take(closing.entries)
    let runID = closing.entries[0].runID
    emit(closing.entries.map { stream.event(of: $0, traceID: Identity.trace(ofRun: runID)) })
  }

  /// Turns a grant or denial into proposals of the answering actor, one for each request.
  ///
  /// Granting and denying are intents of pack `converge` (approvals §4). The proposals have the correlation of the requesting
  /// run. The truths reject a grant that is not allowed, with a trace.
  private mutating func answerApproval(
    _ message: ControlMessage, action: String, _ to: WorkQueue.Reply
  ) -> WorkQueue.Task? {
    guard let proposalID = message.payload.text("proposal_id") else {
      reply(to, refuse(message, "`\(message.type.rawValue)` needs the `proposal_id` that it is about"))
      return nil
    }
    let requests = approvals.meant(
      proposalID: proposalID, truthID: message.payload.text("truth_id"), actor: message.sender
    ).filter { isAbout($0.runID, message) && mayRead(run: $0.runID, message.sender) }
    guard !requests.isEmpty else {
      let place = message.jobID.map { " in job \($0)" } ?? ""
      reply(to, refuse(message, "no approval of proposal \(proposalID) is asked for\(place)"))
      return nil
    }
    var proposal: JSONObject = ["action": .text(action), "actor": .object(message.sender)]
    if message.type == .reject { proposal["why"] = message.payload["why"] ?? message.payload["reason"] }
    let proposals = requests.map { request in
      proposal.with("request", .text(request.id)).with("correlation_id", .text(request.correlationID))
    }
    return .answers(proposals[...], actor: message.sender, readdressed(to, message))
  }

  /// Turns a consent into a proposal of the consenting actor.
  ///
  /// Consenting is an intent of pack `converge` (approvals §6). The proposal has the correlation of the waiting run. The truths
  /// reject a consent that is not allowed, with a trace.
  private mutating func consent(_ message: ControlMessage, _ to: WorkQueue.Reply) -> WorkQueue.Task? {
    guard let proposalID = message.payload.text("proposal_id") else {
      reply(to, refuse(message, "`consent` needs the `proposal_id` that it is about"))
      return nil
    }
    let waiting = context.runs.waiting.compactMap { context.runs.record($0) }
    guard let record = waiting.last(where: { Text($0.proposalID) == Text(proposalID) }),
      isAbout(record.runID, message), mayRead(run: record.runID, message.sender)
    else {
      reply(to, refuse(message, "no proposal \(proposalID) waits: there is nothing to consent to"))
      return nil
    }
    let proposal: JSONObject = [
      "action": .text("give_consent"), "actor": .object(message.sender), "proposal_hash": .text(record.proposalHash.prefixed),
      "correlation_id": .text(context.proposal(of: record)?.correlationID ?? ""),
    ]
    return .answers([proposal], actor: message.sender, readdressed(to, message))
  }

  /// Whether a run belongs to the job that a message names; `true` for every run if the message names no job.
  private func isAbout(_ runID: String, _ message: ControlMessage) -> Bool {
    message.jobID.map { Text($0) == Text(Identity.job(ofRun: runID)) } ?? true
  }

  private func readdressed(_ to: WorkQueue.Reply, _ message: ControlMessage) -> WorkQueue.Reply {
    WorkQueue.Reply(client: to.client, connection: to.connection, to: message.type.rawValue, request: to.request)
  }

  private func decided(_ message: ControlMessage, _ decision: DecisionOutcome, truthID: String, _ reason: String) -> Answer {
    Answer(
      to: message.type.rawValue, decision: decision.rawValue, truthID: truthID, reason: reason, currentSeq: currentSeq)
  }

  private func text(_ value: JSONValue) -> String { String(decoding: value.canonical(), as: UTF8.self) }
}
