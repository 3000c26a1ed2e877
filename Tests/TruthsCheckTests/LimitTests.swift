import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsText

/// Sets made to be hard: each must be answered, and quickly, whatever it holds.
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

  @Test(.timeLimit(.minutes(1))) func manyWrongNamesAreAllFound() {
    let names = (0..<1000).map { "wrong_name_number_\($0)" }
    let fields = (0..<500).map { "field_of_number_\($0): integer" }
    let set = Shop(fields: fields, requires: names.map { "\($0) > 1" }).load()
    #expect(set.diagnostics.count == 1000)
  }

  @Test(.timeLimit(.minutes(1))) func wideFactsAndEnumsAreRead() {
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

  @Test(.timeLimit(.minutes(1))) func recordsOfOtherTypesAreNotLookedIntoForever() {
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

  @Test(.timeLimit(.minutes(1))) func manyTruthsOfOneIntentAreChecked() {
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
