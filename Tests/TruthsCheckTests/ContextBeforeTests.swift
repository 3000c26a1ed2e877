import Testing
import TruthsCheck
import TruthsProgram

/// `old(e)`, `decision.made` and the joins of keys (declarations §5.6).
@Suite struct ContextBeforeTests {
  private static let stock = """
    fact stock.counted:
      key: [place]
      external: true
      fields:
        place: text
        amount: integer

    fact stock.moved:
      key: [place, to]
      external: true
      fields:
        place: text
        to: text
    """

  private func shop(lets: [String] = [], requires: [String] = [], ensures: [String] = []) -> Shop {
    Shop(
      fields: ["place: text = \"a\"", "number: integer = 1"], lets: lets, requires: requires, ensures: ensures,
      declarations: [Self.stock])
  }

  @Test(arguments: [
    "old(order.placed) → order.placed", "old(order.placed missing)",
    "count(p in order.placed) == old(count(p in order.placed)) + 1",
    "every p in order.placed satisfies p.order_id == order_id or old(order.placed(order_id = p.order_id))",
    "no p in order.placed satisfies old(some q in order.placed where q.order_id == p.order_id satisfies true) and p.order_id == \"x\"",
    "old(orders) < 10", "old(if number > 3 then count(p in order.placed) else 0) < 10",
  ])
  func oldReadsAnew(_ clause: String) {
    #expect(shop(lets: ["orders: count(p in order.placed)"], requires: ["number > 0"], ensures: [clause]).essential == [])
  }

  @Test(arguments: [
    ("old(number) < 3", "T1066 `old(number)`"),
    ("old(now) < now", "T1066 `old(now)`"),
    ("every p in order.placed satisfies old(p.order_id) == \"x\"", "T1066 `p`"),
    ("every p in stock.counted satisfies old(stock.counted(place = p.place).amount + p.amount) > 3", "T1066 `p`"),
    ("old(old(order.placed))", "T1066 `old(order.placed)`"),
    ("old(order.placed, number)", "T2009 `old(order.placed, number)`"),
  ])
  func oldSaysNothing(_ clause: String, _ finding: String) {
    #expect(Set(shop(ensures: [clause]).essential) == [finding])
  }

  @Test func oldStandsInEnsuresAlone() {
    #expect(shop(requires: ["old(order.placed)"]).essential == ["T1066 `old(order.placed)`"])
    let ofLet = shop(lets: ["orders: old(count(p in order.placed))"], ensures: ["orders < 3"])
    #expect(ofLet.essential == ["T1066 `old(count(p in order.placed))`"])
  }

  @Test func letWithTwoValuesIsAdvisedAgainst() {
    let lets = ["orders: count(p in order.placed)", "twice: orders + orders"]
    #expect(shop(lets: lets, requires: ["twice < 9"], ensures: ["orders < 9"]).essential == ["T4146 `orders`"])
    #expect(shop(lets: lets, requires: ["twice < 9"], ensures: ["old(orders) < 9"]).essential == [])
    #expect(shop(lets: lets, ensures: ["twice < 9"]).essential == [])
    let other = ["places: count(c in stock.counted)"]
    #expect(shop(lets: other, requires: ["places < 9"], ensures: ["places < 9"]).essential == [])
  }

  @Test func keysJoinWithLets() throws {
    let joined = shop(lets: ["to: lower(place)"], requires: ["stock.moved", "stock.moved missing or stock.counted.amount > 3"])
    #expect(joined.essential == [])
    let truth = try #require(joined.truth())
    let key = try #require(truth.lets.first { $0.name == "to" })
    guard case .present(let present) = truth.requires[1].test else { return #expect(Bool(false), "no presence test") }
    #expect(present.keys.last == .slot(key.slot))
    #expect(shop(lets: ["to: number"], requires: ["stock.moved"]).essential == ["T2002 `stock.moved`"])
    let both = shop(lets: ["place: \"b\""], requires: ["stock.counted"]).essential
    #expect(both.allSatisfy { $0.hasPrefix("T1") } && !both.isEmpty)
  }

  @Test func decisionsAreReadByWhoeverDecides() {
    #expect(shop(requires: ["count(d in decision.made where d.status == waiting) < 3"]).essential == [])
    #expect(
      shop(requires: ["no d in decision.made satisfies d.decision == rejected and d.action == proposal.action"]).essential == [])
    #expect(shop(requires: ["no d in decision.made satisfies d.decision == refused"]).essential == ["T1005 `refused`"])
  }
}

extension Shop {
  /// The findings without those about missing values and unused declarations, which these samples ignore.
  fileprivate var essential: [String] { findings.filter { !$0.hasPrefix("T3") && !$0.hasPrefix("T5008") } }
}
