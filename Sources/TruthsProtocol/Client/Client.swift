package import TruthsJSON
import TruthsRuntime
import TruthsText

/// A client of a session: a state machine that turns messages and moments into effects, and derives a view from its events.
///
/// Moments are milliseconds since 1970. The client reads no clock: ``nextWake`` is the moment when its owner must call
/// ``wake(at:)``.
package struct Client: Hashable, Sendable {
  /// The client's user: an actor of contract §4.2. Proposals that name no actor get this one.
  package let actor: JSONObject
  /// `user_id` of the person for whom the actor acts; `nil` if it acts for itself.
  package let onBehalfOf: String?
  /// Version of the surrounding program, as the handshake reports it.
  package let appVersion: String
  /// Transports in the order in which they are tried.
  package let transports: [TransportKind]

  package internal(set) var state = ConnectionState.offline
  /// Transport of the open connection.
  package internal(set) var transport: TransportKind?
  /// State derived from the events received so far.
  package internal(set) var context = ContextView()
  package internal(set) var tracker = SequenceTracker()
  /// Stream to which the tracker's `seq` belongs; `nil` before the first event.
  package internal(set) var streamID: String?
  package internal(set) var eventsSeen = 0
  package internal(set) var resumedAtSeq: Int?
  package internal(set) var capabilities: JSONObject?
  package internal(set) var lastAnswer: Answer?
  /// Unanswered proposals, in the order in which they were made.
  var outbox: [OutboxItem] = []
  /// Whether the connection is new, and its resume request is still unanswered.
  var isResuming = false
  var backoff = Backoff()
  /// Whether the client should be connected: since ``connect(at:)`` and until ``disconnect()``.
  var isWanted = false
  /// Transports left to try in the present attempt; empty if no attempt is under way.
  var attempt: [TransportKind] = []
  /// Moment of the next attempt to connect.
  var retryAt: Int?
  /// Moment of the next poll. Over REST polls bring events; over a pushing transport they are heartbeats.
  var pollAt: Int?
  /// Moment of the next try of the preferred transport.
  var probeAt: Int?
  /// Moment of the next request for missing events.
  var mendAt: Int?
  /// Moment when delayed proposals are sent again.
  var resendAt: Int?

  /// Poll interval without push, in milliseconds (contract §14.5): 5 s.
  package static let pollInterval = 5_000
  /// Heartbeat interval with push, in milliseconds: 30 s. A heartbeat reveals that the latest event was lost; the loss of an
  /// earlier one shows when the next event arrives.
  package static let heartbeatInterval = 30_000
  /// Wait before missing events are requested again, in milliseconds: 1 s.
  static let mendInterval = 1_000
  /// The largest number of proposals sent without an answer. A session lets 1,000 messages of a client wait (sessions §1).
  package static let mostInFlight = 100
  /// The number of unfinished runs, and of early facts, that are always shown; beyond twice as many the oldest are left out.
  package static let mostOpen = 100_000

  /// Creates a client that is not connected.
  ///
  /// - Parameters:
  ///   - person: the `user_id` of the person for whom the actor acts.
  ///   - transport: the preferred transport; if it fails, others are tried (contract §1.4).
  package init(
    actor: JSONObject, onBehalfOf person: String? = nil, appVersion: String = "1.0.0", transport: TransportKind = .grpc
  ) {
    self.actor = actor
    onBehalfOf = person
    self.appVersion = appVersion
    transports = transport.fallbacks
  }

  /// Device named in idempotency keys, which must name one: the actor's device, else its user, else `unknown`.
  var deviceID: String {
    [actor.text("device_id"), actor.text("user_id")].compactMap { $0 }.first { !$0.isEmpty } ?? "unknown"
  }

  package var isConnected: Bool { transport != nil }

  /// Returns the moment of the poll that follows one at `now`.
  private func nextPoll(after now: Int) -> Int? {
    transport.map { now + ($0.isPushed ? Client.heartbeatInterval : Client.pollInterval) }
  }

  /// Moment of the next ``wake(at:)``; `nil` if the client waits for nothing.
  package var nextWake: Int? { [pollAt, nextWakeButPoll].compactMap { $0 }.min() }

  /// Moment of the next ``wake(at:)``, polls not counted.
  var nextWakeButPoll: Int? { [retryAt, probeAt, mendAt, resendAt].compactMap { $0 }.min() }

  /// Whether a poll would bring nothing new if the stream ends at this `seq`.
  func isUpToDate(with seq: Int) -> Bool { isConnected && !isResuming && tracker.seq == seq && tracker.highest == seq }

  /// Skips the polls due before a moment, without a change of their rhythm. Used to simulate idle time cheaply.
  mutating func skipPolls(before end: Int) {
    guard let due = pollAt, due < end, let interval = nextPoll(after: 0), interval > 0 else { return }
    pollAt = due + (end - due + interval - 1) / interval * interval
  }
}

