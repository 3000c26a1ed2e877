import Foundation
public import Truths

/// A client of `truths-server`: it follows what is decided, proposes, approves and steers, and keeps what is proposed without a
/// connection. It tries its transports in order, and again after 1, 2, 4 … 30 seconds.
///
///     let client = try LiveClient(
///       ServerEndpoint(url), actor: #"{"type": "user", "user_id": "ann"}"#, network: URLSessionNetwork(), queueFile: "queue.json")
///     await client.connect()
///     let answer = try await client.propose(#"{"action": "place_order", "order_id": "o1", "amount": 2}"#).answer()
///     for await view in await client.changes() { show(view) }
public actor LiveClient {
  /// The most proposals without an answer.
  public static let largestQueue = 10_000

  var core: RunClient
  let server: ServerEndpoint
  let network: any ClientNetwork
  /// `nil` where nothing is kept, and once the client is closed.
  var file: QueueFile?
  /// The connection; `nil` without one.
  var link: LiveLink?
  /// What is tried.
  var opening: LiveLink?
  var lastLinkID = 0
  var answers: [String: AnswerBox] = [:]
  /// Control messages without an answer, by their types: answers come in the order in which the messages were sent.
  var controls: [String: [AnswerBox]] = [:]
  /// Wakes the core at ``plannedWake``.
  var alarm: Task<Void, Never>?
  var plannedWake: Int?
  var isSavePlanned = false
  var isClosed = false
  var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
  var lastWatcherID = 0
  let clock: LiveClock

  /// Why the last connection was refused or lost; `nil` before any was.
  public internal(set) var lastFault: ClientFault?

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - actor: who uses it, as the server knows them: an actor of contract §4.2 as JSON.
  ///   - appVersion: the version of the program, as the handshake says it.
  ///   - transport: the preferred one; then come server-sent events and polls.
  ///   - queueFile: keeps proposals without an answer over restarts, with a file of its name and `.lock` beside it; `nil`: nothing
  ///     is kept.
  /// - Throws: what is wrong with the actor, or ``ClientFault/queueFile(_:)``: a file at fault is no empty queue.
  public init(
    _ server: ServerEndpoint, actor: String, network: any ClientNetwork, over transport: RunTransport = .webSocket,
    appVersion: String = "1.0.0", queueFile: String? = nil
  ) throws {
    try self.init(
      server, actor: actor, network: network, over: transport, appVersion: appVersion, queueFile: queueFile, clock: LiveClock())
  }

  init(
    _ server: ServerEndpoint, actor: String, network: any ClientNetwork, over transport: RunTransport,
    appVersion: String = "1.0.0", queueFile: String? = nil, clock: LiveClock
  ) throws {
    var core = try RunClient(actor: actor, onBehalfOf: server.onBehalfOf, appVersion: appVersion, over: transport)
    var file: QueueFile?
    if let path = queueFile {
      let opened = try QueueFile(path)
      if let saved = try opened.load(), !core.restore(saved) {
        throw ClientFault.queueFile("\(path): it is no queue of this actor; move it away to begin anew")
      }
      file = opened
    }
    (self.core, self.file, self.server, self.network, self.clock) = (core, file, server, network, clock)
  }

  /// Connects, and goes on trying until ``disconnect()``; returns once the server has told its rules, or there was no connection to be
  /// had at first.
  ///
  /// What is proposed before any handshake is queued without the hashes of rules, and halts where the ledger does not tell them
  /// (runs §4.2).
  public func connect() async {
    guard !isClosed else { return }
    perform(core.connect(now: clock.now))
    for await _ in signals() where isClosed || link?.isGreeted ?? (opening == nil) { return }
  }

  /// Gives the connection up, until ``connect()``; what is proposed meanwhile is queued.
  public func disconnect() { perform(core.disconnect()) }

  /// Ends the connection, saves, and ends what waits. A client that is not closed lives as long as it is connected.
  public func close() {
    guard !isClosed else { return }
    disconnect()
    isClosed = true
    alarm?.cancel()
    saveQueue()
    file = nil
    for box in answers.values { box.fill(.failure(.closed)) }
    answers = [:]
    for watcher in watchers.values { watcher.finish() }
  }
}

