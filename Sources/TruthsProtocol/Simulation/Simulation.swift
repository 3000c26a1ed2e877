package import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// A simulation of a session, a network on a virtual clock, and named clients. Scenario fixtures run in it.
///
/// Each method is one of the steps of fixtures §5.2.
///
/// **Time.** The clock moves only in ``advance(seconds:)``. A step takes effect at once: every due message is delivered, one by
/// one, before the step ends. Each event is a message of its own, and a client's screen is drawn after each. So a fact that is
/// shown while its run is still running is recorded (``ClientView/renderedBeforeDone``). To inspect the screen in the middle of a
/// run, stop the stream with a `delay` or a `cut` (see ``Fault``) and advance afterwards. A polling client sees nothing between
/// its polls.
///
/// **Clients.** `as` names a client; `nil` means the one that connected first.
package struct Simulation: Sendable {
  package private(set) var session: Session
  package internal(set) var transport: InProcessTransport
  /// Clients in the order of their first connections.
  var clients: [(name: String, client: Client)] = []
  /// Virtual clock, in milliseconds since 1970.
  package internal(set) var now: Int
  /// Whether the last replay gave the same output as the one before it; `nil` before a replay.
  var hasSameOutput: Bool?
  var lastTranscript: [UInt8]?

  /// The longest advance of the clock by a number of seconds, in milliseconds: 31 days.
  package static let longestAdvance = 31 * 86_400 * 1_000

  /// The longest advance of the clock by a duration: 36,525 days, which are a hundred years.
  package static let longestDuration = TimeSpan(milliseconds: 36_525 * 86_400 * 1_000) ?? .longest

  /// Creates a simulation without clients.
  ///
  /// - Parameters:
  ///   - now: the initial moment: a fixture's `now`, else 1970-01-01T00:00:00Z.
  ///   - tampering: changes messages on their way, for tests that corrupt the wire on purpose.
  package init(
    procedure: RunProcedure, context: Context, now: Timestamp = .epoch, options: SessionOptions = SessionOptions(),
    tampering: Tampering? = nil
  ) {
    transport = InProcessTransport(tampering: tampering)
    var options = options
    options.operators = .everybody
    options.keepsInputs = true
    session = Session(procedure: procedure, context: context, start: now, options: options)
    self.now = Int(now.milliseconds)
  }

  package func view(of name: String? = nil) throws(SimulationError) -> ClientView {
    var view = clients[try index(of: name)].client.view
    view.hasSameOutput = hasSameOutput
    return view
  }

  /// Replaces the truth set, as when truths change while a client is offline.
  package mutating func reload(_ procedure: RunProcedure) { session.reload(procedure, at: now) }

  /// Returns the index of a client; `nil` means the one that connected first.
  func index(of name: String?) throws(SimulationError) -> Int {
    guard let name else {
      guard !clients.isEmpty else { throw .unknownClient("") }
      return 0
    }
    guard let place = clients.firstIndex(where: { $0.name == name }) else { throw .unknownClient(name) }
    return place
  }

  private mutating func perform(_ effects: [ClientEffect], for index: Int) {
    let name = clients[index].name
    for effect in effects {
      switch effect {
      case .open(let kind):
        let isOpen = transport.open(name, over: kind, at: now)
        if isOpen { session.open(name, by: clients[index].client.actor, over: kind) }
        perform(isOpen ? clients[index].client.opened(kind, at: now) : clients[index].client.refused(kind, at: now), for: index)
      case .close:
        transport.close(name)
        session.close(name)
      case .send(let message): transport.send(message, from: name, at: now)
      }
    }
  }

  /// Delivers messages until no message is due.
  mutating func settle() {
    while true {
      if let arrival = transport.receive(at: now) {
        handle(arrival)
      } else if let place = clients.firstIndex(where: { $0.client.nextWake.map { $0 <= now } ?? false }) {
        perform(clients[place].client.wake(at: now), for: place)
      } else if let due = session.nextTick, due <= now {
        session.tick(at: now)
        push()
      } else {
        return
      }
    }
  }

  private mutating func handle(_ delivery: Delivery) {
    switch delivery {
    case .atSession(let name, let frame):
      guard let message = ClientMessage(json: frame) else { return }
      session.receive(message, from: name, at: now)
      push()
    case .atClient(let name, let frame):
      guard let message = ServerMessage(json: frame), let index = clients.firstIndex(where: { $0.name == name }) else { return }
      perform(clients[index].client.receive(message, at: now), for: index)
    case .lost(let name):
      session.close(name)
      guard let index = clients.firstIndex(where: { $0.name == name }) else { return }
      perform(clients[index].client.lost(at: now), for: index)
    }
  }

  /// Performs the session's work, and sends the messages to clients.
  private mutating func push() {
    session.workAll(at: now)
    for name in session.clientsWithFrames {
      for message in session.takeFrames(for: name) { transport.send(message, to: name, at: now) }
    }
  }
}

