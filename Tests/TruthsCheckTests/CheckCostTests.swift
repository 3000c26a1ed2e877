import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Small sets whose check once took a time that doubled with each level, or grew with the cube of their size.
@Suite struct CheckCostTests {
  /// Each level asks whether something is there in six ways around the one below.
  private func nested(_ level: Int) -> String {
    if level == 0 { return "x0 exists and x0 > 0" }
    let x = "x\(level)"
    return "(\(x) missing or not (\(x) exists and not (\(nested(level - 1))) or \(x) missing) and \(x) exists)"
  }

  private func numbers(_ count: Int) -> [String] { (0..<count).map { "x\($0): decimal" } }

  @Test(.timeLimit(.minutes(5))) func conditionsInConditionsAreReadOnce() {
    #expect(Shop(fields: numbers(7), conditions: [nested(6)]).findings == [])
    #expect(Shop(fields: numbers(7), invariants: [nested(6)]).findings == [])
  }

  @Test(.timeLimit(.minutes(5))) func everyPartOfALongChainIsReadOnce() {
    for word in [" and ", " or "] {
      let clause = (0..<100).map { "x\($0) > \($0)" }.joined(separator: word)
      #expect(Shop(fields: numbers(100), invariants: [clause]).findings == (0..<100).map { "T3001 `x\($0)`" })
    }
  }

  @Test(.timeLimit(.minutes(5))) func letsAreReadAgainOnlyWhereWhatIsKnownMatters() {
    let lets =
      ["l0: x0 > 1"] + (1..<20).map { "l\($0): x\($0) > 3 and l\($0 - 1) or x\(20 + $0) > 3 and l\($0 - 1)" }
    #expect(Shop(fields: numbers(40), lets: lets, invariants: ["l19"]).findings == ["T3001 `l19`"])
  }

  @Test(.timeLimit(.minutes(5))) func letsThatAreReadInTooManyWaysAreLeftAlone() {
    let all = (1..<30).map { "x\($0) > 3" }.joined(separator: " and ")
    let lets =
      ["l0: \(all)"] + (1..<30).map { "l\($0): x\($0) exists and l\($0 - 1) or x\($0) missing and l\($0 - 1)" }
    let found = Shop(fields: numbers(30), lets: lets, invariants: ["l29"]).findings
    #expect(found == [] || found == ["T3001 `l29`"])
  }

  /// Facts known at one use of a `let` do not apply to another use of it.
  @Test(arguments: [
    ("(if a then y else 0) + y <= 100", ["T3001 `y`"]), ("y + (if a then y else 0) <= 100", ["T3001 `y`"]),
    ("coalesce(y, 0) + (if a then y else 0) <= 100", []),
    ("(if a then (positive and p) else positive)", ["T3001 `positive`"]),
    ("(positive or p) and (if a then positive else p)", ["T3001 `positive`"]),
  ])
  func aLetIsReadAnewUnderOtherConditions(clause: String, found: [String]) {
    let shop = Shop(
      fields: ["a: boolean = false", "d: boolean = false", "p: boolean = false", "f: decimal"],
      lets: ["y: if d then f else 0", "positive: p and (if d then f > 1 else true)"],
      requires: ["a and d → f exists"], invariants: [clause])
    #expect(shop.findings.filter { $0.hasPrefix("T3") } == found)
  }

  @Test(arguments: [
    "x >= old(x)", "if p then x >= old(x) else true", "coalesce(x, 0) >= old(x)", "(if p then x else 0) >= old(x)",
    "x > 1 and p or old(x) > 1",
  ])
  func aLetIsReadAnewOnTheContextBefore(clause: String) {
    let made = "fact thing.made:\n  key: [order_id]\n  fields:\n    order_id: text\n    amount: decimal"
    let shop = Shop(
      fields: ["p: boolean = false"], lets: ["x: thing.made.amount"],
      produces: ["fact.thing.made:\n        amount: 1"], ensures: [clause], declarations: [made])
    #expect(shop.findings == ["T3001 `x`"])
  }