/// A proposal without an answer.
struct OutboxItem: Hashable, Sendable {
  var key: String
  /// The message to send: the proposal with its key, or the offline queue's record of it.
  var message: JSONObject
  /// Whether the proposal was made without a connection.
  var isQueued: Bool
  /// Whether the session refused the proposal without a decision.
  var isRefused = false
  /// Whether the proposal is sent again later over the same connection.
  var isPutOff = false
  /// Whether the proposal is on its way over the connection.
  var isSent = false
}

/// Connection handling: connecting, reconnecting and falling back to other transports (contract §14.3 to §14.5).
extension Client {
  /// Begins a session.
  package mutating func connect(at now: Int) -> [ClientEffect] {
    isWanted = true
    retryAt = nil
    return startAttempt()
  }

  /// Ends the session. The client stays offline until ``connect(at:)``; proposals are queued.
  package mutating func disconnect() -> [ClientEffect] {
    isWanted = false
    state = .offline
    backoff.reset()
    forgetConnection()
    retryAt = nil
    return [.close]
  }

  /// Records that a connection is open. Sends the handshake (contract §8) and a request to resume from the last `seq`.
  package mutating func opened(_ kind: TransportKind, at now: Int) -> [ClientEffect] {
    attempt = []
    retryAt = nil
    transport = kind
    isResuming = true
    state = kind.isStreaming ? .streaming : .degraded
    pollAt = nextPoll(after: now)
    probeAt = kind == transports.first ? nil : now + Backoff.ceiling
    return [.send(.handshake(handshakeRequest)), .send(.resume(resumption(subscribe: kind.isPushed)))]
  }

  /// Records that a transport cannot be opened, and tries the next one. After the last one the client waits and starts again.
  package mutating func refused(_ kind: TransportKind, at now: Int) -> [ClientEffect] {
    attempt = attempt.filter { $0 != kind }
    if let next = attempt.first { return [.open(next)] }
    if isConnected {
      // It was only a try of a preferred transport.
      probeAt = now + Backoff.ceiling
      return []
    }
    guard isWanted else { return [] }
    retryAt = now + backoff.next()
    return []
  }

  /// Records that the connection broke. The first new attempt follows at once (contract §14.4).
  ///
  /// A connection that brought no answer counts as refused, so that a server that closes every connection is not asked without a
  /// pause.
  package mutating func lost(at now: Int) -> [ClientEffect] {
    let unanswered = isResuming ? transport : nil
    forgetConnection()
    guard isWanted else { return [] }
    state = .reconnecting
    guard let unanswered, let place = transports.firstIndex(of: unanswered) else { return startAttempt() }
    attempt = Array(transports[place...])
    return refused(unanswered, at: now)
  }

