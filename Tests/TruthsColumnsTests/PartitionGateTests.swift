import Testing
import Truths
import TruthsColumns

/// Each partition is decided like a separate ledger that starts with the common data.
struct PartitionGateTests {
  private static let pack = SourceText(
    path: "truths/shop/shop.truths",
    bytes: Array(
      """
      pack shop:
        version: 1.0.0

      policy limit:
        type: integer
        default: 100

      fact north.open:
        external: true
        key: [door]
        fields:
          door: text

      fact order.placed:
        key: [order_id]
        fields:
          order_id: text

      fact order.paid:
        key: [order_id, payment]
        fields:
          order_id: text
          payment: text
          amount: integer

      intent pay_order:
        fields:
          order_id: text
          payment: text
          amount: integer

      truth paying:
        when:
          - intent: pay_order
        requires:
          - order_id exists and payment exists
          - north.open(door = "a") exists
          - order.placed else "{order_id} is not placed"
          - order.paid missing
          - sum(p.amount for p in order.paid where p.order_id == order_id) + amount <= 9 else "too much"
        invariants:
          - amount > limit → requires_approval(manager)
        produces:
          - fact.order.paid
          - trace.shop.paying

      """.utf8))
  private static let common = #"{"door":"a","type":"north.open"}"# + "\n"
  private static let own = #"{"order_id":"a","type":"order.placed"}"# + "\n"
  private static let ann = RunActor.known(json: #"{"type":"user","user_id":"ann"}"#)
  private static let now = "2026-02-03T09:00:00Z"

  private static func proposals(_ amounts: [Int]) -> [UInt8] {
    amounts.enumerated().map {
      #"{"action":"pay_order","order_id":"a","payment":"\#($0.offset)","amount":\#($0.element)}"# + "\n"
    }
    .joined().utf8.map { $0 }
  }

  private static func text(_ path: String, _ content: String) -> SourceText { SourceText(path: path, bytes: Array(content.utf8)) }

  @Test(
    "a record has the bytes of a run that is appended to the ledger of the context and the history",
    arguments: [([String](), true), (["limit=4"], true), ([], false)])
  func records(policies: [String], hasHistory: Bool) throws {
    let history = hasHistory ? Self.own : ""
    let gate = try PartitionGate(
      RuleSet([Self.pack]), context: Self.text("context.jsonl", Self.common), policies: policies, now: Self.now, actor: Self.ann)
    var input = RunInput(context: Self.text("ledger.jsonl", Self.common + history))
    (input.policies, input.now, input.actor, input.isAppending) = (policies, Self.now, Self.ann, true)
    input.proposals = SourceText(path: "proposals.jsonl", bytes: Self.proposals([5, 4, 1]))
    let report = try Workspace(truths: [Self.pack]).run(input)
    // Earlier decisions leave nothing in the gate.
    for _ in 0..<2 {
      let decided = try gate.decide(Self.proposals([5, 4, 1]), of: "pay_order", behind: Array(history.utf8), want: .record)
      #expect((0..<3).map { (decided.columns[2][$0] ?? "") + "\n" }.joined() == report.json)
      let wanted = policies.isEmpty ? ["accepted", "accepted", "rejected"] : ["waiting", "accepted", "accepted"]
      #expect((0..<3).map { decided.columns[0][$0] } == (hasHistory ? wanted : Array(repeating: "rejected", count: 3)))
    }
    let reasons = try gate.decide(Self.proposals([10]), of: "shop.pay_order", behind: Array(history.utf8), want: .reason)
    #expect(reasons.columns.map(\.name) == ["outcome", "clause", "reason"])
    #expect(reasons.columns[1][0] == "shop.paying requires[\(hasHistory ? 4 : 2)]")
    #expect(reasons.columns[2][0] == (hasHistory ? "too much" : "a is not placed"))
  }

  @Test("an entry of the history takes its place behind the context, and is numbered so")
  func sequences() throws {
    let gate = try PartitionGate(RuleSet([Self.pack]), context: Self.text("context.jsonl", Self.common))
    let actor = #""actor":{"type":"user","user_id":"ann"}"#
    let entry =
      #"{"entry_type":"fact","timestamp":"2026-01-01T00:00:00Z","correlation_id":"c","run_id":"r",\#(actor),"truth_id":null,"#
      + #""payload":{"type":"order.placed","order_id":"a"}}"#
    let proposal =
      #"{"action":"pay_order","order_id":"a","payment":"p","amount":1,"timestamp":"2026-02-03T09:00:00Z",\#(actor)}"#
    let decided = try gate.decide(Array(proposal.utf8), of: "pay_order", behind: Array(entry.utf8), want: .record)
    #expect(decided.columns[0][0] == "accepted")
    // Behind the context, the history and the seal.
    #expect(decided.columns[2][0]?.contains(#""sequence":4,"#) == true)
    #expect(decided.columns[2][0]?.contains(#""sequence":3,"#) == false)
  }

  @Test("what is at fault decides nothing")
  func faults() throws {
    let rules = try RuleSet([Self.pack])
    let gate = try PartitionGate(rules, context: Self.text("context.jsonl", Self.common), now: Self.now, actor: Self.ann)
    for (proposals, history) in [
      ("[]\n", ""), (#"{"action":"pay_order"}"#, #"{"type":"order.plced"}"#), (#"{"action":"pay_order"}"#, #"{"#),
    ] {
      #expect(throws: Findings.self) { try gate.decide(Array(proposals.utf8), of: "pay_order", behind: Array(history.utf8)) }
    }
    #expect(try gate.decide([], of: "pay_order").rows == 0)
    // Without a moment and an actor each proposal says its own.
    let believing = try PartitionGate(rules)
    #expect(throws: Findings.self) { try believing.decide(Self.proposals([1]), of: "pay_order") }
    #expect(throws: Findings.self) { try PartitionGate(rules, now: "yesterday") }
    #expect(throws: Findings.self) { try PartitionGate(rules, actor: .known(json: "{\"typ\":1}")) }
  }
}
