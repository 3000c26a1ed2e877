import TruthsLedger
import TruthsEngine
import TruthsJSON
import TruthsText

/// Pausing, going on and cancelling.
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
    emit([statusEvent(thread(of: run), .waiting, waitingFor: ["resume"])])
    return carriedOut(message, reason)
  }

  /// Everything stops where it is; proposals that come are held.
  mutating func pauseSession(by actor: JSONObject, reason: String) {
    guard !steering.isPaused else { return }
    let runs = waitingRuns.filter { !steering.isStopped($0.runID) }
    steering.isPaused = true
    steer(.pause, thread: sessionThread, actor: actor, reason: reason)
    for run in runs { emit([statusEvent(thread(of: run), .waiting, waitingFor: ["resume"])]) }
  }

  /// What was paused goes on: it is evaluated on the context as it is now, then what was held is decided, in order.
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

  /// Evaluates runs that were paused; one whose outcome is as before says what it waits for again.
  private mutating func goOn(_ runs: [ShownRun]) {
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
        message.type.rawValue, truth: truth, decision: .halted, thread: thread(of: run), actor: message.sender, reason: reason)
      emit([statusEvent(thread(of: run), .halted, halt: (truth.rawValue, reason))])
    }
    return Answer(
      to: message.type.rawValue, decision: Decision.halted.rawValue, truthID: truth.rawValue, reason: reason,
      jobID: runs.first?.jobID, currentSeq: currentSeq)
  }

  /// Runs that wait, in the order in which they were first heard of.
  private var waitingRuns: [ShownRun] { state.runs.filter { $0.status == RunState.Status.waiting.rawValue } }

  private func openRun(_ jobID: String) -> ShownRun? { waitingRuns.last { $0.jobID == jobID } }

  /// Records a control message that was carried out.
  mutating func steer(_ type: ControlMessage.Kind, thread: EventStream.Thread, actor: JSONObject, reason: String) {
    record(type.rawValue, truth: .control, decision: .accepted, thread: thread, actor: actor, reason: reason)
  }

  /// Appends a trace to the ledger and tells it.
  mutating func record(
    _ action: String, truth: BuiltInTruth, decision: Decision, thread: EventStream.Thread, actor: JSONObject, reason: String
  ) {
    let (changed, entry) = procedure.record(
      action: action, truth: truth, decision: decision, reason: reason, runID: thread.runID, correlationID: thread.correlationID,
      actor: actor, now: clock, on: context)
    context = changed
    emit([stream.event(of: entry, traceID: thread.traceID)])
  }

  /// What belongs to no run but to the session itself.
  var sessionThread: EventStream.Thread {
    let identity = Identity.digest(stream.streamID)
    return EventStream.Thread(
      runID: "run_" + identity, correlationID: "cor_" + identity, traceID: Identity.trace(ofRun: "run_" + identity))
  }

  func thread(of run: ShownRun) -> EventStream.Thread {
    EventStream.Thread(runID: run.runID, correlationID: run.correlationID, traceID: Identity.trace(ofRun: run.runID))
  }

  func thread(of message: ControlMessage) -> EventStream.Thread {
    message.jobID.flatMap { openRun($0) }.map { thread(of: $0) } ?? sessionThread
  }

  /// The user id of an actor, for people.
  func name(_ actor: JSONObject) -> String { actor.text("user_id") ?? "unknown" }

  func carriedOut(_ message: ControlMessage, _ reason: String) -> Answer {
    Answer(to: message.type.rawValue, reason: reason, jobID: message.jobID, currentSeq: currentSeq)
  }

  /// What cannot be carried out leaves nothing but this answer.
  func refuse(_ message: ControlMessage, _ reason: String) -> Answer {
    Answer(to: message.type.rawValue, reason: reason, jobID: message.jobID, isRefused: true, currentSeq: currentSeq)
  }
}
