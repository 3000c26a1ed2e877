import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Control messages (contract §13.5). Those that change an outcome are recorded as traces (sessions §7).
extension Session {
  /// Executes a control message at a moment of the session's clock. A message that claims another actor than the known one is
  /// refused, and the attempt is recorded.
  ///
  /// - Parameter actor: The known actor; `nil` if unknown, and then the message's own is trusted.
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

  /// Refuses a control message in somebody else's name, and records the attempt by its actor.
  private mutating func refuse(_ message: ControlMessage, mismatch reason: String, by actor: JSONObject) -> Answer {
    let truth = BuiltInTruth.actorMismatch
    record(
      "guardrail.hit", truthID: truth.rawValue, decision: .rejected, thread: thread(of: message), actor: actor, reason: reason)
    return decided(message, .rejected, truthID: truth.rawValue, reason)
  }

  /// Checks the budget of time; the session pauses when it is used up.
  package mutating func tick(at now: Int) {
    inputs.append(SessionInput(moment: now, .tick))
    advanceClock(to: now)
    guard let deadline, Int(clock.milliseconds) >= deadline, let limit = budget.maxSeconds else { return }
    pauseSession(by: SessionActor.system, reason: "time budget: \(limit) s are over")
  }

  /// When the budget of time ends, in milliseconds since 1970; `nil` without one, or while the session is paused.
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

  /// A fact from outside: refused unless its type is external (runs §1).
  private mutating func inject(_ message: ControlMessage) -> Answer {
    let fact = message.payload["type"] == nil ? message.payload.object("fact") ?? message.payload : message.payload
    let identity = Identity.digest(
      JSONValue.object(["context": .text(context.point.head), "fact": .object(fact)]).canonical())
    let correlationID = message.correlationID ?? "cor_" + identity
    let runID = "run_" + identity
    let thread = EventStream.Thread(runID: runID, correlationID: correlationID, traceID: Identity.trace(ofRun: runID))
    let ingestion = procedure.inject(
      LocatedJSON(unlocated: .object(fact)), corrects: message.payload["type"] == nil ? message.payload.text("corrects") : nil,
      actor: message.sender, runID: runID, correlationID: correlationID, now: clock, on: context)
    let type = fact.text("type") ?? "fact"
    switch ingestion {
    case .refused(let truthID, let reason):
      record("guardrail.hit", truthID: truthID, decision: .rejected, thread: thread, actor: message.sender, reason: reason)
      return decided(message, .rejected, truthID: truthID, reason)
    case .unchanged:
      return decided(message, .accepted, truthID: BuiltInTruth.control.rawValue, "\(type) is there already, unchanged")
    case .appended(let changed, let entry):
      context = changed
      emit([stream.event(of: entry, traceID: thread.traceID)])
      closeContext()
      let reason = "\(type) from outside, by @\(name(message.sender))"
      steer(message.type, thread: thread, actor: message.sender, reason: reason)
      reevaluateWaitingRuns()
      return decided(message, .accepted, truthID: BuiltInTruth.control.rawValue, reason)
    }
  }

  /// Closes the context after a fact from outside (runs §3.1).
  private mutating func closeContext() {
    let closing = procedure.close(context, now: clock, budget: budget.run)
    guard !closing.entries.isEmpty else { return }
    context = closing.context
    let runID = closing.entries[0].runID
    emit(closing.entries.map { stream.event(of: $0, traceID: Identity.trace(ofRun: runID)) })
  }

  /// Granting and denying are intents of pack `converge` (approvals §4). Each becomes a proposal of the actor who
  /// answers, with the correlation of the run that asked. A grant that is not allowed is rejected there, with a trace.
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
    for request in requests where answers.allSatisfy({ $0.decision == DecisionOutcome.accepted.rawValue }) {
      proposal["request"] = .text(request.id)
      proposal["correlation_id"] = .text(request.correlationID)
      answers.append(decide(proposal, by: message.actor))
    }
    return answers.last.map { readdressed($0, to: message) } ?? refuse(message, "nobody asked for this approval")
  }

  /// Consenting is an intent of pack `converge` (approvals §6). It becomes a proposal of the actor who consents, with the
  /// correlation of the run that waits. A consent that is not allowed is rejected there, with a trace.
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
      "correlation_id": .text(context.proposal(of: record)?.correlationID ?? ""),
    ]
    return readdressed(decide(proposal, by: message.actor), to: message)
  }

  private func readdressed(_ answer: Answer, to message: ControlMessage) -> Answer {
    var answer = answer
    answer.to = message.type.rawValue
    return answer
  }

  private func decided(_ message: ControlMessage, _ decision: DecisionOutcome, truthID: String, _ reason: String) -> Answer {
    Answer(
      to: message.type.rawValue, decision: decision.rawValue, truthID: truthID, reason: reason, currentSeq: currentSeq)
  }

  private func text(_ value: JSONValue) -> String { String(decoding: value.canonical(), as: UTF8.self) }
}

