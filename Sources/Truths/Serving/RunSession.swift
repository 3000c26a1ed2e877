import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The server's side of the contract's protocol (§8, §13, §14): a ledger, the truths that decide about it, and the stream of
/// events about both. It has no transport, no file and no clock: whoever serves carries its messages, keeps what is to be kept,
/// and says when it is.
///
///     var session = try RunSession(rules, context: ledger, now: milliseconds)
///     try session.open("phone", by: #"{"type": "user", "user_id": "ann", "roles": ["seller"]}"#)
///     try session.receive(frame, from: "phone", now: milliseconds)
///     session.work(now: milliseconds)
///     for message in session.outgoing() { connections[message.client]?.send(message.bytes) }
///
/// A message is a JSON object with one member: from a client `handshake`, `resume`, `range`, `snapshot`, `propose` or
/// `control`, to a client `capabilities`, `event`, `delta`, `snapshot`, `range`, `answer` or `checkpoint`. The same messages at
/// the same moments give the same bytes. Moments are milliseconds since 1970, in UTC; a moment before one that the session has
/// seen counts as that one. It is a value: a copy is a session of its own.
public struct RunSession: Sendable {
  var session: Session
  let sources: SourceMap
  /// The rules in force, and those that may come into force instead, by their hash.
  private var workspaces: [String: Workspace]

  /// A message to a client.
  public struct Outgoing: Hashable, Sendable {
    /// The name under which the client's connection was opened.
    public let client: String
    let message: ServerMessage
    private let rulesHash: String

    init(client: String, message: ServerMessage, rulesHash: String) {
      self.client = client
      self.message = message
      self.rulesHash = rulesHash
    }

    /// The message, canonical JSON on one line, without a line break. What is read from a ledger again has its members in another
    /// order than what was just made, so that only this form is the same for both.
    public var bytes: [UInt8] { JSONValue.object(message.json).canonical() }

    /// Whether two are the same to the byte.
    public static func == (left: Outgoing, right: Outgoing) -> Bool {
      left.client == right.client && left.bytes == right.bytes
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(client)
      hasher.combine(bytes)
    }

    /// What the message holds, without the object around it.
    public var body: [UInt8] { message.json.members.first?.value.canonical() ?? [] }

    /// What became of a proposal or a control message, where the message says that.
    public var answer: RunAnswer? {
      if case .answer(let answer) = message { RunAnswer(answer, rulesHash: rulesHash) } else { nil }
    }
  }

  /// Begins a session without a store: what happens in it counts at once. The entries of its ledger are the first events of its
  /// stream.
  ///
  /// - Parameters:
  ///   - context: entries or facts as JSON Lines; none: nothing is known.
  ///   - options: what it is run with.
  ///   - now: when it begins.
  /// - Throws: what is wrong with the context or the operator; that a moment is none (``NoMoment``).
  /// - Complexity: O(size of the context).
  public init(_ rules: RuleSet, context: SourceText? = nil, options: RunSessionOptions = RunSessionOptions(), now: Int) throws {
    guard let start = Timestamp(milliseconds: Int64(now)) else { throw NoMoment(milliseconds: now) }
    let procedure = try rules.workspace.procedure()
    (sources, workspaces) = (rules.workspace.loaded.sources, [procedure.truthsHash: rules.workspace])
    var data = RunData(sources: sources, procedure: procedure)
    session = Session(
      procedure: procedure, context: try data.context(context), start: start, options: try options.session(sources))
  }

  /// Goes on with what a store kept: the same stream, `seq`, pauses, held proposals and budgets as before, where the journal fits
  /// the ledger (``recovery``).
  ///
  /// - Parameters:
  ///   - ledger: its entries, as the file has them; facts in short form are sealed first.
  ///   - journal: the bytes of the journal beside it; `nil` where there is none.
  ///   - now: the moment; the session goes on from its last one, if that is later.
  /// - Throws: what is wrong with the ledger or the operator; that a moment is none (``NoMoment``).
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

  /// How it goes on from what a store kept; `nil` for a session without a store.
  public private(set) var recovery: RunRecovery?

