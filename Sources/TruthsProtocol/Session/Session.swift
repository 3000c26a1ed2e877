import TruthsEngine
package import TruthsJSON
import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// The server side of the protocol: a ledger, the procedure, and the stream of events about both (sessions §1).
///
/// A value without a clock, a thread or a transport: every call states the moment, in milliseconds since 1970, and events for
/// subscribers are collected with ``takePushes()``. The same calls at the same moments give the same bytes.
package struct Session: Sendable {
  package private(set) var procedure: RunProcedure
  /// Every truth set that the session decided by, in order.
  private(set) var procedures: [RunProcedure]
  package let options: SessionOptions
  /// When the session began.
  package let start: Timestamp
  /// The context that the session began with.
  package let initialContext: Context
  package internal(set) var context: Context
  package internal(set) var budget = SessionBudget()
  /// Every event so far; the one with `seq` n has index n - 1.
  package private(set) var log: [Event] = []
  /// The state after all events, from which snapshots are made.
  package private(set) var state = ContextView()
  /// All inputs of the session, in order: enough to replay it.
  package internal(set) var inputs: [SessionInput] = []
  var stream: EventStream
  /// Monotonic, whatever moment a call states.
  private(set) var clock: Timestamp
  var approvals = ApprovalRequests()
  var steering = Steering()
  private var subscribers: [String] = []
  /// The connected clients.
  private var clients: [String: ConnectedClient] = [:]
  private var pushes: [Push] = []

  /// An event on its way to one subscriber.
  package struct Push: Hashable, Sendable {
    package var client: String
    package var event: Event
  }

  /// A session over a context. Its entries are the first events of the stream, so that `resume_from_seq: 0` returns everything.
  package init(procedure: RunProcedure, context: Context, start: Timestamp, options: SessionOptions = SessionOptions()) {
    self.procedure = procedure
    procedures = [procedure]
    self.options = options
    self.context = context
    initialContext = context
    self.start = start
    clock = start
    stream = EventStream(
      streamID: Identity.stream(head: context.point.head, truthsHash: procedure.truthsHash))
    steering.timeBegins = start
    var events: [Event] = []
    for entry in context.ledger.entries {
      events.append(stream.event(of: entry, traceID: Identity.trace(ofRun: entry.runID)))
    }
    emit(events)
  }

  /// The last `seq`; 0 before the first event.
  package var currentSeq: Int { log.count }

  /// Answers a message of a client.
  package mutating func receive(_ message: ClientMessage, from client: String, at now: Int) -> ServerMessage {
    switch message {
    case .handshake(let request): return .capabilities(shakeHands(request, with: client))
    case .resume(let seq, let subscribe):
      // Registered before the backlog is read, so that no event is lost.
      if subscribe { register(client) }
      return backlog(after: seq)
    case .range(let first, let last): return .range(range(from: first, to: last))
    case .snapshot: return .snapshot(snapshot())
    case .propose(let proposal):
      guard let known = clients[client], let actor = known.actor else {
        return .answer(refuseStranger(key(of: proposal)))
      }
      return .answer(propose(proposal, by: actor, for: known.onBehalfOf, at: now))
    case .control(let message):
      guard let actor = clients[client]?.actor else { return .answer(refuseStranger(message.type.rawValue)) }
      return .answer(control(message, by: actor, at: now))
    }
  }

  /// Opens the connection of a client.
  ///
  /// - Parameter actor: Who is known to be there; `nil`: the client identifies itself in its handshake.
  package mutating func open(_ client: String, by actor: JSONObject? = nil, over transport: TransportKind) {
    unregister(client)
    clients[client] = ConnectedClient(transport: transport, actor: actor)
  }

  /// Handles a handshake (contract §8.1). From now on the client proposes and controls as the actor that it names, on behalf of
  /// the person that its `on_behalf_of` names. A connection has one actor.
  ///
  /// - Returns: The capabilities; for a faulty request, the error, and then nothing changes.
  private mutating func shakeHands(_ request: JSONObject, with name: String) -> JSONObject {
    if let wanted = request.text("request"), wanted != "capabilities" {
      return ["error": .text("unknown request `\(wanted)`, did you mean `capabilities`?")]
    }
    var client = clients[name] ?? ConnectedClient()
    if let fault = client.take(request) { return ["error": .text(fault)] }
    if client.actor != nil { clients[name] = client }
    return Capabilities.answer(
      for: procedure, in: context, budget: budget,
      transports: TransportFlags(client.transport.map { [$0] } ?? [], maxResumeGap: options.maxResumeGap))
  }

  /// Refuses a client without a handshake, because its actor is not known.
  private func refuseStranger(_ subject: String) -> Answer {
    Answer(to: subject, reason: ConnectedClient.unknown, isRefused: true, currentSeq: currentSeq)
  }

  /// Replaces the truth set for further decisions. Proposals that were queued under the old one are recognised by their
  /// `truths_hash`.
  package mutating func reload(_ procedure: RunProcedure, at now: Int) {
    inputs.append(SessionInput(moment: now, .reload(procedures.count)))
    advanceClock(to: now)
    procedures.append(procedure)
    self.procedure = procedure
    context = procedure.context(rereading: context)
  }

  /// Subscribes a client to every event as it happens.
  package mutating func register(_ client: String) {
    if !subscribers.contains(client) { subscribers.append(client) }
  }

  /// Unsubscribes a client; it needs another handshake before it can do anything.
  package mutating func unregister(_ client: String) {
    clients[client] = nil
    subscribers.removeAll { $0 == client }
    pushes.removeAll { $0.client == client }
  }

  /// The events to send, in order; each is returned once.
  package mutating func takePushes() -> [Push] {
    defer { pushes = [] }
    return pushes
  }

  /// Appends events to the log, updates the state, and queues them for all subscribers.
  mutating func emit(_ events: [Event]) {
    log += events
    for event in events {
      state.apply(event)
      approvals.note(event)
      for subscriber in subscribers { pushes.append(Push(client: subscriber, event: event)) }
    }
  }

  /// Advances the clock to the moment of a call.
  mutating func advanceClock(to now: Int) {
    guard let moment = Timestamp(milliseconds: Int64(now)) else { return }
    clock = max(clock, moment)
  }
}

