import Testing
import TruthsEval

/// Expectations of scenarios, each in the world at its step.
@Suite struct ScenarioTests {
  private func result(_ steps: String, expected: String? = nil) -> FixtureResult? {
    var world = World()
    let more = expected.map { #", "expected": {\#($0)}"# } ?? ""
    return world.results(#"{"id": "a", "scenario": [\#(steps)]\#(more)}"#).first
  }

  private let connect = #"{"connect": {"as": "ada", "actor": {"roles": ["host"]}}}"#
  private let greet = #"{"as": "ada", "propose": {"action": "greet", "name": "Ada", "room": "r"}}"#

  @Test func expectationsHoldWhereTheyStand() {
    let before = #"{"as": "ada", "expect": {"run_status": null, "facts": []}}"#
    let after = #"{"as": "ada", "expect": {"run_status": "converged", "facts": [{"type": "person.greeted"}]}}"#
    #expect(result("\(connect), \(before), \(greet), \(after)")?.outcome == .passed)
    let found = result("\(connect), \(after), \(greet), \(before)")
    #expect(found?.outcome == .failed)
    #expect(
      found?.mismatches.map(\.path) == [
        "scenario[1].expect.run_status", "scenario[1].expect.facts[0]", "scenario[3].expect.run_status",
        "scenario[3].expect.facts",
      ])
  }

  @Test func aStepThatCannotBeTakenEndsTheStory() {
    let found = result(#"\#(connect), {"disconnect": {}}, {"pause": {}}, {"expect": {"seq": 99}}"#)
    #expect(found?.mismatches.map(\.path) == ["scenario[2]"])
    #expect(found?.mismatches.first?.got == "`ada` has no connection, and control messages are not queued")
  }

  @Test func theLastDecisionIsShown() {
    let before = #"{"expect": {"decision": null, "reason": null}}"#
    let many = #"{"as": "ada", "propose": {"action": "greet", "name": "Ada", "room": "r", "times": 4}}"#
    let shut = #"{"inject_fact": {"type": "door.shut", "room": "r"}}"#
    let closed = #"{"expect": {"decision": "halted", "reason": "The door of r is shut", "reason_contains": "door"}}"#
    #expect(result("\(connect), \(before), \(shut), \(greet), \(closed)")?.outcome == .passed)
    #expect(result(#"\#(connect), \#(many), {"expect": {"decision": "waiting"}}"#)?.outcome == .passed)
    let wrong = result(#"\#(connect), \#(greet), {"expect": {"decision": "waiting", "reason_contains": "door"}}"#)
    #expect(wrong?.mismatches.map(\.path) == ["scenario[2].expect.decision", "scenario[2].expect.reason_contains"])
    #expect(wrong?.mismatches.first?.got == "\"accepted\"")
  }

  @Test func theClockMovesByLengthsOfTime() {
    let many = #"{"as": "ada", "propose": {"action": "greet", "name": "Ada", "room": "r", "times": 4}}"#
    let look = #"{"expect": {"decision": "waiting", "connection_state": "streaming"}}"#
    #expect(result(#"\#(connect), {"advance": "P10Y"}, \#(look)"#)?.outcome == .didNotLoad)
    #expect(result(#"\#(connect), \#(many), {"advance": "P36525D"}, \#(look)"#)?.outcome == .passed)
  }

  @Test func theIndicatorHasSeveralNames() {
    let names = [#""red""#, #""Offline""#, #"{"color": "red", "label": "Offline"}"#, #"{"label": "Offline"}"#]
    for name in names {
      #expect(result(#"\#(connect), "disconnect", {"expect": {"indicator": \#(name)}}"#)?.outcome == .passed, "\(name)")
    }
    #expect(result(#"\#(connect), {"expect": {"indicator": "red"}}"#)?.mismatches.first?.got == "\"green\"")
  }

  @Test(arguments: [
    ("true", true), ("1", true), (#"[{"type": "person.greeted"}]"#, true), ("false", false), ("0", false), ("[]", false),
  ])
  func provisionalFactsAreCountedOrListed(expected: String, isThere: Bool) {
    let delay = #"{"fault": {"kind": "delay", "event_type": "decision", "seconds": 5}}"#
    let look = #"{"expect": {"provisional": \#(expected)}}"#
    #expect(result("\(connect), \(delay), \(greet), \(look)")?.outcome == (isThere ? .passed : .failed))
    #expect(result("\(connect), \(greet), \(look)")?.outcome == (isThere ? .failed : .passed))
  }

  @Test func aHandshakeBeginsASession() {
    let shake = #"{"handshake": {"as": "eve", "request": "capabilities"}}"#
    let look = #"{"as": "eve", "expect": {"capabilities": {"packs": ["demo"]}, "connection_state": "streaming"}}"#
    #expect(result("\(shake), \(look)")?.outcome == .passed)
  }

  @Test func expectedSpeaksOfTheLastDecision() {
    let shut = #"{"inject_fact": {"type": "door.shut", "room": "r"}}"#
    let found = result(
      "\(connect), \(greet), \(shut), \(greet.replacing("Ada", with: "Eve"))",
      expected: #""decision": "halted", "truth_id": "demo.door_shut", "facts": [], "run_status": "halted", "facts_count": 2"#)
    #expect(found?.outcome == .passed, "\(String(describing: found?.mismatches))")
    #expect(result("\(connect), \(greet)", expected: #""truth_id": "demo.door_shut""#)?.outcome == .neverFired)
    #expect(result(connect, expected: #""decision": "accepted""#)?.mismatches.first?.got == "nothing was decided")
  }

  @Test func expectedSpeaksOfACancelledRunAsItEnded() {
    let waiting = #"{"as": "ada", "propose": {"action": "greet", "name": "Ada", "room": "r", "times": 9}}"#
    let waits = #""run_status": "waiting", "truth_id": "demo.greeting", "waiting_for": ["approval from @manager"]"#
    let before = result("\(connect), \(waiting)", expected: waits)
    #expect(before?.outcome == .passed, "\(String(describing: before?.mismatches))")
    let cancelled = #""decision": "halted", "truth_id": "converge.run.cancelled", "run_status": "halted", "waiting_for": []"#
    let after = result(
      #"\#(connect), \#(waiting), "cancel", {"expect": {"run_status": "halted"}}"#,
      expected: #"\#(cancelled), "reason": "cancelled by @ada", "violations": [{"truth_id": "demo.greeting"}]"#)
    #expect(after?.outcome == .passed, "\(String(describing: after?.mismatches))")
    // A later run is not the one that was cancelled.
    let later = result(#"\#(connect), \#(waiting), "cancel", \#(greet)"#, expected: #""run_status": "converged""#)
    #expect(later?.outcome == .passed, "\(String(describing: later?.mismatches))")
  }
}
