import Testing
import TruthsCheck
import TruthsJSON
import TruthsProgram
import TruthsText

/// The lowering of sources' members, and the findings about them (declarations §14).
@Suite struct SourceTests {
  private let facts = """
    enum state: [open, done]

    record step:
      fields:
        name: text
        minutes: decimal?

    fact task.recorded:
      key: [task_id]
      fields:
        task_id: text
        state: state
        steps: list of step?

    fact step.taken:
      key: [task_id, name]
      fields:
        task_id: text
        name: text
        at: timestamp?
    """

  private func shop(
    _ output: [String], each: String? = "tasks[]", lets: [String] = [], more: [String] = [], declarations: [String] = []
  ) -> Shop {
    var lines = ["source tracker:", "  document: tracker"] + more.map { "  \($0)" }
    if let each { lines.append("  each: \(each)") }
    if !lets.isEmpty { lines += ["  let:"] + lets.map { "    \($0)" } }
    lines += ["  produces:"] + output.map { "    \($0)" }
    return Shop(
      requires: ["no t in task.recorded satisfies t.state == open", "no s in step.taken satisfies s.name == \"\""],
      declarations: [facts, lines.joined(separator: "\n")] + declarations)
  }

  private let both = ["- fact.task.recorded", "- fact.step.taken for step in taken"]

  @Test func membersHaveTheTypesOfTheFactsThatTheyReach() throws {
    let set = shop(both + ["- fact.task.recorded where urgent and rank > 2 and tags not empty"]).load()
    #expect(set.findings == [])
    let source = try #require(set.program.sources.first)
    let types = Dictionary(uniqueKeysWithValues: source.inputs.map { ($0.name, $0.type) })
    #expect(types["task_id"] == .text)
    #expect(types["urgent"] == .boolean)
    #expect(types["rank"] == .decimal(unit: nil))
    #expect(types["tags"] == .list(.json))
    guard case .enumeration? = types["state"], case .list(.record(let step))? = types["taken"] else {
      Issue.record("state and taken: \(types)")
      return
    }
    #expect(set.program.records[step].fields.map(\.name) == ["task_id", "name", "at"])
    #expect(source.inherited == [InheritedMembers(list: ["taken"], names: ["at", "name", "task_id"])])
  }

  @Test func listOfADeclaredRecordSaysWhatItHolds() throws {
    let set = shop(["- fact.task.recorded", "- fact.step.taken for step in steps"]).load()
    #expect(set.findings == [])
    let source = try #require(set.program.sources.first)
    #expect(source.inherited.isEmpty)
    #expect(source.inputs.map(\.name) == ["task_id", "state", "steps", "at"])
  }

  @Test func elementsThatAreNoObjects() throws {
    let set = shop(["- fact.step.taken for name in names", "- fact.task.recorded"]).load()
    #expect(set.findings == [])
    let inputs = try #require(set.program.sources.first).inputs
    #expect(inputs.first { $0.name == "names" }?.type == .list(.text))
  }

  @Test func typesFollowFromUse() throws {
    let uses = [
      ("starts_with(a, \"x\")", ValueType.text), ("a == \"x\"", .text), ("a > 1", .decimal(unit: nil)),
      ("a in [\"x\", \"y\"]", .text), ("a", .boolean), ("not a", .boolean), ("a == state", .enumeration(0)),
      ("a.b == 1", .record(0)), ("(some x in a satisfies x)", .list(.boolean)), ("a exists", .json),
    ]
    for (clause, type) in uses {
      let set = shop(both + ["- fact.task.recorded where \(clause)"]).load()
      #expect(set.findings == [], "\(clause)")
      let found = set.program.sources.first?.inputs.first { $0.name == "a" }?.type
      switch (found, type) {
      case (.enumeration?, .enumeration), (.record?, .record): break
      default: #expect(found == type, "\(clause)")
      }
    }
  }

  @Test func typesThatNothingTells() {
    #expect(shop(both + ["- fact.task.recorded where length(a) > 1"]).findings == ["T2013 `a`"])
    #expect(shop(both + ["- fact.task.recorded where a == b"]).findings == ["T2013 `a`", "T2013 `b`"])
  }

