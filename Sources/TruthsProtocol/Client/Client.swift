package import TruthsJSON
import TruthsRuntime
import TruthsText

/// A client of a session: a state machine from messages and moments to effects, and a view that is derived from what it has seen.
///
/// Moments are milliseconds since 1970. The client reads no clock; ``nextWake`` says when it wants to be woken by ``wake(at:)``.
package struct Client: Hashable, Sendable {
  /// Who uses it: an actor of contract §4.2. Proposals without an actor are this one's.
  package let actor: JSONObject
  /// Whom the actor acts for; `nil` for nobody.
  package let onBehalfOf: String?
  /// The version of the program that it is part of, as its handshake says it.
  package let appVersion: String
  /// Transports in the order in which they are tried.
  package let transports: [TransportKind]

  package internal(set) var state = ConnectionState.offline
  /// The transport of the open connection.
  package internal(set) var transport: TransportKind?
  /// What the events taken in come to.
  package internal(set) var context = ContextView()
  package internal(set) var tracker = SequenceTracker()
  /// The stream that its `seq` is of; `nil` before the first event.
  package internal(set) var streamID: String?
  package internal(set) var eventsSeen = 0
  package internal(set) var resumedAtSeq: Int?
  package internal(set) var capabilities: JSONObject?
  package internal(set) var lastAnswer: Answer?
  /// Proposals that have no answer yet, in the order in which they were made.
  var outbox: [OutboxItem] = []
  /// Whether the connection is new, and where it goes on has not been answered yet.
  var isResuming = false
  var backoff = Backoff()
  /// Whether somebody wants it connected.
  var isWanted = false
  /// Transports left to try in the attempt under way; empty while there is none.
  var attempt: [TransportKind] = []
  /// When to try again to connect.
  var retryAt: Int?
  /// When to ask next whether there is something new: the poll of REST, the heartbeat of what is pushed.
  var pollAt: Int?
  /// When to look again whether the preferred transport is to be had.
  var probeAt: Int?
  /// When to ask once more for events that are missing.
  var mendAt: Int?
  /// When to send again what was put off.
  var resendAt: Int?

  /// Every how many milliseconds it polls where nothing is pushed (contract §14.5): 5 s.
  package static let pollInterval = 5_000
  /// Every how many milliseconds it asks where events are pushed, so that it learns of one that was lost and followed by no
  /// other: 30 s.
  package static let heartbeatInterval = 30_000
  /// How long it waits before it asks again for events that did not come: 1 s.
  static let mendInterval = 1_000
  /// The most proposals that are on their way at once: a session lets 1,000 messages of a client wait (sessions §1).
  package static let mostInFlight = 100
  /// How many runs that are not done, and early facts, are shown at least; beyond twice as many the oldest are left out.
  package static let mostOpen = 100_000

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - person: The `user_id` of the person whom the actor acts for.
  ///   - transport: The transport that it prefers; where that is not to be had it falls back (contract §1.4).
  package init(
    actor: JSONObject, onBehalfOf person: String? = nil, appVersion: String = "1.0.0", transport: TransportKind = .grpc
  ) {
    self.actor = actor
    onBehalfOf = person
    self.appVersion = appVersion
    transports = transport.fallbacks
  }

  /// The device that its idempotency keys name; a key names one in any case.
  var deviceID: String {
    [actor.text("device_id"), actor.text("user_id")].compactMap { $0 }.first { !$0.isEmpty } ?? "unknown"
  }

  /// Whether messages can be sent.
  package var isConnected: Bool { transport != nil }

  /// How long after `now` it asks whether there is something new.
  private func nextPoll(after now: Int) -> Int? {
    transport.map { now + ($0.isPushed ? Client.heartbeatInterval : Client.pollInterval) }
  }

  /// When it wants to be woken; `nil` while there is nothing to wait for.
  package var nextWake: Int? { [pollAt, nextWakeButPoll].compactMap { $0 }.min() }

  /// When it wants to be woken for anything but to ask whether there is something new.
  var nextWakeButPoll: Int? { [retryAt, probeAt, mendAt, resendAt].compactMap { $0 }.min() }

  /// Whether the answer to a poll would tell it nothing, in a stream that has come as far as a `seq`.
  func isUpToDate(with seq: Int) -> Bool { isConnected && !isResuming && tracker.seq == seq && tracker.highest == seq }

  /// Leaves out the polls that are due before a moment; the next one is when it would have been.
  mutating func skipPolls(before end: Int) {
    guard let due = pollAt, due < end, let interval = nextPoll(after: 0), interval > 0 else { return }
    pollAt = due + (end - due + interval - 1) / interval * interval
  }
}

