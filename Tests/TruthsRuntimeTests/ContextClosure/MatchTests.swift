import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Several matches that move one instance or produce one fact (declarations §6).
@Suite struct MatchTests {
  static let payments = """
    pack money:
      version: 1.0.0

    fact payment.received:
      key: [payment_id]
      external: true
      fields:
        payment_id: text
        invoice_id: text

    fact refund.made:
      key: [refund_id]
      external: true
      fields:
        refund_id: text
        invoice_id: text

    lifecycle invoice:
      key: [invoice_id]
      initial: sent
      transitions:
        - sent → paid
        - sent → void
      terminal: [paid, void]

    intent look:
      fields:
        invoice_id: text

    truth looking:
      when:
        - intent: look
      produces:
        - trace.looking

    truth paying:
      when:
        - fact: payment.received
      moves:
        - invoice: sent → paid
      produces:
        - trace.paying

    truth voiding:
      when:
        - fact: refund.made
      moves:
        - invoice: sent → void
      produces:
        - trace.voiding

    """

  private func look(_ facts: [String]) throws -> RunOutcome {
    var world = try World([("money.truths", Self.payments)], facts: facts)
    return try world.propose(#"{"action": "look", "invoice_id": "i"}"#)
  }

  private static let sent = #"{"type": "invoice.entered", "invoice_id": "i", "state": "sent"}"#
  private static func payment(_ id: String) -> String {
    #"{"type": "payment.received", "payment_id": "\#(id)", "invoice_id": "i"}"#
  }

  @Test("two matches of one truth move an instance alike, which is no conflict")
  func oneTruthTwice() throws {
    let outcome = try look([Self.sent, Self.payment("a"), Self.payment("b")])
    #expect(outcome.decision == .accepted)
    let closing = outcome.entries.prefix { $0.type != .proposal }
    #expect(closing.filter { $0.type == .fact }.map { $0.payload["state"] } == [.text("paid")])
    #expect(closing.filter { $0.type == .trace }.count == 2)
  }

  @Test("two truths that move one instance from one state to two are a conflict")
  func twoTruths() throws {
    let refund = #"{"type": "refund.made", "refund_id": "r", "invoice_id": "i"}"#
    let outcome = try look([Self.sent, Self.payment("a"), refund])
    #expect(outcome.decision == .halted)
    #expect(outcome.truthID == "converge.fact.conflict")
    #expect(outcome.reason == "invoice: sent → void: money.paying leaves sent for paid in this run")
  }

  static let work = """
    pack work:
      version: 1.0.0

    fact job.done:
      key: [id]
      fields:
        id: text
        hours: decimal

    fact job.due:
      key: [id]
      fields:
        id: text
        hours: decimal

    intent do_work:
      fields:
        id: text
        hours: decimal

    intent change_work:
      fields:
        id: text
        hours: decimal

    intent change_due:
      fields:
        id: text
        hours: decimal

    truth doing:
      when:
        - intent: do_work
      requires:
        - id exists and hours exists
      produces:
        - fact.job.done
        - trace.doing

    truth changing:
      when:
        - intent: change_work
      produces:
        - correction.job.done:
            hours: hours
        - trace.changing

    truth changing_due:
      when:
        - intent: change_due
      requires:
        - id exists and hours exists
      produces:
        - correction.job.due:
            hours: hours
        - trace.changing_due

    truth owing:
      when:
        - fact: job.done
      produces:
        - fact.job.due
        - trace.owing

    """

  @Test("what a truth produced before it corrects, though somebody else has corrected it since")
  func correctedByOthersSince() throws {
    var world = try World([("work.truths", Self.work)])
    _ = try world.propose(#"{"action": "do_work", "id": "a", "hours": 1}"#)
    let other = try world.propose(#"{"action": "change_due", "id": "a", "hours": 7}"#)
    #expect(other.facts.map { $0["hours"] } == [.number(7)])
    let changed = try world.propose(#"{"action": "change_work", "id": "a", "hours": 2}"#)
    #expect(changed.decision == .accepted)
    #expect(changed.facts.map { $0["hours"] } == [.number(2), .number(2)])
    #expect(changed.entries.last { $0.type == .fact }?.corrects == other.entries.last { $0.type == .fact }?.entryID)
  }

  @Test("a correction whose key is missing is incomplete, and says so")
  func correctionWithoutKey() throws {
    var world = try World([("work.truths", Self.work)])
    let outcome = try world.propose(#"{"action": "change_work", "hours": 2}"#)
    #expect(outcome.truthID == "converge.fact.incomplete")
    #expect(outcome.reason == "job.done: id is missing: not sent")
  }
}
