import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Handshake, replay, clock and the steps' own faults.
@Suite struct WorldTests {
  @Test func theHandshakeSaysWhatIsTrueEnoughToRun() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    let capabilities = try #require(try world.view().capabilities)
    #expect(
      capabilities.members.map(\.name.string) == [
        "packs", "active_truths", "streaming_supported", "policies", "determinism_mode_available", "budgets", "capabilities",
        "truths", "governing", "governing_policies",
      ])
    #expect(capabilities["packs"] == .array([.text("shop")]))
    #expect(capabilities["active_truths"] == .array([.text("shop.orders.*")]))
    #expect(capabilities["streaming_supported"] == .boolean(true))
    #expect(capabilities["policies"] == .array([.text("shop.limit")]))
    #expect(capabilities["determinism_mode_available"] == .boolean(true))
    #expect(
      capabilities["budgets"]
        == .object([
          "max_cycles": .number(Decimal(100_000)), "max_steps": .number(Decimal(10_000_000)),
          "max_facts": .number(Decimal(1_000_000)),
        ]))
    #expect(capabilities["capabilities"]?["default_transport"] == .text("h2-grpc"))
    #expect(capabilities["capabilities"]?["resume_supported"] == .boolean(true))
    #expect(capabilities["capabilities"]?["max_resume_gap"] == .number(Decimal(10_000)))
    let served = JSONValue.array([.object(["type": .text("h2-grpc"), "status": .text("supported")])])
    #expect(capabilities["capabilities"]?["transports"] == served)
  }

  /// The capabilities of a process (contract §13.6).
  @Test func capabilitiesTellTheTransportThatIsConnected() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann", transport: "rest")
    try world.advance(seconds: Decimal(5))
    let polled = try #require(try world.view().capabilities)
    #expect(polled["streaming_supported"] == .boolean(false))
    #expect(
      polled["capabilities"]?["transports"] == .array([.object(["type": .text("rest"), "status": .text("supported")])]))
    #expect(polled["capabilities"]?["default_transport"] == .text("rest"))
    let alone = Capabilities.answer(for: try Shop.procedure())
    #expect(alone["streaming_supported"] == .boolean(false))
    #expect(alone["capabilities"] == .object(["transports": .array([]), "resume_supported": .boolean(false)]))
  }

  /// The session's own clock decides, and not the time in a proposal.
  @Test func theClockOfTheSessionDecides() throws {
    let rule = "    - amount > 0\n    - now < \"2024-01-01T00:01:00Z\" else \"Too late\""
    let timed = Shop.truths.replacing("    - amount > 0", with: rule)
    func order(_ id: String) -> JSONObject {
      var order = Shop.order(id, 5)
      order["timestamp"] = .text("2024-01-01T00:00:30Z")
      return order
    }
    var world = try Shop.simulation(truths: timed)
    try world.connect(as: "ann")
    try world.advance(seconds: Decimal(90))
    try world.propose(order("o1"))
    #expect(try world.view().run?.reason == "Too late")
    try world.disconnect()
    try world.propose(order("o2"))
    try world.reconnect()
    #expect(try world.view().run?.reason == "Too late")
    #expect(world.session.context.factsCount == 0)
  }

  @Test func anUnknownRequestIsToldSo() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.handshake(["request": .text("capabilites")])
    #expect(try world.view().capabilities?["error"]?.stringValue?.contains("capabilites") == true)
  }

  @Test func theSameThingsToldAgainGiveTheSameBytes() throws {
    var world = try Shop.simulation(facts: [Shop.closed("q0")])
    try world.connect(as: "ann")
    try world.connect(as: "bob", actor: Shop.manager)
    #expect(try world.view().hasSameOutput == nil)
    try world.propose(Shop.order("o1", 5_000))
    try world.advance(seconds: Decimal(3))
    try world.pause()
    try world.approve(proposalID: "prop_o1", as: "bob")
    try world.resume()
    try world.injectFact(Shop.closed("q2"))
    #expect(Shop.replays(&world))
    #expect(Shop.replays(&world))
    #expect(try world.view().hasSameOutput == true)
    #expect(!world.session.transcript.isEmpty)
  }

  @Test func aReplayOfSomethingElseIsNotTheSame() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.propose(Shop.order("o1", 5))
    #expect(Shop.replays(&world))
    try world.propose(Shop.order("o2", 5))
    #expect(!Shop.replays(&world))
  }

  @Test func theSessionRecordsItsOwnClock() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.advance(seconds: Decimal(90))
    var order = Shop.order("o1", 5)
    order["timestamp"] = .text("1999-01-01T00:00:00Z")
    try world.propose(order)
    #expect(world.session.recent.last?.timestamp.text == "2024-01-01T00:01:30Z")
    let entry = world.session.recent.first { $0.type == .proposal }?.payload
    #expect(entry?["timestamp"] == .text("2024-01-01T00:01:30Z"))
  }

  @Test func theFirstOneConnectedActsWhereNobodyIsNamed() throws {
    var world = try Shop.simulation()
    #expect(throws: SimulationError.unknownClient("")) { try world.pause() }
    try world.connect(as: "ann")
    try world.connect(as: "bob")
    try world.propose(Shop.order("o1", 5))
    #expect(try world.view(of: "bob").run?.proposer?["user_id"] == .text("ann"))
    #expect(throws: SimulationError.unknownClient("carl")) { try world.view(of: "carl") }
  }

  @Test func timeGoesForwardAndNotTooFarAtOnce() throws {
    var world = try Shop.simulation()
    #expect(throws: SimulationError.self) { try world.advance(seconds: Decimal(-1)) }
    #expect(throws: SimulationError.self) { try world.advance(seconds: Decimal(32 * 86_400)) }
    let before = world.now
    try world.advance(seconds: Decimal(literal: "0.25"))
    #expect(world.now - before == 250)
  }

  @Test func anUnknownTransportIsNamedWithTheNearest() throws {
    var world = try Shop.simulation()
    #expect(throws: SimulationError.badStep("unknown transport `ses`, did you mean `sse`?")) {
      try world.connect(as: "ann", transport: "ses")
    }
  }

  /// A wire that is observed carries every heartbeat and poll; on another wire those without an effect are left out.
  @Test(arguments: ["h2-grpc", "rest"])
  func whatQuietTimeLeavesOutChangesNothing(transport: String) throws {
    func month(_ tampering: Tampering?) throws -> (views: [ClientView], transcript: [UInt8], now: Int) {
      var world = try Shop.simulation(tampering: tampering)
      try world.connect(as: "ann", transport: transport)
      try world.connect(as: "bob", actor: Shop.manager)
      var views: [ClientView] = []
      func look() throws { views += [try world.view(of: "ann"), try world.view(of: "bob")] }
      try world.propose(Shop.order("o1", 5_000))
      try world.advance(seconds: Decimal(86_401))
      try look()
      try world.fault(["kind": .text("drop"), "client": .text("ann")])
      try world.approve(proposalID: "prop_o1", as: "bob")
      try world.advance(seconds: Decimal(7))
      try look()
      try world.advance(seconds: Decimal(9_999))
      try look()
      try world.fault(["kind": .text("cut"), "client": .text("bob"), "seconds": .number(Decimal(120))])
      try world.advance(seconds: Decimal(86_400))
      try look()
      try world.injectFact(Shop.closed("q2"))
      try world.advance(seconds: Decimal(1))
      try look()
      return (views, world.session.transcript, world.now)
    }
    let (quiet, loud) = (try month(nil), try month(Tampering()))
    #expect(quiet == loud)
    #expect(quiet.views.last?.facts.isEmpty == false)
  }
}
