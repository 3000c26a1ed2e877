import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A session knows its clients: every proposal and control message of a client is by the actor of its handshake (runs §6).
@Suite struct KnownClientTests {
  private static func handshake(_ actor: JSONObject?) -> ClientMessage {
    handshake(with: actor.map { ["actor": .object($0)] } ?? JSONObject())
  }

  /// Contract §8.1's request, with these members over its own.
  private static func handshake(with members: JSONObject) -> ClientMessage {
    var request: JSONObject = [
      "request": .text("capabilities"), "device_id": .text("ios:abc123"), "app_version": .text("1.0.0"),
    ]
    for member in members.members { request[member.name.string] = member.value }
    return .handshake(request)
  }

  private static func session(_ clients: [(String, JSONObject)] = []) throws -> Session {
    var session = try Shop.simulation().session
    for (name, actor) in clients {
      session.open(name, by: actor, over: .grpc)
      _ = session.ask(handshake(actor), from: name, at: 0)
    }
    return session
  }

  private static func answer(_ message: ServerMessage?) -> Answer? {
    if case .answer(let answer)? = message { return answer }
    return nil
  }

  @Test func whoHasNoConnectionIsNotHeard() throws {
    var session = try Self.session()
    #expect(session.ask(.propose(Shop.order("o1", 5)), from: "x") == nil)
    #expect(session.ask(.control(ControlMessage(.pause, actor: StreamEvents.ann)), from: "x") == nil)
    #expect(session.ask(.resume(from: 0, subscribe: true), from: "x") == nil)
    #expect(session.currentSeq == 0 && session.context.point.size == 0)
    // The actor that a handshake names is not verified by that.
    #expect(session.ask(Self.handshake(StreamEvents.ann), from: "x") == nil)
    #expect(session.ask(.propose(Shop.order("o1", 5)), from: "x") == nil)
    // The contract's own handshake names no actor; the actor of the connection is still known.
    session.open("x", by: StreamEvents.ann)
    guard case .capabilities(let answer)? = session.ask(Self.handshake(nil), from: "x") else {
      Issue.record("no answer")
      return
    }
    #expect(answer["packs"] == .array([.text("shop")]))
    #expect(Self.answer(session.ask(.propose(Shop.order("o1", 5)), from: "x"))?.decision == "accepted")
    session.close("x")
    #expect(session.ask(.propose(Shop.order("o2", 5)), from: "x") == nil)
  }

  @Test func aProposalIsByTheClient() throws {
    var session = try Self.session([("ann", StreamEvents.ann)])
    let answer = Self.answer(session.ask(.propose(Shop.order("o1", 5)), from: "ann", at: 0))
    #expect(answer?.decision == "accepted")
    #expect(session.context.ledger.entries.allSatisfy { $0.actor == StreamEvents.ann })
    #expect(session.context.ledger.entries.first?.payload["actor"] == .object(StreamEvents.ann))
  }

  @Test func nobodyProposesAsSomebodyElse() throws {
    var session = try Self.session([("ann", StreamEvents.ann), ("bob", StreamEvents.bob)])
    var order = Shop.order("o1", 5)
    order["actor"] = .object(StreamEvents.bob)
    order["idempotency_key"] = .text("k")
    #expect(Self.answer(session.ask(.propose(order), from: "bob", at: 0))?.decision == "accepted")
    let stolen = Self.answer(session.ask(.propose(order), from: "ann", at: 0))
    #expect(stolen?.truthID == "converge.actor.mismatch" && stolen?.isReplay == false)
    #expect(session.context.ledger.entries.last?.actor == StreamEvents.ann)
    #expect(session.replayed().transcript == session.transcript)
  }