  /// Does everything that is due at this moment.
  package mutating func wake(at now: Int) -> [ClientEffect] {
    var effects: [ClientEffect] = []
    if let due = retryAt, due <= now {
      retryAt = nil
      effects += startAttempt()
    }
    if let due = pollAt, due <= now {
      pollAt = nextPoll(after: now)
      effects.append(.send(.resume(resumption(subscribe: false))))
    }
    if let due = probeAt, due <= now {
      probeAt = nil
      attempt = transport == transports.first ? [] : Array(transports.prefix(1))
      effects += attempt.map { .open($0) }
    }
    if let due = mendAt, due <= now { effects += mend(at: now) }
    if let due = resendAt, due <= now { effects += resend() }
    return effects
  }

  private func resumption(subscribe: Bool) -> Resumption {
    Resumption(from: tracker.seq, subscribe: subscribe, streamID: streamID)
  }

  private mutating func startAttempt() -> [ClientEffect] {
    attempt = transports
    return attempt.first.map { [.open($0)] } ?? []
  }

  private mutating func forgetConnection() {
    transport = nil
    isResuming = false
    attempt = []
    pollAt = nil
    probeAt = nil
    mendAt = nil
    resendAt = nil
  }
}

/// Handling of messages from the session.
extension Client {
  /// Processes a message, and renders the context once.
  package mutating func receive(_ message: ServerMessage, at now: Int) -> [ClientEffect] {
    defer {
      context.leaveOutOpen(beyond: Client.mostOpen)
      context.render()
    }
    switch message {
    case .capabilities(let object):
      capabilities = object
      return []
    case .event(let event): return take([event], at: now)
    case .range(let events): return take(events, at: now)
    case .delta(let delta):
      let isFirst = noteResume(at: delta.resumedAtSeq)
      tracker.learn(highest: delta.currentSeq)
      let effects = take(delta.events, at: now) + take(delta.checkpoint, at: now)
      return effects + (isFirst ? flush() : [])
    case .snapshot(let snapshot):
      let isFirst = noteResume(at: snapshot.seq)
      let effects = take(snapshot, at: now) + take(snapshot.checkpoint, at: now)
      return effects + (isFirst ? flush() : [])
    case .answer(let answer): return take(answer, at: now)
    case .checkpoint(let checkpoint): return take(checkpoint, at: now)
    }
  }

  /// Records the answer to the resume request of a new connection. Returns whether it is that answer; later polls and requests
  /// for missing events have answers, too.
  private mutating func noteResume(at seq: Int) -> Bool {
    guard isResuming else { return false }
    isResuming = false
    backoff.reset()
    resumedAtSeq = seq
    return true
  }

  private mutating func take(_ events: [Event], at now: Int) -> [ClientEffect] {
    var effects: [ClientEffect] = []
    if streamID == nil { streamID = events.first?.streamID }
    for event in events where event.streamID == streamID {
      switch tracker.receive(event) {
      case .inOrder(let ready): apply(ready)
      case .gap(let first, let last, let size):
        effects.append(.send(size > SequenceTracker.largestRange ? .snapshot : .range(from: first, to: last)))
      case .duplicate, .buffered: break
      }
    }
    planMend(at: now)
    return effects
  }

  private mutating func take(_ checkpoint: Checkpoint?, at now: Int) -> [ClientEffect] {
    if let checkpoint { tracker.take(checkpoint) }
    planMend(at: now)
    return []
  }

  private mutating func take(_ snapshot: Snapshot, at now: Int) -> [ClientEffect] {
    if let known = streamID, let given = snapshot.streamID, known != given {
      // Another stream counts its events anew: nothing of the old one is shown, even if the new one begins at 0.
      tracker = SequenceTracker()
      context = snapshot.state
    }
    streamID = snapshot.streamID ?? streamID
    if let waiting = tracker.jump(to: snapshot.seq) {
      context = snapshot.state
      apply(waiting)
    }
    tracker.learn(highest: snapshot.currentSeq)
    let new = snapshot.events.filter { $0.seq > tracker.seq }
    return take(new, at: now)
  }

