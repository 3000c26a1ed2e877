import Testing
import TruthsDiagnostics
import TruthsEval
import TruthsText

/// Backgrounds that fixtures share (fixtures §2.1).
@Suite struct BackgroundTests {
  /// Returns the outcomes of fixtures in files, by path, with the findings of those that did not load.
  private func results(_ files: [(path: String, text: String)]) -> [FixtureResult] {
    var world = World()
    let read = FixtureFile.read(files.map { world.sources.add(path: $0.path, bytes: Array($0.text.utf8)) })
    let subject = EvalSubject(world.set)
    let suite = FixtureSuite(read, against: subject)
    let runner = FixtureRunner(subject)
    return EvalResults(suite.fixtures.map { runner.run($0) } + suite.faulty).results
  }

  private func outcomes(_ elements: String...) -> [FixtureOutcome] {
    results([("Fixtures/demo/a.json", "[\(elements.joined(separator: ",\n"))]")]).map(\.outcome)
  }

  private let shut = #"{"name": "shut", "context": {"facts": [{"type": "door.shut", "room": "r"}]}}"#

  private func fixture(_ id: String, _ more: String, proposal: String = "", decision: String) -> String {
    """
    {"id": "\(id)", \(more)
     "proposal": {"action": "greet", "name": "Ada", "room": "r"\(proposal)}, "expected": {"decision": "\(decision)"}}
    """
  }

  @Test func fixturesBeginWithIt() {
    #expect(outcomes(shut, fixture("a", #""background": "shut","#, decision: "halted")) == [.passed])
    #expect(outcomes(shut, fixture("a", "", decision: "accepted")) == [.passed])
    #expect(outcomes(fixture("a", #""background": "shut","#, decision: "halted"), shut) == [.passed])
  }