/// Steps of a scenario that a client takes.
extension Simulation {
  /// `connect {as, actor?, transport?}`: a client begins its session with a handshake, then requests everything from `seq` 0.
  ///
  /// - Parameters:
  ///   - actor: an actor of contract §4.2. Missing members are filled in: `type` user, `user_id` and `device_id` the name,
  ///     `org_id`
  ///     `fixture`, no roles. A known client keeps its actor unless another is given.
  ///   - transport: `h2-grpc` (the default), `websocket`, `sse`, `rest`, or another name that ``TransportKind`` reads.
  /// - Throws: for an unknown transport.
  package mutating func connect(as name: String, actor: JSONObject? = nil, transport: String? = nil) throws(SimulationError) {
    var kind = TransportKind.grpc
    if let transport {
      guard let named = TransportKind(name: transport) else {
        let nearest = nearestName(to: transport, among: TransportKind.allCases.map(\.rawValue))
        throw .badStep("unknown transport `\(transport)`" + (nearest.map { ", did you mean `\($0)`?" } ?? ""))
      }
      kind = named
    }
    if let index = clients.firstIndex(where: { $0.name == name }) {
      guard actor != nil || transport != nil else { return try reconnect(as: name) }
      perform(clients[index].client.disconnect(), for: index)
      let known = clients[index].client
      clients[index].client = Client(
        actor: actor.map { Simulation.completed($0, name) } ?? known.actor,
        transport: transport == nil ? known.transports[0] : kind)
      perform(clients[index].client.connect(at: now), for: index)
    } else {
      clients.append((name, Client(actor: Simulation.completed(actor ?? JSONObject(), name), transport: kind)))
      perform(clients[clients.count - 1].client.connect(at: now), for: clients.count - 1)
    }
    settle()
  }

  /// `disconnect`: the client goes offline; its proposals are queued.
  package mutating func disconnect(as name: String? = nil) throws(SimulationError) {
    let place = try index(of: name)
    perform(clients[place].client.disconnect(), for: place)
    settle()
  }

  /// `reconnect`: the client's network is restored, and it connects at once and resumes from its last `seq`.
  package mutating func reconnect(as name: String? = nil) throws(SimulationError) {
    let place = try index(of: name)
    transport.restore(clients[place].name)
    perform(clients[place].client.connect(at: now), for: place)
    settle()
  }

  /// `propose {…}`: a proposal in contract §17.2's flat form, or in another form that the procedure reads. Offline it is queued.
  package mutating func propose(_ proposal: JSONObject, as name: String? = nil) throws(SimulationError) {
    let place = try index(of: name)
    perform(clients[place].client.propose(proposal, at: now), for: place)
    settle()
  }

  /// `inject_fact {…}`: a fact from outside, `{"type", …fields}`; a correction is `{"fact": {…}, "corrects": "ctx_…"}`.
  package mutating func injectFact(_ fact: JSONObject, as name: String? = nil) throws(SimulationError) {
    try control(.injectFact, payload: fact, as: name)
  }

  /// `approve {proposal_id, truth_id?}`: grants the requests of a waiting proposal, as far as the client's actor has the role.
  package mutating func approve(proposalID: String, truthID: String? = nil, as name: String? = nil) throws(SimulationError) {
    var payload: JSONObject = ["proposal_id": .text(proposalID)]
    payload["truth_id"] = truthID.map { .text($0) }
    try control(.approve, payload: payload, as: name)
  }

  /// `reject {proposal_id, why}`: denies the requests of a waiting proposal.
  package mutating func reject(proposalID: String, why: String, as name: String? = nil) throws(SimulationError) {
    try control(.reject, payload: ["proposal_id": .text(proposalID), "why": .text(why)], as: name)
  }

  /// `consent {proposal_id}`: consents to a waiting proposal, as far as the client's actor may.
  package mutating func consent(proposalID: String, as name: String? = nil) throws(SimulationError) {
    try control(.consent, payload: ["proposal_id": .text(proposalID)], as: name)
  }

  /// `pause`: pauses the run that the client shows, if it waits; else the whole session, which then holds proposals.
  package mutating func pause(as name: String? = nil) throws(SimulationError) { try control(.pause, as: name) }

  /// `resume`: resumes the paused run or session.
  package mutating func resume(as name: String? = nil) throws(SimulationError) { try control(.resume, as: name) }

  /// `cancel`: cancels the run that the client shows, if it waits; else every waiting run.
  package mutating func cancel(as name: String? = nil) throws(SimulationError) { try control(.cancel, as: name) }

  /// `update_budget {…}`: sets the members `max_cycles`, `max_steps`, `max_facts`, `max_seconds`, `max_tokens`, `max_cost`,
  /// `spent_tokens` and `spent_cost`, all optional; see ``SessionBudget/update(_:below:)``.
  package mutating func updateBudget(_ members: JSONObject, as name: String? = nil) throws(SimulationError) {
    try control(.updateBudget, payload: members, as: name)
  }

  /// `handshake {device_id?, app_version?}`: requests the capabilities again; the answer is in ``ClientView/capabilities``.
  package mutating func handshake(_ request: JSONObject = JSONObject(), as name: String? = nil) throws(SimulationError) {
    let place = try index(of: name)
    guard let effects = clients[place].client.handshake(request) else { throw .notConnected(clients[place].name) }
    perform(effects, for: place)
    settle()
  }

