import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Lifecycles, moves and tables at run time (declarations §12, §8).
@Suite struct LifecycleTests {
  static let invoices = """
    pack money:
      version: 1.0.0

    enum urgency: [expired, critical, normal]

    fact invoice.noted:
      key: [invoice_id]
      fields:
        invoice_id: text
        urgency: urgency

    lifecycle invoice:
      key: [invoice_id]
      initial: draft
      transitions:
        - draft → sent → paid
        - any → void
      terminal: [paid, void]

    table urgency_of:
      inputs:
        hours_left: decimal
      output: urgency
      rows:
        - hours_left <= 0 → expired
        - hours_left < 1 → critical
        - otherwise → normal

    intent create_invoice:
      fields:
        invoice_id: text
        hours_left: decimal

    intent pay_invoice:
      fields:
        invoice_id: text

    intent void_invoice:
      fields:
        invoice_id: text

    truth creation:
      when:
        - intent: create_invoice
      requires:
        - invoice_id exists and hours_left exists
      moves:
        - invoice: start → draft → sent
      produces:
        - fact.invoice.noted:
            urgency: urgency_of(hours_left)
        - trace.invoice.creation

    truth payment:
      when:
        - intent: pay_invoice
      requires:
        - invoice_id exists
      invariants:
        - invoice.state == void → reject("Invoice is {invoice.state}")
      moves:
        - invoice: sent → paid
      produces:
        - trace.invoice.payment

    truth voiding:
      when:
        - intent: void_invoice
      requires:
        - invoice_id exists
        - some i in invoice satisfies i.invoice_id == invoice_id else "No such invoice"
      moves:
        - invoice: any → void
      produces:
        - trace.invoice.voiding

    """

  private func world(_ facts: [String] = []) throws -> World { try World([("money.truths", Self.invoices)], facts: facts) }

