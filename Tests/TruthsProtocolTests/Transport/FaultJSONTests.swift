import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A scenario's `fault {…}`.
@Suite struct FaultJSONTests {
  @Test func everyMemberIsRead() throws {
    let fault = try Fault(
      json: [
        "kind": .text("cut"), "client": .text("bob"), "event_type": .text("decision"), "seq": .number(Decimal(7)),
        "after": .number(Decimal(2)),
        "count": .number(Decimal(3)), "seconds": .number(Decimal(10)), "transports": .array([.text("sse")]),
      ], as: "ann")
    #expect(
      fault
        == Fault(
          .cut, client: "bob", eventType: .decision, seq: 7, after: 2, count: 3, duration: 10_000, transports: [.sse]))
  }

  @Test func theClientIsTheStepsOwnElseEveryone() throws {
    #expect(try Fault(json: ["kind": .text("drop")], as: "ann").client == "ann")
    #expect(try Fault(json: ["kind": .text("drop")], as: nil).client == nil)
  }

  @Test func whatIsUnknownIsNamedWithTheNearest() {
    #expect(throws: SimulationError.badStep("unknown fault `dorp`, did you mean `drop`?")) {
      try Fault(json: ["kind": .text("dorp")], as: nil)
    }
    #expect(throws: SimulationError.badStep("unknown member `secnods`, did you mean `seconds`?")) {
      try Fault(json: ["kind": .text("cut"), "secnods": .number(Decimal(1))], as: nil)
    }
    #expect(throws: SimulationError.self) { try Fault(json: [:], as: nil) }
    #expect(throws: SimulationError.self) { try Fault(json: ["kind": .text("drop"), "count": .number(Decimal(-1))], as: nil) }
  }
}