  @Test func namesAndTypesAreHeldToTheirPlaces() {
    #expect(shop(["- fact.task.recorded:", "    stat: open"] + both.dropFirst()).findings == ["T1010 `stat`"])
    #expect(shop(["- fact.task.recorded:", "    state: 5"] + both.dropFirst()).findings == ["T2002 `5`"])
    #expect(
      shop(["- fact.task.recorded:", "    state: opne"] + both.dropFirst(), lets: ["opne: 5"]).findings == ["T2002 `opne`"])
    #expect(shop(both, lets: ["unused: task_id"]).findings == ["T5008 `unused`"])
    #expect(shop(["- fact.task.recorded:", "    state: [task_id]"] + both.dropFirst()).findings == ["T2002 `[task_id]`"])
    // A text is read as a value of the enum.
    #expect(shop(["- fact.task.recorded:", "    state: task_id"] + both.dropFirst()).findings == [])
  }

  @Test func sourcesReadNothingButTheirDocument() {
    #expect(shop(both + ["- fact.task.recorded where not step.taken"]).findings == ["T1024 `step.taken`"])
    #expect(shop(both + ["- fact.step.taken for step in taken where step.at < now"]).findings == ["T1024 `now`"])
    #expect(shop(both + ["- fact.task.recorded where actor.type == \"user\""]).findings.contains("T1024 `actor.type`"))
    #expect(shop(["- fact.task.recorded:", "    task_id: actor.user_id"] + both.dropFirst()).findings == [])
  }

  @Test func sourcesProduceFactsOfTheirPack() {
    #expect(shop(both + ["- trace.reading"]).findings == ["T5018 `trace.reading`"])
    #expect(shop(both + ["- correction.task.recorded"]).findings.contains("T5018 `task.recorded`"))
    #expect(shop(["[]"]).findings.contains("T5018 `source tracker`"))
    let external = "fact stock.taken:\n  key: [task_id]\n  external: true\n  fields:\n    task_id: text"
    #expect(shop(both + ["- fact.stock.taken"], declarations: [external]).findings == [])
    let view = "fact stock.seen:\n  key: [task_id]\n  derived: true\n  fields:\n    task_id: text"
    #expect(shop(both + ["- fact.stock.seen"], declarations: [view]).findings == ["T4103 `stock.seen`"])
  }

  @Test func proposalsHaveTheFieldsOfTheirIntent() throws {
    var shop = shop(both + ["- proposal.buy for step in taken:", "    order_id: step.order"])
    let set = shop.load()
    #expect(set.findings == [])
    let proposal = try #require(set.program.sources.first?.proposals.first)
    #expect(set.program.intents[proposal.intent].name == "buy")
    shop = self.shop(both + ["- proposal.by"])
    #expect(shop.findings == ["T1007 `by`"])
    shop = self.shop(both + ["- proposal.buy:", "    oder_id: task_id"])
    #expect(shop.findings == ["T1010 `oder_id`"])
    #expect(Shop(produces: ["proposal.buy"]).findings == ["T5018 `proposal.buy`"])
  }

  @Test func whatASourceProducesIsProduced() {
    #expect(shop(both).findings == [])
    #expect(shop(["- fact.task.recorded"]).findings == ["T5007 `step.taken`"])
  }

  @Test func pathsAndKeys() {
    for path in ["tasks[0]", "tasks[", "a..b", ".a", "a b"] {
      #expect(shop(both, each: path).findings.contains { $0.hasPrefix("T0030") }, "\(path)")
    }
    let deep = Array(repeating: "a", count: 64).joined(separator: ".")
    for path in [deep + ".a", deep + "[]", "a" + String(repeating: "[]", count: 10_000)] {
      #expect(shop(both, each: path).findings.contains { $0.hasPrefix("T0030") }, "\(path)")
    }
    for path in ["[]", "\"[]\"", "a.b-c[][].d", "tasks", deep] { #expect(shop(both, each: path).findings == [], "\(path)") }
    #expect(shop(both, more: ["closde: true"]).findings == ["T0026 `closde`"])
  }

  @Test func canonicalFormHoldsAllThatItSays() throws {
    let set = shop(both, lets: ["late: minutes > 5"], more: ["closed: true"]).load()
    let found = set.program.declarations.first { $0.key.text == "source shop.tracker" }
    let body = try #require(found?.body)
    #expect(
      String(decoding: body.compact(), as: UTF8.self)
        == #"{"document":"tracker","each":"tasks[]","closed":true,"let":{"late":"minutes > 5"},"#
        + #""produces":["fact.task.recorded","fact.step.taken for step in taken"]}"#)
    #expect(found?.references.map(\.text) == ["fact shop.step.taken", "fact shop.task.recorded"])
  }
}