/// Pausing, resuming and cancelling.
extension Session {
  /// Paused → waiting, `["resume"]`: one waiting run, or the whole session.
  mutating func pause(_ message: ControlMessage) -> Answer {
    let reason = "paused by @\(name(message.sender))"
    guard let jobID = message.jobID else {
      guard !steering.isPaused else { return refuse(message, "the session is paused already") }
      pauseSession(by: message.sender, reason: reason)
      return carriedOut(message, reason)
    }
    guard let run = openRun(jobID) else { return refuse(message, "job \(jobID) does not wait: there is nothing to pause") }
    guard !steering.isStopped(run.runID) else { return refuse(message, "job \(jobID) is paused already") }
    steering.pausedRuns.insert(run.runID)
    steer(.pause, thread: thread(of: run), actor: message.sender, reason: reason)
    emit([statusEvent(thread(of: run), .waiting, waitingFor: [.resume])])
    return carriedOut(message, reason)
  }

  /// Stops all runs; further proposals are held.
  mutating func pauseSession(by actor: JSONObject, reason: String) {
    guard !steering.isPaused else { return }
    let runs = waitingRuns.filter { !steering.isStopped($0.runID) }
    steering.isPaused = true
    steer(.pause, thread: sessionThread, actor: actor, reason: reason)
    for run in runs { emit([statusEvent(thread(of: run), .waiting, waitingFor: [.resume])]) }
  }

  /// Resumes: paused runs are evaluated on the present context, then held proposals are decided in order.
  mutating func resume(_ message: ControlMessage) -> Answer {
    let reason = "resumed by @\(name(message.sender))"
    let job = message.jobID.flatMap { openRun($0) }
    if let job, steering.pausedRuns.remove(job.runID) != nil, !steering.isPaused {
      steer(.resume, thread: thread(of: job), actor: message.sender, reason: reason)
      goOn([job])
      return carriedOut(message, reason)
    }
    guard steering.isPaused else { return refuse(message, "nothing is paused") }
    steering.isPaused = false
    steering.timeBegins = clock
    steer(.resume, thread: sessionThread, actor: message.sender, reason: reason)
    let held = steering.held
    steering.held = []
    let heldRuns = Set(held.map(\.runID))
    goOn(waitingRuns.filter { !heldRuns.contains($0.runID) && !steering.isStopped($0.runID) })
    for proposal in held { _ = decide(proposal.proposal, by: proposal.actor) }
    return carriedOut(message, reason)
  }

  /// Evaluates runs that were paused. A run with an unchanged outcome reports again what it waits for.
  private mutating func goOn(_ runs: [RunView]) {
    var hasNewFacts = false
    for run in runs {
      guard let outcome = evaluateAgain(run.runID) else { continue }
      if commit(outcome) { hasNewFacts = true }
      if outcome.entries.isEmpty {
        emit([statusEvent(thread(of: run), outcome.run.status, waitingFor: outcome.run.waitingFor)])
      }
    }
    if hasNewFacts { reevaluateWaitingRuns() }
  }

  /// Cancelled → halted, `converge.run.cancelled`. Without a job, every run that waits.
  mutating func cancel(_ message: ControlMessage) -> Answer {
    let runs = message.jobID.map { openRun($0).map { [$0] } ?? [] } ?? waitingRuns
    guard !runs.isEmpty else { return refuse(message, "nothing waits or runs: there is nothing to cancel") }
    let truth = BuiltInTruth.cancelled
    let reason = "cancelled by @\(name(message.sender))"
    for run in runs {
      steering.pausedRuns.remove(run.runID)
      steering.cancelled += steering.held.filter { $0.runID == run.runID }
      steering.held.removeAll { $0.runID == run.runID }
      record(
        message.type.rawValue, truthID: truth.rawValue, decision: .halted, thread: thread(of: run), actor: message.sender,
        reason: reason)
      emit([statusEvent(thread(of: run), .halted, halt: (truth.rawValue, reason))])
    }
    return Answer(
      to: message.type.rawValue, decision: DecisionOutcome.halted.rawValue, truthID: truth.rawValue, reason: reason,
      jobID: runs.first?.jobID, currentSeq: currentSeq)
  }

