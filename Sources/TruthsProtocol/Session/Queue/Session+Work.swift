import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Work loop of a session: one decision at a time.
///
/// The owner of the session asks for work, performs it, and returns the outcome; messages may arrive meanwhile. Messages are
/// processed in order of arrival. After a decision that appended facts, the waiting runs are evaluated again, a limited number
/// between two messages.
extension Session {
  /// Returns the next decision to compute; `nil` if nothing is left to do, or while another decision is in work.
  package mutating func nextWork(at now: Int) -> SessionWork? {
    advanceClock(to: now)
    guard queue.inFlight == nil else { return nil }
    while true {
      if queue.sliceSpent < options.slice || queue.messages.isEmpty, let task = nextWaitingRun() { return begin(task) }
      queue.sliceSpent = 0
      if let task = nextTask() { return begin(task) }
      settleReplies()
      guard let message = queue.messages.popFirst() else { return nil }
      channels[message.reply.client]?.waitingMessages -= 1
      if let task = take(message) { return begin(task) }
    }
  }

  /// Applies the outcome of the present work. An outcome of other work is ignored.
  package mutating func finish(_ work: SessionWork, _ outcome: SessionWork.Outcome) {
    guard let flight = queue.inFlight, flight.number == work.number else { return }
    queue.inFlight = nil
    switch flight.task {
    case .waitingRun(let runID, let isResumed): finishWaitingRun(runID, isResumed: isResumed, outcome)
    case .held(let proposal):
      // If the session was paused meanwhile, the proposal stays held.
      if steering.isPaused { return }
      steer(.released(runID: proposal.runID))
      let answer = finish(proposal: proposal.proposal, by: proposal.actor, outcome)
      if answer.isRefused, let run = state.run(proposal.runID) {
        // The run was announced as waiting, so its end must be announced too.
        emit([statusEvent(thread(of: run), .halted, halt: (BuiltInTruth.budget.rawValue, answer.reason))])
      }
    case .proposal(let proposal, let actor, let to):
      if let cancellation = flight.cancelledBy {
        return finish(cancelled: proposal, by: actor, to, cancellation, outcome)
      }
      reply(to, finish(proposal: proposal, by: actor, outcome))
    case .answers(let proposals, let actor, let to):
      guard let proposal = proposals.first else { return }
      let answer = finish(proposal: proposal, by: actor, outcome)
      let rest = proposals.dropFirst()
      guard answer.decision == DecisionOutcome.accepted.rawValue, !rest.isEmpty else { return reply(to, answer) }
      queue.next.append(.answers(rest, actor: actor, to))
    }
  }

  /// Performs all pending work at one moment.
  package mutating func workAll(at now: Int) {
    while let work = nextWork(at: now) { finish(work, work.outcome()) }
  }

  private mutating func begin(_ task: WorkQueue.Task) -> SessionWork {
    queue.lastNumber += 1
    queue.inFlight = WorkQueue.InFlight(number: queue.lastNumber, task: task)
    let content: SessionWork.Content
    switch task {
    case .proposal(let proposal, let actor, _): content = .proposal(proposal, actor: actor)
    case .answers(let proposals, let actor, _): content = .proposal(proposals.first ?? JSONObject(), actor: actor)
    case .held(let held): content = .proposal(held.proposal, actor: held.actor)
    case .waitingRun(let runID, _): content = .waitingRun(runID)
    }
    // Decisions made while the session is paused are discarded, so they must not be observed either.
    let context = steering.isPaused ? context.unobserved : context
    return SessionWork(
      number: queue.lastNumber, content: content, procedure: procedure, context: context, now: clock, budget: budget.run)
  }

  /// Returns the next task that goes before messages: a further answer to requests, or a held proposal after a pause.
  private mutating func nextTask() -> WorkQueue.Task? {
    if !queue.next.isEmpty { return queue.next.removeFirst() }
    while !steering.isPaused, !queue.heldProposals.isEmpty {
      let held = queue.heldProposals.removeFirst()
      if steering.heldProposals.contains(where: { $0.runID == held.runID }) { return .held(held) }
    }
    return nil
  }

  /// Returns the next waiting run to evaluate, until no run appends a fact (runs §8).
  private mutating func nextWaitingRun() -> WorkQueue.Task? {
    while let runID = queue.resumed.first {
      queue.resumed.removeFirst()
      if steering.isStopped(runID) { continue }
      return .waitingRun(runID, isResumed: true)
    }
    while queue.isPassing, let runID = waiting.next(on: context, by: procedure, at: clock, budget: budget.run) {
      if steering.isStopped(runID) { continue }
      queue.sliceSpent += 1
      return .waitingRun(runID, isResumed: false)
    }
    queue.isPassing = false
    return nil
  }

  /// Starts a pass over the waiting runs, because something that they may have read has changed.
  mutating func goThroughWaitingRuns() {
    if !queue.isPassing { waiting.begin() }
    queue.isPassing = true
  }

  /// Applies the outcome of a waiting run.
  ///
  /// A run that exceeds the work limit is paused, because it would cost as much after every fact. A resumed run with an unchanged
  /// outcome emits its status again.
  private mutating func finishWaitingRun(_ runID: String, isResumed: Bool, _ outcome: SessionWork.Outcome) {
    switch outcome {
    case .nothing: return
    case .exceeded(let exceeded):
      if let run = state.run(runID), !steering.isStopped(runID) {
        pause(run, by: SessionActor.system, reason: exceeded.description)
      }
    case .decided(let outcome):
      // An adoption that cannot be carried out keeps waiting.
      if steering.isStopped(runID) || !allows(outcome, ofRun: runID) { return }
      commit(outcome)
      guard isResumed, outcome.entries.isEmpty, let run = state.run(runID) else { return }
      emit([statusEvent(thread(of: run), outcome.run.status, waitingFor: outcome.run.waitingFor)])
    }
  }

  /// Appends an outcome to the ledger and emits its events. An outcome without entries has no events.
  mutating func commit(_ outcome: RunOutcome) {
    waiting.note(outcome)
    guard !outcome.entries.isEmpty else { return }
    decisions.count(outcome.decision, by: outcome.truthID)
    context = outcome.context
    take(outcome.entries)
    emit(RunEvents.events(of: outcome, stream: &stream))
    bringIntoForce(adoptedBy: outcome)
  }

  /// Handles appended entries: removes the verdicts that they change, and starts a new pass over the waiting runs.
  mutating func take(_ entries: [Entry]) {
    authority.contextChanged(by: entries)
    waiting.advance(to: context)
    if entries.contains(where: { $0.type == .fact }) { goThroughWaitingRuns() }
  }

  /// Queues an answer for a client; it is sent after all work that follows from the message.
  mutating func reply(_ to: WorkQueue.Reply, _ answer: Answer) {
    var answer = answer
    answer.truthsHash = answer.truthsHash ?? procedure.truthsHash
    queue.replies.append((to, answer))
  }

  private mutating func settleReplies() {
    let replies = queue.replies
    queue.replies = []
    for (to, unmarked) in replies where channels[to.client]?.connection == to.connection {
      var reply = unmarked
      if let name = to.to { reply.to = name }
      reply.currentSeq = currentSeq
      reply.point = context.point
      reply.request = to.request
      channels[to.client]?.unansweredMessages -= 1
      answer(to.client, .answer(masked(reply, channels[to.client]?.client.actor ?? JSONObject())))
    }
  }
}
