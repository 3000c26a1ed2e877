import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime

/// The five outcomes of fixtures, and the differences between them.
@Suite struct OutcomeTests {
  private func outcome(_ fixture: String) -> FixtureResult? {
    var world = World()
    return world.results(fixture).first
  }

  private func greeting(
    _ expected: String, room: String = "r", context: String = "[]", more: String = "", times: Int = 1
  ) -> String {
    """
    {"id": "a", \(more) "context": {"facts": \(context)},
     "proposal": {"action": "greet", "name": "Ada", "room": "\(room)", "times": \(times)}, "expected": {\(expected)}}
    """
  }

  @Test func whatComesAsExpectedPasses() {
    let found = outcome(
      greeting(#""decision": "accepted", "truth_id": "demo.greeting", "facts": [{"type": "person.greeted", "name": "Ada"}]"#))
    #expect(found?.outcome == .passed)
    #expect(found?.mismatches == [])
  }

  @Test func whatComesOtherwiseFailsMemberByMember() {
    let found = outcome(greeting(#""decision": "halted", "reason_contains": "shut", "run_status": "converged""#))
    #expect(found?.outcome == .failed)
    #expect(found?.mismatches.map(\.path) == ["expected.decision", "expected.reason_contains"])
    #expect(found?.mismatches.map(\.expected) == ["\"halted\"", "a text with \"shut\" in it"])
    #expect(found?.mismatches.first?.got == "\"accepted\"")
  }

  @Test func waitingIsADecision() {
    #expect(outcome(greeting(#""decision": "waiting""#, times: 4))?.outcome == .passed)
    #expect(outcome(greeting(#""decision": "halted", "run_status": "waiting""#, times: 4))?.outcome == .passed)
    #expect(outcome(greeting(#""decision": "waiting""#))?.mismatches.map(\.got) == ["\"accepted\""])
    let waiting = outcome(greeting(#""decision": "accepted""#, times: 4))
    #expect(waiting?.mismatches.first?.got.hasPrefix("\"waiting\", with the reason") == true)
    let shut = outcome(greeting(#""decision": "waiting""#, context: #"[{"type": "door.shut", "room": "r"}]"#))
    #expect(shut?.mismatches.first?.got.hasPrefix("\"halted\", with the reason") == true)
  }

  @Test func theReasonThatCameIsTold() throws {
    let shut = #"[{"type": "door.shut", "room": "r"}]"#
    let whole = try #require(outcome(greeting(#""reason": "nothing""#, context: shut))?.mismatches.first?.got)
    for expected in [
      #""decision": "accepted""#, #""run_status": "waiting""#, #""truth_id": "demo.greeting", "decision": "halted""#,
      #""violations": [{"reason": "nothing"}, {"reason": "nothing"}]"#,
    ] {
      let got = outcome(greeting(expected, context: shut))?.mismatches.map(\.got) ?? []
      #expect(got.joined().contains(whole), "\(expected): \(got)")
    }
    let twice = outcome(greeting(#""decision": "accepted", "reason_contains": "nothing""#, context: shut))?.mismatches.map(\.got)
    #expect(twice == ["\"halted\"", whole])
  }

  @Test func aTruthThatNeitherFiredNorBlockedIsSaidToHaveNeverFired() {
    let found = outcome(greeting(#""decision": "halted", "truth_id": "demo.door_shut""#))
    #expect(found?.outcome == .neverFired)
    #expect(found?.note == "demo.door_shut neither fired nor blocked")
    #expect(outcome(greeting(#""violations": [{"truth_id": "demo.door_shut"}]"#))?.outcome == .neverFired)
    #expect(outcome(greeting(#""traces": [{"truth_id": "converge.approval.granting"}]"#))?.outcome == .neverFired)
  }

  @Test func aTruthThatFiredButDidNotDecideHasFailed() {
    let found = outcome(greeting(#""truth_id": "demo.greeting""#, context: #"[{"type": "door.shut", "room": "r"}]"#))
    #expect(found?.outcome == .failed)
  }

  @Test func aTagSkips() {
    let found = outcome(greeting(#""decision": "halted""#, more: #""tags": ["skip: the door is being mended"],"#))
    #expect(found?.outcome == .skipped)
    #expect(found?.note == "the door is being mended")
    #expect(outcome(greeting(#""decision": "halted""#, more: #""tags": ["skip"],"#))?.outcome == .skipped)
    #expect(outcome(greeting(#""decision": "halted""#, more: #""tags": ["skipper"],"#))?.outcome == .failed)
  }

  @Test(arguments: [
    #"[{"type": "door.sht", "room": "r"}]"#, #"[{"type": "door.shut", "rom": "r"}]"#, #"[{"type": "door.shut"}]"#, "[3]",
    #"[{"type": "door.shut", "room": 3}]"#, #"[{"entry_type": "fact"}]"#,
  ]) func aContextAtFaultDoesNotLoad(context: String) {
    let found = outcome(greeting(#""decision": "accepted""#, context: context))
    #expect(found?.outcome == .didNotLoad)
    #expect(found?.diagnostics.isEmpty == false)
  }

  @Test(arguments: [#"{"limmit": 5}"#, #"{"limit": "many"}"#]) func policiesAtFaultDoNotLoad(policies: String) {
    #expect(outcome(greeting(#""decision": "accepted""#, more: #""policies": \#(policies),"#))?.outcome == .didNotLoad)
  }

  @Test func contextPoliciesAndNowAreWhatTheDecisionSees() {
    let shut = #"[{"type": "door.shut", "room": "r"}, {"type": "door.shut", "room": "s"}]"#
    #expect(
      outcome(greeting(#""decision": "halted", "truth_id": "demo.door_shut", "facts_count": 2"#, context: shut))?.outcome
        == .passed)
    #expect(outcome(greeting(#""decision": "accepted""#, room: "t", context: shut))?.outcome == .passed)
    #expect(
      outcome(greeting(#""run_status": "waiting", "waiting_for": ["approval from @manager"]"#, times: 5))?.outcome == .passed)
    let raised = greeting(#""decision": "accepted""#, more: #""policies": {"limit": 5},"#, times: 5)
    #expect(outcome(raised)?.outcome == .passed)
    let dated = greeting(
      #""traces": [{"timestamp": "2024-05-02T09:00:00Z"}]"#, more: #""now": "2024-05-02T09:00:00Z", "packs": ["demo"],"#)
    #expect(outcome(dated)?.outcome == .passed)
  }

  @Test func anyNumberOfJobsGivesTheSameResults() async {
    var world = World()
    let fixtures = (0..<20).map { index in
      #"{"id": "\#(index)", "proposal": {"action": "greet", "name": "x", "room": "r"}, "expected": {"facts_count": \#(index % 3)}}"#
    }
    let suite = world.suite(["[\(fixtures.joined(separator: ","))]"])
    let runner = FixtureRunner(EvalSubject(world.set))
    let one = await runner.run(suite)
    #expect(await runner.run(suite, jobs: 7) == one)
    #expect(one.count(.passed) == 7)
    #expect(one.count(.failed) == 13)
  }

  @Test func packsThatAreNotNamedAreNotThere() throws {
    let other = "pack other:\n  version: 1.0.0\n\ninvariant closed:\n  applies_to: all\n  rule: proposal.truth_id exists\n"
    var world = World([("truths/demo/demo.truths", World.demo), ("truths/other/other.truths", other)])
    let results = world.results(
      """
      [{"id": "a", "proposal": {"action": "greet", "name": "x", "room": "r"}, "expected": {"truth_id": "other.closed"}},
       {"id": "b", "packs": ["demo"], "proposal": {"action": "greet", "name": "x", "room": "r"}, "expected": {"decision": "accepted"}},
       {"id": "c", "packs": ["other"], "proposal": {"action": "greet"}, "expected": {"truth_id": "converge.proposal.wellformed"}},
       {"id": "d", "packs": ["other"], "proposal": {"action": "greet"}, "expected": {"decision": "rejected"}}]
      """)
    #expect(results.map(\.outcome) == [.passed, .passed, .passed, .didNotLoad])
    #expect(results.last?.diagnostics.map(\.code) == ["T8206"])
  }

  /// `context.facts` accepts whole entries of all types, so earlier decisions are part of the context.
  @Test func aContextOfWholeEntriesIsTheHistoryThatItTells() throws {
    let world = World()
    let procedure = RunProcedure(program: world.set.program)
    let proposal = #"{"action": "greet", "name": "Ada", "room": "r", "idempotency_key": "k"}"#
    let first = try procedure.run(RunRequest(proposal: located(proposal)), on: procedure.emptyContext)
    let entries = first.entries.map { String(decoding: JSONValue.object($0.json).compact(), as: UTF8.self) }
    func fixture(_ proposal: String, _ expected: String) -> String {
      #"{"id": "a", "context": {"facts": [\#(entries.joined(separator: ","))]}, "proposal": \#(proposal), "expected": {\#(expected)}}"#
    }
    let again = fixture(
      proposal, #""decision": "accepted", "output_hash": "\#(first.outputHash)", "facts": [{"name": "Ada"}], "facts_count": 1"#)
    #expect(outcome(again)?.outcome == .passed, "\(String(describing: outcome(again)))")
    let other = fixture(
      #"{"action": "greet", "name": "Eve", "room": "r", "idempotency_key": "k"}"#, #""truth_id": "converge.idempotency.conflict""#
    )
    #expect(outcome(other)?.outcome == .passed)
  }

  @Test func nullAssertsThatThereIsNothing() {
    #expect(outcome(greeting(#""violations": null, "waiting_for": null"#))?.outcome == .passed)
    #expect(outcome(greeting(#""facts": null"#))?.mismatches.map(\.path) == ["expected.facts"])
  }
}