  /// Waiting runs, in the order of their first events.
  private var waitingRuns: [RunView] { state.runs.filter { $0.status == RunState.Status.waiting.rawValue } }

  private func openRun(_ jobID: String) -> RunView? { waitingRuns.last { $0.jobID == jobID } }

  /// Records a control message that was executed.
  mutating func steer(_ type: ControlMessage.Kind, thread: EventStream.Thread, actor: JSONObject, reason: String) {
    record(
      type.rawValue, truthID: BuiltInTruth.control.rawValue, decision: .accepted, thread: thread, actor: actor, reason: reason)
  }

  /// Appends a trace to the ledger and emits its event.
  mutating func record(
    _ action: String, truthID: String, decision: DecisionOutcome, thread: EventStream.Thread, actor: JSONObject, reason: String
  ) {
    let (changed, entry) = procedure.record(
      action: action, truthID: truthID, decision: decision, reason: reason, runID: thread.runID,
      correlationID: thread.correlationID,
      actor: actor, now: clock, on: context)
    context = changed
    emit([stream.event(of: entry, traceID: thread.traceID)])
  }

  /// The thread of events that belong to the session, not to a run.
  private var sessionThread: EventStream.Thread {
    let identity = Identity.digest(stream.streamID)
    return EventStream.Thread(
      runID: "run_" + identity, correlationID: "cor_" + identity, traceID: Identity.trace(ofRun: "run_" + identity))
  }

  func thread(of run: RunView) -> EventStream.Thread {
    EventStream.Thread(runID: run.runID, correlationID: run.correlationID, traceID: Identity.trace(ofRun: run.runID))
  }

  func thread(of message: ControlMessage) -> EventStream.Thread {
    message.jobID.flatMap { openRun($0) }.map { thread(of: $0) } ?? sessionThread
  }

  /// The user id of an actor, for people.
  func name(_ actor: JSONObject) -> String { actor.text("user_id") ?? "unknown" }

  private func carriedOut(_ message: ControlMessage, _ reason: String) -> Answer {
    Answer(to: message.type.rawValue, reason: reason, jobID: message.jobID, currentSeq: currentSeq)
  }

  /// The answer to a control message that cannot be executed; nothing else is recorded.
  func refuse(_ message: ControlMessage, _ reason: String) -> Answer {
    Answer(to: message.type.rawValue, reason: reason, jobID: message.jobID, isRefused: true, currentSeq: currentSeq)
  }
}

/// The state that control messages set: paused runs, held and cancelled proposals.
struct Steering: Hashable, Sendable {
  /// Whether the whole session is paused.
  var isPaused = false
  /// Runs that are paused by themselves.
  var pausedRuns: Set<String> = []
  /// Proposals that came while the session was paused, in order.
  var held: [Held] = []
  /// Those of them that were cancelled. Their runs are in no ledger, so that only this list prevents a repetition from being
  /// decided.
  var cancelled: [Held] = []
  /// When the budget of time began.
  var timeBegins = Timestamp.epoch

  struct Held: Hashable, Sendable {
    var key: String
    /// The known actor; `nil` if unknown.
    var actor: JSONObject?
    /// The actor that the key belongs to.
    var proposer: JSONObject?
    /// As received, with the `run_id` of its events.
    var proposal: JSONObject
    var runID: String
    var proposalID: String

    var userID: String { proposer?.text("user_id") ?? "" }
  }

  /// The proposal that is held, or was cancelled, under a key. Keys belong to actors.
  static func proposal(_ key: String, by actor: JSONObject?, in proposals: [Held]) -> Held? {
    proposals.first { Text($0.key) == Text(key) && Text($0.userID) == Text(actor?.text("user_id") ?? "") }
  }

  /// Whether a run must not be evaluated now.
  func isStopped(_ runID: String) -> Bool { isPaused || pausedRuns.contains(runID) }
}

/// The actor of what the session does by itself.
enum SessionActor {
  static let system: JSONObject = [
    "type": .text("system"), "user_id": .text("converge"), "device_id": .text("converge"), "org_id": .text("converge"),
    "roles": .array([]),
  ]
}
