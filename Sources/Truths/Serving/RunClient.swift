import TruthsDiagnostics
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A client of a ``RunSession``: it shakes hands, follows the stream, notices and mends gaps, falls back to another transport,
/// keeps proposals while there is no connection, and knows what is to be shown (contract §13 to §16).
///
/// It has no transport and no clock: each call takes the moment, in milliseconds since 1970, and gives what is to be done.
/// Whoever has the connection does that, and tells how it went.
///
///     var client = try RunClient(actor: #"{"type": "user", "user_id": "ann", "roles": ["seller"]}"#)
///     var todo = client.connect(now: now)
///     // .open(transport): connect, then client.opened(transport, now:) or client.refused(transport, now:)
///     // .send(bytes): send them; what comes goes to client.receive(bytes, now:)
///     // .close: close the connection
public struct RunClient: Sendable {
  private var client: Client

  /// What is to be done for a client.
  public enum Effect: Hashable, Sendable {
    /// Try to connect; an open connection is given up.
    case open(RunTransport)
    /// Give the connection up.
    case close
    /// Send a message, one line of JSON without its line break.
    case send([UInt8])
  }

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - actor: who uses it, an actor of contract §4.2 as JSON.
  ///   - onBehalfOf: the `user_id` of the person whom the actor acts for; `nil` for nobody.
  ///   - appVersion: the version of the program, as the handshake says it.
  ///   - transport: what it prefers; it falls back to others where that is not to be had.
  /// - Throws: what is wrong with the actor.
  public init(
    actor: String, onBehalfOf: String? = nil, appVersion: String = "1.0.0", over transport: RunTransport = .grpc
  ) throws(Findings) {
    var sources = SourceMap()
    let actor = try sources.actor(SourceText(path: "actor", bytes: Array(actor.utf8)))
    client = Client(actor: actor, onBehalfOf: onBehalfOf, appVersion: appVersion, transport: transport.kind)
  }

  /// What the client needs to go on after its program ended, a JSON object: the proposals that have no answer, what is shown, and
  /// how far it has come in the stream.
  public var saved: String { JSONValue.object(client.saved).line }

  /// The part of ``saved`` that must not be lost: the proposals that have no answer, and the rules that the next ones are made
  /// under.
  public var savedQueue: String { JSONValue.object(client.savedQueue).line }

  /// Takes up what ``saved`` or ``savedQueue`` gave, before the first ``connect(now:)``.
  ///
  /// - Returns: whether it is that, and of the same actor; if not, the client is as it was.
  public mutating func restore(_ saved: String) -> Bool {
    guard let object = try? object(saved, path: "saved") else { return false }
    return client.restore(object)
  }

  /// How it is connected (sessions §8.1): `streaming`, `reconnecting`, `degraded` or `offline`.
  public var connectionState: String { client.state.rawValue }

  /// Whether messages can be sent.
  public var isConnected: Bool { client.isConnected }

  /// When ``wake(now:)`` is due; `nil` while nothing is.
  public var nextWake: Int? { client.nextWake }

  /// Begins to connect.
  public mutating func connect(now: Int) -> [Effect] { done(client.connect(at: now)) }

  /// Gives the connection up, until ``connect(now:)``. What is proposed meanwhile is kept.
  public mutating func disconnect() -> [Effect] { done(client.disconnect()) }

  /// A connection is open.
  public mutating func opened(_ transport: RunTransport, now: Int) -> [Effect] { done(client.opened(transport.kind, at: now)) }

  /// A transport is not to be had.
  public mutating func refused(_ transport: RunTransport, now: Int) -> [Effect] { done(client.refused(transport.kind, at: now)) }

  /// The connection broke.
  public mutating func lost(now: Int) -> [Effect] { done(client.lost(at: now)) }

  /// Does what is due: tries again, polls, asks for what is missing.
  public mutating func wake(now: Int) -> [Effect] { done(client.wake(at: now)) }

  /// Takes a message of the session in. Bytes that are no message are passed over: what they should have told is missed, and
  /// asked for again.
  public mutating func receive(_ message: [UInt8], now: Int) -> [Effect] {
    guard case .success(let json) = JSONReader.read(DataBytes(message), of: FileID(0)), let read = ServerMessage(json: json.value)
    else { return [] }
    return done(client.receive(read, at: now))
  }