extension Session {
  /// Decides a proposal, or an offline queue's record of one, at a moment of the session's own clock; the moment is recorded.
  ///
  /// A proposal that was answered before gets that answer again and records nothing. While the session is paused, a proposal is
  /// held.
  ///
  /// - Parameters:
  ///   - actor: The known actor; `nil` if unknown, and then the proposal's own is trusted.
  ///   - person: The person that the actor is known to act for. It is written into the proposal before anything is hashed, and a
  ///     proposal for somebody else is refused. `nil` if unknown, and then the proposal's own is trusted.
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

  /// Refuses a proposal on behalf of somebody other than the person that the session knows, and records the attempt by its actor.
  /// There is no run: its replay would need the session's knowledge, which is in no entry.
  private mutating func refuse(
    _ proposal: JSONObject, for claimed: String, insteadOf person: String, by actor: JSONObject?
  ) -> Answer {
    let truth = BuiltInTruth.actorMismatch
    let reason = "the proposal says on_behalf_of \(KnownActor.words(.text(claimed))), and the session knows \(person)"
    let digest = Identity.digest(
      JSONValue.object(["context": .text(context.point.head), "proposal": .object(proposal)]).canonical())
    let thread = EventStream.Thread(
      runID: "run_" + digest, correlationID: "cor_" + digest, traceID: Identity.trace(ofRun: "run_" + digest))
    record("guardrail.hit", truthID: truth.rawValue, decision: .rejected, thread: thread, actor: actor ?? [:], reason: reason)
    return Answer(
      to: key(of: proposal), decision: DecisionOutcome.rejected.rawValue, truthID: truth.rawValue, reason: reason,
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

  /// The outcome of a proposal, which is not recorded. While the session is paused the outcome is discarded, so it is not
  /// observed either.
  private func evaluate(_ proposal: JSONObject, by actor: JSONObject?) throws(WorkExceeded) -> RunOutcome {
    try procedure.run(
      RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: clock, actor: actor, budget: budget.run),
      on: steering.isPaused ? context.unobserved : context)
  }

  /// Answers a proposal that exceeds the limit of work: it is not decided, and the session pauses (limits §4).
  private mutating func refuse(_ proposal: JSONObject, _ exceeded: WorkExceeded) -> Answer {
    pauseSession(by: SessionActor.system, reason: exceeded.description)
    return Answer(to: key(of: proposal), reason: exceeded.description, isRefused: true, currentSeq: currentSeq)
  }

  /// The actor that a proposal names.
  private func actor(of proposal: JSONObject) -> JSONObject? {
    proposal.object("actor") ?? proposal.object("proposal")?.object("actor")
  }

  /// Appends an outcome to the ledger and emits its events. An outcome without entries has no events.
  ///
  /// - Returns: Whether facts were appended, so that waiting runs must be evaluated again.
  mutating func commit(_ outcome: RunOutcome) -> Bool {
    guard !outcome.entries.isEmpty else { return false }
    context = outcome.context
    emit(RunEvents.events(of: outcome, stream: &stream))
    return outcome.entries.contains { $0.type == .fact }
  }

  /// Evaluates every waiting run again, until none appends a fact (runs §8).
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

  /// Evaluates a waiting run again. If it exceeds the limit of work, it keeps waiting, and the session pauses.
  mutating func evaluateAgain(_ runID: String) -> RunOutcome? {
    do {
      return try procedure.reevaluate(runID: runID, on: context, now: clock, budget: budget.run)
    } catch {
      pauseSession(by: SessionActor.system, reason: error.description)
      return nil
    }
  }

  /// Holds a proposal until the session resumes. Its run has the id under which it will be decided.
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
    let received = stream.event(.proposal, thread, version: context.point.size, at: clock, payload: payload)
    emit([received, statusEvent(thread, .waiting, waitingFor: [.resume])])
    return waitsForResume(key: key, runID: runID, proposalID: outcome.proposalID)
  }

