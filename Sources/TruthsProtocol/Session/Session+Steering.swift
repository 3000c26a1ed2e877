import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Pausing, resuming and cancelling of runs and of the session.
extension Session {
  /// Pauses one waiting run, or the whole session. A paused run waits for `resume`.
  mutating func pause(_ message: ControlMessage) -> Answer {
    let reason = "paused by @\(name(message.sender))"
    guard let jobID = message.jobID else {
      guard !steering.isPaused else { return refuse(message, "the session is paused already") }
      if let refusal = refusal(of: message, .pauseSession) { return refusal }
      pauseSession(by: message.sender, reason: reason)
      return carriedOut(message, reason)
    }
    guard let run = openRun(jobID, for: message.sender) else {
      return refuse(message, "job \(jobID) does not wait: there is nothing to pause")
    }
    guard !steering.isStopped(run.runID) else { return refuse(message, "job \(jobID) is paused already") }
    let permission = Permission.pauseRun(runID: run.runID, proposedBy: run.proposedBy, of: run.proposerOrganisation)
    if let refusal = refusal(of: message, permission) { return refusal }
    pause(run, by: message.sender, reason: reason)
    return carriedOut(message, reason)
  }

  /// Pauses one waiting run.
  mutating func pause(_ run: RunView, by actor: JSONObject, reason: String) {
    steer(.pausedRun(run.runID))
    steer(.pause, thread: thread(of: run), actor: actor, reason: reason)
    emit([statusEvent(thread(of: run), .waiting, waitingFor: [.resume])])
  }

  /// Pauses all runs. Further proposals are held.
  mutating func pauseSession(by actor: JSONObject, reason: String) {
    guard !steering.isPaused else { return }
    let runs = waitingRuns.filter { !steering.isStopped($0.runID) }
    steer(.paused)
    steer(.pause, thread: sessionThread, actor: actor, reason: reason)
    for run in runs { emit([statusEvent(thread(of: run), .waiting, waitingFor: [.resume])]) }
  }

  /// Resumes a run or the session: paused runs are evaluated on the present context, then held proposals are decided in order.
  mutating func resume(_ message: ControlMessage) -> Answer {
    let reason = "resumed by @\(name(message.sender))"
    let job = message.jobID.flatMap { openRun($0, for: message.sender) }
    if let job, steering.pausedRuns.contains(job.runID), !steering.isPaused {
      let permission = Permission.resumeRun(runID: job.runID, proposedBy: job.proposedBy, of: job.proposerOrganisation)
      if let refusal = refusal(of: message, permission) { return refusal }
      steer(.resumedRun(job.runID))
      steer(.resume, thread: thread(of: job), actor: message.sender, reason: reason)
      queue.resumed.append(job.runID)
      return carriedOut(message, reason)
    }
    guard steering.isPaused else { return refuse(message, "nothing is paused") }
    if let refusal = refusal(of: message, .resumeSession) { return refusal }
    steer(.resumed(clock))
    steer(.resume, thread: sessionThread, actor: message.sender, reason: reason)
    queue.heldProposals = steering.heldProposals
    let heldRuns = Set(steering.heldProposals.map(\.runID))
    queue.resumed = waitingRuns.map(\.runID).filter { !heldRuns.contains($0) && !steering.isStopped($0) }
    return carriedOut(message, reason)
  }

  /// Cancels a waiting run, which halts by `converge.run.cancelled`. Without a job, cancels all waiting runs that the sender may
  /// cancel.
  mutating func cancel(_ message: ControlMessage) -> Answer {
    let runs = waitingRuns.filter { run in
      (message.jobID.map { Text($0) == Text(run.jobID) } ?? true) && mayRead(run: run.runID, message.sender)
    }
    guard !runs.isEmpty else { return refuse(message, "nothing waits or runs: there is nothing to cancel") }
    let truth = BuiltInTruth.cancelled
    let reason = "cancelled by @\(name(message.sender))"
    let mine = runs.filter { mayCancel($0, message.sender) }
    guard let first = mine.first else {
      return refusal(of: message, Self.cancelling(runs[0])) ?? refuse(message, "nothing waits that you may cancel")
    }
    for run in mine {
      if steering.pausedRuns.contains(run.runID) { steer(.resumedRun(run.runID)) }
      for held in steering.heldProposals where held.runID == run.runID {
        var cancelled = held
        cancelled.cancelledBecause = reason
        steer(.cancelled(cancelled))
      }
      record(
        message.type.rawValue, truthID: truth.rawValue, decision: .halted, thread: thread(of: run), actor: message.sender,
        reason: reason)
      emit([statusEvent(thread(of: run), .halted, halt: (truth.rawValue, reason))])
    }
    return Answer(
      to: message.type.rawValue, decision: DecisionOutcome.halted.rawValue, truthID: truth.rawValue, reason: reason,
      jobID: first.jobID, currentSeq: currentSeq)
  }

  private mutating func mayCancel(_ run: RunView, _ actor: JSONObject) -> Bool {
    let verdict = authority.verdict(of: actor, Self.cancelling(run), on: context, now: clock)
    return verdict.isAllowed || verdict.truthID == nil && options.operators == .everybody
  }

  private static func cancelling(_ run: RunView) -> Permission {
    .cancelRun(runID: run.runID, proposedBy: run.proposedBy, of: run.proposerOrganisation)
  }

  /// Waiting runs, in the order of their first events.
  private var waitingRuns: [RunView] { state.runs.filter { $0.status == RunState.Status.waiting.rawValue } }

  /// Returns the waiting run of a job; `nil` if the actor may not read it.
  private mutating func openRun(_ jobID: String, for actor: JSONObject) -> RunView? {
    waitingRuns.last { $0.jobID == jobID }.flatMap { mayRead(run: $0.runID, actor) ? $0 : nil }
  }

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
    take([entry])
    emit([stream.event(of: entry, traceID: thread.traceID)])
  }

  /// Thread of events that belong to the session and not to a run.
  var sessionThread: EventStream.Thread {
    let identity = Identity.digest(stream.streamID)
    return EventStream.Thread(
      runID: "run_" + identity, correlationID: "cor_" + identity, traceID: Identity.trace(ofRun: "run_" + identity))
  }

  func thread(of run: RunView) -> EventStream.Thread {
    EventStream.Thread(runID: run.runID, correlationID: run.correlationID, traceID: Identity.trace(ofRun: run.runID))
  }

  /// Returns an actor's user id, for people.
  func name(_ actor: JSONObject) -> String { actor.text("user_id") ?? "unknown" }

  func carriedOut(_ message: ControlMessage, _ reason: String) -> Answer {
    Answer(to: message.type.rawValue, reason: reason, jobID: message.jobID, currentSeq: currentSeq)
  }

  /// Answers a control message that cannot be executed. Nothing is recorded.
  func refuse(_ message: ControlMessage, _ reason: String) -> Answer {
    Answer(to: message.type.rawValue, reason: reason, jobID: message.jobID, isRefused: true, currentSeq: currentSeq)
  }
}

/// The actor of the session's own actions.
enum SessionActor {
  static let system: JSONObject = [
    "type": .text("system"), "user_id": .text("converge"), "device_id": .text("converge"), "org_id": .text("converge"),
    "roles": .array([]),
  ]
}
