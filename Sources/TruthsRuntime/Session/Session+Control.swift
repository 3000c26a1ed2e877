import TruthsLedger
package import TruthsJSON
import TruthsEngine
import TruthsText

/// Control messages (contract §13.5). Those that change an outcome are recorded as traces (runtime.md §5).
extension Session {
  /// Carries a control message out, at a moment of the session's clock. One that claims to be by somebody else than is known to
  /// send it is refused, on the record.
  ///
  /// - Parameter actor: Who is known to send it; `nil` where nobody vouches for that, and the message is believed.
  package mutating func control(_ message: ControlMessage, by actor: JSONObject? = nil, at now: Int) -> Answer {
    inputs.append(SessionInput(moment: now, .control(message, by: actor)))
    advanceClock(to: now)
    var message = message
    if let actor {
      let difference = message.actor.flatMap { KnownActor.difference(of: $0, from: actor, claimedBy: "the message") }
      if let difference { return refuse(message, mismatch: difference, by: actor) }
      message.actor = actor
    }
    return carryOut(message)
  }

  private mutating func carryOut(_ message: ControlMessage) -> Answer {
    switch message.type {
    case .injectFact: return inject(message)
    case .approve: return answerApproval(message, action: "grant_approval")
    case .reject: return answerApproval(message, action: "deny_approval")
    case .consent: return consent(message)
    case .pause: return pause(message)
    case .resume: return resume(message)
    case .cancel: return cancel(message)
    case .updateBudget: return updateBudget(message)
    }
  }

  /// Nobody steers as somebody else; that somebody tried is told by who did.
  private mutating func refuse(_ message: ControlMessage, mismatch reason: String, by actor: JSONObject) -> Answer {
    let truth = BuiltInTruth.actorMismatch
    record("guardrail.hit", truth: truth, decision: .rejected, thread: thread(of: message), actor: actor, reason: reason)
    return decided(message, .rejected, truth: truth, reason)
  }

  /// Looks at the budget of time: past it the session pauses.
  package mutating func tick(at now: Int) {
    inputs.append(SessionInput(moment: now, .tick))
    advanceClock(to: now)
    guard let deadline, Int(clock.milliseconds) >= deadline, let limit = budget.maxSeconds else { return }
    pauseSession(by: SessionActor.system, reason: "time budget: \(limit) s are over")
  }

  /// When the budget of time ends, in milliseconds since 1970; `nil` while there is none, or the session is paused already.
  package var deadline: Int? {
    guard !steering.isPaused, let seconds = budget.maxSeconds else { return nil }
    return Int(steering.timeBegins.milliseconds) + seconds * 1_000
  }

  private mutating func updateBudget(_ message: ControlMessage) -> Answer {
    if let fault = budget.update(message.payload) { return refuse(message, fault) }
    let wording = message.payload.members.map { "\($0.name) \(text($0.value))" }.joined(separator: ", ")
    let reason = "@\(name(message.sender)) sets \(wording)"
    steer(message.type, thread: thread(of: message), actor: message.sender, reason: reason)
    if let exceeded = budget.exceeded { pauseSession(by: SessionActor.system, reason: exceeded) }
    return carriedOut(message, reason)
  }

  /// A fact from outside: refused unless its type is external (runtime.md §1).
  private mutating func inject(_ message: ControlMessage) -> Answer {
    let fact = message.payload["type"] == nil ? message.payload.object("fact") ?? message.payload : message.payload
    let identity = Identity.digest(
      JSONValue.object(["context": .text(context.point.head), "fact": .object(fact)]).canonical())
    let correlationID = message.correlationID ?? "cor_" + identity
    let runID = "run_" + identity
    let thread = EventStream.Thread(runID: runID, correlationID: correlationID, traceID: Identity.trace(ofRun: runID))
    let injection = procedure.inject(
      LocatedJSON(unlocated: .object(fact)), corrects: message.payload["type"] == nil ? message.payload.text("corrects") : nil,
      actor: message.sender, runID: runID, correlationID: correlationID, now: clock, on: context)
    let type = fact.text("type") ?? "fact"
    switch injection {
    case .refused(let truth, let reason):
      record("guardrail.hit", truth: truth, decision: .rejected, thread: thread, actor: message.sender, reason: reason)
      return decided(message, .rejected, truth: truth, reason)
    case .unchanged: return decided(message, .accepted, truth: .control, "\(type) is there already, unchanged")
    case .appended(let changed, let entry):
      context = changed
      emit([stream.event(of: entry, traceID: thread.traceID)])
      closeContext()
      let reason = "\(type) from outside, by @\(name(message.sender))"
      steer(message.type, thread: thread, actor: message.sender, reason: reason)
      reevaluateWaitingRuns()
      return decided(message, .accepted, truth: .control, reason)
    }
  }

