import Testing
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsText

/// Failed fixtures are rewritten to expect the actual results, without other changes in their files (`eval --update`).
@Suite struct FixtureUpdateTests {
  /// Returns a fixture file after its update, with the outcomes of its fixtures before and after.
  private func updated(_ text: String) throws -> (text: String, before: [FixtureOutcome], after: [FixtureOutcome]) {
    var world = World()
    let before = world.results(text)
    let file = try #require(world.sources.files.last)
    let bytes = FixtureEdit.apply(before.filter { $0.outcome == .failed }.flatMap(\.edits), to: file)
    let new = String(decoding: bytes, as: UTF8.self)
    return (new, before.map(\.outcome), world.results(new).map(\.outcome))
  }

  private func greeting(_ expected: String, context: String = "[]", times: Int = 1, more: String = "") -> String {
    """
    {"id": "a", "context": {"facts": \(context)},\(more)
     "proposal": {"action": "greet", "name": "Ada", "room": "r", "times": \(times), "guests": [{"name": "Tim", "age": 7}]},
     "expected": {\(expected)}}
    """
  }

  /// The expectations in the file before and after the update.
  @Test(arguments: [
    (#""decision": "halted""#, #""decision": "accepted""#),
    (#""decision" : "halted" , "facts_count":7"#, #""decision" : "accepted" , "facts_count":1"#),
    (#""reason": "x""#, #""reason": "2 requirements and 2 invariants hold""#),
    (#""reason_contains": "x""#, #""reason_contains": "2 requirements and 2 invariants hold""#),
    (#""waiting_for": ["approval from @x"]"#, #""waiting_for": []"#),
    (#""run_status": null, "decision": "accepted""#, #""run_status": "converged", "decision": "accepted""#),
    (#""facts": [{"name": "Eve"}]"#, #""facts": [{"name": "Ada"}]"#),
    (#""facts": []"#, #""facts": [{"type": "person.greeted", "name": "Ada"}]"#),
    (#""facts": null"#, #""facts": [{"type": "person.greeted", "name": "Ada"}]"#),
    (#""facts": [{"name": "Ada"}, {"name": "Eve"}]"#, #""facts": [{"name": "Ada"}]"#),
    (#""facts": [{"name": "Eve"}, {"name": "Ada"}]"#, #""facts": [{"name": "Ada"}]"#),
    (#""facts": [ {"name": "Eve"} , {"name": "Ada"} , {"name": "Tim"} ]"#, #""facts": [ {"name": "Ada"} ]"#),
    (
      #""violations": [{"kind": "unknown", "values": {"count(g in guests where g.age < 18)": 2}}]"#,
      #""violations": [{"kind": "advisory", "values": {"count(g in guests where g.age < 18)": 1}}]"#
    ),
    (
      #""violations": [{"approved_by": "max"}], "violations_count": 0"#,
      #""violations": [{"approved_by": null}], "violations_count": 1"#
    ),
    (#""traces": [{"action": "greet", "decision": "halted"}]"#, #""traces": [{"action": "greet", "decision": "accepted"}]"#),
  ])
  func whatFailedExpectsWhatCame(before: String, after: String) throws {
    let result = try updated(greeting(before))
    #expect(result.before == [.failed])
    #expect(result.text == greeting(after))
    #expect(result.after == [.passed])
  }

  @Test func aRunThatWaitsIsExpectedToWait() throws {
    let result = try updated(greeting(#""decision": "accepted""#, times: 4))
    #expect(result.text == greeting(#""decision": "waiting""#, times: 4))
    #expect(result.after == [.passed])
  }

  @Test func aViewOfARunThatWaitsIsExpectedToWait() throws {
    func story(_ decision: String) -> String {
      """
      {"id": "a", "scenario": [{"connect": {"as": "ada"}},
        {"propose": {"action": "greet", "name": "Ada", "room": "r", "times": 4}},
        {"expect": {"decision": "\(decision)"}}]}
      """
    }
    let result = try updated(story("accepted"))
    #expect(result.text == story("waiting"))
    #expect(result.after == [.passed])
  }

  @Test func everyMemberOfAPartialListTakesAnotherValue() throws {
    let expected = #""violations": [{"clause": "invariants[7]"}, {"kind": "advisory"}]"#
    let result = try updated(greeting(expected, times: 9))
    #expect(result.text == greeting(#""violations": [{"clause": "invariants[0]"}, {"kind": "advisory"}]"#, times: 9))
    #expect(result.after == [.passed])
  }

  @Test func violationsThatWereDeniedAreNamedInShort() throws {
    let result = try updated(greeting(#""violations": []"#))
    #expect(
      result.text
        == greeting(
          """
          "violations": [
              {"truth_id": "demo.greeting", "clause": "invariants[2]", "kind": "advisory", "reason": "There are children"}
             ]
          """.replacing("\n    ", with: "\n   ").replacing("\n   ]", with: "\n ]")))
    #expect(result.after == [.passed])
  }

  @Test func whatPassesStays() throws {
    let text = greeting(#""decision": "accepted", "facts": [{"name": "Ada"}], "no_facts": [{"name": "Eve"}]"#)
    let result = try updated(text)
    #expect(result.text == text)
    #expect(result.before == [.passed])
  }

  @Test func whatNeverFiredOrDidNotLoadStays() throws {
    let text = """
      [\(greeting(#""decision": "halted", "truth_id": "demo.door_shut""#)),
       {"id": "b", "proposal": {"action": "gret"}, "expected": {"decision": "halted"}},
       {"id": "c", "tags": ["skip"], "proposal": {"action": "greet"}, "expected": {"decision": "halted"}}]
      """
    let result = try updated(text)
    #expect(result.before == [.neverFired, .didNotLoad, .skipped])
    #expect(result.text == text)
  }

  @Test func whatMustNotComeIsLeftToItsAuthor() throws {
    let result = try updated(greeting(#""decision": "halted", "no_facts": {"name": "Ada"}"#))
    #expect(result.text == greeting(#""decision": "accepted", "no_facts": {"name": "Ada"}"#))
    #expect(result.after == [.failed])
  }

  @Test func scenariosExpectWhatIsSeenStepByStep() throws {
    func scenario(_ first: String, _ second: String, _ decision: String) -> String {
      """
      {"id": "a", "scenario": [
      \t{"connect": {"as": "ada", "actor": {"type": "user", "user_id": "ada"}}},
      \t{"propose": {"action": "greet", "name": "Ada", "room": "r"}},\r
      \t{"expect": {\(first)}},
      \t{"expect": {\(second)}}],
       "expected": {"decision": "\(decision)"}}
      """
    }
    let result = try updated(
      scenario(
        #""run_status": "waiting", "provisional": 3, "facts": [{"name": "Eve"}]"#,
        #""connection_state": "offline", "indicator": {"color": "x"}, "provisional": true, "missing_seqs": [1]"#, "halted"))
    #expect(
      result.text
        == scenario(
          #""run_status": "converged", "provisional": 0, "facts": [{"name": "Ada"}]"#,
          #""connection_state": "streaming", "indicator": {"color": "green"}, "provisional": false, "missing_seqs": []"#,
          "accepted"))
    #expect(result.after == [.passed])
  }

  @Test func changesAreToldInOneLineEach() throws {
    var world = World()
    let results = world.results(greeting(#""decision": "halted", "facts": [{"name": "Ada"}, {"name": "Eve"}]"#))
    #expect(
      results.flatMap(\.edits).map(\.text) == [
        #"expected.decision: "halted" → "accepted""#, #"expected.facts[1]: {"name":"Eve"} removed"#,
      ])
  }
}
