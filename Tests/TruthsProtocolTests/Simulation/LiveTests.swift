import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Live convergence (contract §1): early facts, several actors, waiting, halting and starting again.
@Suite struct LiveTests {
  @Test func aFactIsSeenBeforeTheRunIsDone() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.propose(Shop.order("o1", 5))
    let view = try world.view()
    #expect(view.runStatus == "converged")
    #expect(view.renderedBeforeDone)
    #expect(view.provisional == [])
    #expect(view.facts.map { $0["type"]?.stringValue } == ["order.placed"])
    #expect(view.hasAllTruthIDs && view.hasAllActors && view.isCorrelationLinked)
  }

  @Test func theScreenInTheMiddleOfARunShowsTheFactAsProvisional() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.fault(["kind": .text("delay"), "event_type": .text("decision"), "seconds": .number(Decimal(10))])
    try world.propose(Shop.order("o1", 5))
    var view = try world.view()
    #expect(view.runStatus == "running")
    #expect(view.provisional.map { $0["order_id"]?.stringValue } == ["o1"])
    try world.advance(seconds: Decimal(10))
    view = try world.view()
    #expect(view.runStatus == "converged")
    #expect(view.provisional == [])
    #expect(view.renderedBeforeDone)
  }

  @Test func aClientThatPollsSeesNothingBeforeTheEnd() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann", transport: "rest")
    try world.propose(Shop.order("o1", 5))
    #expect(try world.view().runStatus == nil)
    try world.advance(seconds: Decimal(5))
    #expect(try world.view().runStatus == "converged")
    #expect(try !world.view().renderedBeforeDone)
    #expect(try world.view().connectionState == .degraded)
  }

  @Test func waitingForAnApprovalThatSomebodyElseGives() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.connect(as: "bob", actor: Shop.manager)
    try world.propose(Shop.order("o1", 5_000))
    #expect(try world.view().runStatus == "waiting")
    #expect(try world.view().waitingFor.words == ["approval from @manager"])
    #expect(try !world.view().canIAct)
    #expect(try world.view(of: "bob").canIAct)
    let before = try world.view().eventsSeen
    try world.approve(proposalID: "prop_o1", as: "bob")
    let view = try world.view()
    #expect(view.runStatus == "converged")
    #expect(view.waitingFor.words == [])
    #expect(view.facts.map { $0["type"]?.stringValue } == ["approval.requested", "approval.granted", "order.placed"])
    #expect(view.eventsSeen > before)
    #expect(view.isCorrelationLinked)
    #expect(try world.view(of: "bob").runStatus == "converged")
  }

  @Test func nobodyApprovesTheirOwnAndWithoutTheRoleNothingIsGranted() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann", actor: Shop.manager)
    try world.connect(as: "carl")
    try world.propose(Shop.order("o1", 5_000))
    try world.approve(proposalID: "prop_o1", as: "ann")
    #expect(try world.view().lastAnswer?.decision == "rejected")
    #expect(try world.view().lastAnswer?.truthID == "converge.approval.granting")
    try world.approve(proposalID: "prop_o1", as: "carl")
    #expect(try world.view(of: "carl").lastAnswer?.decision == "rejected")
    #expect(try world.view().runStatus == "waiting")
  }

  @Test func aRejectionEndsTheRunWithItsReason() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.connect(as: "bob", actor: Shop.manager)
    try world.propose(Shop.order("o1", 5_000))
    try world.reject(proposalID: "prop_o1", why: "too much", as: "bob")
    let view = try world.view()
    #expect(view.runStatus == "halted")
    #expect(view.run?.decision == "rejected")
    #expect(view.run?.reason == "denied by @bob: too much")
  }

  @Test func aFactFromAnotherActorIsSeenAndDecidesAWaitingRun() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.connect(as: "bob")
    try world.propose(Shop.order("o1", 5_000))
    try world.injectFact(Shop.closed(), as: "bob")
    let view = try world.view()
    #expect(view.facts.contains(Shop.closed()))
    #expect(view.runStatus == "halted")
    #expect(view.run?.reason == "Period is closed")
    #expect(try world.view(of: "bob").lastAnswer?.decision == "accepted")
  }

  @Test func onlyExternalFactsComeFromOutside() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.injectFact(["type": .text("order.signed"), "order_id": .text("o1")])
    let view = try world.view()
    #expect(view.facts == [])
    #expect(view.lastAnswer?.truthID == "converge.fact.external")
    #expect(Shop.words(world.session) == ["trace"])
  }

  @Test func consentOfTheProposerLetsTheRunGoOn() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.propose(["action": .text("sign_order"), "order_id": .text("o1")])
    #expect(try world.view().waitingFor.words == ["consent from @ann"])
    #expect(try world.view().canIAct)
    let runs = world.session.context.runs
    let record = try #require(runs.record(runs.waiting[0]))
    try world.connect(as: "bob")
    try world.consent(proposalID: record.proposalID, as: "bob")
    #expect(try world.view(of: "bob").lastAnswer?.truthID == "converge.consent.giving")
    #expect(try world.view(of: "bob").lastAnswer?.reason == "@bob may not consent to it: it wants consent from @ann")
    #expect(try world.view().runStatus == "waiting")
    try world.consent(proposalID: record.proposalID)
    #expect(try world.view().runStatus == "converged")
  }

  @Test("nobody brings a consent in as a fact")
  func consentIsNoFactFromOutside() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.propose(["action": .text("sign_order"), "order_id": .text("o1")])
    let runs = world.session.context.runs
    let hash = try #require(runs.record(runs.waiting[0])?.proposalHash)
    try world.injectFact(["type": .text("consent.given"), "proposal_hash": .text(hash.prefixed)])
    #expect(try world.view().lastAnswer?.truthID == "converge.fact.external")
    #expect(try world.view().runStatus == "waiting")
  }

  @Test func haltedThenStartedAgain() throws {
    var world = try Shop.simulation(facts: [Shop.closed("q1")])
    try world.connect(as: "ann")
    try world.propose(Shop.order("o1", 5))
    #expect(try world.view().runStatus == "halted")
    #expect(try world.view().run?.truthID == "shop.period.closed_invariant")
    try world.propose(Shop.order("o1b", 5, period: "q2"))
    #expect(try world.view().runStatus == "converged")
  }

  @Test func provisionalFactsAreDroppedVisiblyAfterAHalt() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    for id in ["o1", "o2", "o3"] { try world.propose(Shop.order(id, 5)) }
    let view = try world.view()
    #expect(view.runStatus == "halted")
    #expect(view.renderedBeforeDone)
    #expect(view.facts.map { $0["order_id"]?.stringValue } == ["o1", "o2"])
    #expect(view.dropped.map { $0["order_id"]?.stringValue } == ["o3"])
    #expect(view.dropped.first?["dropped_because"] == .text("Only two orders fit"))
  }
}
