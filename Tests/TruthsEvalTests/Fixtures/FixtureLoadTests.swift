import Testing
import TruthsDiagnostics
import TruthsEval

/// A violation of fixtures §2 is a finding at the exact characters, and the fixture does not run.
@Suite struct FixtureLoadTests {
  private func faults(_ fixture: String) -> [String] {
    var world = World()
    return world.faults(fixture)
  }

  /// A fixture that is right, with members in place of `expected`'s, and with members added.
  private func fixture(
    expected: String = #""decision": "accepted""#, proposal: String = #""action": "greet", "name": "Ada", "room": "r""#,
    more: String = ""
  ) -> String {
    #"{"id": "a", \#(more) "proposal": {\#(proposal)}, "expected": {\#(expected)}}"#
  }

  @Test func aRightFixtureHasNoFinding() { #expect(faults(fixture()) == []) }

  @Test(
    arguments: [
      ("[1]", ["T8200 1"]), ("\"a\"", ["T8200 \"a\""]), ("{}", ["T8202 {", "T8205 {"]),
      (#"{"id": "a", "proposal": {"action": "greet"}}"#, ["T8202 {"]),
      (#"{"id": "a", "expected": {"decision": "accepted"}}"#, ["T8205 {"]),
      (#"{"proposal": {"action": "greet"}, "expected": {"decision": "accepted"}}"#, ["T8202 {"]),
    ] as [(String, [String])]) func theFrame(text: String, wanted: [String])
  {
    #expect(faults(text) == wanted)
  }

  @Test func aContextThatIsAListIsToldWhereFactsGo() {
    var world = World()
    let text = fixture(more: #""context": [{"type": "door.shut", "room": "r"}],"#)
    let found = world.suite([text]).faulty.flatMap(\.diagnostics)
    #expect(found.map(\.code) == ["T8200"])
    #expect(found.first?.help == "put the list under `facts`: `\"context\": {\"facts\": […]}`")
  }

  @Test func bothAProposalAndAScenario() {
    #expect(faults(fixture(more: #""scenario": [],"#)) == [#"T8205 "scenario""#])
  }

  @Test(arguments: [
    (#""desicion": "accepted""#, #"T8201 "desicion""#), ("", "T8204 {}"), (#""no_facts": []"#, #"T8204 {"no_facts": []}"#),
    (#""no_traces": null"#, #"T8204 {"no_traces": null}"#),
    (#""decision": "acepted""#, #"T8210 "acepted""#), (#""decision": 3"#, "T8200 3"),
    (#""run_status": "done""#, #"T8210 "done""#),
    (#""truth_id": "demo.greting""#, #"T8209 "demo.greting""#), (#""waiting_for": "x""#, #"T8200 "x""#),
    (#""facts_count": -1"#, "T8200 -1"), (#""facts_count": 1.5"#, "T8200 1.5"),
    (#""violations": [{"truth": "x"}]"#, #"T8201 "truth""#), (#""violations": [{"kind": "hard"}]"#, #"T8210 "hard""#),
    (#""violations": [{"truth_id": "demo.x"}]"#, #"T8209 "demo.x""#), (#""violations": [3]"#, "T8200 3"),
    (#""violations": [{"truth_id": "demo.greeting", "values": {"tims": null}}]"#, #"T8208 "tims""#),
    (#""violations": [{"truth_id": "demo.door_shut", "values": {"times": null}}]"#, #"T8208 "times""#),
    (#""facts": [{"type": "person.greted"}]"#, #"T8207 "person.greted""#),
    (#""facts": [{"type": "person.greeted", "nmae": "Ada"}]"#, #"T8208 "nmae""#),
    (#""facts": [{"nmae": "Ada"}]"#, #"T8208 "nmae""#),
    (#""no_facts": [{"type": "x.y"}]"#, #"T8207 "x.y""#), (#""no_facts": {"type": "x.y"}"#, #"T8207 "x.y""#),
    (#""traces": [{"truth_id": "x"}]"#, #"T8209 "x""#), (#""traces": [{"actoin": "x"}]"#, #"T8201 "actoin""#),
    (#""traces": [{"action": "grete"}]"#, #"T8206 "grete""#), (#""traces": [{"actor": {"usr": "x"}}]"#, #"T8201 "usr""#),
    (#""no_traces": [{"truth_id": "x"}]"#, #"T8209 "x""#), (#""reason_contains": """#, #"T8200 """#),
  ]) func whatIsExpected(expected: String, wanted: String) {
    #expect(faults(fixture(expected: expected)) == [wanted])
  }

  /// `null` expects absence of any value. Ids of clauses and built-in ids are valid, too.
  @Test(arguments: [
    #""truth_id": null"#, #""violations": [{"truth_id": "demo.door_shut", "approved_by": null}]"#, #""facts": []"#,
    #""violations": [{"truth_id": "demo.greeting", "values": {"times": 9, "limit": null}}]"#,
    #""violations": [{"truth_id": "demo.door_shut", "values": {"door.shut": null}}, {"values": {"anything": null}}]"#,
    #""truth_id": "converge.proposal.governed""#, #""traces": [{"action": "guardrail.hit"}]"#, #""waiting_for": null"#,
    #""facts": [{"type": "approval.requested", "role": "manager"}]"#, #""no_traces": [{"truth_id": null}]"#,
  ]) func whatMayBeExpected(expected: String) {
    #expect(faults(fixture(expected: expected)) == [])
  }

  @Test(arguments: [
    (#""action": "grete""#, #"T8206 "grete""#), (#""name": "Ada""#, "T8202 {"),
    (#""action": "greet", "nmae": "x""#, #"T8208 "nmae""#),
    (#""action": "greet", "guests": [{"name": "x", "aeg": 3}]"#, #"T8208 "aeg""#),
    (#""action": "greet", "payload": {"nmae": "x"}"#, #"T8208 "nmae""#),
    (#""action": "greet", "payload": {"name": "x"}, "room": "r""#, #"T8201 "room""#),
    (#""proposal": {"action": "greet", "name": "x"}, "queud_at": "x""#, #"T8201 "queud_at""#),
    (#""action": "greet", "override": {"truth_id": "demo.x"}"#, #"T8209 "demo.x""#),
  ]) func whatIsProposed(proposal: String, wanted: String) {
    #expect(faults(fixture(proposal: proposal)) == [wanted])
  }

  /// A fault in the envelope is a finding. Otherwise a rejection could have another reason than the tested one.
  @Test(arguments: [
    (#""actor": {"user_id": "ann", "rols": ["manager"]}"#, #"T8201 "rols""#),
    (#""actor": {"user_id": "ann", "typ": "user"}"#, #"T8201 "typ""#), (#""actor": {"type": "usr"}"#, #"T8200 "usr""#),
    (#""actor": {"roles": "manager"}"#, #"T8200 "manager""#), (#""override": {"truth": "demo.greeting"}"#, #"T8201 "truth""#),
    (#""requires_consent": "explict""#, #"T8200 "explict""#), (#""timestamp": "2024-13-01""#, #"T8200 "2024-13-01""#),
    (#""consent": "yes""#, #"T8200 "yes""#), (#""confidence": "high""#, #"T8200 "high""#),
  ]) func theEnvelope(member: String, wanted: String) {
    let proposal = #""action": "greet", "name": "Ada", "room": "r", \#(member)"#
    #expect(faults(fixture(expected: #""decision": "rejected""#, proposal: proposal)) == [wanted])
    #expect(faults(fixture(expected: #""truth_id": "converge.proposal.wellformed""#, proposal: proposal)) == [])
  }

  @Test func theEnvelopeIsToldWithTheNearestName() {
    func first(_ member: String) -> (message: String, help: String?)? {
      var world = World()
      let suite = world.suite([fixture(proposal: #""action": "greet", \#(member)"#)])
      return suite.faulty.first?.diagnostics.first.map { ($0.message, $0.help) }
    }
    let role = first(#""actor": {"rols": []}"#)
    #expect(role?.message == "unknown member `actor.rols`")
    #expect(role?.help == "did you mean `roles`?")
    #expect(first(#""requires_consent": "explict""#)?.help == "did you mean `explicit`?")
    let stray = first(#""payload": {"name": "x"}, "room": "r""#)
    #expect(stray?.message == "stray member `room`: with `payload`, the intent's fields are those in it")
    #expect(stray?.help == "to test its rejection, expect `truth_id` `converge.proposal.wellformed`")
  }

  /// Wrong types of fields are a decision, not a fault of the fixture; neither is any text as `truth_id`.
  @Test(arguments: [
    #""entry_type": "proposal", "sequence": 1, "payload": {"action": "greet", "name": "x"}"#, #""action": "greet", "name": 3"#,
    #""action": 3"#,
    #""action": "greet", "truth_id": "blueprint.x.next_step""#, #""action": "demo.greet""#,
    #""proposal": {"action": "greet", "name": "x"}, "queued_at": "2024-01-01T00:00:00Z", "replay_safe": true"#,
  ]) func whatMayBeProposed(proposal: String) {
    #expect(faults(fixture(proposal: proposal)) == [])
  }

  @Test(arguments: [#""action": "grete""#, #""action": "greet", "nmae": 3"#, #""name": 3"#])
  func namesInTheProposalAreFreeWhereTheirRejectionIsTested(proposal: String) {
    #expect(faults(fixture(expected: #""truth_id": "converge.proposal.wellformed""#, proposal: proposal)) == [])
    #expect(faults(fixture(expected: #""truth_id": "converge.proposal.governed""#, proposal: proposal)).count == 1)
  }

  @Test(arguments: [
    (#""now": "yesterday","#, #"T8200 "yesterday""#), (#""now": 3,"#, "T8200 3"), (#""packs": ["dema"],"#, #"T8211 "dema""#),
    (#""tags": "x","#, #"T8200 "x""#), (#""policies": [],"#, "T8200 []"), (#""contxt": {},"#, #"T8201 "contxt""#),
    (#""context": [],"#, "T8200 []"), (#""context": {"fact": []},"#, #"T8201 "fact""#),
    (#""context": {"facts": {}},"#, "T8200 {}"),
    (#""description": 3,"#, "T8200 3"),
  ]) func theRest(more: String, wanted: String) {
    #expect(faults(fixture(more: more)) == [wanted])
  }

  @Test func ofTwoFixturesWithOneIDTheSecondIsAtFault() {
    var world = World()
    let suite = world.suite([fixture(), "[\(fixture()), \(fixture(more: #""tags": ["x"],"#))]"])
    #expect(suite.fixtures.count == 1)
    #expect(suite.faulty.map(\.id) == ["a", "a"])
    #expect(suite.faulty.flatMap(\.diagnostics).map(\.code) == ["T8203", "T8203"])
    #expect(suite.faulty.allSatisfy { $0.diagnostics.first?.notes.first?.span == suite.fixtures.first?.span })
  }

  @Test func aFileThatIsNoJSONDoesNotHideOthers() {
    var world = World()
    let suite = world.suite(["{\"id\": ", fixture()])
    #expect(suite.fixtures.map(\.id) == ["a"])
    #expect(suite.faulty.map(\.outcome) == [.didNotLoad])
    #expect(suite.faulty.first?.diagnostics.count == 1)
  }

  @Test func theNearestNameIsProposed() {
    var world = World()
    let suite = world.suite([fixture(expected: #""desicion": "accepted""#)])
    #expect(suite.faulty.first?.diagnostics.first?.help == "did you mean `decision`?")
    #expect(suite.faulty.first?.diagnostics.first?.message == "`desicion` is not a field of `expected`")
  }

  /// No run produces a derived fact, so its absence shows nothing.
  @Test func theAbsenceOfADerivedFactAssertsNothing() {
    let view = """
      fact person.welcome:
        derived: true
        key: [name]
        fields:
          name: text

      truth welcoming:
        when:
          - fact: person.greeted
        produces:
          - fact.person.welcome

      """
    var world = World([("truths/demo/demo.truths", World.demo + "\n" + view)], isQuiet: false)
    let found = world.faults(fixture(expected: #""no_facts": [{"type": "person.greeted"}, {"type": "person.welcome"}]"#))
    #expect(found == [#"T8204 "person.welcome""#])
  }

  /// No fact lacks a field that is not optional, and no decision is a fact, so their absence shows nothing.
  @Test(
    arguments: [
      (#"{"type": "bag.packed", "size": null}"#, "T8204 null"), (#"{"size": null}"#, "T8204 null"),
      (#"{"type": "bag.packed", "note": null}"#, nil),
      (#"{"type": "decision.made", "action": "greet"}"#, #"T8204 "decision.made""#),
    ] as [(String, String?)]) func theAbsenceOfWhatNeverComesAssertsNothing(fact: String, fault: String?)
  {
    let more =
      "fact bag.packed:\n  key: [bag_id]\n  external: true\n  fields:\n    bag_id: text\n    size: integer\n    note: text?\n"
    var world = World([("truths/demo/demo.truths", World.demo + "\n" + more)], isQuiet: false)
    #expect(world.faults(fixture(expected: #""no_facts": \#(fact)"#)) == (fault.map { [$0] } ?? []))
    #expect(world.faults(fixture(expected: #""facts": [\#(fact)]"#)) == [])
  }

  /// No fact holds a value beyond its field's type, so its absence shows nothing.
  @Test(
    arguments: [
      (#"{"type": "bag.packed", "colour": "red"}"#, #"T8200 "red""#), (#"{"colour": "red"}"#, #"T8200 "red""#),
      (#"{"type": "bag.packed", "colour": "bleu"}"#, #"T8200 "bleu""#), (#"{"type": "bag.packed", "colour": "z.red"}"#, nil),
      (#"{"colour": "blue"}"#, nil),
      (#"{"type": "bag.packed", "stripes": ["blue", "red"]}"#, #"T8200 "red""#),
      (#"{"type": "bag.packed", "lining": {"colour": "red"}}"#, #"T8200 "red""#),
      (#"{"type": "bag.packed", "lining": {"colour": "z.red"}}"#, nil),
      (#"{"type": "order.entered", "state": "open"}"#, #"T8200 "open""#),
      (#"{"type": "order.entered", "state": "order.open"}"#, nil), (#"{"type": "bag.packed", "worn": "PT36H"}"#, nil),
      (#"{"type": "bag.packed", "worn": "long"}"#, #"T8200 "long""#),
      (#"{"type": "bag.packed", "size": 20}"#, "T8200 20"), (#"{"size": -1}"#, "T8200 -1"),
      (#"{"type": "bag.packed", "size": 10}"#, nil),
    ] as [(String, String?)]) func factsHaveValuesOfTheirFields(fact: String, fault: String?)
  {
    let more = """
      enum colour:
        values: [red, blue]
        named: {red: "z.red"}

      record cloth:
        fields:
          colour: colour
          size: integer

      fact bag.packed:
        key: [bag_id]
        external: true
        fields:
          bag_id: text
          colour: colour
          stripes: list of colour
          lining: cloth
          worn: duration
          size: integer min 0 max 10

      lifecycle order:
        key: [bag_id]
        initial: open
        transitions:
          - open → closed
        terminal: [closed]
        named: {open: "order.open"}

      """
    var world = World([("truths/demo/demo.truths", World.demo + "\n" + more)], isQuiet: false)
    for name in ["facts", "no_facts"] {
      #expect(world.faults(fixture(expected: #""\#(name)": [\#(fact)]"#)) == (fault.map { [$0] } ?? []))
    }
  }

  @Test func aValueUnderItsOwnNameIsToldItsNameInJSON() {
    let more =
      "enum colour:\n  values: [red]\n  named: {red: \"z.red\"}\n\n"
      + "fact bag.packed:\n  key: [colour]\n  external: true\n  fields:\n    colour: colour\n"
    var world = World([("truths/demo/demo.truths", World.demo + "\n" + more)], isQuiet: false)
    let suite = world.suite([fixture(expected: #""no_facts": [{"type": "bag.packed", "colour": "red"}]"#)])
    let fault = suite.faulty.first?.diagnostics.first
    #expect(fault?.message == #"`colour` is "red", which is called "z.red" in JSON"#)
    #expect(fault?.help == "no fact holds this, so that expecting its absence would assert nothing")
    let expected = world.suite([fixture(expected: #""facts": [{"type": "bag.packed", "colour": "red"}]"#)])
    #expect(expected.faulty.first?.diagnostics.first?.help == "no fact holds this, so that it can never be found")
  }

  @Test func theFilterTakesByIDAndTag() {
    var world = World()
    let files = [fixture(), #"{"id": "b", "tags": ["slow"], "x": 1}"#, "nonsense"]
    #expect(world.suite(files, filter: FixtureFilter(["slow"])).fixtures.isEmpty)
    #expect(world.suite(files, filter: FixtureFilter(["slow"])).faulty.map(\.id) == ["b", nil])
    #expect(world.suite(files, filter: FixtureFilter(["a"])).fixtures.map(\.id) == ["a"])
  }
}
