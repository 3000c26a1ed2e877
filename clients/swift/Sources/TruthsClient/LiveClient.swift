import Foundation
public import Truths

/// A client of `truths-server`. It follows decisions, proposes, approves and steers runs, and keeps proposals while it is
/// offline.
///
/// It tries its transports in order, and repeats that after 1, 2, 4 … 30 seconds.
///
///     let client = try LiveClient(
///       ServerEndpoint(url), actor: #"{"type": "user", "user_id": "ann"}"#, network: URLSessionNetwork(),
///       queueFile: "queue.json")
///     await client.connect()
///     let answer = try await client.propose(#"{"action": "place_order", "order_id": "o1", "amount": 2}"#).answer()
///     for await view in await client.changes() { show(view) }
public actor LiveClient {
  /// The most unanswered proposals.
  public static let largestQueue = 10_000

  var core: RunClient
  let server: ServerEndpoint
  let network: any ClientNetwork
  /// The file of the queue; `nil` without one, and once the client is closed.
  var file: QueueFile?
  /// The open connection; `nil` while offline.
  var link: LiveLink?
  /// The connection that is being opened; `nil` if there is no attempt.
  var opening: LiveLink?
  var lastLinkID = 0
  var answers: [String: AnswerBox] = [:]
  /// Unanswered control messages, by their types. The server answers messages of a type in order.
  var controls: [String: [AnswerBox]] = [:]
  /// The task that wakes the core at ``plannedWake``.
  var alarm: Task<Void, Never>?
  var plannedWake: Int?
  var isSavePlanned = false
  var isClosed = false
  var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
  var lastWatcherID = 0
  let clock: LiveClock

  /// The reason why the last connection was refused or lost; `nil` before that.
  public internal(set) var lastFault: ClientFault?

  /// Creates a client that is not connected yet.
  ///
  /// - Parameters:
  ///   - actor: the user as the server knows them: an actor of contract §4.2 as JSON.
  ///   - appVersion: the program's version, for the handshake.
  ///   - transport: the preferred transport; the client falls back to server-sent events, then to polling.
  ///   - queueFile: a file that keeps unanswered proposals over restarts, beside a file with the suffix `.lock`; `nil` to keep
  ///     none.
  /// - Throws: findings about the actor, or ``ClientFault/queueFile(_:)``: a faulty file does not count as an empty queue.
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

  /// Connects, and repeats that until ``disconnect()``. Returns once the server has answered the handshake, or the first attempt
  /// has failed.
  ///
  /// Proposals made before the first handshake are queued without the hashes of the rules. They halt where the ledger does not
  /// contain these hashes (runs §4.2).
  public func connect() async {
    guard !isClosed else { return }
    perform(core.connect(now: clock.now))
    for await _ in signals() where isClosed || link?.isGreeted ?? (opening == nil) { return }
  }

  /// Closes the connection until ``connect()``. Proposals are queued meanwhile.
  public func disconnect() { perform(core.disconnect()) }

  /// Closes the connection, saves the queue, and ends all waiting calls. A client that is not closed lives while it is
  /// connected.
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

/// Messages to the session.
extension LiveClient {
  /// Sends a proposal, or queues it while offline. With a queue file it is on disk before it is sent.
  ///
  /// - Parameter proposal: a JSON object, in any form of `runs §2`.
  /// - Throws: findings about invalid JSON, ``ClientFault/queueFull(_:)``, ``ClientFault/closed``, and
  ///   ``ClientFault/queueFile(_:)`` where the file cannot be written; then the proposal is not sent.
  public func propose(_ proposal: String) throws -> Submission {
    guard !isClosed else { throw ClientFault.closed }
    let now = clock.now
    let key = try core.key(of: proposal, now: now)
    let box = answers[key] ?? AnswerBox()
    // An unanswered proposal is already in the queue and in the file.
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
  ///   - job: the `job_id` of the run; `nil` for the shown run, or for the session once that run is done.
  /// - Throws: ``ClientFault/notConnected``; ``ClientFault/connectionFailed(_:)`` where the connection breaks before the answer,
  ///   so that it is unknown whether the server carried out the message; ``ClientFault/problem(_:)`` for an invalid message.
  public func control(_ control: RunControl, _ payload: String = "{}", job: String? = nil) async throws -> LiveAnswer {
    guard let effects = try core.control(control, payload, job: job) else { throw ClientFault.notConnected }
    let box = AnswerBox()
    controls[control.word, default: []].append(box)
    perform(effects)
    return try await box.value()
  }

  /// Grants the approval that a proposal waits for. `truth` is needed only where it waits for several.
  public func approve(_ proposalID: String, truth: String? = nil) async throws -> LiveAnswer {
    try await control(.approve, object(["proposal_id": proposalID, "truth_id": truth]))
  }

  /// Denies the approval that a proposal waits for.
  public func reject(_ proposalID: String, why: String, truth: String? = nil) async throws -> LiveAnswer {
    try await control(.reject, object(["proposal_id": proposalID, "why": why, "truth_id": truth]))
  }

  /// Gives the consent that a proposal waits for.
  public func consent(_ proposalID: String) async throws -> LiveAnswer {
    try await control(.consent, object(["proposal_id": proposalID]))
  }

  /// Sends the proposals that were refused or are not safe to repeat, because the user checked them again.
  public func force() throws(ClientFault) {
    guard let effects = core.force() else { throw .notConnected }
    perform(effects)
  }

  /// Drops an unanswered proposal. The server may still decide it if it was sent.
  ///
  /// - Returns: whether the proposal was in the queue.
  public func forget(_ key: String) -> Bool {
    let isThere = core.forget(key)
    answers.removeValue(forKey: key)?.fill(.failure(.closed))
    // The next proposal may be sent now.
    perform([])
    saveQueue()
    signalChange()
    return isThere
  }
}

/// The view and the connection state.
extension LiveClient {
  /// The data for a screen at this moment. Each call builds it anew, at a cost that grows with the number of shown facts.
  public var view: LiveView { LiveView(core.view) }

  /// The state of the connection.
  public var connectionState: LiveConnectionState { LiveConnectionState(rawValue: core.connectionState) ?? .offline }

  /// Returns the view now, and again whenever it may have changed, until the client is closed. A slow consumer gets the newest
  /// view next, because views are not queued.
  public func changes() -> some AsyncSequence<LiveView, Never> & Sendable {
    signals().map { _ in await self.view }
  }

  /// Returns the state of the connection now, and again whenever it changes, until the client is closed.
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
  /// The `control_type` of the message, by which answers name it.
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

/// Returns a JSON object of the texts that are not `nil`.
private func object(_ members: [String: String?]) -> String {
  let data = try? JSONEncoder().encode(members.compactMapValues { $0 })
  return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
}
