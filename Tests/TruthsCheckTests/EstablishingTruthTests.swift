import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Requirements of one truth count for another where the one fires whenever the other does (clauses §13, last paragraph).
@Suite struct EstablishingTruthTests {
  private func truth(_ name: String, when: [String] = [], requires: [String] = [], invariants: [String] = []) -> String {
    var lines = ["truth \(name):", "  when:", "    - intent: buy"] + when.map { "    - \($0)" }
    if !requires.isEmpty { lines += ["  requires:"] + requires.map { "    - \($0)" } }
    if !invariants.isEmpty { lines += ["  invariants:"] + invariants.map { "    - \($0)" } }
    return (lines + ["  produces:", "    - trace.\(name)"]).joined(separator: "\n")
  }

  private func findings(_ declarations: String...) -> [String] {
    Shop(fields: ["amount: decimal", "flag: boolean = true"], declarations: declarations).findings
  }

  @Test func aTruthThatAlwaysFiresEstablishes() {
    #expect(findings(truth("one", requires: ["amount > 0"]), truth("two", invariants: ["amount > 1"])) == [])
    #expect(findings(truth("two", invariants: ["amount > 1"])) == ["T3001 `amount`"])
  }

  @Test func aConditionalRequirementEstablishesUnderItsCondition() {
    let one = truth("one", requires: ["flag → amount > 0"])
    #expect(findings(one, truth("two", invariants: ["flag and amount > 1 → reject(\"x\")"])) == [])
    #expect(findings(one, truth("two", invariants: ["not flag and amount > 1 → reject(\"x\")"])) == ["T3001 `amount`"])
  }

  @Test func aTruthWithAConditionDoesNot() {
    let one = truth("one", when: ["if: flag"], requires: ["amount > 0"])
    #expect(findings(one, truth("two", invariants: ["amount > 1"])) == ["T3001 `amount`"])
  }

  @Test func aTruthOfOnePackEstablishesForThatPackAlone() {
    let one = truth("one", when: ["pack: shop"], requires: ["amount > 0"])
    #expect(findings(one, truth("two", invariants: ["amount > 1"])) == ["T3001 `amount`"])
    #expect(findings(one, truth("two", when: ["pack: shop"], invariants: ["amount > 1"])) == [])
  }

  @Test func aTruthWithAConditionIsCoveredByOneWithout() {
    #expect(findings(truth("one", requires: ["amount > 0"]), truth("two", when: ["if: flag"], invariants: ["amount > 1"])) == [])
    #expect(findings(truth("one", requires: ["amount > 0"]), truth("two", when: ["if: amount > 5"])) == [])
    #expect(findings(truth("two", when: ["if: amount > 5"])) == ["T3001 `amount`"])
  }

  @Test func anInvariantOfItsOwnIsReadWithWhateverGovernsTheIntent() {
    let rule = "invariant least:\n  applies_to: [buy]\n  rule: amount > 1"
    #expect(findings(rule) == ["T3001 `amount`"])
    #expect(findings(rule, truth("one", requires: ["amount > 0"])) == [])
    #expect(findings(rule, truth("one", when: ["if: flag"], requires: ["amount > 0"])) == ["T3001 `amount`"])
  }

  @Test func everyGoverningTruthOfAnIntentMayEstablish() {
    let own = """
      pack yard:
        version: 1.0.0

      intent lend:
        fields:
          item: text
          days: integer

      invariant short:
        applies_to: [lend]
        rule: days < 30

      """
    func lend(_ name: String, _ when: String, _ requires: String) -> String {
      """
      truth \(name):
        when:
          - intent: lend
          - \(when)
        requires:
          - \(requires)
        produces:
          - trace.\(name)

      """ + "\n"
    }
    func load(_ truths: String...) -> [String] {
      Loader.load([("truths/yard/yard.truths", Array((own + truths.joined()).utf8))]).findings
    }
    #expect(load(lend("one", "pack: yard", "days > 0")) == [])
    #expect(load(lend("one", "if: item exists", "days > 0"), lend("two", "if: item missing", "days > 1")) == [])
    #expect(load(lend("one", "if: item exists", "days > 0"), lend("two", "if: item missing", "now exists")) == ["T3001 `days`"])
  }

  @Test func severalIntentsMustAllEstablish() {
    let more = "intent sell:\n  fields:\n    order_id: text\n    amount: decimal"
    let both = "truth both:\n  when:\n    - intent: [buy, sell]\n  invariants:\n    - amount > 1\n  produces:\n    - trace.both"
    func with(_ intent: String) -> String {
      "truth \(intent)_amount:\n  when:\n    - intent: \(intent)\n  requires:\n    - amount > 0\n  produces:\n    - trace.x"
    }
    #expect(findings(more, both, with("buy")) == ["T3001 `amount`"])
    #expect(findings(more, both, with("buy"), with("sell")) == [])
  }

  @Test func defaultsAreThere() {
    let shop = Shop(fields: ["amount: decimal = 0"], invariants: ["amount > 1"])
    #expect(shop.findings == [])
  }

  private func kinds(requires: [String], invariants: [String] = [], hired value: String) -> [String] {
    let fact = "fact staff.hired:\n  key: [order_id]\n  fields:\n    order_id: text\n    since: date"
    return Shop(
      fields: ["kind: kind", "hired: date", "left: date"], requires: requires, invariants: invariants,
      produces: ["fact.staff.hired:\n        since: \(value)"], declarations: ["enum kind: [joined, back]", fact]
    ).findings
  }

  @Test(arguments: [
    ["kind exists", "if kind == joined then hired exists else left exists"],
    ["kind exists", "kind == joined → hired exists", "kind != joined → left exists"],
    ["(if kind == joined then hired else left) exists"],
  ])
  func aBranchIsThereWhereARequirementOfItsConditionSaysSo(requires: [String]) {
    #expect(kinds(requires: requires, hired: "if kind == joined then hired else left") == [])
  }

  @Test func oneOfTwoValuesIsThere() {
    #expect(kinds(requires: ["hired exists or left exists"], hired: "if hired exists then hired else left") == [])
    #expect(kinds(requires: ["hired exists or left exists"], hired: "coalesce(hired, left)") == [])
    #expect(kinds(requires: ["if hired exists then true else left exists"], hired: "coalesce(hired, left)") == [])
    #expect(
      kinds(requires: [], invariants: ["hired missing and left missing → reject(\"x\")"], hired: "coalesce(hired, left)") == [])
    #expect(kinds(requires: ["hired exists or kind exists"], hired: "coalesce(hired, left)").count == 1)
    #expect(kinds(requires: ["hired exists or left exists"], hired: "if hired exists then left else hired").count == 1)
  }

  @Test(arguments: [
    [
      "kind exists", "kind == joined → hired exists", "kind == back → left exists",
      "(if kind == joined then hired else left) exists",
    ],
    ["hired exists or left exists", "(if hired exists then hired else left) exists"],
    ["kind exists", "if kind == joined then hired exists else left exists", "kind == joined → hired exists"],
  ])
  func noClauseIsCalledSuperfluousThatSaysWhatIsThere(requires: [String]) {
    let all = kinds(requires: requires, hired: "if kind == joined then hired else left")
    for place in requires.indices where all.contains(where: { $0.contains("T4305") && $0.contains(requires[place]) }) {
      var rest = requires
      rest.remove(at: place)
      let left = kinds(requires: rest, hired: "if kind == joined then hired else left")
      #expect(left.filter { $0.hasPrefix("T3") }.count <= all.filter { $0.hasPrefix("T3") }.count)
    }
  }
}