  /// Proposes, or keeps the proposal until there is a connection.
  ///
  /// - Parameter proposal: a JSON object; without `actor` it is by the client's.
  /// - Throws: what is wrong with JSON that is none, or no object.
  public mutating func propose(_ proposal: String, now: Int) throws(Findings) -> [Effect] {
    done(client.propose(try object(proposal, path: "proposal"), at: now))
  }

  /// The idempotency key under which ``propose(_:now:)`` sends a proposal at that moment.
  ///
  /// - Throws: what is wrong with JSON that is none, or no object.
  public func key(of proposal: String, now: Int) throws(Findings) -> String {
    client.key(of: try object(proposal, path: "proposal"), at: now)
  }

  /// The number of proposals that have no answer.
  public var unansweredCount: Int { client.unansweredCount }

  /// Whether a proposal of this idempotency key has no answer yet.
  public func isUnanswered(_ key: String) -> Bool { client.isUnanswered(key) }

  /// A server did not take a proposal in: it answered a problem (server §7).
  ///
  /// - Parameters:
  ///   - key: the proposal's idempotency key; one without such a proposal is passed over.
  ///   - moment: when the proposal is sent again; `nil`: when somebody says so by ``force()``.
  public mutating func putOff(_ key: String, until moment: Int?) { client.putOff(key, until: moment) }

  /// Drops a proposal that has no answer. If it was sent it may be decided all the same.
  ///
  /// - Returns: whether there was one.
  public mutating func forget(_ key: String) -> Bool { client.forget(key) }

  /// Sends a control message about a run, or about the whole session.
  ///
  /// - Parameters:
  ///   - payload: a JSON object, such as `{"proposal_id": "prop_1"}`.
  ///   - job: the `job_id` of the run; `nil`: the run that is shown, or the session where that run is done.
  /// - Returns: `nil` without a connection: nothing is kept, since what it is about moves on.
  /// - Throws: what is wrong with JSON that is none, or no object.
  public func control(_ control: RunControl, _ payload: String = "{}", job: String? = nil) throws(Findings) -> [Effect]? {
    client.control(control.kind, payload: try object(payload, path: "payload"), job: job).map(done)
  }

  /// Sends proposals that were kept and are marked as not safe to repeat, because somebody has looked at them again.
  ///
  /// - Returns: `nil` without a connection.
  public mutating func force() -> [Effect]? { client.force().map(done) }

  /// What a screen shows, a JSON object: `connection_state`, `run_status`, `waiting_for`, `can_i_act`, `facts`, `provisional`,
  /// `queue`, `missing_seqs` and more, the names that fixtures have.
  public var view: String { JSONValue.object(client.view.json).line }

  private func done(_ effects: [ClientEffect]) -> [Effect] {
    effects.map { effect in
      switch effect {
      case .open(let kind): .open(RunTransport(kind))
      case .close: .close
      case .send(let message): .send(JSONValue.object(message.json).compact())
      }
    }
  }

  private func object(_ text: String, path: String) throws(Findings) -> JSONObject {
    var sources = SourceMap()
    let file = sources.add(path: path, bytes: Array(text.utf8))
    switch JSONReader.read(file) {
    case .failure(let fault): throw Findings([fault], in: sources)
    case .success(let json):
      if let object = json.value.objectValue { return object }
      throw Findings([ProposalShapeFault.at(json.span)], in: sources)
    }
  }
}

/// What a client tells a session to do (contract §13.5).
public enum RunControl: Hashable, Sendable, CaseIterable {
  /// Appends a fact from outside: `{"type": …}` with its fields.
  case injectFact
  /// Grants an approval: `{"proposal_id": …, "truth_id": …}`, the second only where several are wanted.
  case approve
  /// Denies one: `{"proposal_id": …, "why": …}`.
  case reject
  /// Consents to a proposal that waits: `{"proposal_id": …}`.
  case consent
  /// Pauses a run that waits, or the session.
  case pause
  /// Ends a pause.
  case resume
  /// Cancels a run that waits, or all of them.
  case cancel
  /// Changes the budget: `{"max_seconds": 60}`.
  case updateBudget

  var kind: ControlMessage.Kind {
    switch self {
    case .injectFact: .injectFact
    case .approve: .approve
    case .reject: .reject
    case .consent: .consent
    case .pause: .pause
    case .resume: .resume
    case .cancel: .cancel
    case .updateBudget: .updateBudget
    }
  }
}
