import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Sets that are hard to check. Each must be answered quickly.
@Suite struct LimitTests {
  @Test func letsThatReadEachOtherInALongChainAreALimitNotACrash() {
    let lets = (0..<3000).map { "l\($0): l\($0 + 1) + 1" } + ["l3000: 1"]
    let findings = Shop(lets: lets, requires: ["l0 > 0"]).findings
    #expect(findings.count == 1)
    #expect(findings.first?.hasPrefix("T0064") == true)
  }

  @Test func letsThatReadEachOtherTwiceAreWalkedOnce() {
    let lets = (0..<60).map { "l\($0): l\($0 + 1) + l\($0 + 1)" } + ["l60: amount"]
    let shop = Shop(
      fields: ["amount: decimal"], lets: lets,
      invariants: ["{id: shop.a, rule: l0 > 0}", "{id: shop.a, rule: l0 > 0}", "l0 > 1 and l0 < 5 → reject(\"x\")"])
    #expect(shop.findings == ["T3001 `l0`", "T3001 `l0`", "T3001 `l0`"])
  }

  @Test func conditionsInLetsAreWalkedOnce() {
    let lets = (0..<60).map { "l\($0): l\($0 + 1) and (flag exists or l\($0 + 1))" } + ["l60: flag"]
    #expect(Shop(fields: ["flag: boolean"], lets: lets, invariants: ["l0"]).findings == ["T3001 `l0`"])
    #expect(Shop(fields: ["flag: boolean"], lets: lets, requires: ["flag exists"], invariants: ["l0"]).findings == [])
  }

  /// All of them are one condition, which later passes go through level by level.
  @Test(.timeLimit(.minutes(5))) func conditionsOfWhenHaveNoLimit() throws {
    let set = Shop(fields: ["amount: decimal = 1"], conditions: (0..<6_000).map { "amount > -\($0 + 1)" }).load()
    #expect(set.findings == [])
    let condition = try #require(set.program.truths.first { $0.id == "shop.buying" }?.condition)
    #expect(condition.test.conjunction.count == 6_000)
    #expect(condition.text.hasPrefix("amount > -1 and amount > -2 and "))
    #expect(condition.text.hasSuffix(" and amount > -6000"))
  }

  @Test func callsInOneAnother() {
    /// Returns the findings about a chain of functions that call each other.
    func findings(_ count: Int) -> [String] {
      let functions = (1...count).map { number in
        let value = number == count ? "n" : "f\(number + 1)(n)"
        return "function f\(number):\n  inputs:\n    n: decimal\n  output: decimal\n  value: \(value)"
      }
      return Shop(fields: ["x: decimal = 1"], requires: ["f1(x) > 0"], declarations: functions).findings
    }
    #expect(findings(32) == [])
    #expect(findings(33) == ["T0064 `f2`"])
    #expect(findings(1_000).map { String($0.prefix(5)) } == ["T0064"])
  }

  @Test(.timeLimit(.minutes(5))) func clausesThatAreDecidedTogether() {
    func isFound(_ count: Int) -> Bool {
      let others = (0..<(count - 2)).map { "x != \(1_000 + $0)" }
      let shop = Shop(fields: ["x: integer = 1"], requires: others + ["x > 5", "x < 3"])
      return shop.load().findings.contains { $0.hasPrefix("T4301") }
    }
    #expect(isFound(400))
    #expect(!isFound(401))
  }

  @Test func factsOfOneTruth() {
    let known = "fact item.known:\n  key: [name]\n  external: true\n  fields:\n    name: text"
    let found = "fact item.found:\n  key: [name]\n  fields:\n    name: text"
    func findings(_ count: Int) -> [String] {
      let facts = (0..<count).map { "    - fact: item.known as f\($0)" }
      let joins = (1..<count).map { "    - if: f\($0).name == f0.name" }
      let truth =
        ["truth joining:", "  when:"] + facts + joins + ["  produces:", "    - fact.item.found:", "        name: f0.name"]
      let asked = "no i in item.found satisfies i.name == order_id"
      return Shop(requires: [asked], declarations: [known, found, (truth + ["    - trace.joining"]).joined(separator: "\n")])
        .findings
    }
    #expect(findings(100) == [])
    #expect(findings(101) == ["T0064 `item.known as f100`"])
    #expect(findings(10_000) == ["T0064 `item.known as f100`"])
  }

  @Test(.timeLimit(.minutes(5))) func recordTypesMayBeInOneAnotherToAnyDepth() {
    let count = 3_000
    for last in ["x: text", "next: list of r0", "next: json"] {
      let records =
        (0..<count).map { "record r\($0):\n  fields:\n    next: r\($0 + 1)" } + ["record r\(count):\n  fields:\n    \(last)"]
      let shop = Shop(
        fields: ["one: r0", "two: r0"], requires: ["one exists and two exists", "one == two"], declarations: records)
      #expect(shop.findings == (last == "next: json" ? ["T2010 `one`"] : []))
    }
  }

  @Test(.timeLimit(.minutes(5))) func manyWrongNamesAreAllFound() {
    let names = (0..<1000).map { "wrong_name_number_\($0)" }
    let fields = (0..<500).map { "field_of_number_\($0): integer" }
    let set = Shop(fields: fields, requires: names.map { "\($0) > 1" }).load()
    #expect(set.diagnostics.count == 1000)
  }

  @Test(.timeLimit(.minutes(5))) func wideFactsAndEnumsAreRead() {
    let count = 10_000
    let names = (0..<count).map { "n\($0)" }
    let fact =
      "fact wide.known:\n  key: [order_id]\n  fields:\n    order_id: text\n"
      + names.map { "    \($0): integer" }.joined(separator: "\n")
    let kinds = "enum kind: [\(names.joined(separator: ", "))]"
    let shop = Shop(
      fields: ["kind: kind"] + names.map { "\($0): integer = 1" },
      requires: ["kind in [\(names.joined(separator: ", "))]"], produces: ["fact.wide.known"], declarations: [kinds, fact])
    #expect(shop.findings == [])
  }

  @Test(.timeLimit(.minutes(5))) func recordsOfOtherTypesAreNotLookedIntoForever() {
    // Two types that hold themselves, and two towers of types in which each level has ten fields of the next.
    func tower(_ name: String) -> [String] {
      (0..<12).map { level in
        let fields = (0..<10).map { "    f\($0): \(name)\(level + 1)" }.joined(separator: "\n")
        return "record \(name)\(level):\n  fields:\n\(fields)"
      } + ["record \(name)12:\n  fields:\n    x: text"]
    }
    let rings = ["ring", "loop"].map { "record \($0):\n  fields:\n    next: list of \($0)\n    x: text" }
    let taking = "function taking:\n  inputs:\n    r: ring\n    t: left0\n  output: integer\n  value: 1"
    let shop = Shop(
      fields: ["r: loop", "t: right0"], requires: ["r exists and t exists", "taking(r, t) > 0"],
      declarations: rings + tower("left") + tower("right") + [taking])
    #expect(shop.findings == ["T2002 `r`", "T2002 `t`"])
  }

  @Test(.timeLimit(.minutes(5))) func manyTruthsOfOneIntentAreChecked() {
    let truths = (0..<1500).map { number in
      """
      truth t\(number):
        when:
          - intent: buy
        requires:
          - amount > \(number) or code missing
          - code exists → amount > 1
        invariants:
          - code exists → amount > 2
        produces:
          - trace.t\(number)
      """
    }
    #expect(Shop(fields: ["amount: decimal", "code: text"], declarations: truths).findings == [])
  }
}
