import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The server side of the contract's protocol (§8, §13, §14): a ledger, the rules that decide, and the event stream of both. It
/// has no transport, file or clock. The caller transports its messages, stores its batches, and passes the time.
///
///     var session = try RunSession(rules, context: ledger, now: milliseconds)
///     try session.open("phone", by: #"{"type": "user", "user_id": "ann", "roles": ["seller"]}"#)
///     try session.receive(frame, from: "phone", now: milliseconds)
///     session.work(now: milliseconds)
///     for message in session.outgoing() { connections[message.client]?.send(message.bytes) }
///
/// A message is a JSON object with one member. From a client it is `handshake`, `resume`, `range`, `snapshot`, `propose` or
/// `control`; to a client `capabilities`, `event`, `delta`, `snapshot`, `range`, `answer` or `checkpoint`. The same messages at
/// the same times give the same bytes. Times are milliseconds since 1970, in UTC; a time before the latest one seen counts as
/// the latest. It is a value: a copy is an independent session.
public struct RunSession: Sendable {
  var session: Session
  let sources: SourceMap
  /// The rules in force, and those that may be adopted, by hash.
  private var workspaces: [String: Workspace]

  /// A message to a client.
  public struct Outgoing: Hashable, Sendable {
    /// The id under which the client's connection was opened.
    public let client: String
    let message: ServerMessage
    private let rulesHash: String

    init(client: String, message: ServerMessage, rulesHash: String) {
      self.client = client
      self.message = message
      self.rulesHash = rulesHash
    }

    /// The message as canonical JSON on one line, without a line break. Events read back from a ledger have another order of
    /// members than new ones, so only the canonical form is the same for both.
    public var bytes: [UInt8] { JSONValue.object(message.json).canonical() }

    /// Returns whether both messages have the same bytes.
    public static func == (left: Outgoing, right: Outgoing) -> Bool {
      left.client == right.client && left.bytes == right.bytes
    }

    /// Hashes the client and the bytes.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(client)
      hasher.combine(bytes)
    }

    /// The contents of the message, without the object around it.
    public var body: [UInt8] { message.json.members.first?.value.canonical() ?? [] }

