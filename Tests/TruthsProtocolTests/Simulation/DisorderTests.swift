import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// After any faults of the network, all clients show equal views once it works again, without duplicates.
@Suite struct DisorderTests {
  /// A world lived at random, which ends with a whole network and time to recover.
  private func disordered(seed: UInt64) throws -> Simulation {
    var random = RandomSteps(seed: seed)
    var world = try Shop.simulation(options: SessionOptions(maxResumeGap: 20, recentEvents: 5))
    try world.connect(as: "ann")
    try world.connect(as: "bob", actor: Shop.manager)
    try world.connect(as: "carl", transport: "rest")
    for step in 0..<25 {
      let name = random.pick(["ann", "bob", "carl"])
      switch random.below(8) {
      case 0...1: try world.propose(Shop.order("o\(random.below(6))", random.pick([5, 5_000])), as: name)
      case 2: try world.disconnect(as: name)
      case 3: try world.reconnect(as: name)
      case 4: try world.advance(seconds: Decimal(random.below(9)))
      case 5:
        guard [.streaming, .degraded].contains(try world.view(of: "bob").connectionState) else { continue }
        try world.approve(proposalID: "prop_o\(random.below(6))", as: "bob")
      default:
        let kind = random.pick([Fault.Kind.drop, .duplicate, .reorder, .delay, .cut, .block, .unblock])
        world.fault(Fault(kind, client: name, after: random.below(3), count: 1 + random.below(3), duration: 1_000 * step))
      }
    }
    for name in ["ann", "bob", "carl"] {
      world.fault(Fault(.unblock, client: name, transports: TransportKind.allCases))
      let isConnected = [.streaming, .degraded].contains(try world.view(of: name).connectionState)
      if !isConnected { try world.reconnect(as: name) }
    }
    try world.advance(seconds: Decimal(120))
    return world
  }

  /// C18, C24.
  @Test(arguments: 1...25) func everybodyShowsTheSameInTheEnd(_ seed: Int) throws {
    let world = try disordered(seed: UInt64(seed))
    for name in ["ann", "bob", "carl"] {
      let view = try world.view(of: name)
      #expect(view.seq == world.session.currentSeq)
      #expect(view.missingSeqs == [])
      #expect(view.queue == [])
      #expect(view.facts == world.session.state.facts.map(\.payload))
      #expect(view.runs.map(\.status) == world.session.state.runs.map(\.status))
      #expect(view.provisional == [])
    }
  }

  @Test(arguments: 1...4) func theSessionItselfIsRepeatable(_ seed: Int) throws {
    var world = try disordered(seed: UInt64(seed))
    #expect(Shop.replays(&world))
    #expect(try disordered(seed: UInt64(seed)).session.transcript == world.session.transcript)
  }

  @Test(arguments: 26...40) func noProposalIsDecidedTwice(_ seed: Int) throws {
    let world = try disordered(seed: UInt64(seed))
    let orders = world.session.state.facts.compactMap { $0.payload["order_id"]?.stringValue }
    #expect(Set(orders).count == orders.count)
  }
}

/// Steps drawn from a seed (SplitMix64).
private struct RandomSteps {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