/// What goes to the session.
extension LiveClient {
  /// Proposes, or queues the proposal without a connection. With a file it is on the disk before it is sent.
  ///
  /// - Parameter proposal: a JSON object, in any form of `runs §2`.
  /// - Throws: what is wrong with JSON that is none, ``ClientFault/queueFull(_:)``, ``ClientFault/closed``, and
  ///   ``ClientFault/queueFile(_:)`` where the disk refuses; then it is not sent.
  public func propose(_ proposal: String) throws -> Submission {
    guard !isClosed else { throw ClientFault.closed }
    let now = clock.now
    let key = try core.key(of: proposal, now: now)
    let box = answers[key] ?? AnswerBox()
    // What has no answer yet is on its way already, and in the file.
    let isNew = !core.isUnanswered(key)
    if isNew, core.unansweredCount >= Self.largestQueue { throw ClientFault.queueFull(Self.largestQueue) }
    let effects = try core.propose(proposal, now: now)
    do throws(ClientFault) {
      if isNew { try file?.save(core.savedQueue) }
    } catch {
      _ = core.forget(key)
      throw error
    }
    answers[key] = box
    perform(effects)
    return Submission(key: key, box: box)
  }

  /// Sends a control message, and waits for its answer.
  ///
  /// - Parameters:
  ///   - payload: a JSON object, such as `{"proposal_id": "prop_1"}`.
  ///   - job: the `job_id` of the run; `nil`: the run that is shown, or the session where that run is done.
  /// - Throws: ``ClientFault/notConnected``; ``ClientFault/connectionFailed(_:)`` where the connection breaks before the answer, so
  ///   that nobody knows whether it was carried out; ``ClientFault/problem(_:)`` for a message at fault.
  public func control(_ control: RunControl, _ payload: String = "{}", job: String? = nil) async throws -> LiveAnswer {
    guard let effects = try core.control(control, payload, job: job) else { throw ClientFault.notConnected }
    let box = AnswerBox()
    controls[control.word, default: []].append(box)
    perform(effects)
    return try await box.value()
  }

  /// Grants what a proposal waits for; `truth` only where several approvals are wanted.
  public func approve(_ proposalID: String, truth: String? = nil) async throws -> LiveAnswer {
    try await control(.approve, object(["proposal_id": proposalID, "truth_id": truth]))
  }

  /// Denies it.
  public func reject(_ proposalID: String, why: String, truth: String? = nil) async throws -> LiveAnswer {
    try await control(.reject, object(["proposal_id": proposalID, "why": why, "truth_id": truth]))
  }

  /// Consents to a proposal that waits.
  public func consent(_ proposalID: String) async throws -> LiveAnswer {
    try await control(.consent, object(["proposal_id": proposalID]))
  }

  /// Sends what is not safe to repeat, or was refused, because somebody has looked at it again.
  public func force() throws(ClientFault) {
    guard let effects = core.force() else { throw .notConnected }
    perform(effects)
  }

  /// Drops a proposal that has no answer. If it was sent it may be decided all the same.
  ///
  /// - Returns: whether there was one.
  public func forget(_ key: String) -> Bool {
    let isThere = core.forget(key)
    answers.removeValue(forKey: key)?.fill(.failure(.closed))
    // Another one may be sent in its place.
    perform([])
    saveQueue()
    signalChange()
    return isThere
  }
}

/// What is shown.
extension LiveClient {
  /// What a screen shows at this moment. It is made anew for each call, at a cost that grows with the facts that are shown.
  public var view: LiveView { LiveView(core.view) }

  /// How the client is connected.
  public var connectionState: LiveConnectionState { LiveConnectionState(rawValue: core.connectionState) ?? .offline }

  /// The view now, and whenever it may have changed, until the client is closed. Who takes long sees the newest one next: nothing
  /// is queued.
  public func changes() -> some AsyncSequence<LiveView, Never> & Sendable {
    signals().map { _ in await self.view }
  }

  /// How the client is connected, now and whenever that changes, until it is closed.
  public func states() -> AsyncStream<LiveConnectionState> {
    let (states, continuation) = AsyncStream<LiveConnectionState>.makeStream()
    let signals = self.signals()
    let task = Task {
      var last: LiveConnectionState?
      for await _ in signals {
        let state = self.connectionState
        if state != last { continuation.yield(state) }
        last = state
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return states
  }

  func signals() -> AsyncStream<Void> {
    let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    lastWatcherID += 1
    let id = lastWatcherID
    watchers[id] = continuation
    continuation.onTermination = { _ in Task { await self.stopWatching(id) } }
    continuation.yield()
    if isClosed { continuation.finish() }
    return signals
  }

  private func stopWatching(_ id: Int) { watchers[id] = nil }

  func signalChange() {
    for watcher in watchers.values { watcher.yield() }
  }
}

extension RunControl {
  /// As answers name it.
  fileprivate var word: String {
    switch self {
    case .injectFact: "inject_fact"
    case .approve: "approve"
    case .reject: "reject"
    case .consent: "consent"
    case .pause: "pause"
    case .resume: "resume"
    case .cancel: "cancel"
    case .updateBudget: "update_budget"
    }
  }
}

/// A JSON object of the texts that are there.
private func object(_ members: [String: String?]) -> String {
  let data = try? JSONEncoder().encode(members.compactMapValues { $0 })
  return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
}