  @Test func chainEntersEachStateInTurn() throws {
    var world = try world()
    let outcome = try world.propose(#"{"action": "create_invoice", "invoice_id": "i", "hours_left": 0.5}"#)
    #expect(outcome.decision == .accepted)
    #expect(
      outcome.facts.map { String(decoding: JSONValue.object($0).canonical(), as: UTF8.self) } == [
        #"{"invoice_id":"i","state":"draft","step":1,"type":"invoice.entered"}"#,
        #"{"invoice_id":"i","state":"sent","step":2,"type":"invoice.entered"}"#,
        #"{"invoice_id":"i","type":"invoice.noted","urgency":"critical"}"#,
      ])
    let paid = try world.propose(#"{"action": "pay_invoice", "invoice_id": "i"}"#)
    #expect(paid.facts.map { $0["step"] } == [.number(3)])
  }

  @Test func wrongStateHalts() throws {
    var world = try world([#"{"type": "invoice.entered", "invoice_id": "i", "state": "paid"}"#])
    let outcome = try world.propose(#"{"action": "pay_invoice", "invoice_id": "i"}"#)
    #expect(outcome.decision == .halted)
    #expect(outcome.truthID == "money.invoice.lifecycle")
    #expect(outcome.reason == "invoice: sent → paid: invoice is paid")
    #expect(outcome.violations.map(\.clause) == ["moves[0]"])
    #expect(outcome.violations.map(\.kind) == [.structural])
    #expect(outcome.violations.map { $0.values["invoice"] } == [.text("paid")])
    let unknown = try world.propose(#"{"action": "pay_invoice", "invoice_id": "other"}"#)
    #expect(unknown.reason == "invoice: sent → paid: invoice is start")
  }

  /// A move's own text is its reason where the instance is in another state, and only there.
  @Test func moveSaysItsReason() throws {
    let speaking = Self.invoices.replacing(
      "- invoice: sent → paid", with: "- invoice: sent → paid else \"Invoice {invoice_id} is {invoice.state}, not sent\"")
    var world = try World(
      [("money.truths", speaking)],
      facts: [
        #"{"type": "invoice.entered", "invoice_id": "i", "state": "sent"}"#,
        #"{"type": "invoice.entered", "invoice_id": "j", "state": "paid"}"#,
      ])
    let other = try world.propose(#"{"action": "pay_invoice", "invoice_id": "x"}"#)
    #expect(other.decision == .halted)
    #expect(other.truthID == "money.invoice.lifecycle")
    #expect(other.reason == "Invoice x is start, not sent")
    #expect(other.violations.map(\.clause) == ["moves[0]"])
    #expect(other.violations.map { $0.values["invoice"] } == [.text("start")])
    #expect(try world.propose(#"{"action": "pay_invoice", "invoice_id": "i"}"#).decision == .accepted)
    #expect(try world.propose(#"{"action": "pay_invoice", "invoice_id": "j"}"#).reason == "Invoice j is paid, not sent")
  }

  /// A key in brackets names another instance than the trigger does.
  @Test func movesAnotherInstance() throws {
    let instance = #"invoice(invoice_id = "{invoice_id}-2")"#
    let both = Self.invoices.replacing("- invoice: sent → paid", with: "- invoice: sent → paid\n    - \(instance): sent → paid")
    var world = try World(
      [("money.truths", both)],
      facts: ["i", "i-2", "j"].map { #"{"type": "invoice.entered", "invoice_id": "\#($0)", "state": "sent"}"# })
    let paid = try world.propose(#"{"action": "pay_invoice", "invoice_id": "i"}"#)
    #expect(paid.decision == .accepted)
    #expect(paid.facts.map { $0["invoice_id"] } == [.text("i"), .text("i-2")])
    #expect(paid.facts.map { $0["state"] } == [.text("paid"), .text("paid")])
    let halted = try world.propose(#"{"action": "pay_invoice", "invoice_id": "j"}"#)
    #expect(halted.decision == .halted)
    #expect(halted.violations.map(\.reason) == ["\(instance): sent → paid: \(instance) is start"])
  }

  /// One truth that names an instance twice moves it once.
  @Test func oneInstanceNamedTwice() throws {
    let twice = Self.invoices.replacing(
      "- invoice: sent → paid", with: "- invoice: sent → paid\n    - invoice(invoice_id = invoice_id): sent → paid")
    var world = try World(
      [("money.truths", twice)], facts: [#"{"type": "invoice.entered", "invoice_id": "i", "state": "sent"}"#])
    let outcome = try world.propose(#"{"action": "pay_invoice", "invoice_id": "i"}"#)
    #expect(outcome.decision == .accepted)
    #expect(outcome.facts.count == 1)
  }

  /// A truth moves one instance in one way: a second way is a conflict, whether it goes elsewhere or further.
  @Test(arguments: [("start → draft → sent", "start → draft"), ("start → draft", "start → draft → sent")])
  func oneInstanceMovedInTwoWays(_ first: String, _ second: String) throws {
    let twice = Self.invoices.replacing(
      "- invoice: start → draft → sent",
      with: "- invoice: \(first)\n    - invoice(invoice_id = \"{invoice_id}\"): \(second)")
    var world = try World([("money.truths", twice)], facts: [])
    let outcome = try world.propose(#"{"action": "create_invoice", "invoice_id": "i", "hours_left": 1}"#)
    #expect(outcome.decision == .halted)
    #expect(outcome.truthID == "converge.fact.conflict")
    #expect(
      outcome.reason
        == "invoice(invoice_id = \"{invoice_id}\"): \(second): invoice: \(first) moves the same invoice in this run")
    #expect(outcome.facts.isEmpty)
  }

  @Test func oneInstanceMovedElsewhere() throws {
    let twice = Self.invoices.replacing(
      "- invoice: sent → paid", with: "- invoice: sent → paid\n    - invoice(invoice_id = invoice_id): any → void")
    var world = try World(
      [("money.truths", twice)], facts: [#"{"type": "invoice.entered", "invoice_id": "i", "state": "sent"}"#])
    let outcome = try world.propose(#"{"action": "pay_invoice", "invoice_id": "i"}"#)
    #expect(outcome.decision == .halted)
    #expect(outcome.violations.map(\.truthID) == ["converge.fact.conflict"])
  }

  /// A truth on facts moves one instance in one way, too (declarations §6).
  @Test func oneInstanceMovedInTwoWaysByFacts() throws {
    let billed = """
      pack money:
        version: 1.0.0

      fact bill.seen:
        key: [bill_id]
        external: true
        fields:
          bill_id: text

      lifecycle bill:
        key: [bill_id]
        initial: open
        transitions:
          - open → paid
        terminal: [paid]

      intent look:
        fields:
          bill_id: text

      truth looking:
        when:
          - intent: look
        requires:
          - bill_id exists
        produces:
          - trace.bill.looked

      truth seeing:
        when:
          - fact: bill.seen as b
        moves:
          - bill: start → open
          - bill(bill_id = "{b.bill_id}"): start → open → paid
        produces:
          - trace.bill.seen

      """
    var world = try World([("money.truths", billed)], facts: [#"{"type": "bill.seen", "bill_id": "i"}"#])
    let outcome = try world.propose(#"{"action": "look", "bill_id": "i"}"#)
    #expect(outcome.decision == .halted)
    #expect(outcome.truthID == "converge.fact.conflict")
  }

  /// `any` is every entered state that is not terminal.
  @Test func anyLeavesWhatIsNotTerminal() throws {
    var world = try world([
      #"{"type": "invoice.entered", "invoice_id": "i", "state": "draft"}"#,
      #"{"type": "invoice.entered", "invoice_id": "i", "state": "sent"}"#,
      #"{"type": "invoice.entered", "invoice_id": "p", "state": "paid"}"#,
    ])
    let voided = try world.propose(#"{"action": "void_invoice", "invoice_id": "i"}"#)
    #expect(voided.facts.map { $0["step"] } == [.number(3)])
    #expect(try world.propose(#"{"action": "void_invoice", "invoice_id": "p"}"#).reason == "invoice: any → void: invoice is paid")
    #expect(
      try world.propose(#"{"action": "void_invoice", "invoice_id": "x"}"#).reason == "invoice: any → void: invoice is start")
    let after = try world.propose(#"{"action": "pay_invoice", "invoice_id": "i"}"#)
    #expect(after.violations.map(\.reason) == ["Invoice is void", "invoice: sent → paid: invoice is void"])
  }

  @Test func tableGivesTheFirstTrueRow() throws {
    var world = try world()
    for (hours, urgency) in [("0", "expired"), ("0.999", "critical"), ("1", "normal")] {
      let outcome = try world.propose(#"{"action": "create_invoice", "invoice_id": "i\#(hours)", "hours_left": \#(hours)}"#)
      #expect(outcome.facts.last?["urgency"] == .text(urgency))
    }
  }
}