  private mutating func take(_ answer: Answer, at now: Int) -> [ClientEffect] {
    lastAnswer = answer
    if answer.isRefused, let place = outbox.firstIndex(where: { $0.key == answer.to }) {
      // It was not decided and stays with the client, until the user looks at it and sends it again.
      (outbox[place].isQueued, outbox[place].isRefused, outbox[place].isSent) = (true, true, false)
    } else {
      outbox.removeAll { $0.key == answer.to }
    }
    // Without push the next poll brings new events, so an event that has not come yet is not lost.
    if transport?.isPushed == true { tracker.learn(highest: answer.currentSeq) }
    planMend(at: now)
    return sendFurther()
  }

  private mutating func apply(_ events: [Event]) {
    eventsSeen += events.count
    for event in events { context.apply(event) }
  }

  /// Requests the missing events.
  mutating func mend(at now: Int) -> [ClientEffect] {
    mendAt = nil
    guard isConnected, let hole = tracker.firstHole else { return [] }
    mendAt = now + Client.mendInterval
    let isLarge = tracker.missingSpan > SequenceTracker.largestRange
    return [.send(isLarge ? .snapshot : .range(from: hole.from, to: hole.to))]
  }

  private mutating func planMend(at now: Int) {
    if tracker.firstHole == nil { mendAt = nil } else if mendAt == nil { mendAt = now + Client.mendInterval }
  }
}

/// Messages to the session.
extension Client {
  /// Returns a proposal.
  ///
  /// With a connection it is sent with an idempotency key, so that it can be sent again if its answer is lost. Without one it is
  /// queued (contract §16) and sent with the next connection.
  package mutating func propose(_ proposal: JSONObject, at now: Int) -> [ClientEffect] {
    var proposal = signed(proposal)
    let key = key(of: proposal, at: now)
    guard !outbox.contains(where: { $0.key == key }) else { return [] }
    proposal["idempotency_key"] = .text(key)
    guard isConnected else {
      let record = proposal.isQueueRecord ? completed(proposal, at: now) : queueRecord(of: proposal, key: key, at: now)
      outbox.append(OutboxItem(key: key, message: record, isQueued: true))
      return []
    }
    outbox.append(OutboxItem(key: key, message: proposal, isQueued: false))
    return sendFurther()
  }

  /// Sends a control message about a run: that of `job`, else the displayed run, else (if that is done) about the whole session.
  ///
  /// - Returns: `nil` without a connection. Control messages are not queued, because the run moves on meanwhile.
  package func control(
    _ type: ControlMessage.Kind, payload: JSONObject = JSONObject(), job: String? = nil
  ) -> [ClientEffect]? {
    guard isConnected else { return nil }
    if let job {
      let known = context.runs.last { $0.jobID == job }
      let message = ControlMessage(type, jobID: job, correlationID: known?.correlationID, actor: actor, payload: payload)
      return [.send(.control(message))]
    }
    let run = displayedRun.flatMap { $0.isDone ? nil : $0 }
    return [
      .send(
        .control(
          ControlMessage(type, jobID: run?.jobID, correlationID: run?.correlationID, actor: actor, payload: payload)))
    ]
  }

  /// Requests the capabilities again.
  ///
  /// - Parameter request: members of contract §8.1's request that replace the default ones.
  /// - Returns: `nil` without a connection.
  package func handshake(_ request: JSONObject) -> [ClientEffect]? {
    guard isConnected else { return nil }
    var whole = handshakeRequest
    for member in request.members { whole[member.name.string] = member.value }
    return [.send(.handshake(whole))]
  }

  /// The request of contract §8.1 with the client's actor, who is then the author of its proposals and control messages.
  private var handshakeRequest: JSONObject {
    var request: JSONObject = [
      "request": .text("capabilities"), "device_id": .text(deviceID), "app_version": .text(appVersion), "actor": .object(actor),
    ]
    request["on_behalf_of"] = onBehalfOf.map { .text($0) }
    return request
  }

