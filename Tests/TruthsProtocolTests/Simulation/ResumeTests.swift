import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Resuming (contract §13.4, §14.4, §14.6), over the network with its faults.
@Suite struct ResumeTests {
  @Test func cutInTheMiddleOfARunItGoesOnFromTheLastSeq() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.fault(["kind": .text("cut"), "event_type": .text("decision"), "seconds": .number(Decimal(2))])
    try world.propose(Shop.order("o1", 5))
    var view = try world.view()
    #expect(view.connectionState == .reconnecting)
    #expect(view.indicator.color == "yellow")
    #expect(view.runStatus == "running")
    #expect(view.seq == 3)
    try world.advance(seconds: Decimal(1))
    #expect(try world.view().connectionState == .reconnecting)
    try world.advance(seconds: Decimal(2))
    view = try world.view()
    #expect(view.connectionState == .streaming)
    #expect(view.resumedAtSeq == 3)
    #expect(view.seq == world.session.currentSeq)
    #expect(view.eventsSeen == world.session.currentSeq)
    #expect(view.missingSeqs == [])
    #expect(view.duplicates == 0)
    #expect(view.runStatus == "converged")
    #expect(view.facts.count == 1)
  }

  @Test func aProposalWhoseAnswerWasLostIsDecidedOnce() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.fault(["kind": .text("cut"), "after": .number(Decimal(2)), "seconds": .number(Decimal(1))])
    try world.propose(Shop.order("o1", 5))
    try world.advance(seconds: Decimal(5))
    #expect(try world.view().lastAnswer?.isReplay == true)
    #expect(Shop.words(world.session).count { $0 == "accepted" } == 1)
  }

  @Test func droppedEventsAreFetchedAndDuplicatesDropped() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.fault(["kind": .text("drop"), "seq": .number(Decimal(2))])
    try world.fault(["kind": .text("duplicate"), "seq": .number(Decimal(4))])
    try world.fault(["kind": .text("reorder"), "after": .number(Decimal(4))])
    try world.propose(Shop.order("o1", 5))
    let view = try world.view()
    #expect(view.missingSeqs == [])
    #expect(view.duplicates == 1)
    #expect(view.eventsSeen == world.session.currentSeq)
    #expect(view.runStatus == "converged")
  }

  @Test func theLastEventDroppedIsFetchedWithinASecond() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.fault(["kind": .text("drop"), "seq": .number(Decimal(7))])
    try world.propose(Shop.order("o1", 5))
    #expect(try world.view().missingSeqs == [7])
    try world.advance(seconds: Decimal(1))
    #expect(try world.view().missingSeqs == [])
    #expect(try world.view().seq == 7)
  }

  @Test func anEventThatNothingFollowsIsNoticedByTheHeartbeat() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.connect(as: "bob")
    try world.fault(["kind": .text("drop"), "seq": .number(Decimal(7))], as: "bob")
    try world.propose(Shop.order("o1", 5))
    #expect(try world.view(of: "bob").seq == 6)
    try world.advance(seconds: Decimal(30))
    #expect(try world.view(of: "bob").seq == 7)
    #expect(try world.view(of: "bob").resumedAtSeq == 0)
  }

  @Test func whoComesLateGetsEverything() throws {
    var world = try Shop.simulation(facts: [Shop.closed("q0")])
    try world.connect(as: "ann")
    try world.propose(Shop.order("o1", 5))
    try world.connect(as: "bob")
    let view = try world.view(of: "bob")
    #expect(view.resumedAtSeq == 0)
    #expect(view.eventsSeen == world.session.currentSeq)
    #expect(view.facts.map { $0["type"]?.stringValue } == ["period.closed", "order.placed"])
    #expect(try view.facts == world.view().facts)
  }

  @Test func pastTheLargestGapASnapshotComesWithTheRecentEvents() throws {
    let options = SessionOptions(maxResumeGap: 8, recentEvents: 3)
    var world = try Shop.simulation(options: options)
    try world.connect(as: "ann")
    try world.connect(as: "bob")
    try world.propose(Shop.order("o1", 5))
    try world.disconnect(as: "bob")
    try world.propose(Shop.order("o2", 5))
    try world.reconnect(as: "bob")
    #expect(try world.view(of: "bob").resumedAtSeq == 7)
    try world.disconnect(as: "bob")
    try world.propose(Shop.order("o3", 5))
    try world.propose(Shop.order("o4", 5))
    try world.reconnect(as: "bob")
    let (ann, bob) = (try world.view(of: "ann"), try world.view(of: "bob"))
    #expect(bob.resumedAtSeq == world.session.currentSeq - 3)
    #expect(bob.eventsSeen == 14 + 3)
    #expect(bob.seq == ann.seq)
    #expect(bob.facts == ann.facts)
    #expect(bob.dropped == ann.dropped)
    #expect(bob.runs.map(\.status) == ann.runs.map(\.status))
  }

  @Test func theLimitItselfIsStillADelta() throws {
    let world = try Shop.simulation(facts: (1...8).map { Shop.closed("q\($0)") }, options: SessionOptions(maxResumeGap: 8))
    guard case .delta(let delta)? = world.sessionBacklog(after: 0) else { throw SimulationError.badStep("no delta") }
    #expect(delta.events.count == 8)
    let over = try Shop.simulation(facts: (1...9).map { Shop.closed("q\($0)") }, options: SessionOptions(maxResumeGap: 8))
    guard case .snapshot(let snapshot)? = over.sessionBacklog(after: 0) else { throw SimulationError.badStep("no snapshot") }
    #expect(snapshot.currentSeq == 9)
    guard case .delta? = over.sessionBacklog(after: 1) else { throw SimulationError.badStep("no delta") }
  }

  @Test func nothingFallsBetweenRegisteringAndReadingTheBacklog() throws {
    var session = try Shop.simulation().session
    var client = StreamEvents.connected()
    session.open("ann", by: StreamEvents.ann)
    session.receive(.resume(from: 0, subscribe: true), from: "ann", at: 0)
    _ = session.propose(Shop.order("o1", 5), at: 0)
    for frame in session.takeFrames(for: "ann") { _ = client.receive(frame, at: 0) }
    #expect(client.view.eventsSeen == session.currentSeq)
    #expect(client.view.missingSeqs == [])
    #expect(client.view.facts.count == 1)
  }

  @Test func aBlockedStreamFallsBackAndSaysSo() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.fault(["kind": .text("block")], as: "ann")
    var view = try world.view()
    #expect(view.connectionState == .degraded)
    #expect(view.indicator.text == "orange, Limited mode")
    try world.propose(Shop.order("o1", 5))
    #expect(try world.view().runStatus == "converged")
    try world.fault(["kind": .text("block"), "transports": .array([.text("sse")])], as: "ann")
    try world.propose(Shop.order("o2", 5))
    #expect(try world.view().facts.count == 1)
    try world.advance(seconds: Decimal(5))
    #expect(try world.view().facts.count == 2)
    try world.fault(["kind": .text("unblock")], as: "ann")
    try world.advance(seconds: Decimal(30))
    view = try world.view()
    #expect(view.connectionState == .streaming)
    #expect(view.duplicates == 0)
  }
}
