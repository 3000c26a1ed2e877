import TruthsDiagnostics
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A client of a ``RunSession``: follows the event stream and keeps proposals while it is offline (contract §13 to §16). It
/// performs the handshake, detects and closes gaps, falls back to other transports, and computes what to show.
///
/// It has no transport and no clock: each call takes the time in milliseconds since 1970, and returns effects. The owner of the
/// connection carries these out, and reports the results.
///
///     var client = try RunClient(actor: #"{"type": "user", "user_id": "ann", "roles": ["seller"]}"#)
///     var todo = client.connect(now: now)
///     // .open(transport): connect, then client.opened(transport, now:) or client.refused(transport, now:)
///     // .send(bytes): send them; received bytes go to client.receive(bytes, now:)
///     // .close: close the connection
public struct RunClient: Sendable {
  private var client: Client

  /// An action that the owner of the connection has to carry out.
  public enum Effect: Hashable, Sendable {
    /// Try to connect, and give up an open connection.
    case open(RunTransport)
    /// Close the connection.
    case close
    /// Send a message, one line of JSON without its line break.
    case send([UInt8])
  }

  /// Creates a client that is not connected yet.
  ///
  /// - Parameters:
  ///   - actor: the actor (contract §4.2) as JSON.
  ///   - onBehalfOf: the `user_id` of the person whom the actor acts for, if any.
  ///   - appVersion: the program's version, for the handshake.
  ///   - transport: preferred transport; the client falls back to others where it is not available.
  /// - Throws: findings about the actor.
  public init(
    actor: String, onBehalfOf: String? = nil, appVersion: String = "1.0.0", over transport: RunTransport = .grpc
  ) throws(Findings) {
    var sources = SourceMap()
    let actor = try sources.actor(SourceText(path: "actor", bytes: Array(actor.utf8)))
    client = Client(actor: actor, onBehalfOf: onBehalfOf, appVersion: appVersion, transport: transport.kind)
  }

  /// A JSON object that lets the client continue after a restart: unanswered proposals, the view, and the position in the
  /// stream.
  public var saved: String { JSONValue.object(client.saved).line }

  /// The part of ``saved`` that must not be lost: the unanswered proposals, and the rules in force for the next ones.
  public var savedQueue: String { JSONValue.object(client.savedQueue).line }

  /// Restores ``saved`` or ``savedQueue``, before the first ``connect(now:)``.
  ///
  /// - Returns: whether the text is valid and of the same actor; otherwise the client is unchanged.
  public mutating func restore(_ saved: String) -> Bool {
    guard let object = try? object(saved, path: "saved") else { return false }
    return client.restore(object)
  }

  /// The connection state (sessions §8.1): `streaming`, `reconnecting`, `degraded` or `offline`.
  public var connectionState: String { client.state.rawValue }

  /// Whether messages can be sent.
  public var isConnected: Bool { client.isConnected }

  /// Time at which ``wake(now:)`` is due; `nil` while nothing is.
  public var nextWake: Int? { client.nextWake }

  /// Starts to connect.
  public mutating func connect(now: Int) -> [Effect] { done(client.connect(at: now)) }

  /// Closes the connection until the next ``connect(now:)``. Proposals made meanwhile are kept.
  public mutating func disconnect() -> [Effect] { done(client.disconnect()) }

  /// Reports that a connection is open.
  public mutating func opened(_ transport: RunTransport, now: Int) -> [Effect] { done(client.opened(transport.kind, at: now)) }

  /// Reports that a transport is not available.
  public mutating func refused(_ transport: RunTransport, now: Int) -> [Effect] { done(client.refused(transport.kind, at: now)) }

  /// Reports that the connection broke.
  public mutating func lost(now: Int) -> [Effect] { done(client.lost(at: now)) }

  /// Does the work that is due: reconnects, polls, or requests missing events.
  public mutating func wake(now: Int) -> [Effect] { done(client.wake(at: now)) }

  /// Processes a message of the session. Invalid messages are ignored: the gap that they leave is detected, and its events are
  /// requested again.
  public mutating func receive(_ message: [UInt8], now: Int) -> [Effect] {
    guard case .success(let json) = JSONReader.read(DataBytes(message), of: FileID(0)), let read = ServerMessage(json: json.value)
    else { return [] }
    return done(client.receive(read, at: now))
  }

  /// Sends a proposal, or keeps it until there is a connection.
  ///
  /// - Parameter proposal: a JSON object; without `actor` it gets the client's.
  /// - Throws: findings where the text is not a JSON object.
  public mutating func propose(_ proposal: String, now: Int) throws(Findings) -> [Effect] {
    done(client.propose(try object(proposal, path: "proposal"), at: now))
  }

  /// Returns the idempotency key that ``propose(_:now:)`` would use for a proposal at this time.
  ///
  /// - Throws: findings where the text is not a JSON object.
  public func key(of proposal: String, now: Int) throws(Findings) -> String {
    client.key(of: try object(proposal, path: "proposal"), at: now)
  }

  /// Number of unanswered proposals.
  public var unansweredCount: Int { client.unansweredCount }

  /// Returns whether a proposal with this idempotency key is unanswered.
  public func isUnanswered(_ key: String) -> Bool { client.isUnanswered(key) }

  /// Reports that a server refused to accept a proposal (server §7).
  ///
  /// - Parameters:
  ///   - key: the proposal's idempotency key; an unknown key is ignored.
  ///   - moment: when to send the proposal again; `nil` waits for ``force()``.
  public mutating func putOff(_ key: String, until moment: Int?) { client.putOff(key, until: moment) }

  /// Drops an unanswered proposal. If it was sent, it may still be decided.
  ///
  /// - Returns: whether there was such a proposal.
  public mutating func forget(_ key: String) -> Bool { client.forget(key) }

  /// Sends a control message about a run, or about the whole session.
  ///
  /// - Parameters:
  ///   - payload: a JSON object, such as `{"proposal_id": "prop_1"}`.
  ///   - job: the `job_id` of the run; `nil` for the run that is shown, or for the session where that run is done.
  /// - Returns: `nil` without a connection. Control messages are not kept, because their subject may change meanwhile.
  /// - Throws: findings where the payload is not a JSON object.
  public func control(_ control: RunControl, _ payload: String = "{}", job: String? = nil) throws(Findings) -> [Effect]? {
    client.control(control.kind, payload: try object(payload, path: "payload"), job: job).map(done)
  }

  /// Sends kept proposals that are marked as unsafe to repeat, after the user has confirmed them.
  ///
  /// - Returns: `nil` without a connection.
  public mutating func force() -> [Effect]? { client.force().map(done) }

  /// The state to show, as a JSON object with the names that fixtures use. Its members are `connection_state`, `run_status`,
  /// `waiting_for`, `can_i_act`, `facts`, `provisional`, `queue`, `missing_seqs` and others.
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

/// The control messages from a client to a session (contract §13.5).
public enum RunControl: Hashable, Sendable, CaseIterable {
  /// Appends a fact from outside: `{"type": …}` with its fields.
  case injectFact
  /// Grants an approval: `{"proposal_id": …, "truth_id": …}`, the second only where several are wanted.
  case approve
  /// Denies an approval: `{"proposal_id": …, "why": …}`.
  case reject
  /// Consents to a waiting proposal: `{"proposal_id": …}`.
  case consent
  /// Pauses a waiting run, or the session.
  case pause
  /// Ends a pause.
  case resume
  /// Cancels a waiting run, or all of them.
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