/// A proposal without an answer.
struct OutboxItem: Hashable, Sendable {
  var key: String
  /// What is sent: the proposal with its key, or the queue's record of it.
  var message: JSONObject
  /// Whether it was made without a connection.
  var isQueued: Bool
  /// Whether the session could not decide it.
  var isRefused = false
  /// Whether it is sent again later over the same connection.
  var isPutOff = false
  /// Whether it is on its way over the connection.
  var isSent = false
}

/// Connecting, losing the connection, trying again, falling back (contract §14.3 to §14.5).
extension Client {
  /// Begins a session.
  package mutating func connect(at now: Int) -> [ClientEffect] {
    isWanted = true
    retryAt = nil
    return startAttempt()
  }

  /// Ends the session: no connection, and none is tried until ``connect(at:)``. Proposals are queued.
  package mutating func disconnect() -> [ClientEffect] {
    isWanted = false
    state = .offline
    backoff.reset()
    forgetConnection()
    retryAt = nil
    return [.close]
  }

  /// A connection is open: the session begins with the handshake (contract §8), then goes on from the last `seq`.
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

  /// A transport is not to be had: the next one is tried; after the last, later again.
  package mutating func refused(_ kind: TransportKind, at now: Int) -> [ClientEffect] {
    attempt = attempt.filter { $0 != kind }
    if let next = attempt.first { return [.open(next)] }
    if isConnected {
      // It only looked whether something better is to be had.
      probeAt = now + Backoff.ceiling
      return []
    }
    guard isWanted else { return [] }
    retryAt = now + backoff.next()
    return []
  }

  /// The connection broke. The first new try comes at once, as in contract §14.4.
  ///
  /// One that brought no answer counts as refused: a server that closes what it takes in is not asked without end.
  package mutating func lost(at now: Int) -> [ClientEffect] {
    let unanswered = isResuming ? transport : nil
    forgetConnection()
    guard isWanted else { return [] }
    state = .reconnecting
    guard let unanswered, let place = transports.firstIndex(of: unanswered) else { return startAttempt() }
    attempt = Array(transports[place...])
    return refused(unanswered, at: now)
  }

  /// Does what is due.
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

/// What comes from the session.
extension Client {
  /// Takes a message in, and draws the screen anew.
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

  /// The first answer on a new connection says where it goes on; polls and mends that follow do not.
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
      case .duplicate, .held: break
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
      // Another stream counts anew, and shows nothing of the old one, also where it begins at 0.
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
      // It was not decided, and stays the client's; somebody has to look at it before it is sent again.
      (outbox[place].isQueued, outbox[place].isRefused, outbox[place].isSent) = (true, true, false)
    } else {
      outbox.removeAll { $0.key == answer.to }
    }
    // Where nothing is pushed the next poll brings what is new; that it has not come yet is no loss.
    if transport?.isPushed == true { tracker.learn(highest: answer.currentSeq) }
    planMend(at: now)
    return sendFurther()
  }

  private mutating func apply(_ events: [Event]) {
    eventsSeen += events.count
    for event in events { context.apply(event) }
  }

  /// Asks again for what is missing.
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