  /// Opens the connection of a client; one of that name is given up.
  ///
  /// - Parameters:
  ///   - actor: who is there, as whoever serves has verified, an actor of contract §4.2 as JSON: all that the client does is by
  ///     that actor, and a handshake that names another is refused.
  ///   - transport: what it is connected over; the capabilities name it, where the options do not.
  /// - Throws: what is wrong with the actor.
  public mutating func open(_ client: String, by actor: String, over transport: RunTransport = .webSocket) throws(Findings) {
    var sources = sources
    let known = try sources.actor(SourceText(path: "actor", bytes: Array(actor.utf8)))
    session.open(client, by: known, over: transport.kind)
  }

  /// Whether a connection of a client is open.
  public func isOpen(_ client: String) -> Bool { session.isOpen(client) }

  /// Closes the connection of a client. What it has sent is carried out all the same.
  public mutating func close(_ client: String) { session.close(client) }

  /// Takes in a message of a client. A client whose connection is not open is not heard.
  ///
  /// - Throws: findings about what is no JSON, ``NoMessage`` for JSON that is none; then nothing has happened.
  public mutating func receive(_ message: [UInt8], from client: String, now: Int) throws {
    session.receive(try self.message(message), from: client, at: now)
  }

  /// Takes in a request of a client.
  ///
  /// - Parameter request: the number of a proposal or a control message, by which its answer is known
  ///   (``RunAnswer/request``).
  public mutating func receive(_ message: RunMessage, from client: String, now: Int, request: Int? = nil) {
    var content = message.message
    if case .propose(let proposal) = content, let traceID = message.traceID {
      content = .propose(session.traced(proposal, of: client, in: traceID))
    }
    session.receive(content, from: client, at: now, request: request)
  }

  /// What a client has not got yet: answers that it did not take, and those to messages that have none.
  public func backlog(of client: String) -> (answers: Int, messages: Int) { session.backlog(of: client) }

  /// Has what was sent carried out.
  ///
  /// - Parameter most: how many decisions are made at most.
  /// - Returns: whether anything may be left to do.
  @discardableResult
  public mutating func work(now: Int, atMost most: Int = .max) -> Bool {
    for _ in 0..<max(0, most) {
      guard let work = session.nextWork(at: now) else { return false }
      session.finish(work, work.outcome())
    }
    return true
  }

  /// The next decision to make, for who has it made elsewhere, while messages come in; `nil` where nothing is left, and while
  /// another one is being made.
  public mutating func nextWork(now: Int) -> RunSessionWork? { session.nextWork(at: now).map { RunSessionWork(work: $0) } }

  /// Takes the outcome of a decision that ``nextWork(now:)`` gave.
  public mutating func finish(_ work: RunSessionWork, _ outcome: RunSessionWork.Outcome) {
    session.finish(work.work, outcome.outcome)
  }

  /// Does what is due at a moment: the session pauses where its budget of time is used up, runs that wait for a moment are
  /// decided, and subscribers hear that the stream goes on.
  public mutating func wake(now: Int) { session.tick(at: now) }

  /// When ``wake(now:)`` is due; `nil` where nothing is.
  public var nextWake: Int? { session.nextTick }

  /// What has to reach the disk, as a whole, before anybody hears of it: everything since the last call. `nil` where nothing has
  /// happened, and for a session without a store.
  public mutating func takeUnsaved() -> UnsavedBatch? { session.takeUnsaved().map { UnsavedBatch(batch: $0) } }

  /// A journal in the place of the one so far, which grows with every decision: one line that says where the session stands.
  /// `nil` for a session without a store, and while ``takeUnsaved()`` has something.
  ///
  /// - Complexity: O(what is kept in memory of the stream, and the runs that wait).
  public mutating func takeWholeJournal() -> UnsavedBatch? { session.takeWholeJournal().map { UnsavedBatch(batch: $0) } }

  /// A batch is on the disk, and so are all that were taken before it: what is told of it may go out.
  public mutating func saved(_ batch: UnsavedBatch) { session.saved(batch.batch) }

  /// From now on the entries of batches that are saved are read from a file when they are wanted, and kept no more: else a
  /// session takes several times as much memory as its ledger. To be called from time to time, such as for every 16 MB.
  ///
  /// - Parameter lines: all lines of the ledger's file, mapped into memory, behind those that the session began with, and those
  ///   that were given here before, up to the last batch that is saved. Others are left alone.
  /// - Complexity: O(their size).
  public mutating func keepEntries(in lines: SourceText) { session.keepEntries(in: lines.data) }

