import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The events of one run (runs §10.5, `--format ndjson`).
@Suite struct RunEventsTests {
  private func events(_ proposal: JSONObject, facts: [JSONObject] = []) throws -> [Event] {
    let simulation = try Shop.simulation(facts: facts)
    let session = simulation.session
    let outcome = try session.procedure.run(RunRequest(proposal: LocatedJSON(unlocated: .object(proposal))), on: session.context)
    return RunEvents.events(of: outcome)
  }

  @Test func anAcceptedRunShowsItsFactsFirstAndItsStatusLast() throws {
    let events = try events(Shop.order("o1", 5))
    #expect(events.map(\.type) == [.status, .proposal, .fact, .decision, .fact, .trace, .status])
    #expect(events.map(\.seq) == Array(1...7))
    #expect(events.map(\.contextVersion) == [0, 1, 1, 2, 3, 4, 4])
    #expect(events.first?.payload["status"] == .text("running"))
    #expect(events.last?.payload["status"] == .text("converged"))
  }

  @Test func theEarlyFactIsProvisionalWithoutAnEntryAndTheFinalOneHasIt() throws {
    let facts = try events(Shop.order("o1", 5)).filter { $0.type == .fact }
    try #require(facts.count == 2)
    #expect(facts[0].payload["provisional"] == .boolean(true))
    #expect(facts[0].payload["entry_id"] == nil)
    #expect(facts[1].payload["provisional"] == nil)
    #expect(facts[1].payload["entry_id"]?.stringValue?.hasPrefix("ctx_") == true)
    #expect(facts[0].payload["payload"] == facts[1].payload["payload"])
  }

  @Test func afterAHaltTheEarlyFactIsTakenBackVisibly() throws {
    let full = ["a", "b"].map { id -> JSONObject in
      ["type": .text("order.placed"), "order_id": .text(id), "period_id": .text("q1"), "amount": .number(Decimal(1))]
    }
    let events = try events(Shop.order("o1", 5), facts: full)
    #expect(events.map(\.type) == [.status, .proposal, .fact, .decision, .fact, .trace, .trace, .status])
    try #require(events.count == 8)
    #expect(events[4].isDropped)
    #expect(events[4].payload["reason"] == .text("Only two orders fit"))
    #expect(events[4].payload["entry_id"] == nil)
    #expect(events.last?.payload["status"] == .text("halted"))
    #expect(events.last?.payload["halt_reason"] == .text("Only two orders fit"))
    #expect(events.last?.payload["halt_truth_id"] == .text("shop.orders.placing"))
  }

  @Test func allEventsOfARunShareItsJobStreamAndCorrelation() throws {
    let events = try events(Shop.order("o1", 5))
    #expect(Set(events.map(\.jobID)).count == 1)
    #expect(Set(events.map(\.streamID)).count == 1)
    #expect(Set(events.map(\.correlationID)).count == 1)
    try #require(events.count == 7)
    let runID = events[0].payload["run_id"]?.stringValue ?? ""
    #expect(events[0].jobID == "job_" + runID.dropFirst("run_".count))
    #expect(events[5].traceID == events[5].payload["payload"]?["trace_id"]?.stringValue)
  }

  @Test func anAnswerThatIsRepeatedSaysSo() throws {
    let session = try Shop.simulation().session
    var proposal = Shop.order("o1", 5)
    proposal["idempotency_key"] = .text("k")
    let request = RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)))
    let first = try session.procedure.run(request, on: session.context)
    let events = RunEvents.events(of: try session.procedure.run(request, on: first.context))
    #expect(events.map(\.type) == [.decision, .status])
    try #require(events.count == 2)
    #expect(events[0].payload["replay"] == .boolean(true))
    #expect(events[0].payload["payload"]?["decision"] == .text("accepted"))
    #expect(events[1].payload["status"] == .text("converged"))
  }
}
