import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram

/// Guards that a sender could pass by with another `pack` (declarations §5.2).
@Suite struct PackGuardTests {
  private func findings(_ clauses: String, beside when: String = "", named: String = "    - pack: limits\n") -> [Diagnostic] {
    let guarding =
      "pack limits:\n  version: 1.0.0\n  uses: [shop]\n\ntruth limit:\n  when:\n    - intent: buy\n" + named + clauses
      + "  produces:\n    - trace.order.limit\n"
    var shop = Shop(fields: ["amount: decimal = 1"], files: [("truths/limits/limits.truths", guarding)]).load()
    if !when.isEmpty {
      let text = Shop(fields: ["amount: decimal = 1"]).text.replacing("    - intent: buy\n", with: "    - intent: buy\n" + when)
      shop = Loader.load([
        ("truths/shop/shop.truths", Array(text.utf8)), ("truths/limits/limits.truths", Array(guarding.utf8)),
      ])
    }
    return shop.diagnostics.filter { $0.code == EvadableGuard.code }
  }

  @Test(arguments: [
    "  requires:\n    - amount < 9\n", "  invariants:\n    - amount < 9\n",
    "  invariants:\n    - amount > 9 → requires_approval\n",
    "  ensures:\n    - amount < 9\n",
  ]) func besideATruthThatAcceptsAnyhow(_ clauses: String) {
    #expect(
      findings(clauses).map(\.message) == [
        "a proposal of `buy` with `pack: shop` avoids `limits.limit`, and `shop.buying` accepts it anyway"
      ])
    #expect(findings(clauses, beside: "    - pack: shop\n").count == 2)
    #expect(findings(clauses, named: "").isEmpty)
    // No truth names another pack than the intent's own, so a proposal of another is malformed.
    #expect(findings(clauses, beside: "    - pack: shop\n", named: "").isEmpty)
  }

  @Test func whatStopsNothingGuardsNothing() {
    #expect(findings("  invariants:\n    - amount > 9 → warn(\"much\")\n").isEmpty)
    #expect(findings("").isEmpty)
  }

  /// A truth may be limited to the intent's own pack if no truth names another, because a proposal of another is malformed then.
  @Test func allOfOnePack() {
    let text = Shop().text.replacing("    - intent: buy\n", with: "    - intent: buy\n    - pack: shop\n")
    func found(_ text: String) -> [String] {
      Loader.load([("truths/shop/shop.truths", Array(text.utf8))]).diagnostics.filter { $0.code == EvadableGuard.code }
        .map(\.message)
    }
    #expect(found(text) == [])
    let further = "\ntruth further:\n  when:\n    - intent: buy\n  produces:\n    - trace.order.further\n"
    #expect(found(text + further) == [])
    #expect(found(text + further.replacing("buy\n", with: "buy\n    - pack: shop\n")) == [])
  }

  /// A truth that always fires and asks for the pack itself says which ones are taken.
  @Test func whatAsksForThePackItself() {
    let asking = "    - proposal.pack missing or proposal.pack == \"limits\"\n"
    func found(_ text: String) -> Int {
      let guarding =
        "pack limits:\n  version: 1.0.0\n  uses: [shop]\n\ntruth limit:\n  when:\n    - intent: buy\n    - pack: limits\n"
        + "  requires:\n    - amount < 9\n  produces:\n    - trace.order.limit\n"
      return Loader.load([("truths/shop/shop.truths", Array(text.utf8)), ("truths/limits/limits.truths", Array(guarding.utf8))])
        .diagnostics.count { $0.code == EvadableGuard.code }
    }
    let text = Shop(fields: ["amount: decimal = 1"]).text
    #expect(found(text) == 1)
    #expect(found(text.replacing("    - order_id exists\n", with: "    - order_id exists\n" + asking)) == 0)
    // One that fires for some alone asks nothing of the others.
    let some = text.replacing("    - intent: buy\n", with: "    - intent: buy\n    - if: amount > 5\n")
    #expect(found(some.replacing("    - order_id exists\n", with: "    - order_id exists\n" + asking)) == 1)
  }
}
