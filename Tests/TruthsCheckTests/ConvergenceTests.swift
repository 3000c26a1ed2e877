import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Strata, termination, views and causes of truths on facts (declarations §6), with the findings about them.
@Suite struct ConvergenceTests {
  private func truth(_ name: String, when: [String], produces: String, fields: [String] = []) -> String {
    (["truth \(name):", "  when:"] + when.map { "    - \($0)" } + ["  produces:", "    - \(produces)"]
      + fields.map { "        \($0)" } + ["    - trace.\(name)"]).joined(separator: "\n")
  }

  private func fact(_ name: String, _ fields: [String] = ["order_id: text"]) -> String {
    (["fact \(name):", "  key: [order_id]", "  fields:"] + fields.map { "    \($0)" }).joined(separator: "\n")
  }

  private func strata(_ declarations: [String]) -> [String: Int] {
    let loaded = Shop(declarations: declarations).load()
    #expect(loaded.findings == [])
    return Dictionary(
      loaded.program.truths.filter { !$0.matches.isEmpty }.map { ($0.id, $0.stratum) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func strataCountNegativeReadingsOnly() {
    let found = strata([
      fact("order.a"), fact("order.b"), fact("order.c"), fact("order.d"),
      truth("to_a", when: ["fact: order.placed"], produces: "fact.order.a"),
      truth(
        "to_b", when: ["fact: order.a", "if: order.a or some x in order.a satisfies order.placed"], produces: "fact.order.b"),
      truth("to_c", when: ["fact: order.b", "if: not order.d"], produces: "fact.order.c"),
      truth("to_d", when: ["fact: order.b", "if: count(x in order.b) > 1"], produces: "fact.order.d"),
    ])
    #expect(found == ["shop.to_a": 1, "shop.to_b": 1, "shop.to_d": 2, "shop.to_c": 3])
  }

  private func mover(_ name: String, when: [String], _ chain: String, makes: String? = nil) -> String {
    (["truth \(name):", "  when:"] + when.map { "    - \($0)" } + ["  moves:", "    - lamp: \(chain)", "  produces:"]
      + (makes.map { ["    - fact.\($0)"] } ?? []) + ["    - trace.\(name)"]).joined(separator: "\n")
  }

  private let lamp = """
    lifecycle lamp:
      key: [order_id]
      initial: off
      transitions:
        - off → on
        - any → gone
      terminal: [on, gone]
    """

  @Test func theStateThatAMoveLeavesIsReadPositively() {
    let found = strata([
      fact("order.a"), lamp, truth("to_a", when: ["fact: order.placed"], produces: "fact.order.a"),
      mover("begin", when: ["fact: order.placed", "if: not order.a"], "start → off"),
      mover("brighten", when: ["fact: order.placed"], "off → on"), mover("going", when: ["fact: order.placed"], "any → gone"),
      mover("again", when: ["fact: order.placed"], "start → off"),
    ])
    #expect(found == ["shop.to_a": 1, "shop.begin": 2, "shop.brighten": 2, "shop.going": 2, "shop.again": 1])
  }

  @Test func whatAMoveLeavesMakesACycleOfNegationAlone() throws {
    let begin = mover("begin", when: ["fact: order.placed", "if: not order.a"], "start → off")
    let brighten = mover("brighten", when: ["fact: order.placed"], "off → on", makes: "order.a")
    let gone = mover("going", when: ["fact: order.placed"], "any → gone")
    let loaded = Shop(declarations: [fact("order.a"), lamp, begin, brighten, gone]).load()
    let found = try #require(loaded.diagnostics.first { $0.code == "T4101" })
    #expect(
      found.notes.map(\.message) == [
        "`shop.brighten` makes `order.a`", "`shop.brighten` reads `off` of `lamp`", "`shop.begin` makes `off` of `lamp`",
      ])
    let positive = begin.replacing("not order.a", with: "order.a or order.placed")
    #expect(
      Shop(declarations: [fact("order.a"), lamp, positive, brighten, gone]).findings == [],
      "the transitions end it")
  }

  @Test func presenceIsSeenThroughLets() {
    let positive = """
      truth to_a:
        when:
          - fact: order.placed
          - if: is_known
        let:
          is_known: order.a
        produces:
          - fact.order.a
          - trace.to_a
      """
    #expect(strata([fact("order.a"), positive]) == ["shop.to_a": 1])
    let negative = positive.replacing("if: is_known", with: "if: not is_known")
    #expect(Shop(declarations: [fact("order.a"), negative]).findings == ["T4101 `order.a`"])
  }

  @Test func cycleIsToldWithEveryStep() throws {
    let loaded = Shop(declarations: [
      fact("order.a"), fact("order.b"),
      truth("to_a", when: ["fact: order.placed", "if: order.b missing"], produces: "fact.order.a"),
      truth("to_b", when: ["fact: order.a"], produces: "fact.order.b"),
    ]).load()
    let found = try #require(loaded.diagnostics.first)
    #expect(loaded.diagnostics.map(\.code) == ["T4101"])
    #expect(found.severity == .error)
    #expect(found.message.contains("`shop.to_a` reads `order.b`"))
    #expect(
      found.notes.map(\.message) == [
        "`shop.to_b` makes `order.b`", "`shop.to_b` reads `order.a`", "`shop.to_a` makes `order.a`",
      ])
  }

