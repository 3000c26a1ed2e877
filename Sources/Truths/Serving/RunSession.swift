import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The server's side of the contract's protocol (§8, §13, §14): a ledger, the truths that decide about it, and the stream of
/// events about both. It has no transport and no clock: whoever serves carries its messages, and says when it is.
///
///     let session = try RunSession(rules, context: ledger, now: milliseconds)
///     try await session.open("phone", by: #"{"type": "user", "user_id": "ann", "roles": ["seller"]}"#)
///     for message in try await session.receive(frame, from: "phone", now: milliseconds) {
///       connections[message.client]?.send(message.bytes)
///     }
///
/// A message is a JSON object with one member: from a client `handshake`, `resume`, `range`, `snapshot`, `propose` or
/// `control`, to a client `capabilities`, `event`, `delta`, `snapshot`, `range` or `answer`. The same messages at the same
/// moments give the same bytes. Moments are milliseconds since 1970, in UTC; a moment before one that the session has seen
/// counts as that one.
public actor RunSession {
  private var session: Session
  private let sources: SourceMap
  private var readers: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastReader = 0
  private var isEnded = false

  /// A message to a client.
  public struct Outgoing: Hashable, Sendable {
    /// The name under which the client's connection was opened.
    public let client: String
    /// The message, one line of JSON without its line break.
    public let bytes: [UInt8]
  }

  /// Begins a session. The entries of its ledger are the first events of its stream.
  ///
  /// - Parameters:
  ///   - context: entries or facts as JSON Lines; none: nothing is known.
  ///   - now: when it begins.
  /// - Throws: what is wrong with the context; that a moment is none (``NoMoment``).
  /// - Complexity: O(size of the context).
  public init(_ rules: RuleSet, context: SourceText? = nil, now: Int) throws {
    guard let start = Timestamp(milliseconds: Int64(now)) else { throw NoMoment(milliseconds: now) }
    let procedure = try rules.workspace.procedure()
    var data = RunData(sources: rules.workspace.loaded.sources, procedure: procedure)
    session = Session(procedure: procedure, context: try data.context(context), start: start)
    sources = rules.workspace.loaded.sources
  }

  /// Opens the connection of a client; one of that name is given up.
  ///
  /// - Parameters:
  ///   - actor: who is known to be there, an actor of contract §4.2 as JSON: all that the client does is by that actor, and a
  ///     handshake that names another is refused. `nil`: whom the handshake names is believed.
  ///   - transport: what it is connected over; the capabilities name it.
  /// - Throws: what is wrong with the actor.
  public func open(_ client: String, by actor: String? = nil, over transport: RunTransport = .webSocket) throws(Findings) {
    var known: JSONObject?
    if let actor {
      var sources = sources
      known = try sources.actor(SourceText(path: "actor", bytes: Array(actor.utf8)))
    }
    session.open(client, by: known, over: transport.kind)
  }

  /// Closes the connection of a client.
  public func close(_ client: String) { session.unregister(client) }

  /// Takes in a message of a client.
  ///
  /// - Returns: what is to be sent, in order: the events that it caused, to all that are subscribed, then its answer.
  /// - Throws: findings about what is no JSON, ``NoMessage`` for JSON that is none; then nothing has happened.
  public func receive(_ message: [UInt8], from client: String, now: Int) throws -> [Outgoing] {
    let read = try self.message(message)
    let answer = session.receive(read, from: client, at: now)
    let events = pushes()
    return events + [Outgoing(client: client, bytes: JSONValue.object(answer.json).compact())]
  }

  /// Does what is due: the session pauses where its budget of time is used up.
  ///
  /// - Returns: the events of that, to all that are subscribed.
  public func wake(now: Int) -> [Outgoing] {
    session.tick(at: now)
    return pushes()
  }

  /// When ``wake(now:)`` is due; `nil` where no time is set.
  public var nextWake: Int? { session.deadline }

  /// Decides by other truths from now on. What was queued under the old ones is told, where a change governs it.
  ///
  /// - Throws: the findings of a set with errors.
  public func replaceRules(with rules: RuleSet, now: Int) throws(Findings) {
    session.reload(try rules.workspace.procedure(), at: now)
  }

  /// The ledger as it is, entries as JSON Lines.
  ///
  /// - Complexity: O(its size).
  public var ledger: [UInt8] { session.context.ledger.lines().withBytes { Array($0) } }

  /// The last `seq` of the stream.
  public var currentSeq: Int { session.currentSeq }

  /// The events behind a `seq`, then those that follow as they happen, until the session ends or the task is cancelled. Any
  /// number of tasks may follow, each at its own pace: nothing is kept for them.
  ///
  /// - Parameter seq: 0 for all.
  public nonisolated func events(after seq: Int = 0) -> RunEventSequence { RunEventSequence(session: self, seq: max(0, seq)) }

  /// Ends the sequences of events, each behind its last event.
  public func end() {
    isEnded = true
    wakeReaders()
  }

  /// The event behind a `seq`, as soon as it is there; `nil` where none follows.
  func event(after seq: Int) async -> RunEvent? {
    while seq >= session.currentSeq {
      if isEnded || Task.isCancelled { return nil }
      await nextChange()
    }
    return RunEvent(session.log[seq])
  }

  private func nextChange() async {
    lastReader += 1
    let reader = lastReader
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { readers[reader] = continuation }
      }
    } onCancel: {
      Task { await self.wake(reader: reader) }
    }
  }

  private func wake(reader: Int) { readers.removeValue(forKey: reader)?.resume() }

  private func wakeReaders() {
    let waiting = readers
    readers = [:]
    for reader in waiting.values { reader.resume() }
  }

  private func pushes() -> [Outgoing] {
    wakeReaders()
    return session.takePushes().map {
      Outgoing(client: $0.client, bytes: JSONValue.object(ServerMessage.event($0.event).json).compact())
    }
  }

  private func message(_ bytes: [UInt8]) throws -> ClientMessage {
    var sources = sources
    let file = sources.add(path: "message", bytes: bytes)
    switch JSONReader.read(file) {
    case .failure(let fault): throw Findings([fault], in: sources)
    case .success(let json):
      if let message = ClientMessage(json: json.value) { return message }
      throw NoMessage(members: json.members?.map(\.name.string))
    }
  }
}