  @Test(.timeLimit(.minutes(5))) func amountsInRecordsAreReadOnce() {
    let cost = "record cost:\n  fields:\n    currency: coin\n    net: decimal in currency"
    let amount = (0..<24).reduce("paid.net") { inner, _ in "(cost(currency = paid.currency, net = \(inner))).net" }
    let shop = Shop(
      fields: ["paid: cost"], invariants: ["\(amount) > paid.net"], declarations: ["enum coin: [eur, usd]", cost])
    #expect(shop.load().diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test func namesAreLookedThroughForTheWholeCheck() {
    let fields = (0..<500).map { "field_of_number_\($0): integer" }
    let wrong = (0..<1000).map { "feild_of_number_\($0) > 1" }
    let found = Shop(fields: fields, requires: wrong).load().diagnostics
    #expect(found.count == 1000)
    let proposed = found.count { !$0.fixes.isEmpty }
    // Fields, `order_id`, `now`, and the fact types that are visible, once for each name, and some of them twice.
    #expect((100..<400).contains(proposed))
    #expect(found.prefix(100).allSatisfy { !$0.fixes.isEmpty } && found.suffix(100).allSatisfy { $0.fixes.isEmpty })
  }

  @Test(.timeLimit(.minutes(5))) func aRingOfTruthsOnFactsIsProvedOnce() {
    let count = 600
    let facts = (0..<count).map { "fact ring.f\($0):\n  key: [order_id]\n  fields:\n    order_id: text" }
    let truths = (0..<count).map { number in
      """
      truth t\(number):
        when:
          - fact: ring.f\(number)
        produces:
          - fact.ring.f\((number + 1) % count)
          - trace.t\(number)
      """
    }
    let found = Shop(produces: ["fact.ring.f0"], declarations: facts + truths).findings
    #expect(found == [])
  }

  @Test func aLongCycleIsShownByItsEnds() {
    let count = 60
    let facts = (0..<count).map { "fact ring.f\($0):\n  key: [order_id]\n  fields:\n    order_id: text" }
    let truths = (0..<count).map { number in
      """
      truth t\(number):
        when:
          - fact: order.placed
          - if: not ring.f\(number)
        produces:
          - fact.ring.f\((number + 1) % count)
          - trace.t\(number)
      """
    }
    let found = Shop(declarations: facts + truths).load().diagnostics.filter { $0.code == NegativeCycle.code }
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.notes.count <= 32 })
    #expect(found.allSatisfy { $0.notes.contains { $0.message.hasSuffix("\(count - 16) more truths lead to the next one") } })
  }

  @Test(.timeLimit(.minutes(5))) func rowsThatBooleansTellApartAreNotHeldAgainstEachOther() {
    let inputs = (0..<10).map { "    b\($0): boolean" }
    let rows = (0..<1024).map { row in
      let parts = (0..<10).map { row & 1 << $0 == 0 ? "not b\($0)" : "b\($0)" }
      return "    - \(parts.joined(separator: " and ")) → \(row)"
    }
    let table = ["table pick:", "  inputs:"] + inputs + ["  output: integer", "  hit: unique", "  rows:"]
    let call = "pick(\((0..<10).map { "b\($0)" }.joined(separator: ", ")))"
    func shop(_ rows: [String]) -> Shop {
      Shop(
        fields: (0..<10).map { "b\($0): boolean" }, requires: (0..<10).map { "b\($0) exists" } + ["\(call) > 1"],
        declarations: [(table + rows).joined(separator: "\n")])
    }
    #expect(shop(rows).findings.filter { $0.hasPrefix("T44") } == [])
    // Of two rows that hold together, one is reported.
    #expect(shop(Array(rows[..<8]) + [rows[3]]).findings.contains { $0.hasPrefix("T4402") })
  }

  @Test(.timeLimit(.minutes(5))) func anExampleOfVeryManyValuesIsNotMade() {
    let wide = (0..<8).map { level in
      let fields = (0..<10).map { "    f\($0): deep\(level + 1)" }.joined(separator: "\n")
      return "record deep\(level):\n  fields:\n\(fields)"
    }
    let shop = Shop(
      fields: ["r: deep0", "n: integer"], requires: ["r.f0 exists and n > 6", "r exists → n < 2"],
      declarations: wide + ["record deep8:\n  fields:\n    x: text"])
    let found = shop.load().diagnostics
    #expect(found.allSatisfy { $0.notes.allSatisfy { $0.message.utf8.count < 4_000 } })
  }
}