  /// What follows from the facts by itself, whenever one arrives from outside (runtime.md §3, step 0).
  private mutating func closeContext() {
    let closing = procedure.close(context, now: clock, budget: budget.run)
    guard !closing.entries.isEmpty else { return }
    context = closing.context
    let runID = closing.entries[0].runID
    emit(closing.entries.map { stream.event(of: $0, traceID: Identity.trace(ofRun: runID)) })
  }

  /// Granting and denying are intents of pack `converge` (runtime.md §3, step 5): each becomes a proposal of the one who answers,
  /// in the correlation of the run that asked. What may not be granted is rejected there, with a trace.
  private mutating func answerApproval(_ message: ControlMessage, action: String) -> Answer {
    guard let proposalID = message.payload.text("proposal_id") else {
      return refuse(message, "`\(message.type.rawValue)` needs the `proposal_id` that it is about")
    }
    let requests = approvals.meant(
      proposalID: proposalID, truthID: message.payload.text("truth_id"), actor: message.sender)
    var proposal: JSONObject = ["action": .text(action), "actor": .object(message.sender)]
    if message.type == .reject { proposal["why"] = message.payload["why"] ?? message.payload["reason"] }
    guard !requests.isEmpty else {
      proposal["correlation_id"] = message.correlationID.map { .text($0) }
      return readdressed(decide(proposal, by: message.actor), to: message)
    }
    var answers: [Answer] = []
    for request in requests where answers.allSatisfy({ $0.decision == Decision.accepted.rawValue }) {
      proposal["request"] = .text(request.id)
      proposal["correlation_id"] = .text(request.correlationID)
      answers.append(decide(proposal, by: message.actor))
    }
    return answers.last.map { readdressed($0, to: message) } ?? refuse(message, "nobody asked for this approval")
  }

  /// Consenting is an intent of pack `converge` (language-2.md §6): it becomes a proposal of the one who consents, in the
  /// correlation of the run that waits. Who may not consent is rejected there, with a trace.
  private mutating func consent(_ message: ControlMessage) -> Answer {
    guard let proposalID = message.payload.text("proposal_id") else {
      return refuse(message, "`consent` needs the `proposal_id` that it is about")
    }
    let waiting = context.runs.waiting.compactMap { context.runs.record($0) }
    guard let record = waiting.last(where: { Text($0.proposalID) == Text(proposalID) }) else {
      return refuse(message, "no proposal \(proposalID) waits: there is nothing to consent to")
    }
    let proposal: JSONObject = [
      "action": .text("give_consent"), "actor": .object(message.sender), "proposal_hash": .text(record.proposalHash.prefixed),
      "correlation_id": .text(record.entry.correlationID),
    ]
    return readdressed(decide(proposal, by: message.actor), to: message)
  }

  private func readdressed(_ answer: Answer, to message: ControlMessage) -> Answer {
    var answer = answer
    answer.to = message.type.rawValue
    return answer
  }

  private func decided(_ message: ControlMessage, _ decision: Decision, truth: BuiltInTruth, _ reason: String) -> Answer {
    Answer(
      to: message.type.rawValue, decision: decision.rawValue, truthID: truth.rawValue, reason: reason, currentSeq: currentSeq)
  }

  private func text(_ value: JSONValue) -> String { String(decoding: value.canonical(), as: UTF8.self) }
}
