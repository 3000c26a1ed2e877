import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Control messages (contract §13.5): a message that changes an outcome leaves a trace.
@Suite struct SteeringTests {
  private func traces(_ world: Simulation) -> [String] {
    world.session.recent.filter { $0.type == .trace }.compactMap { event in
      let payload = event.payload["payload"]
      guard let action = payload?["action"]?.stringValue, ControlMessage.Kind(rawValue: action) != nil else { return nil }
      return "\(action) \(payload?["truth_id"]?.stringValue ?? "")"
    }
  }

  private func waiting() throws -> Simulation {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.connect(as: "bob", actor: Shop.manager)
    try world.propose(Shop.order("o1", 5_000))
    return world
  }

  @Test func aPausedRunWaitsForResumeWhateverComes() throws {
    var world = try waiting()
    try world.pause()
    #expect(try world.view().runStatus == "waiting")
    #expect(try world.view().waitingFor.words == ["resume"])
    try world.approve(proposalID: "prop_o1", as: "bob")
    #expect(try world.view().waitingFor.words == ["resume"])
    try world.resume()
    #expect(try world.view().runStatus == "converged")
    #expect(traces(world) == ["pause converge.run.control", "resume converge.run.control"])
  }

  @Test func resumedWithoutNewsItWaitsAsBefore() throws {
    var world = try waiting()
    try world.pause()
    try world.resume(as: "bob")
    #expect(try world.view().waitingFor.words == ["approval from @manager"])
    #expect(Shop.words(world.session).count { $0 == "halted" } == 1)
  }

  @Test func aPausedSessionHoldsProposalsAndDecidesThemLater() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.pause()
    try world.propose(Shop.order("o1", 5))
    #expect(try world.view().runStatus == "waiting")
    #expect(try world.view().waitingFor.words == ["resume"])
    #expect(world.session.context.factsCount == 0)
    let runID = try world.view().run?.runID
    try world.resume()
    #expect(try world.view().runStatus == "converged")
    #expect(try world.view().run?.runID == runID)
  }

  @Test func aCancelledRunIsHalted() throws {
    var world = try waiting()
    try world.cancel()
    let view = try world.view()
    #expect(view.runStatus == "halted")
    #expect(view.run?.truthID == "converge.run.cancelled")
    #expect(view.run?.reason == "cancelled by @ann")
    #expect(traces(world) == ["cancel converge.run.cancelled"])
    try world.approve(proposalID: "prop_o1", as: "bob")
    #expect(try world.view().runStatus == "halted")
    #expect(world.session.context.runs.waiting == [])
  }

  @Test func aHeldProposalThatWasCancelledIsNotDecidedWhenItIsSentAgain() throws {
    var session = try Shop.simulation().session
    _ = session.control(ControlMessage(.pause, actor: StreamEvents.ann), at: 0)
    var proposal = Shop.order("o1", 5)
    proposal["idempotency_key"] = .text("k")
    let jobID = session.propose(proposal, at: 0).jobID
    _ = session.control(ControlMessage(.cancel, jobID: jobID, actor: StreamEvents.ann), at: 0)
    _ = session.control(ControlMessage(.resume, actor: StreamEvents.ann), at: 0)
    let again = session.propose(proposal, at: 0)
    #expect(again.decision == "halted")
    #expect(again.truthID == "converge.run.cancelled")
    #expect(session.context.factsCount == 0)
  }

  @Test func aCancellationHoldsAlsoWhereTheLedgerIsReadAgain() throws {
    var world = try waiting()
    try world.cancel()
    let entries = world.session.context.ledger.entries.map {
      ReadEntry(entry: $0, payload: LocatedJSON(unlocated: .object($0.payload)), isShortForm: false)
    }
    let context = try world.session.procedure.context(from: entries)
    #expect(context.runs.waiting == [])
  }

  @Test func whatIsDoneCannotBeCancelled() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.propose(Shop.order("o1", 5))
    let events = world.session.currentSeq
    try world.cancel()
    #expect(try world.view().lastAnswer?.isRefused == true)
    #expect(world.session.currentSeq == events)
    #expect(try world.view().runStatus == "converged")
  }

  @Test func aBudgetOfFactsHaltsTheRun() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.updateBudget(["max_facts": .number(Decimal(0))])
    try world.propose(Shop.order("o1", 5))
    #expect(try world.view().run?.truthID == "converge.budget")
    #expect(traces(world) == ["update_budget converge.run.control"])
    try world.handshake()
    #expect(try world.view().capabilities?["budgets"]?["max_facts"] == .number(Decimal(0)))
  }

  @Test func budgetsOfTimeAndCostPauseTheSession() throws {
    var world = try waiting()
    try world.updateBudget(["max_seconds": .number(Decimal(60))])
    try world.advance(seconds: Decimal(59))
    #expect(try world.view().waitingFor.words == ["approval from @manager"])
    try world.advance(seconds: Decimal(1))
    #expect(try world.view().waitingFor.words == ["resume"])
    try world.resume()
    #expect(try world.view().waitingFor.words == ["approval from @manager"])
    try world.updateBudget(["max_cost": .number(Decimal(10)), "spent_cost": .number(Decimal(11))])
    #expect(try world.view().waitingFor.words == ["resume"])
  }

  @Test func anUnknownBudgetIsRefusedWithTheNearestName() throws {
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.updateBudget(["max_fact": .number(Decimal(1))])
    #expect(try world.view().lastAnswer?.reason == "unknown budget `max_fact`, did you mean `max_facts`?")
    #expect(world.session.currentSeq == 0)
  }

  @Test func approvingWhatNobodyAskedForIsRefused() throws {
    var world = try Shop.simulation()
    try world.connect(as: "bob", actor: Shop.manager)
    try world.approve(proposalID: "prop_unknown")
    #expect(try world.view().lastAnswer?.isRefused == true)
    #expect(world.session.context.point.size == 0)
  }
}