  private mutating func control(
    _ type: ControlMessage.Kind, payload: JSONObject = JSONObject(), as name: String?
  ) throws(SimulationError) {
    let place = try index(of: name)
    guard let effects = clients[place].client.control(type, payload: payload) else { throw .notConnected(clients[place].name) }
    perform(effects, for: place)
    settle()
  }

  /// Returns an actor with the members that a scenario leaves out.
  private static func completed(_ actor: JSONObject, _ name: String) -> JSONObject {
    [
      "type": actor["type"] ?? .text("user"), "user_id": actor["user_id"] ?? .text(name),
      "device_id": actor["device_id"] ?? .text(name), "org_id": actor["org_id"] ?? .text("fixture"),
      "roles": actor["roles"] ?? .array([]),
    ]
  }
}

/// Steps of a scenario that no client takes.
extension Simulation {
  /// `advance {seconds}`: moves the clock; everything that becomes due happens at its own moment, in order.
  ///
  /// - Throws: for a negative time, and for more than 31 days at once.
  package mutating func advance(seconds: Decimal) throws(SimulationError) {
    guard let milliseconds = Simulation.milliseconds(seconds) else {
      throw .badStep("`seconds` is not a number of seconds from 0 to \(Simulation.longestAdvance / 1_000)")
    }
    advance(to: now + milliseconds)
  }

  /// `advance "P30D"`: moves the clock; everything that becomes due happens at its own moment, in order.
  ///
  /// - Parameter span: from zero to ``longestDuration``; a longer one counts as that.
  package mutating func advance(by span: TimeSpan) {
    advance(to: now + Int(max(.zero, min(span, Simulation.longestDuration)).milliseconds))
  }

  private mutating func advance(to target: Int) {
    settle()
    skipQuietPolls(before: target + 1)
    while let next = nextMoment, next <= target {
      now = max(now, next)
      settle()
      skipQuietPolls(before: target + 1)
    }
    now = target
    settle()
  }

  /// `fault {…}`: adds a network fault, see ``Fault``.
  package mutating func fault(_ members: JSONObject, as name: String? = nil) throws(SimulationError) {
    fault(try Fault(json: members, as: name))
  }

  package mutating func fault(_ fault: Fault) {
    transport.add(fault, at: now)
    settle()
  }

  /// `replay`: feeds all inputs of the session to a new session over the initial context, and compares the outputs byte by byte.
  ///
  /// The first replay is compared with the session itself, each further one with the previous replay.
  @discardableResult
  package mutating func replay() -> Bool {
    let transcript = session.replayed().transcript
    let isSame = transcript == lastTranscript ?? session.transcript
    lastTranscript = transcript
    hasSameOutput = isSame
    return isSame
  }

  /// Moment of the next thing that happens without a step.
  private var nextMoment: Int? {
    ([transport.nextArrival, session.nextTick] + clients.map(\.client.nextWake)).compactMap { $0 }.min()
  }

  /// Converts seconds to whole milliseconds, rounded towards zero; `nil` below zero and beyond the longest advance.
  package static func milliseconds(_ seconds: Decimal) -> Int? {
    guard seconds.coefficient >= 0, seconds.scale <= 12 else { return nil }
    var divisor: Int128 = 1
    for _ in 0..<seconds.scale { divisor *= 10 }
    let (product, overflow) = seconds.coefficient.multipliedReportingOverflow(by: 1_000)
    guard !overflow else { return nil }
    return Int(exactly: product / divisor).flatMap { $0 <= longestAdvance ? $0 : nil }
  }
}

/// Skipping of intervals in which clients only poll.
extension Simulation {
  /// Skips polls and heartbeats that cannot bring news: a month of them is a hundred thousand messages without effect.
  ///
  /// Nothing is skipped while the wire is tampered with, because any message may then have an effect.
  ///
  /// - Complexity: O(clients).
  private mutating func skipQuietPolls(before end: Int) {
    guard transport.isQuiet else { return }
    let known = session.currentSeq
    let others = clients.map { $0.client.isUpToDate(with: known) ? $0.client.nextWakeButPoll : $0.client.nextWake }
    let next = ([session.nextTick] + others).compactMap { $0 }.min() ?? end
    for place in clients.indices where clients[place].client.isUpToDate(with: known) {
      clients[place].client.skipPolls(before: min(next, end))
    }
  }
}

/// The reason why a step of a scenario is impossible. The fault is in the scenario, not in the run.
package enum SimulationError: Error, Hashable, Sendable {
  /// A step names a client that never connected, or no client has connected.
  case unknownClient(String)
  /// A control message without a connection; these are not queued.
  case notConnected(String)
  case badStep(String)

  /// Message for people: lower case, no full stop.
  package var message: String {
    switch self {
    case .unknownClient(let name): name.isEmpty ? "no client has connected yet" : "no client `\(name)` has connected yet"
    case .notConnected(let name): "`\(name)` has no connection, and control messages are not queued"
    case .badStep(let message): message
    }
  }
}
