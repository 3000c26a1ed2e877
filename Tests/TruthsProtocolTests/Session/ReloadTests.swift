import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A session that continues under other rules reads the recorded entries by them (sessions §6).
@Suite struct ReloadTests {
  @Test func newTruthsFireOnWhatIsThereAlready() throws {
    let follower = """
      fact order.noted:
        key: [order_id]
        fields:
          order_id: text

      truth noting:
        when:
          - fact: order.placed
        produces:
          - fact.order.noted
          - trace.order.noting

      """
    let first = try Shop.procedure()
    var session = Session(procedure: first, context: first.emptyContext, start: .epoch)
    let actor: JSONObject = [
      "type": .text("user"), "user_id": .text("ann"), "device_id": .text("d"), "org_id": .text("o"), "roles": .array([]),
    ]
    let order = { (id: String) -> JSONObject in
      [
        "action": .text("place_order"), "order_id": .text(id), "period_id": .text("p"), "amount": .number(Decimal(5)),
        "actor": .object(actor),
      ]
    }
    #expect(session.propose(order("a"), by: actor, at: 1).decision == "accepted")
    session.reload(try Shop.procedure(Shop.truths + follower), at: 2)
    #expect(session.propose(order("b"), by: actor, at: 3).decision == "accepted")
    let noted = session.context.ledger.entries.filter { $0.payload["type"] == .text("order.noted") }
    #expect(noted.map { $0.payload["order_id"] } == [.text("a"), .text("b")])
  }
}