/// What goes to the session.
extension Client {
  /// Proposes. With a connection the proposal is sent with an idempotency key, so that it can be sent again when its answer is
  /// lost; without one it is queued (contract §16) and sent when there is a connection again.
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
    // On a new connection it is sent at once, and again with the others when it is known where the stream goes on.
    return isResuming ? [.send(.propose(proposal))] : sendFurther()
  }

  /// Sends a control message about a run: the one of a job, else the one that is shown, or about the whole session where that is
  /// done.
  ///
  /// - Returns: `nil` without a connection: control messages are not queued, since what they are about moves on meanwhile.
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

  /// Asks for the capabilities anew.
  ///
  /// - Parameter request: Members of contract §8.1's request, over those that it sends by itself.
  /// - Returns: `nil` without a connection.
  package func handshake(_ request: JSONObject) -> [ClientEffect]? {
    guard isConnected else { return nil }
    var whole = handshakeRequest
    for member in request.members { whole[member.name.string] = member.value }
    return [.send(.handshake(whole))]
  }

  /// Contract §8.1's request, with who uses the client: what it proposes and controls is by that actor.
  private var handshakeRequest: JSONObject {
    var request: JSONObject = [
      "request": .text("capabilities"), "device_id": .text(deviceID), "app_version": .text(appVersion), "actor": .object(actor),
    ]
    request["on_behalf_of"] = onBehalfOf.map { .text($0) }
    return request
  }

  /// Contract §16.2's record, with the hashes of the truths that govern the intent and of the policies that they read, as the
  /// last handshake told them: if they change meanwhile, the run halts and says so (§16.3).
  private func queueRecord(of proposal: JSONObject, key: String, at now: Int) -> JSONObject {
    var inner = proposal
    inner["idempotency_key"] = nil
    var record: JSONObject = ["idempotency_key": .text(key), "proposal": .object(inner)]
    record["truth_id"] = proposal["truth_id"]
    return completed(record, at: now)
  }

  /// A record of a queue with what it does not say itself.
  private func completed(_ given: JSONObject, at now: Int) -> JSONObject {
    var record = given
    let inner = given.object("proposal") ?? JSONObject()
    let action = inner.text("action") ?? ""
    record["truths_hash"] = given["truths_hash"] ?? inner["truths_hash"] ?? capabilities?.object("governing")?[action]
    record["policies_hash"] =
      given["policies_hash"] ?? inner["policies_hash"] ?? capabilities?.object("governing_policies")?[action]
    record["queued_at"] = given["queued_at"] ?? Timestamp(milliseconds: Int64(now)).map { .text($0.text) }
    record["replay_safe"] = given["replay_safe"] ?? .boolean(true)
    return record
  }
}

extension JSONObject {
  /// Whether it is a record of an offline queue.
  fileprivate var isQueueRecord: Bool { self["action"] == nil && object("proposal") != nil }
}

/// What the client shows.
extension Client {
  /// The view at this moment.
  package var view: ClientView {
    let early = context.earlyFacts
    let run = displayedRun
    return ClientView(
      connectionState: state, run: run, canIAct: canAct(on: run), facts: (context.facts + early).map(\.marked),
      provisional: early.filter(\.isProvisional).map(\.payload),
      dropped: context.droppedFacts.map { $0.payload.with("dropped_because", .text($0.droppedBecause ?? "")) },
      eventsSeen: eventsSeen, seq: tracker.seq, resumedAtSeq: resumedAtSeq, missingSeqs: tracker.missing,
      duplicates: tracker.duplicates, capabilities: capabilities, truthIDsPresent: context.audit.areTruthIDsPresent,
      actorsPresent: context.audit.areActorsPresent, correlationLinked: context.audit.isCorrelationLinked, sameOutput: nil,
      revisions: context.revisions, queue: outbox.filter(\.isQueued).map(\.message), runs: context.runs, lastAnswer: lastAnswer)
  }

  /// The run that the view is about (see ``ClientView/run``).
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

/// What a client wants done: it does nothing itself, so that the same code runs over every transport and in every test.
package enum ClientEffect: Hashable, Sendable {
  /// Try to connect; the answer is ``Client/opened(_:at:)`` or ``Client/refused(_:at:)``. A connection that is open is given up.
  case open(TransportKind)
  /// Give the connection up.
  case close
  case send(ClientMessage)
}