  @Test func nobodySteersAsSomebodyElse() throws {
    var session = try Self.session([("ann", StreamEvents.ann), ("bob", StreamEvents.bob)])
    _ = session.ask(.propose(Shop.order("o1", 5_000)), from: "ann", at: 0)
    let size = session.context.point.size
    let payload: JSONObject = ["proposal_id": .text("prop_o1")]
    for kind in ControlMessage.Kind.allCases {
      let message = ControlMessage(kind, actor: StreamEvents.bob, payload: payload)
      let answer = Self.answer(session.ask(.control(message), from: "ann", at: 0))
      #expect(answer?.decision == "rejected" && answer?.truthID == "converge.actor.mismatch", "\(kind)")
      #expect(
        answer?.reason.hasPrefix("the message says user_id bob, and the session knows ann; it says device_id cli:1") == true)
    }
    let traces = session.context.ledger.entries[size...]
    #expect(traces.count == ControlMessage.Kind.allCases.count)
    #expect(traces.allSatisfy { $0.actor == StreamEvents.ann && $0.payload["action"] == .text("guardrail.hit") })
    #expect(session.context.runs.waitingCount == 1 && session.replayed().transcript == session.transcript)
    // He acts as himself, also where the message names no actor.
    let granted = Self.answer(session.ask(.control(ControlMessage(.approve, payload: payload)), from: "bob", at: 0))
    #expect(granted?.decision == "accepted" && session.context.runs.waitingCount == 0)
    #expect(session.replayed().transcript == session.transcript)
  }

  @Test func aConnectionIsOneActors() throws {
    var session = try Self.session([("ann", StreamEvents.ann)])
    guard case .capabilities(let again)? = session.ask(Self.handshake(StreamEvents.bob), from: "ann", at: 0) else {
      Issue.record("no answer")
      return
    }
    #expect(again["error"]?.stringValue?.hasPrefix("the handshake says user_id bob, and the session knows ann") == true)
    _ = session.ask(.propose(Shop.order("o1", 5)), from: "ann", at: 0)
    #expect(session.context.ledger.entries.first?.actor == StreamEvents.ann)
    // Another connection may be another's.
    session.open("ann", by: StreamEvents.bob, over: .grpc)
    _ = session.ask(.propose(Shop.order("o2", 5)), from: "ann", at: 0)
    #expect(session.context.ledger.entries.last?.actor == StreamEvents.bob)
  }

  @Test(arguments: [
    JSONValue.text("ann"), .object(["type": .text("robot"), "user_id": .text("ann")]), .object(["user": .text("ann")]),
    .object(["user_id": .text("ann"), "roles": .text("manager")]), .object(["type": .text("user"), "user_id": .text("")]),
    .object(["type": .text("user"), "user_id": .text("ann\u{200B}")]),
    .object(["type": .text("user"), "user_id": .text("ann"), "org_id": .text("e\u{301}")]),
    .object(["type": .text("user"), "user_id": .text("ann"), "roles": .array([.text("manager ")])]),
  ])
  func aHandshakeWithAnActorAtFaultIsNone(_ actor: JSONValue) throws {
    var session = try Self.session([("x", StreamEvents.ann)])
    guard case .capabilities(let answer)? = session.ask(Self.handshake(with: ["actor": actor]), from: "x", at: 0) else {
      Issue.record("no answer")
      return
    }
    #expect(answer["error"]?.stringValue?.contains("an actor is such as") == true)
    #expect(Self.answer(session.ask(.propose(Shop.order("o1", 5)), from: "x", at: 0))?.decision == "accepted")
  }

  @Test(arguments: [
    (["device_id": .null] as JSONObject, "`device_id` is no text"),
    (["device_id": .text("")] as JSONObject, "`device_id` is empty"),
    (["device_id": .integer(1)] as JSONObject, "`device_id` is no text"),
    (["device_id": .text("phone ")] as JSONObject, "`device_id` ends with white space"),
    (["app_version": .null] as JSONObject, "`app_version` is no text"),
    (["app_version": .text("\u{3164}")] as JSONObject, "`app_version` has nothing to read"),
  ])
  func aHandshakeNamesTheDeviceAndTheProgram(_ members: JSONObject, _ fault: String) throws {
    var session = try Self.session()
    session.open("ann", by: StreamEvents.ann)
    guard case .capabilities(let answer)? = session.ask(Self.handshake(with: members), from: "ann", at: 0) else {
      Issue.record("no answer")
      return
    }
    let told = try #require(answer["error"]?.stringValue)
    #expect(told.hasPrefix(fault) && told.contains("such as {\"request\": \"capabilities\", \"device_id\""))
    #expect(answer["packs"] == nil)
  }

  /// A request may ask for the capabilities of a session without a handshake.
  @Test func theCapabilitiesAreToldWithoutAHandshake() throws {
    var session = try Self.session()
    session.open("ann", by: StreamEvents.ann)
    guard case .capabilities(let answer)? = session.ask(.capabilities, from: "ann", at: 0) else {
      Issue.record("no answer")
      return
    }
    #expect(answer["packs"] == .array([.text("shop")]))
    #expect(ClientMessage(json: .object(ClientMessage.capabilities.json)) == nil)
  }

  /// A handshake with `on_behalf_of` fixes the person whom the client acts for, and proposals cannot name another one.
  @Test func nobodyActsForSomebodyElse() throws {
    var session = try Self.session([("ann", StreamEvents.ann)])
    var order = Shop.order("o1", 5)
    order["on_behalf_of"] = .text("carl")
    // While the session knows no person, the proposal's claim counts.
    #expect(Self.answer(session.ask(.propose(order), from: "ann", at: 0))?.decision == "accepted")
    _ = session.ask(Self.handshake(with: ["on_behalf_of": .text("dora")]), from: "ann", at: 0)
    let size = session.context.point.size
    order = Shop.order("o2", 5)
    order["on_behalf_of"] = .text("carl")
    let queued: JSONObject = ["idempotency_key": .text("k"), "proposal": .object(order)]
    var hiding = queued
    hiding["on_behalf_of"] = .null
    for claim in [order, queued, hiding] {
      let refused = Self.answer(session.ask(.propose(claim), from: "ann", at: 0))
      #expect(refused?.decision == "rejected" && refused?.truthID == "converge.actor.mismatch")
      #expect(refused?.reason == "the proposal says on_behalf_of carl, and the session knows dora")
    }
    #expect(!session.context.ledger.entries.dropFirst(size).contains { $0.type == .fact || $0.type == .proposal })
    // A proposal that names no person, or the known one, is for the known person.
    #expect(Self.answer(session.ask(.propose(Shop.order("o3", 1)), from: "ann", at: 0))?.decision == "accepted")
    order = Shop.order("o4", 1)
    order["on_behalf_of"] = .text("dora")
    _ = session.ask(.propose(order), from: "ann", at: 0)
    let proposals = session.context.ledger.entries.dropFirst(size).filter { $0.type == .proposal }
    #expect(proposals.map { $0.payload["on_behalf_of"]?.stringValue } == ["dora", "dora"])
    #expect(session.replayed().transcript == session.transcript)
  }

  @Test(arguments: [
    (["on_behalf_of": .text("bob")] as JSONObject, "the handshake says on_behalf_of bob, and the session knows dora"),
    (["on_behalf_of": .boolean(true)] as JSONObject, "`on_behalf_of` is not a text"),
    (["on_behalf_of": .text("dora\u{AD}")] as JSONObject, "`on_behalf_of` holds U+00AD"),
    (["on_behalf_of": .text("")] as JSONObject, "`on_behalf_of` is empty"),
  ])
  func aConnectionActsForOnePerson(_ request: JSONObject, _ fault: String) throws {
    var session = try Self.session([("ann", StreamEvents.ann)])
    _ = session.ask(Self.handshake(with: ["on_behalf_of": .text("dora")]), from: "ann", at: 0)
    guard case .capabilities(let answer)? = session.ask(Self.handshake(with: request), from: "ann", at: 0) else {
      Issue.record("no answer")
      return
    }
    #expect(answer["error"]?.stringValue?.hasPrefix(fault) == true)
  }

  /// A key belongs to an actor also while the session is paused.
  @Test func whatIsHeldIsHeldForWhoProposedIt() throws {
    var session = try Self.session([("ann", StreamEvents.ann), ("bob", StreamEvents.bob)])
    _ = session.ask(.control(ControlMessage(.pause)), from: "ann", at: 0)
    var (mine, his) = (Shop.order("o1", 5), Shop.order("o2", 6))
    (mine["idempotency_key"], his["idempotency_key"]) = (.text("k"), .text("k"))
    let first = Self.answer(session.ask(.propose(mine), from: "ann", at: 0))
    let second = Self.answer(session.ask(.propose(his), from: "bob", at: 0))
    #expect(first?.jobID != second?.jobID && second?.proposalID == "prop_o2")
    _ = session.ask(.control(ControlMessage(.resume)), from: "ann", at: 0)
    let placed = session.context.ledger.entries.filter { $0.type == .fact }
    #expect(placed.map { $0.actor["user_id"]?.stringValue } == ["ann", "bob"])
    #expect(session.replayed().transcript == session.transcript)
  }

  /// A device's queue is affected by changes while it was away (contract §16.3).
  @Test func aPolicyThatChangedMeanwhileHaltsWhatWasQueued() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.disconnect()
    try world.propose(Shop.order("o1", 5))
    let queued = try #require(try world.view().queue.first)
    var hashes = world.session.procedure.policiesHash(of: "place_order", in: world.session.context)
    #expect(queued["policies_hash"] == .text(hashes))
    hashes = "sha256:00"
    var session = world.session
    var record = queued
    record["policies_hash"] = .text(hashes)
    let proposer = try #require(queued.object("proposal")?.object("actor"))
    let answer = session.propose(record, by: proposer, at: 0)
    #expect(answer.decision == "halted" && answer.truthID == "converge.truths.changed")
    try world.reconnect()
    #expect(try world.view().runStatus == "converged")
  }
}
