import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The record of a proposal: flat, with `payload`, or in the record of a queue (runs §1); and that of a run's output.
@Suite struct ProposalRecordTests {
  private static let flat: JSONObject = [
    "action": .text("pay"), "pack": .text("shop"), "amount": .integer(5), "reason": .text("rent"), "on_behalf_of": .text("ann"),
    "consent": .boolean(true), "proposal_id": .text("prop_1"), "confidence": .integer(1),
    "override": .object(["truth_id": .text("shop.paying"), "reason": .text("fire")]),
  ]

  @Test(arguments: [flat, ["proposal": .object(flat), "queued_at": .text("2025-01-31T12:00:00Z")]] as [JSONObject])
  func members(_ received: JSONObject) {
    let proposal = ProposalRecord(received)
    #expect(proposal.action == "pay" && proposal.pack == "shop" && proposal.reason == "rent" && proposal.onBehalfOf == "ann")
    #expect(proposal.hasConsent && proposal.proposalID == "prop_1" && proposal.confidence == .integer(1))
    #expect(proposal.override?.truthID == .text("shop.paying") && proposal.override?.reason == .text("fire"))
    #expect(proposal.fields.map(\.name.string) == ["amount"])
    #expect(proposal.fieldHolder["amount"] == .integer(5))
  }

  /// Members beside a proposal override those inside of it, as in a decision.
  @Test(
    arguments: [
      ["proposal": .object(flat), "consent": .boolean(false), "on_behalf_of": .text("bob")],
      [
        "entry_type": .text("proposal"), "entry_id": .text("ctx_1"), "payload": .object(flat), "consent": .boolean(false),
        "on_behalf_of": .text("bob"),
      ],
    ] as [JSONObject])
  func outerWins(_ received: JSONObject) {
    let proposal = ProposalRecord(received)
    #expect(proposal.action == "pay" && !proposal.hasConsent && proposal.onBehalfOf == "bob")
    #expect(proposal.fields.map(\.name.string) == ["amount"])
  }

  @Test func payload() {
    let proposal = ProposalRecord(["action": .text("pay"), "payload": .object(["amount": .integer(5)]), "stray": .null])
    #expect(proposal.fields.map(\.name.string) == ["amount"] && proposal.fieldHolder == ["amount": .integer(5)])
  }

  @Test(
    arguments: [[:], ["action": .integer(1), "proposal": .text("none"), "override": .null, "payload": .array([])]] as [JSONObject]
  )
  func nothingIsMadeUp(_ received: JSONObject) {
    let proposal = ProposalRecord(received)
    #expect(proposal.action == nil && proposal.pack == nil && proposal.reason == nil && proposal.onBehalfOf == nil)
    #expect(!proposal.hasConsent && proposal.fields.isEmpty && proposal.override?.truthID == nil)
  }

  @Test func outputOfARun() throws {
    var world = try World()
    let outcome = try world.propose(DecisionTests.large)
    let record = RunOutputRecord(outcome.json { _ in "" })
    #expect(record.runID == outcome.run.runID && record.proposalID == outcome.proposalID && record.truths == outcome.truthsHash)
    #expect(record.before.head == outcome.before.head && record.before.size == outcome.before.size)
    #expect(record.after.head == outcome.after.head && record.after.size == outcome.after.size)
    #expect(record.facts == outcome.facts.map { .object($0) } && record.traces == outcome.traces.map { .object($0) })
    #expect(record.entries == outcome.entries.map { .object($0.json) })
    #expect(record.decision.tells(outcome) && record.decision.proposalHash == outcome.proposalHash)
    for hostile in [[:], ["context": .text("none"), "run": .null, "facts": .text("none"), "entries": .object([:])]]
      as [JSONObject]
    {
      let record = RunOutputRecord(hostile)
      #expect(record.runID == nil && record.before.head == nil && record.after.size == nil && record.truths == nil)
      #expect(record.facts.isEmpty && record.traces.isEmpty && record.entries.isEmpty)
    }
  }
}