/// The events of a session from a `seq` on; see ``RunSession/events(after:)``.
public struct RunEventSequence: AsyncSequence, Sendable {
  let session: RunSession
  let seq: Int

  /// Gives the events one after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let session: RunSession
    var seq: Int

    /// The next event, as soon as it is there; `nil` behind the last one of a session that ended, and where the task is
    /// cancelled.
    public mutating func next() async -> RunEvent? {
      guard let event = await session.event(after: seq) else { return nil }
      seq = event.seq
      return event
    }
  }

  /// Begins behind the `seq`.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(session: session, seq: seq) }
}

/// What a client is connected over (contract §13.7). The protocol is the same over each.
public enum RunTransport: Hashable, Sendable, CaseIterable {
  /// gRPC over HTTP/2.
  case grpc
  /// A WebSocket.
  case webSocket
  /// Server-sent events for what comes from the session, requests for what goes to it.
  case sse
  /// Requests alone; the client asks every five seconds.
  case rest

  var kind: TransportKind {
    switch self {
    case .grpc: .grpc
    case .webSocket: .webSocket
    case .sse: .sse
    case .rest: .rest
    }
  }

  init(_ kind: TransportKind) {
    switch kind {
    case .grpc: self = .grpc
    case .webSocket: self = .webSocket
    case .sse: self = .sse
    case .rest: self = .rest
    }
  }
}

/// A number of milliseconds since 1970 that is no moment of the language: it lies outside the years 1 to 9999.
public struct NoMoment: Error, Hashable, CustomStringConvertible {
  /// What was given.
  public let milliseconds: Int

  /// What is wrong, and how to mend it.
  public var description: String {
    "\(milliseconds) ms since 1970 is outside of the years 1 to 9999; a moment is such as 1735732800000 for 2025-01-01T12:00:00Z"
  }
}

/// JSON that is no message of a client.
public struct NoMessage: Error, Hashable, CustomStringConvertible {
  /// The members that it has; `nil` where it is no object.
  public let members: [String]?

  /// What is wrong, and how to mend it.
  public var description: String {
    let given = members.map { $0.isEmpty ? "nothing" : $0.map { "`\(visible($0))`" }.joined(separator: ", ") } ?? "no object"
    return "a message is an object with one member, `handshake`, `resume`, `range`, `snapshot`, `propose` or `control`, "
      + "and what belongs to it, such as {\"resume\": {\"resume_from_seq\": 0, \"subscribe\": true}}; this has \(given)"
  }
}
