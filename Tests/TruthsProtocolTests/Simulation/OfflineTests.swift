import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Contract §16: the offline queue, replayed once, and stopped where the truths changed.
@Suite struct OfflineTests {
  @Test func whatIsQueuedIsDecidedOnceAfterTheNetworkIsBack() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.disconnect()
    #expect(try world.view().indicator.label == "Offline")
    try world.propose(Shop.order("o1", 5))
    #expect(try world.view().queue.count == 1)
    #expect(world.session.currentSeq == 0)
    try world.advance(seconds: Decimal(60))
    try world.reconnect()
    #expect(try world.view().queue == [])
    #expect(try world.view().runStatus == "converged")
    try world.disconnect()
    try world.reconnect()
    #expect(Shop.words(world.session).count { $0 == "accepted" } == 1)
    #expect(try world.view().facts.count == 1)
  }

  @Test func theSameActionTwiceOfflineIsOne() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.disconnect()
    try world.propose(Shop.order("o1", 5))
    try world.propose(Shop.order("o1", 5))
    #expect(try world.view().queue.count == 1)
  }

  @Test func theSessionKnowsARecordByItsKey() throws {
    var session = try Shop.simulation().session
    var record = Shop.order("o1", 5)
    record["idempotency_key"] = .text("ios:abc:place_order:1:aaaa")
    let first = session.propose(record, at: 0)
    let events = session.currentSeq
    let second = session.propose(record, at: 1_000)
    #expect(second.isReplay && !first.isReplay)
    #expect(second.decision == first.decision)
    #expect(session.currentSeq == events)
  }

  @Test func whereTheTruthsChangedMeanwhileTheRunHaltsAndSaysSo() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.disconnect()
    try world.propose(Shop.order("o1", 5))
    world.reload(try Shop.procedure(Shop.truths.split(separator: "amount > 0").joined(separator: "amount > 2")))
    try world.reconnect()
    #expect(try world.view().runStatus == "halted")
    #expect(try world.view().run?.truthID == "converge.truths.changed")
    #expect(Shop.replays(&world))
  }

  @Test func anotherPartOfTheTruthsMayChange() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.disconnect()
    try world.propose(Shop.order("o1", 5))
    let other = Shop.truths.split(separator: "        - trace.order.signing".dropFirst(4)).joined(
      separator: "    - trace.order.signed")
    world.reload(try Shop.procedure(other))
    try world.reconnect()
    #expect(try world.view().runStatus == "converged")
  }

  /// C31.
  @Test func controlMessagesAreNotQueued() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.disconnect()
    #expect(throws: SimulationError.notConnected("ann")) { try world.pause() }
  }
}
