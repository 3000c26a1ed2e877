package import TruthsJSON
import TruthsText

/// The steps of a scenario that a client takes.
extension Simulation {
  /// `connect {as, actor?, transport?}`: a client begins its session: handshake, then everything from `seq` 0.
  ///
  /// - Parameters:
  ///   - actor: An actor of contract §4.2; members left out are filled in: `type` user, `user_id` and `device_id` the name,
  ///     `org_id` `fixture`, no roles. A client that is there already keeps its actor unless another is given.
  ///   - transport: `h2-grpc` (what is preferred when nothing is said), `websocket`, `sse`, `rest`, or as ``TransportKind`` reads
  ///   them.
  /// - Throws: For a transport that is unknown.
  package mutating func connect(as name: String, actor: JSONObject? = nil, transport: String? = nil) throws(SimulationError) {
    var kind = TransportKind.grpc
    if let transport {
      guard let named = TransportKind(name: transport) else {
        let nearest = nearestName(to: transport, among: TransportKind.allCases.map(\.rawValue))
        throw .badStep("unknown transport `\(transport)`" + (nearest.map { ", did you mean `\($0)`?" } ?? ""))
      }
      kind = named
    }
    if let place = clients.firstIndex(where: { $0.name == name }) {
      guard actor != nil || transport != nil else { return try reconnect(as: name) }
      perform(clients[place].client.disconnect(), for: place)
      let known = clients[place].client
      clients[place].client = Client(
        actor: actor.map { Simulation.whole($0, name) } ?? known.actor, transport: transport == nil ? known.transports[0] : kind)
      perform(clients[place].client.connect(at: now), for: place)
    } else {
      clients.append((name, Client(actor: Simulation.whole(actor ?? JSONObject(), name), transport: kind)))
      perform(clients[clients.count - 1].client.connect(at: now), for: clients.count - 1)
    }
    settle()
  }

  /// `disconnect`: the client goes offline; what it proposes is queued.
  package mutating func disconnect(as name: String? = nil) throws(SimulationError) {
    let place = try place(of: name)
    perform(clients[place].client.disconnect(), for: place)
    settle()
  }

  /// `reconnect`: the client's network is there again, and it connects at once, going on from its last `seq`.
  package mutating func reconnect(as name: String? = nil) throws(SimulationError) {
    let place = try place(of: name)
    transport.restore(clients[place].name)
    perform(clients[place].client.connect(at: now), for: place)
    settle()
  }

  /// `propose {…}`: a proposal of contract §17.2's flat form, or any other form that the procedure reads. Offline it is queued.
  package mutating func propose(_ proposal: JSONObject, as name: String? = nil) throws(SimulationError) {
    let place = try place(of: name)
    perform(clients[place].client.propose(proposal, at: now), for: place)
    settle()
  }

  /// `inject_fact {…}`: a fact from outside, `{"type", …fields}`; a correction is `{"fact": {…}, "corrects": "ctx_…"}`.
  package mutating func injectFact(_ fact: JSONObject, as name: String? = nil) throws(SimulationError) {
    try control(.injectFact, payload: fact, as: name)
  }

  /// `approve {proposal_id, truth_id?}`: grants what the proposal waits for, as far as the client's actor has the role.
  package mutating func approve(proposalID: String, truthID: String? = nil, as name: String? = nil) throws(SimulationError) {
    var payload: JSONObject = ["proposal_id": .text(proposalID)]
    payload["truth_id"] = truthID.map { .text($0) }
    try control(.approve, payload: payload, as: name)
  }

  /// `reject {proposal_id, why}`: denies it.
  package mutating func reject(proposalID: String, why: String, as name: String? = nil) throws(SimulationError) {
    try control(.reject, payload: ["proposal_id": .text(proposalID), "why": .text(why)], as: name)
  }

  /// `consent {proposal_id}`: consents to a proposal that waits, as far as the client's actor may.
  package mutating func consent(proposalID: String, as name: String? = nil) throws(SimulationError) {
    try control(.consent, payload: ["proposal_id": .text(proposalID)], as: name)
  }

  /// `pause`: the run that the client shows, if it waits; else the whole session, which then holds what is proposed.
  package mutating func pause(as name: String? = nil) throws(SimulationError) { try control(.pause, as: name) }

  /// `resume`: what was paused goes on.
  package mutating func resume(as name: String? = nil) throws(SimulationError) { try control(.resume, as: name) }

  /// `cancel`: the run that the client shows, if it waits; else every run that waits.
  package mutating func cancel(as name: String? = nil) throws(SimulationError) { try control(.cancel, as: name) }

  /// `update_budget {max_cycles?, max_steps?, max_facts?, max_seconds?, max_tokens?, max_cost?, spent_tokens?, spent_cost?}`: see
  /// ``SessionBudget/update(_:)``.
  package mutating func updateBudget(_ members: JSONObject, as name: String? = nil) throws(SimulationError) {
    try control(.updateBudget, payload: members, as: name)
  }

  /// `handshake {device_id?, app_version?}`: asks for the capabilities anew; the answer stands in ``ClientView/capabilities``.
  package mutating func handshake(_ request: JSONObject = JSONObject(), as name: String? = nil) throws(SimulationError) {
    let place = try place(of: name)
    guard let effects = clients[place].client.handshake(request) else { throw .notConnected(clients[place].name) }
    perform(effects, for: place)
    settle()
  }

  private mutating func control(
    _ type: ControlMessage.Kind, payload: JSONObject = JSONObject(), as name: String?
  ) throws(SimulationError) {
    let place = try place(of: name)
    guard let effects = clients[place].client.control(type, payload: payload) else { throw .notConnected(clients[place].name) }
    perform(effects, for: place)
    settle()
  }

  /// An actor with what a scenario leaves out.
  private static func whole(_ actor: JSONObject, _ name: String) -> JSONObject {
    [
      "type": actor["type"] ?? .text("user"), "user_id": actor["user_id"] ?? .text(name),
      "device_id": actor["device_id"] ?? .text(name), "org_id": actor["org_id"] ?? .text("fixture"),
      "roles": actor["roles"] ?? .array([]),
    ]
  }
}