  private func waitsForResume(key: String, runID: String, proposalID: String) -> Answer {
    Answer(
      to: key, reason: "paused: it waits for resume", jobID: Identity.job(ofRun: runID), proposalID: proposalID,
      run: runState(runID, .waiting, waitingFor: [.resume]).json, currentSeq: currentSeq)
  }

  private func wasCancelled(_ held: Steering.Held) -> Answer {
    Answer(
      to: held.key, decision: DecisionOutcome.halted.rawValue, truthID: BuiltInTruth.cancelled.rawValue,
      reason: state.run(held.runID)?.reason ?? "cancelled", jobID: Identity.job(ofRun: held.runID), proposalID: held.proposalID,
      run: runState(held.runID, .halted).json, isReplay: true, currentSeq: currentSeq)
  }

  /// The present status object of a run.
  private func runState(_ runID: String, _ status: RunState.Status, waitingFor: [Awaited] = []) -> RunState {
    let pending = context.runs.waitingCount + steering.held.count
    return RunState(
      runID: runID, status: status, factsCount: context.factsCount, pendingProposals: pending, waitingFor: waitingFor,
      lastActivity: clock)
  }

  /// An event with the status of a run.
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

/// The answers to a client that was offline, or misses events (contract §13.4, §14.6).
extension Session {
  /// Everything after a `seq`; if that is more than `max_resume_gap` events, a snapshot and the recent ones.
  package func backlog(after seq: Int) -> ServerMessage {
    let seq = max(0, seq)
    if currentSeq - seq > options.maxResumeGap { return .snapshot(snapshot()) }
    let events = seq < currentSeq ? Array(log[seq...]) : []
    return .delta(Delta(resumedAtSeq: seq, currentSeq: currentSeq, events: events))
  }

  /// The existing events from one `seq` to another, both included, at most `max_resume_gap`.
  package func range(from first: Int, to last: Int) -> [Event] {
    let first = max(1, first)
    let last = min(last, currentSeq)
    guard first <= last else { return [] }
    return Array(log[(first - 1)...(last - 1)].prefix(options.maxResumeGap))
  }

  /// The state, and the recent events after it.
  ///
  /// - Complexity: O(events): the state before the recent ones is folded from the log.
  package func snapshot() -> Snapshot {
    let seq = max(0, currentSeq - options.recentEvents)
    var past = ContextView()
    for event in log.prefix(seq) { past.apply(event) }
    return Snapshot(seq: seq, state: past, currentSeq: currentSeq, events: Array(log[seq...]))
  }
}