  /// Returns the offline queue's record of a proposal (contract §16.2).
  ///
  /// It has the hashes of the governing truths and of the policies that they read, from the last handshake. If these change
  /// before the proposal is sent, the run halts and says so (§16.3).
  private func queueRecord(of proposal: JSONObject, key: String, at now: Int) -> JSONObject {
    var inner = proposal
    inner["idempotency_key"] = nil
    var record: JSONObject = ["idempotency_key": .text(key), "proposal": .object(inner)]
    record["truth_id"] = proposal["truth_id"]
    return completed(record, at: now)
  }

  /// Returns an offline queue's record with its missing members filled in.
  private func completed(_ proposed: JSONObject, at now: Int) -> JSONObject {
    var record = proposed
    let inner = proposed.object("proposal") ?? JSONObject()
    let action = inner.text("action") ?? ""
    record["truths_hash"] = proposed["truths_hash"] ?? inner["truths_hash"] ?? intentHash("governing", of: action)
    record["policies_hash"] = proposed["policies_hash"] ?? inner["policies_hash"] ?? intentHash("governing_policies", of: action)
    record["queued_at"] = proposed["queued_at"] ?? Timestamp(milliseconds: Int64(now)).map { .text($0.text) }
    record["replay_safe"] = proposed["replay_safe"] ?? .boolean(true)
    return record
  }

  /// Returns the hash of an intent from a member of the last handshake; `nil` if it has none.
  ///
  /// The handshake has intents without their packs, while an action may have its pack before it (types §12.1).
  private func intentHash(_ member: String, of action: String) -> JSONValue? {
    guard let hashes = capabilities?.object(member) else { return nil }
    return hashes[action] ?? action.firstIndex(of: ".").flatMap { hashes[String(action[action.index(after: $0)...])] }
  }
}

extension JSONObject {
  fileprivate var isQueueRecord: Bool { self["action"] == nil && object("proposal") != nil }
}

/// The view of a client.
extension Client {
  package var view: ClientView {
    let early = context.earlyFacts
    let run = displayedRun
    return ClientView(
      connectionState: state, run: run, canIAct: canAct(on: run), facts: (context.facts + early).map(\.marked),
      provisional: early.filter(\.isProvisional).map(\.payload),
      dropped: context.droppedFacts.map { $0.payload.with("dropped_because", .text($0.droppedBecause ?? "")) },
      eventsSeen: eventsSeen, seq: tracker.seq, resumedAtSeq: resumedAtSeq, missingSeqs: tracker.missing,
      duplicates: tracker.duplicates, capabilities: capabilities, hasAllTruthIDs: context.audit.areTruthIDsPresent,
      hasAllActors: context.audit.areActorsPresent, isCorrelationLinked: context.audit.isCorrelationLinked, hasSameOutput: nil,
      revisions: context.revisions, queue: outbox.filter(\.isQueued).map(\.message), runs: context.runs, lastAnswer: lastAnswer)
  }

  /// The run that the view shows (see ``ClientView/run``).
  private var displayedRun: RunView? {
    let proposed = context.runs.filter { $0.proposer != nil }
    let stories = proposed.filter { !$0.isAboutAnotherRun }
    return stories.last { isMine($0) } ?? stories.last ?? proposed.last
  }

  private func isMine(_ run: RunView) -> Bool {
    guard let proposer = run.proposer else { return false }
    return ["user_id", "device_id"].allSatisfy { (proposer.text($0) ?? "").utf8.elementsEqual((actor.text($0) ?? "").utf8) }
  }

  private func canAct(on run: RunView?) -> Bool {
    guard isConnected, let run, run.status == RunState.Status.waiting.rawValue else { return false }
    return run.waitingFor.contains { $0.canBeDone(by: actor, proposer: run.proposer) }
  }
}

/// An effect that a client asks for. It performs none itself, so that the same code runs over every transport and in every test.
package enum ClientEffect: Hashable, Sendable {
  /// Try to connect; the answer is ``Client/opened(_:at:)`` or ``Client/refused(_:at:)``. An open connection is closed.
  case open(TransportKind)
  case close
  case send(ClientMessage)
}