  @Test func folders() {
    let open = #"{"name": "shut", "context": {"facts": []}}"#
    let halted = fixture("a", #""background": "shut","#, decision: "halted")
    let accepted = fixture("a", #""background": "shut","#, decision: "accepted")
    func outcome(_ files: (String, String)...) -> FixtureOutcome? {
      results(files.map { (path: $0.0, text: $0.1) }).first { $0.id == "a" }?.outcome
    }
    #expect(outcome(("Fixtures/shared.json", shut), ("Fixtures/demo/in/a.json", halted)) == .passed)
    #expect(
      outcome(("Fixtures/shared.json", shut), ("Fixtures/demo/b.json", open), ("Fixtures/demo/a.json", accepted)) == .passed)
    #expect(outcome(("Fixtures/other/shared.json", shut), ("Fixtures/demo/a.json", halted)) == .didNotLoad)
  }

  @Test func whatAFixtureSaysCounts() {
    let limits = #"{"name": "few", "now": "2026-01-01T00:00:00Z", "policies": {"limit": 0}}"#
    let few = fixture("a", #""background": "few","#, decision: "waiting")
    let many = fixture("b", #""background": "few", "policies": {"limit": 1},"#, decision: "accepted")
    #expect(outcomes(limits, few, many) == [.passed, .passed])
  }

  @Test func factsOfTheSameKeyAreReplaced() {
    let guests = #"""
      {"name": "guests", "context": {"facts": [
        {"type": "person.greeted", "name": "Ada"}, {"type": "person.greeted", "name": "Bob"}]}}
      """#
    func count(_ facts: String, _ count: Int) -> String {
      #"""
      {"id": "\#(count)", "background": "guests", "context": {"facts": \#(facts)},
       "proposal": {"action": "greet", "name": "Eve", "room": "r"}, "expected": {"facts_count": \#(count)}}
      """#
    }
    let (same, other) = (#"[{"type": "person.greeted", "name": "Ada"}]"#, #"[{"type": "person.greeted", "name": "Cy"}]"#)
    #expect(outcomes(guests, count(same, 3), count(other, 4)) == [.passed, .passed])
  }

  /// Keys are compared as their fields hold them, not as they are written.
  @Test func keysAreComparedByValue() {
    let truths =
      World.demo + """

        fact bell.rung:
          key: [at]
          external: true
          fields:
            at: timestamp

        """
    var world = World([("truths/demo/demo.truths", truths)], isQuiet: false)
    let elements = #"""
      [{"name": "bells", "context": {"facts": [{"type": "bell.rung", "at": "2026-01-01T10:00:00Z"}]}},
       {"id": "a", "background": "bells", "context": {"facts": [{"type": "bell.rung", "at": "2026-01-01T11:00:00+01:00"}]},
        "proposal": {"action": "greet", "name": "Eve", "room": "r"}, "expected": {"facts_count": 2}}]
      """#
    let suite = world.suite([elements])
    #expect(suite.warnings == [])
    #expect(world.results(elements).map(\.outcome) == [.passed])
  }

  /// Of files that are not wanted only the backgrounds count, and a fixture reports their errors.
  @Test func filesAround() {
    let halted = fixture("a", #""background": "shut","#, decision: "halted")
    let other = fixture("b", "", decision: "rejected")
    func suite(_ shared: String) -> FixtureSuite {
      var world = World()
      let files = [("Fixtures/shared.json", "[\(shared), \(other)]"), ("Fixtures/demo/a.json", halted)]
      let read = FixtureFile.read(files.map { world.sources.add(path: $0.0, bytes: Array($0.1.utf8)) })
      return FixtureSuite(read, against: EvalSubject(world.set)) { $0 == "Fixtures/demo/a.json" }
    }
    let whole = suite(shut)
    #expect(whole.fixtures.map(\.id) == ["a"])
    #expect(whole.faulty.count == 0)
    let faulty = suite(#"{"name": "shut", "now": "today"}"#).faulty
    #expect(faulty.map(\.id) == ["a"])
    let messages: [String] = faulty.flatMap { $0.diagnostics }.map { $0.message }
    #expect(messages == ["the background `shut` has errors", "`today` is not a timestamp"])
  }

  /// A background is checked also where no fixture names it.
  @Test(arguments: [
    (#""now": "yesterday""#, "T8200"), (#""policies": {"nix": 7}"#, "T8102"),
    (#""context": {"facts": [{"type": "f.nix"}]}"#, "T8101"),
  ])
  func unused(_ member: String, _ code: String) {
    let found = results([("Fixtures/a.json", #"{"name": "b", \#(member)}"#)])
    #expect(found.map(\.outcome) == [.didNotLoad])
    #expect(found.flatMap(\.diagnostics).map { "\($0.code)" } == [code])
  }

  @Test func unusedBackgroundsAreTold() {
    let open = #"{"name": "open", "context": {"facts": []}}"#
    func warnings(_ files: (path: String, text: String)..., wanted: String? = nil) -> [String] {
      var world = World()
      let read = FixtureFile.read(files.map { world.sources.add(path: $0.path, bytes: Array($0.text.utf8)) })
      return FixtureSuite(read, against: EvalSubject(world.set)) { wanted == nil || $0 == wanted }.warnings.map(\.message)
    }
    let one = fixture("a", #""background": "shut","#, decision: "halted")
    #expect(warnings(("Fixtures/a.json", "[\(shut), \(open), \(one)]")) == ["no fixture begins with the background `open`"])
    #expect(warnings(("Fixtures/s.json", shut), ("Fixtures/demo/a.json", one), wanted: "Fixtures/s.json") == [])
    #expect(warnings(("Fixtures/s.json", open), ("Fixtures/demo/a.json", shut), wanted: "Fixtures/demo/a.json").count == 1)
  }

  @Test func documents() {
    let truths =
      World.demo + """

        source doors:
          document: doors
          each: rooms[]
          produces:
            - fact.door.shut

        """
    var world = World([("truths/demo/demo.truths", truths)])
    let files = [
      ("Fixtures/doors.json", #"{"name": "doors", "context": {"documents": {"doors": "rooms.json"}}}"#),
      ("Fixtures/rooms.json", #"{"rooms": [{"room": "r"}]}"#),
      ("Fixtures/demo/rooms.json", #"{"rooms": []}"#),
      ("Fixtures/demo/a.json", fixture("a", #""background": "doors","#, decision: "halted")),
      (
        "Fixtures/demo/b.json",
        fixture("b", #""background": "doors", "context": {"documents": {"doors": "rooms.json"}},"#, decision: "accepted")
      ),
    ]
    let read = FixtureFile.read(files.map { world.sources.add(path: $0.0, bytes: Array($0.1.utf8)) })
    let subject = EvalSubject(world.set)
    let suite = FixtureSuite(read, against: subject)
    let found = suite.fixtures.map { FixtureRunner(subject).run($0).outcome }
    #expect(found == [.passed, .passed])
    #expect(suite.faulty.flatMap(\.diagnostics) == [])
  }

  @Test func actors() {
    let people = #"""
      {"name": "people", "policies": {"limit": 0},
       "actors": {"ada": {"roles": ["guest"]},
                  "mia": {"type": "user", "user_id": "mia", "roles": ["manager"]}}}
      """#
    let named = fixture("a", #""background": "people","#, proposal: #", "actor": "ada""#, decision: "waiting")
    let story = #"""
      {"id": "b", "background": "people", "scenario": [
        {"connect": {"as": "ada"}}, {"as": "mia", "connect": {}}, {"connect": {"as": "eve", "actor": "mia"}},
        {"as": "ada", "propose": {"action": "greet", "name": "Ada", "room": "r"}},
        {"as": "ada", "expect": {"decision": "waiting", "can_i_act": false}},
        {"as": "mia", "expect": {"can_i_act": true}}, {"as": "eve", "expect": {"can_i_act": true}}]}
      """#
    #expect(outcomes(people, named, story) == [.passed, .passed])
  }

  static let wrong: [(elements: String, code: String)] = [
    (#"{"id": "a", "background": "shat", "proposal": {"action": "greet"}, "expected": {"decision": "rejected"}}"#, "T8210"),
    (#"{"name": "shut"}"#, "T8203"), (#"{"name": "b", "fcats": []}"#, "T8201"), (#"{"name": 3}"#, "T8200"),
    (#"{"name": "b", "context": []}"#, "T8200"), (#"{"name": "b", "actors": {"ada": {"rolse": []}}}"#, "T8201"),
    (
      #"{"id": "a", "background": "shut", "proposal": {"action": "greet", "actor": "ada"}, "expected": {"decision": "rejected"}}"#,
      "T8210"
    ), (#"{"id": "a", "proposal": {"action": "greet", "actor": "ada"}, "expected": {"decision": "rejected"}}"#, "T8210"),
    (
      #"{"id": "a", "background": "shut", "scenario": [{"connect": {"as": "ada", "actor": "ada"}}, {"expect": {"seq": 0}}]}"#,
      "T8210"
    ),
  ]

  @Test(arguments: wrong) func faults(_ elements: String, _ code: String) {
    let found: [Diagnostic] = results([("Fixtures/a.json", "[\(shut), \(elements)]")]).flatMap { $0.diagnostics }
    let codes = found.map { "\($0.code)" }
    #expect(codes == [code])
  }

  /// A step proposes as its client, so a name in `actor` names no one, with and without a background.
  @Test(arguments: ["", #""background": "people","#]) func namesInSteps(_ background: String) {
    let people = #"{"name": "people", "actors": {"mia": {"roles": []}}}"#
    let step = #"{"as": "mia", "propose": {"action": "greet", "actor": "mia"}}"#
    let one = #"{"id": "a", \#(background) "scenario": [{"connect": {"as": "mia"}}, \#(step), {"expect": {"seq": 0}}]}"#
    let other = fixture("b", #""background": "people","#, proposal: "", decision: "halted")
    let found = results([("Fixtures/a.json", "[\(people), \(one), \(other)]")]).flatMap(\.diagnostics)
    #expect(found.map { "\($0.code)" } == ["T8200"])
    #expect(found.first?.help == "leave `actor` out, and name the client beside `propose`: `\"as\": \"mia\"`")
  }

  @Test func namesOfActors() {
    let people = #"{"name": "people", "actors": {"mia": {"roles": []}}}"#
    func help(_ background: String, _ actor: String) -> String? {
      let one = fixture("a", background, proposal: #", "actor": "\#(actor)""#, decision: "halted")
      return results([("Fixtures/a.json", "[\(shut), \(people), \(one)]")]).flatMap(\.diagnostics).first?.help
    }
    #expect(help(#""background": "people","#, "mai") == "did you mean `mia`?")
    #expect(help(#""background": "shut","#, "ada")?.hasPrefix("write it in the background: `\"actors\": {\"ada\"") == true)
    #expect(help("", "ada")?.hasPrefix("name a `background` with this actor") == true)
  }

  @Test func errorsAreToldOnce() {
    let wrong = #"{"name": "wrong", "context": {"facts": [{"type": "door.shutt", "room": "r"}]}}"#
    let (first, second) = (
      fixture("a", #""background": "wrong","#, decision: "halted"), fixture("b", #""background": "wrong","#, decision: "halted")
    )
    let found = results([("Fixtures/a.json", "[\(wrong), \(first), \(second)]")])
    #expect(found.map(\.outcome) == [.didNotLoad, .didNotLoad, .didNotLoad])
    let messages: [String] = found.flatMap { $0.diagnostics }.map { $0.message }
    let shared = messages.filter { $0.contains("door.shutt") }
    #expect(shared.count == 1)
    #expect(messages.last == "the background `wrong` has errors")
  }

  /// Actors of a background that is missing or has errors are not reported as unknown too.
  @Test(arguments: [("opn", "there is no background `opn`"), ("faulty", "the background `faulty` has errors")])
  func namesBehindALostBackgroundAreNotTold(_ name: String, _ message: String) {
    let faulty = #"{"name": "faulty", "context": {"states": []}, "actors": {"ann": {"type": "user", "user_id": "ann"}}}"#
    let open = #"{"name": "open", "actors": {"ann": {"type": "user", "user_id": "ann"}}}"#
    let one = fixture("a", #""background": "\#(name)","#, proposal: #", "actor": "ann""#, decision: "halted")
    let found = results([("Fixtures/a.json", "[\(faulty), \(open), \(one)]")])
    #expect(found.last?.diagnostics.map(\.message) == [message])
  }
}