    /// The answer to a proposal or a control message, where the message is one.
    public var answer: RunAnswer? {
      if case .answer(let answer) = message { RunAnswer(answer, rulesHash: rulesHash) } else { nil }
    }
  }

  /// Starts a session without a store, in which changes take effect at once. The entries of its ledger are the first events of
  /// its stream.
  ///
  /// - Parameters:
  ///   - context: entries or facts as JSON Lines; `nil` for an empty context.
  ///   - options: settings of the session.
  ///   - now: time when it starts.
  /// - Throws: findings about the context or the operator; ``NoMoment`` where the time is out of range.
  /// - Complexity: O(size of the context).
  public init(_ rules: RuleSet, context: SourceText? = nil, options: RunSessionOptions = RunSessionOptions(), now: Int) throws {
    guard let start = Timestamp(milliseconds: Int64(now)) else { throw NoMoment(milliseconds: now) }
    let procedure = try rules.workspace.procedure()
    (sources, workspaces) = (rules.workspace.loaded.sources, [procedure.truthsHash: rules.workspace])
    var data = RunData(sources: sources, procedure: procedure)
    session = Session(
      procedure: procedure, context: try data.context(context), start: start, options: try options.session(sources))
  }

  /// Continues a stored session with its stream, `seq`, pauses, held proposals and budgets, if the journal matches the ledger
  /// (``recovery``).
  ///
  /// - Parameters:
  ///   - ledger: the entries from the file; facts in short form become entries first.
  ///   - journal: the bytes of the journal beside it; `nil` where it is missing.
  ///   - now: the current time; the session continues from its last time, if that is later.
  /// - Throws: findings about the ledger or the operator; ``NoMoment`` where the time is out of range.
  /// - Complexity: O(size of both).
  public init(
    _ rules: RuleSet, ledger: SourceText, journal: [UInt8]?, options: RunSessionOptions = RunSessionOptions(), now: Int
  ) throws {
    guard let start = Timestamp(milliseconds: Int64(now)) else { throw NoMoment(milliseconds: now) }
    let procedure = try rules.workspace.procedure()
    (sources, workspaces) = (rules.workspace.loaded.sources, [procedure.truthsHash: rules.workspace])
    var data = RunData(sources: sources, procedure: procedure)
    let context = try data.context(ledger)
    let restored = Session.restored(
      procedure: procedure, context: context, journal: journal, start: start, options: try options.session(sources))
    session = restored.session
    recovery = RunRecovery(restored.session.recovery, journalBytes: restored.validBytes)
  }

  /// The way in which the session continues from its store; `nil` for a session without a store.
  public private(set) var recovery: RunRecovery?

  /// Opens a client's connection, and closes an earlier one with the same id.
  ///
  /// - Parameters:
  ///   - actor: the verified actor (contract §4.2) as JSON. Everything that the client does is done by it, and a handshake that
  ///     names another one is refused.
  ///   - transport: the connection's transport; the capabilities name it, where the options do not.
  /// - Throws: findings about the actor.
  public mutating func open(_ client: String, by actor: String, over transport: RunTransport = .webSocket) throws(Findings) {
    var sources = sources
    let known = try sources.actor(SourceText(path: "actor", bytes: Array(actor.utf8)))
    session.open(client, by: known, over: transport.kind)
  }

  /// Returns whether a client's connection is open.
  public func isOpen(_ client: String) -> Bool { session.isOpen(client) }

  /// Closes a client's connection. Messages that it has sent are still carried out.
  public mutating func close(_ client: String) { session.close(client) }

  /// Processes a message of a client. It is ignored where the client's connection is not open.
  ///
  /// - Throws: findings about invalid JSON, ``NoMessage`` for other JSON; then nothing has changed.
  public mutating func receive(_ message: [UInt8], from client: String, now: Int) throws {
    session.receive(try self.message(message), from: client, at: now)
  }

  /// Processes a request of a client.
  ///
  /// - Parameter request: a number for a proposal or a control message, which identifies its answer (``RunAnswer/request``).
  public mutating func receive(_ message: RunMessage, from client: String, now: Int, request: Int? = nil) {
    var content = message.message
    if case .propose(let proposal) = content, let traceID = message.traceID {
      content = .propose(session.traced(proposal, of: client, in: traceID))
    }
    session.receive(content, from: client, at: now, request: request)
  }

  /// Returns the client's backlog: answers that it has not taken, and messages that have no answer yet.
  public func backlog(of client: String) -> (answers: Int, messages: Int) { session.backlog(of: client) }

  /// Carries out received messages.
  ///
  /// - Parameter most: maximum number of decisions.
  /// - Returns: whether work may remain.
  @discardableResult
  public mutating func work(now: Int, atMost most: Int = .max) -> Bool {
    for _ in 0..<max(0, most) {
      guard let work = session.nextWork(at: now) else { return false }
      session.finish(work, work.outcome())
    }
    return true
  }

  /// Returns the next decision to make, for callers that decide elsewhere while messages come in. `nil` if no decision is left,
  /// and while another is being made.
  public mutating func nextWork(now: Int) -> RunSessionWork? { session.nextWork(at: now).map { RunSessionWork(work: $0) } }

  /// Records the outcome of a decision from ``nextWork(now:)``.
  public mutating func finish(_ work: RunSessionWork, _ outcome: RunSessionWork.Outcome) {
    session.finish(work.work, outcome.outcome)
  }

  /// Does the work that is due: pauses the session where its time budget is used up, decides runs that wait for a time, and
  /// sends heartbeats.
  public mutating func wake(now: Int) { session.tick(at: now) }

  /// Time at which ``wake(now:)`` is due; `nil` where nothing is.
  public var nextWake: Int? { session.nextTick }

  /// Takes all changes since the last call, which must reach the disk as a whole before any message about them is sent. `nil`
  /// where nothing has changed, and for a session without a store.
  public mutating func takeUnsaved() -> UnsavedBatch? { session.takeUnsaved().map { UnsavedBatch(batch: $0) } }

  /// Takes a replacement for the whole journal, one line with the session's state, because the journal grows with every
  /// decision. `nil` for a session without a store, and while ``takeUnsaved()`` has something.
  ///
  /// - Complexity: O(stream kept in memory + waiting runs).
  public mutating func takeWholeJournal() -> UnsavedBatch? { session.takeWholeJournal().map { UnsavedBatch(batch: $0) } }

  /// Records that a batch and all batches taken before it are on the disk, so that messages about them may be sent.
  public mutating func saved(_ batch: UnsavedBatch) { session.saved(batch.batch) }

  /// Drops the entries of saved batches from memory. They are read from a file from now on. Call it regularly, such as for
  /// every 16 MB; otherwise a session takes several times as much memory as its ledger.
  ///
  /// - Parameter lines: the lines of the ledger's file, mapped into memory, from the end of the session's initial ledger or of
  ///   the last call up to the last saved batch. Other lines are ignored.
  /// - Complexity: O(their size).
  public mutating func keepEntries(in lines: SourceText) { session.keepEntries(in: lines.data) }

  /// The clients for whom ``outgoing(to:atMost:)`` has messages.
  public var addressees: [String] { session.clientsWithFrames }

  /// Returns the next messages to a client, in order, and removes them from the queue.
  ///
  /// - Parameter most: maximum number; the rest can be taken later. Events are read from where they are stored, so that a
  ///   client that takes nothing uses no further memory. A client that has fallen too far behind gets a snapshot.
  public mutating func outgoing(to client: String, atMost most: Int = .max) -> [Outgoing] {
    session.takeFrames(for: client, atMost: most).map { Outgoing(client: client, message: $0, rulesHash: rulesHash) }
  }

  /// Returns and removes all messages to all clients, the clients in byte order of their ids.
  public mutating func outgoing() -> [Outgoing] {
    var messages: [Outgoing] = []
    for client in addressees { messages += outgoing(to: client) }
    return messages
  }

  /// Replaces the rules that decide. Clients with queued proposals get a message if a change applies to these proposals.
  ///
  /// - Throws: the findings of a set with errors.
  public mutating func replaceRules(with rules: RuleSet, now: Int) throws(Findings) {
    session.reload(try rules.workspace.procedure(), at: now)
    keep([rules])
  }

  /// The current ledger, entries as JSON Lines.
  ///
  /// - Complexity: O(size of the ledger).
  public var ledger: [UInt8] { session.context.ledger.lines().withBytes { Array($0) } }

  /// Size and head of the ledger.
  public var ledgerPoint: (size: Int, head: String) { (session.context.point.size, session.context.point.head) }

  /// The hash of the rules in force, `sha256:…`.
  public var rulesHash: String { session.procedure.truthsHash }

  /// Returns a job as a client may see it; `nil` where it does not exist, or the client may not read it.
  ///
  /// - Complexity: O(size of the run's last decision).
  public mutating func job(_ id: String, for client: String) -> RunJob? {
    session.job(id, for: client).map { RunJob($0, rulesHash: rulesHash, at: session.context.point) }
  }

  /// Returns the questions that a client's actor may ask now, which record nothing; `nil` where the client has no open
  /// connection. It is a value: any thread may use it while the session continues.
  public func questions(of client: String, now: Int) -> RunQuestions? {
    guard let view = session.view(of: client, at: now), let workspace = workspaces[rulesHash] else { return nil }
    return RunQuestions(view, workspace)
  }

  /// Keeps the given rule sets for questions. The earlier sets that are in force or may be adopted stay.
  mutating func keep(_ sets: [RuleSet]) {
    let needed = Set(session.offeredTruths + [rulesHash])
    workspaces = workspaces.filter { needed.contains($0.key) }
    for set in sets { workspaces[set.hash] = set.workspace }
  }

  /// Returns whether a client's actor has at least this number of open runs, and the proposal would start another one. A
  /// proposal with an idempotency key that the actor has used starts none.
  ///
  /// - Complexity: O(open runs), where at least that number is open.
  public func hasOpenRuns(_ most: Int, of client: String, besides message: RunMessage) -> Bool {
    guard case .propose(let proposal) = message.message else { return false }
    return session.hasOpenRuns(most, of: client, besides: proposal)
  }

  /// The id of the stream that ``currentSeq`` counts.
  public var streamID: String { session.streamID }

  /// The last `seq` of the stream.
  public var currentSeq: Int { session.currentSeq }

  /// Counts of decisions since the session began, and of waiting work.
  public var load: RunLoad { RunLoad(session) }

  /// Whether the whole session is paused.
  public var isPaused: Bool { session.isPaused }

  /// Returns the events after a `seq`, as far as they are kept in memory.
  public func events(after seq: Int = 0) -> [RunEvent] { session.recent.filter { $0.seq > seq }.map { RunEvent($0) } }

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

/// The error that JSON is not a message of a client.
public struct NoMessage: Error, Hashable, CustomStringConvertible {
  /// The members that the JSON has; `nil` where it is not an object.
  public let members: [String]?

  /// The problem and how to fix it.
  public var description: String {
    let given = members.map { $0.isEmpty ? "nothing" : $0.map { "`\(visible($0))`" }.joined(separator: ", ") } ?? "no object"
    return "a message is an object with one member, `handshake`, `resume`, `range`, `snapshot`, `propose` or `control`, "
      + "and what belongs to it, such as {\"resume\": {\"resume_from_seq\": 0, \"subscribe\": true}}; this has \(given)"
  }
}

/// The error that a number of milliseconds since 1970 lies outside the years 1 to 9999.
public struct NoMoment: Error, Hashable, CustomStringConvertible {
  /// The given number.
  public let milliseconds: Int

  /// The problem and how to fix it.
  public var description: String {
    "\(milliseconds) ms since 1970 is outside of the years 1 to 9999; write a moment such as 1735732800000 for "
      + "2025-01-01T12:00:00Z"
  }
}
