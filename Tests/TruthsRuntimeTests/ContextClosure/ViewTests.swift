import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Views are computed when they are read, and never recorded (declarations §7).
@Suite struct ViewTests {
  static let balances = """
    pack money:
      version: 1.0.0

    fact invoice.booked:
      key: [invoice_id]
      fields:
        invoice_id: text
        customer_id: text
        amount: decimal

    fact receivable.balance:
      key: [customer_id]
      derived: true
      fields:
        customer_id: text
        open: decimal

    fact customer.frozen:
      key: [customer_id]
      fields:
        customer_id: text

    intent book_invoice:
      fields:
        invoice_id: text
        customer_id: text
        amount: decimal

    truth booking:
      when:
        - intent: book_invoice
      requires:
        - invoice_id exists and customer_id exists and amount exists
        - not customer.frozen else "Customer {customer_id} is frozen"
      produces:
        - fact.invoice.booked
        - trace.invoice.booking
      ensures:
        - receivable.balance.open <= 1000 else "The balance would be {receivable.balance.open}"

    truth balancing:
      when:
        - fact: invoice.booked
      produces:
        - fact.receivable.balance:
            open: sum(i.amount for i in invoice.booked where i.customer_id == trigger.customer_id)

    truth freezing:
      when:
        - fact: invoice.booked
        - if: receivable.balance exists and receivable.balance.open > 900
      produces:
        - fact.customer.frozen
        - trace.customer.freezing

    """

  @Test func viewIsReadInClausesAndByTruthsOnFacts() throws {
    var world = try World([("money.truths", Self.balances)])
    func book(_ id: String, _ amount: Int) throws -> RunOutcome {
      try world.propose(#"{"action": "book_invoice", "invoice_id": "\#(id)", "customer_id": "c", "amount": \#(amount)}"#)
    }
    let first = try book("a", 500)
    #expect(first.facts.map { $0["type"] } == [.text("invoice.booked")])
    let second = try book("b", 600)
    #expect(second.decision == .halted)
    #expect(second.reason == "The balance would be 1100")
    #expect(second.violations.map(\.kind) == [.postcondition])
    #expect(second.facts.isEmpty)
    let third = try book("c", 450)
    #expect(
      third.facts.map { $0["type"] } == [.text("invoice.booked"), .text("customer.frozen"), .text("customer.frozen")].dropLast())
    #expect(try book("d", 1).reason == "Customer c is frozen")
    #expect(world.context.ledger.size > 0)
  }

  /// A view contains what its truths produce now, so a change of one of them changes the decisions that read the view.
  @Test func governing() throws {
    let old = try World([("money.truths", Self.balances)])
    let changed = Self.balances.replacing("sum(i.amount for", with: "sum(2 * i.amount for")
    let new = try World([("money.truths", changed)])
    #expect(old.procedure.governingHash(of: "book_invoice") != new.procedure.governingHash(of: "book_invoice"))
    #expect(old.procedure.governingKeys(of: "book_invoice").contains { $0.name.hasSuffix("balancing") })
    #expect(!old.procedure.governingKeys(of: "book_invoice").contains { $0.name.hasSuffix("freezing") })
  }
}
