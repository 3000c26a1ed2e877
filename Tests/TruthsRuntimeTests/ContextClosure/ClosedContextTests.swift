import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime

/// In a closed context, an old fact fires a truth once other data that its condition reads has changed (declarations §6).
@Suite struct ClosedContextTests {
  private static let orders = """
    pack shop:
      version: 1.0.0

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        due: timestamp

    fact order.paid:
      key: [order_id]
      fields:
        order_id: text

    fact order.shipped:
      key: [order_id]
      fields:
        order_id: text

    fact order.reminded:
      key: [order_id]
      fields:
        order_id: text

    intent place_order:
      fields:
        order_id: text
        due: timestamp

    intent pay_order:
      fields:
        order_id: text

    truth placing:
      when:
        - intent: place_order
      requires:
        - order_id exists and due exists
      produces:
        - fact.order.placed
        - trace.order.placed

    truth paying:
      when:
        - intent: pay_order
      requires:
        - order_id exists
      produces:
        - fact.order.paid
        - trace.order.paid

    """

  private static let shipping = """
    truth shipping:
      when:
        - fact: order.placed
        - if: order.paid
      produces:
        - fact.order.shipped
        - trace.order.shipped

    """

  private static let viewing = """
    fact order.settled:
      key: [order_id]
      derived: true
      fields:
        order_id: text

    truth settling:
      when:
        - fact: order.paid
      produces:
        - fact.order.settled

    """

  private static let reminding = """
    truth reminding:
      when:
        - fact: order.placed
        - if: now > due
      produces:
        - fact.order.reminded
        - trace.order.reminded

    """

  private static let asking = """
    fact order.late:
      key: [order_id]
      derived: true
      fields:
        order_id: text

    fact order.urgent:
      key: [order_id]
      derived: true
      fields:
        order_id: text

    intent ask_order:
      fields:
        order_id: text

    truth lateness:
      when:
        - fact: order.placed
        - if: now > due
      produces:
        - fact.order.late

    truth urgency:
      when:
        - fact: order.late
      produces:
        - fact.order.urgent

    truth asking:
      when:
        - intent: ask_order
      requires:
        - not order.urgent and not order.settled
      produces:
        - trace.order.asked

    """

  private func place(_ id: String) -> String {
    #"{"action": "place_order", "order_id": "\#(id)", "due": "2024-05-02T00:00:00Z"}"#
  }

  /// The orders of the facts of a type that the ledger holds, in order.
  private func orders(_ type: String, _ world: World) -> [JSONValue?] {
    world.context.ledger.entries.filter { $0.payload["type"] == .text(type) }.map { $0.payload["order_id"] }
  }

  @Test("a fact that its condition reads")
  func anotherFact() throws {
    var world = try World([("shop.truths", Self.orders + Self.shipping)])
    #expect(try world.propose(place("a")).decision == .accepted)
    #expect(try world.propose(place("b")).decision == .accepted)
    #expect(orders("order.shipped", world).isEmpty)
    let paid = try world.propose(#"{"action": "pay_order", "order_id": "a"}"#)
    #expect(paid.facts.map { $0["type"] } == [.text("order.paid"), .text("order.shipped")])
    #expect(try world.propose(#"{"action": "pay_order", "order_id": "c"}"#).facts.count == 1)
    #expect(orders("order.shipped", world) == [.text("a")])
  }

  @Test("a view that its condition reads")
  func view() throws {
    let shipping = Self.shipping.replacing("if: order.paid", with: "if: order.settled")
    var world = try World([("shop.truths", Self.orders + Self.viewing + shipping)])
    #expect(try world.propose(place("a")).decision == .accepted)
    #expect(try world.propose(place("b")).decision == .accepted)
    #expect(try world.propose(#"{"action": "pay_order", "order_id": "b"}"#).facts.count == 2)
    #expect(orders("order.shipped", world) == [.text("b")])
  }

  @Test("the moment")
  func moment() throws {
    var world = try World([("shop.truths", Self.orders + Self.reminding)])
    #expect(try world.propose(place("a"), now: "2024-05-01T00:00:00Z").decision == .accepted)
    #expect(try world.propose(place("b"), now: "2024-05-01T12:00:00Z").decision == .accepted)
    #expect(orders("order.reminded", world).isEmpty)
    for id in ["c", "d"] {
      let pay = #"{"action": "pay_order", "order_id": "\#(id)"}"#
      #expect(try world.propose(pay, now: "2024-05-03T00:00:00Z").decision == .accepted)
    }
    #expect(orders("order.reminded", world) == [.text("a"), .text("b")])
  }

  @Test("a view that is made from one that reads the moment is worked out at each moment, beside views that do not")
  func momentOfViews() throws {
    var world = try World([("shop.truths", Self.orders + Self.viewing + Self.asking)])
    for id in ["a", "b", "c"] { #expect(try world.propose(place(id), now: "2024-05-01T00:00:00Z").decision == .accepted) }
    func ask(_ id: String, _ now: String) throws -> DecisionOutcome {
      try world.propose(#"{"action": "ask_order", "order_id": "\#(id)"}"#, now: now).decision
    }
    #expect(try ask("a", "2024-05-01T01:00:00Z") == .accepted)
    #expect(try ask("b", "2024-05-03T01:00:00Z") == .rejected)
    #expect(try ask("c", "2024-05-01T02:00:00Z") == .accepted)
    #expect(
      try world.propose(#"{"action": "pay_order", "order_id": "d"}"#, now: "2024-05-01T03:00:00Z").decision == .accepted)
    #expect(try ask("d", "2024-05-01T04:00:00Z") == .rejected)
  }
}