  /// The clients for whom ``outgoing(to:atMost:)`` has something.
  public var addressees: [String] { session.clientsWithFrames }

  /// Takes the next messages to a client, in order.
  ///
  /// - Parameter most: how many; what is left is taken later. Events are read where they are kept: for a client that takes
  ///   nothing nothing grows, and one that has fallen too far behind gets a snapshot.
  public mutating func outgoing(to client: String, atMost most: Int = .max) -> [Outgoing] {
    session.takeFrames(for: client, atMost: most).map { Outgoing(client: client, message: $0, rulesHash: rulesHash) }
  }

  /// Takes all messages to all clients, the clients in byte order of their names.
  public mutating func outgoing() -> [Outgoing] {
    var messages: [Outgoing] = []
    for client in addressees { messages += outgoing(to: client) }
    return messages
  }

  /// Decides by other truths from now on. What was queued under the old ones is told, where a change governs it.
  ///
  /// - Throws: the findings of a set with errors.
  public mutating func replaceRules(with rules: RuleSet, now: Int) throws(Findings) {
    session.reload(try rules.workspace.procedure(), at: now)
    keep([rules])
  }

  /// The ledger as it is, entries as JSON Lines.
  ///
  /// - Complexity: O(its size).
  public var ledger: [UInt8] { session.context.ledger.lines().withBytes { Array($0) } }

  /// Size and head of the ledger.
  public var ledgerPoint: (size: Int, head: String) { (session.context.point.size, session.context.point.head) }

  /// The hash of the truths that decide, `sha256:…`.
  public var rulesHash: String { session.procedure.truthsHash }

  /// A job as a client may see it; `nil` where there is none, or none that it may read.
  ///
  /// - Complexity: O(size of the run's last decision).
  public mutating func job(_ id: String, for client: String) -> RunJob? {
    session.job(id, for: client).map { RunJob($0, rulesHash: rulesHash, at: session.context.point) }
  }

  /// What the actor of a client may ask as of now, of which nothing is recorded; `nil` where no such connection is open. A value:
  /// any thread may answer it while the session goes on.
  public func questions(of client: String, now: Int) -> RunQuestions? {
    guard let view = session.view(of: client, at: now), let workspace = workspaces[rulesHash] else { return nil }
    return RunQuestions(view, workspace)
  }

  /// Keeps rule sets for those who ask about them, and of the others those that decide or may be adopted.
  mutating func keep(_ sets: [RuleSet]) {
    let needed = Set(session.offeredTruths + [rulesHash])
    workspaces = workspaces.filter { needed.contains($0.key) }
    for set in sets { workspaces[set.hash] = set.workspace }
  }

  /// Whether a client's actor has so many open runs or more, and a proposal would begin another one. A proposal under a key that
  /// the actor has used begins none.
  ///
  /// - Complexity: O(open runs), where so many are open at all.
  public func hasOpenRuns(_ most: Int, of client: String, besides message: RunMessage) -> Bool {
    guard case .propose(let proposal) = message.message else { return false }
    return session.hasOpenRuns(most, of: client, besides: proposal)
  }

  /// The id of the stream that ``currentSeq`` counts.
  public var streamID: String { session.streamID }

  /// The last `seq` of the stream.
  public var currentSeq: Int { session.currentSeq }

  /// What was decided since the session began, and what waits in it.
  public var load: RunLoad { RunLoad(session) }

  /// Whether the whole session is paused.
  public var isPaused: Bool { session.isPaused }

  /// The events behind a `seq`, as far as they are kept in memory.
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

/// A number of milliseconds since 1970 that is no moment of the language: it lies outside the years 1 to 9999.
public struct NoMoment: Error, Hashable, CustomStringConvertible {
  /// What was given.
  public let milliseconds: Int

  /// What is wrong, and how to mend it.
  public var description: String {
    "\(milliseconds) ms since 1970 is outside of the years 1 to 9999; a moment is such as 1735732800000 for 2025-01-01T12:00:00Z"
  }
}