  @Test func keysOfACycleAreCopied() {
    let pair = "fact pair.known:\n  key: [left, right]\n  fields:\n    left: text\n    right: text"
    let start = truth(
      "first", when: ["fact: order.placed"], produces: "fact.pair.known:", fields: ["left: order_id", "right: order_id"])
    let join = truth(
      "next", when: ["fact: pair.known as p", "fact: pair.known as q", "if: p.right == q.left"], produces: "fact.pair.known:",
      fields: ["left: p.left", "right: q.right"])
    #expect(Shop(declarations: [pair, start, join]).findings == [])
    let growing = join.replacing("right: q.right", with: "right: '\"{q.right}x\"'")
    #expect(Shop(declarations: [pair, start, growing]).findings == ["T4102 `\"{q.right}x\"`"])
  }

  @Test func truthOnFactsHasNoRequirementsAndNoIntent() {
    let mixed = truth("mixed", when: ["fact: order.placed", "intent: buy"], produces: "fact.order.a")
    #expect(Shop(declarations: [fact("order.a"), mixed]).findings == ["T5015 `buy`"])
    let demanding = truth("demanding", when: ["fact: order.placed"], produces: "fact.order.a")
      .replacing("  produces", with: "  requires:\n    - order_id exists\n  produces")
    #expect(Shop(declarations: [fact("order.a"), demanding]).findings == ["T5015 `order_id exists`"])
    let speaking = mover("brighten", when: ["fact: order.placed"], "start → off → on else \"It shines\"")
    let found = Shop(declarations: [lamp, speaking]).findings
    #expect(found.filter { !$0.hasPrefix("T4204") } == ["T5015 `\"It shines\"`"])
  }

  @Test func fieldsOfSeveralFactsWantTheirVariable() {
    let join = truth(
      "joining", when: ["fact: order.placed as o", "fact: order.a as a", "if: o.order_id == a.order_id"],
      produces: "fact.order.b:", fields: ["order_id: order_id"])
    let source = truth("to_a", when: ["fact: order.placed"], produces: "fact.order.a")
    #expect(Shop(declarations: [fact("order.a"), fact("order.b"), source, join]).findings == ["T1002 `order_id`"])
    let clear = join.replacing("order_id: order_id", with: "order_id: o.order_id")
    #expect(Shop(declarations: [fact("order.a"), fact("order.b"), source, clear]).findings == [])
  }

  @Test func unknownFactUnderWhenIsFound() {
    let wrong = truth("wrong", when: ["fact: order.plaecd"], produces: "fact.order.a")
    #expect(Shop(declarations: [fact("order.a"), wrong]).findings == ["T1001 `order.plaecd`"])
  }
}
