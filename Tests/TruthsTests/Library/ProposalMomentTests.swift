import Foundation
import Testing
import Truths

/// `proposal.at`, the moment at which a run began (clauses §9.1).
@Suite("The moment of a proposal")
struct ProposalMomentTests {
  /// Returns a set in which a guest who cancels at least a day before arrival gets a refund, after a manager's approval.
  ///
  /// - Parameter moment: the expression for the time from which the refund is computed.
  private static func hotel(by moment: String) -> Workspace {
    let text = """
      pack hotel:
        summary: Refunds

      fact booking.made:
        key: [booking_id]
        external: true
        fields:
          booking_id: text
          arrives: timestamp
          price: integer

      fact booking.refunded:
        key: [booking_id]
        fields:
          booking_id: text
          amount: integer
          since: timestamp

      intent cancel:
        fields:
          booking_id: text

      truth cancelling:
        when:
          - intent: cancel
        let:
          refund: if \(moment) < booking.made.arrives - days(1) then booking.made.price else 0
        requires:
          - booking.made
        invariants:
          - booking_id exists → requires_approval(manager)
        produces:
          - fact.booking.refunded: {amount: refund, since: \(moment)}
          - trace.hotel.cancelling

      truth overrides:
        when:
          - fact: override.used
        produces:
          - trace.hotel.override
      """
    return Workspace(truths: [SourceText(path: "truths/hotel/hotel.truths", bytes: Array(text.utf8))])
  }

  private static func actor(_ name: String, _ roles: String = "") -> RunActor {
    .known(SourceText(path: "a.json", bytes: Array(#"{"type":"user","user_id":"\#(name)","roles":[\#(roles)]}"#.utf8)))
  }

  private static let booking = #"{"type": "booking.made", "booking_id": "b1", "arrives": "2026-06-03T12:00:00Z", "price": 4200}"#
  private static let proposal = #"{"action": "cancel", "proposal_id": "prop_1", "booking_id": "b1""#

  /// The ledger of a guest who cancels at one moment, and a manager who agrees at another.
  private func ledger(
    _ workspace: Workspace, proposing moments: [String], claiming: String = "", agreeing: String
  ) throws -> String {
    var open = try OpenLedger(
      workspace, RunInput(context: SourceText(path: "c.jsonl", bytes: Array(Self.booking.utf8))))
    for (place, moment) in moments.enumerated() {
      // Each time in other words: the newest is the one that is decided.
      let text = Self.proposal + claiming + (place == 0 ? "}" : #", "consent": \#(place == 1)}"#)
      _ = try open.append(
        SourceText(path: "p.json", bytes: Array(text.utf8)), now: moment, actor: Self.actor("ann"))
    }
    _ = try open.answer(.approve, to: "prop_1", now: agreeing, actor: Self.actor("max", #""manager""#))
    return String(decoding: open.entries, as: UTF8.self)
  }

  private func refund(in ledger: String) throws -> (amount: Int?, since: String?) {
    let line = try #require(ledger.split(separator: "\n").last { $0.contains(#""type":"booking.refunded""#) })
    let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let payload = entry["payload"] as? [String: Any]
    return (payload?["amount"] as? Int, payload?["since"] as? String)
  }

  @Test("stays that of the proposal while a run waits; `now` is that of the answer", arguments: ["proposal.at", "now"])
  func waits(moment: String) throws {
    let workspace = Self.hotel(by: moment)
    let ledger = try ledger(workspace, proposing: ["2026-06-02T09:00:00Z"], agreeing: "2026-06-03T09:00:00Z")
    let refund = try refund(in: ledger)
    #expect(refund.amount == (moment == "now" ? 0 : 4200))
    #expect(refund.since == (moment == "now" ? "2026-06-03T09:00:00Z" : "2026-06-02T09:00:00Z"))
    // Repeating the decision gives the recorded result.
    let record = try Record(SourceText(path: "l.jsonl", bytes: Array(ledger.utf8)))
    #expect(try record.verify(with: [workspace]).holds)
    #expect(try workspace.replay(SourceText(path: "l.jsonl", bytes: Array(ledger.utf8))).count(of: Set(FlipKind.allCases)) == 0)
  }

  @Test("is never what a sender claims, nor that of a proposal that is sent again")
  func claims() throws {
    let ledger = try ledger(
      Self.hotel(by: "proposal.at"), proposing: ["2026-06-02T09:00:00Z", "2026-06-02T10:00:00Z", "2026-06-02T18:00:00Z"],
      claiming: #", "timestamp": "2026-05-01T09:00:00Z""#, agreeing: "2026-06-03T09:00:00Z")
    #expect(try refund(in: ledger).since == "2026-06-02T09:00:00Z")
  }
}
