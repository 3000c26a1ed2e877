import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsText

/// Truths that read the time of the decision although their run may wait (clauses §9.1, T5021).
@Suite struct MomentLintTests {
  private static let offered = """
    fact offer.made:
      key: [order_id]
      external: true
      fields:
        order_id: text
        ends_at: timestamp
    """
  private static let waiting = "order_id != \"\" → requires_approval(manager)"
  private static let early = "now < offer.made.ends_at else \"It ended at now\""

  private func shop(
    lets: [String] = [], requires: [String] = [], invariants: [String] = [waiting], produces: [String] = [],
    declarations: [String] = []
  ) -> Shop {
    Shop(
      lets: lets, requires: ["offer.made"] + requires, invariants: invariants, produces: produces,
      declarations: [Self.offered] + declarations)
  }

  private func found(_ shop: Shop) -> [String] { shop.findings.filter { $0.hasPrefix("T5021") } }

  @Test("a truth that may wait and reads `now` is told, once")
  func reads() {
    #expect(found(shop(requires: [Self.early])) == ["T5021 `now`"])
    #expect(found(shop(requires: [Self.early, "now > \"2020-01-01T00:00:00Z\""])) == ["T5021 `now`"])
    #expect(found(shop(lets: ["left: offer.made.ends_at - now"], requires: ["left > hours(1)"])) == ["T5021 `now`"])
    let kept = "fact kept.order:\n  key: [order_id]\n  fields:\n    order_id: text\n    at: timestamp"
    #expect(found(shop(produces: ["fact.kept.order:\n        at: now"], declarations: [kept])) == ["T5021 `now`"])
    let ended = "function ended:\n  inputs:\n    last: timestamp\n  output: boolean\n  value: last < now"
    #expect(found(shop(requires: ["not ended(offer.made.ends_at)"], declarations: [ended])) == ["T5021 `ended`"])
  }

  @Test("a truth that never waits is not, nor one that reads the moment of the proposal")
  func silent() {
    #expect(found(shop(requires: [Self.early], invariants: [])) == [])
    #expect(found(shop(requires: ["proposal.at < offer.made.ends_at"])) == [])
    #expect(found(shop(requires: [Self.early], invariants: ["order_id == \"\" → reject(\"no\")"])) == [])
  }

  @Test(
    "who asks may be another truth or an invariant, and an invariant is told as truths are",
    arguments: [
      ("invariant asked:\n  applies_to: [buy]\n  rule: order_id != \"\" → requires_approval(manager)", ["T5021 `now`"]),
      ("invariant asked:\n  applies_to: all\n  rule: proposal.action exists → requires_approval(manager)", ["T5021 `now`"]),
      (
        "truth beside:\n  when:\n    - intent: buy\n  invariants:\n    - order_id != \"\" → requires_approval(manager)\n"
          + "  produces:\n    - trace.shop.beside", ["T5021 `now`"]
      ),
      (
        "invariant late:\n  applies_to: [buy]\n"
          + "  rule: now > \"2020-01-01T00:00:00Z\" → requires_approval(manager)", ["T5021 `now`", "T5021 `now`"]
      ),
      (
        "invariant late:\n  applies_to: all\n  rule: now > \"2020-01-01T00:00:00Z\"\n\n"
          + "invariant asked:\n  applies_to: [buy]\n  rule: order_id != \"\" → requires_approval(manager)",
        ["T5021 `now`", "T5021 `now`"]
      ),
      (
        "invariant late:\n  applies_to: state\n  rule: no o in offer.made satisfies o.ends_at < now\n\n"
          + "invariant asked:\n  applies_to: [buy]\n  rule: order_id != \"\" → requires_approval(manager)",
        ["T5021 `now`", "T5021 `now`"]
      ),
      ("invariant late:\n  applies_to: state\n  rule: no o in offer.made satisfies o.ends_at < now", []),
      (
        "invariant asked:\n  applies_to: state\n  rule: some o in offer.made satisfies o.order_id != \"\" "
          + "→ requires_approval(manager)", ["T5021 `now`"]
      ),
      ("invariant warned:\n  applies_to: [buy]\n  rule: order_id == \"\" → warn(\"no\")", []),
    ])
  func others(_ declaration: String, _ expected: [String]) {
    #expect(found(shop(requires: [Self.early], invariants: [], declarations: [declaration])) == expected)
  }

  @Test(
    "who asks may be a truth on a fact that the run makes, at once or through others",
    arguments: [("order.ordered", true), ("order.passed", true), ("offer.made", false)])
  func asksOnFacts(_ fact: String, _ isTold: Bool) {
    func declared(_ name: String) -> String { "fact \(name):\n  key: [order_id]\n  fields:\n    order_id: text" }
    func noting(_ name: String, _ fact: String, _ made: String, _ clause: String = "") -> String {
      "truth \(name):\n  when:\n    - fact: \(fact)\n\(clause)  produces:\n    - fact.\(made)\n    - trace.shop.\(name)"
    }
    let asks = "  invariants:\n    - order_id != \"\" → requires_approval(manager)\n"
    let declarations =
      ["order.ordered", "order.passed", "order.noted"].map(declared)
      + [noting("passing", "order.ordered", "order.passed"), noting("asking", fact, "order.noted", asks)]
    let shop = shop(requires: [Self.early], invariants: [], produces: ["fact.order.ordered"], declarations: declarations)
    #expect(found(shop) == (isTold ? ["T5021 `now`"] : []))
  }

  @Test("a truth on facts is not told: it sees no moment of a proposal")
  func onFacts() {
    let noting = """
      fact offer.missed:
        key: [order_id]
        fields:
          order_id: text

      truth noting:
        when:
          - fact: offer.made
        let:
          left: offer.made.ends_at - now
        invariants:
          - left > hours(0) → warn("It is too late")
        produces:
          - fact.offer.missed
          - trace.shop.noting
      """
    let shop = shop(requires: [], declarations: [noting])
    #expect(shop.findings.filter { $0.hasPrefix("T0") || $0.hasPrefix("T1") || $0.hasPrefix("T5021") } == [])
  }

  @Test("the help has the clause with the moment of the proposal")
  func help() throws {
    let diagnostics = shop(requires: [Self.early]).load().diagnostics
    let finding = try #require(diagnostics.first { "\($0.code)" == "T5021" })
    #expect(finding.help == "if you mean the moment of the proposal, write `proposal.at < offer.made.ends_at`")
    #expect(finding.fixes.map { $0.edits.map(\.replacement) } == [["proposal.at"]])
    #expect(finding.fixes.allSatisfy { !$0.isSafe })
  }
}
