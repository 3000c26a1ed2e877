import Testing
import Truths

/// Produced numbers outside the ranges of their fields, as a whole decision and by the quick way (types §3.4).
struct FactRangeDecisionTests {
  private static let pack = SourceText(
    path: "truths/shop/shop.truths",
    bytes: Array(
      """
      pack shop:
        version: 1.0.0

      fact order.placed:
        key: [order_id]
        fields:
          order_id: text
          pieces: integer min 1 max 3

      fact order.counted:
        key: [order_id]
        fields:
          order_id: text
          pieces: integer

      intent place_order:
        fields:
          order_id: text
          pieces: integer min 0 max 9

      truth placing:
        when:
          - intent: place_order
        requires:
          - order_id exists
          - pieces exists
          - pieces != 8 else "nobody wants eight"
        produces:
          - fact.order.placed:
              pieces: pieces * 1
          - trace.shop.placed

      intent count_order:
        fields:
          order_id: text
          pieces: integer min 0 max 9

      truth counting:
        when:
          - intent: count_order
        requires:
          - order_id exists
          - pieces exists
        produces:
          - fact.order.counted
          - trace.shop.counted

      """.utf8))

  @Test("both ways halt the same proposals", arguments: ["place_order", "count_order"])
  func quick(action: String) throws {
    let gate = try Gate(RuleSet([Self.pack]))
    var outcomes: [QuickDecision.Outcome] = []
    for pieces in 0...9 {
      let proposal = Array(#"{"action":"\#(action)","order_id":"o","pieces":\#(pieces)}"#.utf8)
      let decision: Decision = try gate.decide(proposal)
      let quick: QuickDecision = try gate.decide(try gate.prepare(proposal))
      #expect(quick.outcome == decision.outcome, "\(pieces)")
      outcomes.append(decision.outcome)
    }
    let placed: [QuickDecision.Outcome] = [
      .halted, .accepted, .accepted, .accepted, .halted, .halted, .halted, .halted, .rejected, .halted,
    ]
    #expect(outcomes == (action == "place_order" ? placed : Array(repeating: .accepted, count: 10)))
  }

  @Test("the reason names the fact, the field and the end of its range")
  func reason() throws {
    let gate = try Gate(RuleSet([Self.pack]))
    let decision: Decision = try gate.decide(Array(#"{"action":"place_order","order_id":"o","pieces":7}"#.utf8))
    #expect(decision.reason == "order.placed: pieces is 7, above 3")
  }
}
