import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The facts of pack `converge` about requests, grants, consents and adoptions (approvals §4, ledgers §4).
@Suite struct AssentRecordTests {
  @Test func requests() throws {
    var world = try World()
    let outcome = try world.propose(DecisionTests.large)
    let fact = try #require(outcome.facts.first)
    let request = try #require(RequestRecord(ifRequested: fact))
    #expect(request.id?.hasPrefix("req_") == true && request.role == "manager" && request.proposedBy == "ann")
    #expect(request.proposalHash == outcome.proposalHash)
    #expect(request.reason == outcome.reason)
    #expect(request.demand == ApprovalDemand(approvers: [.init(role: "manager")]))
    let violation = RecordedViolation(outcome.violations[0]) { _ in "" }
    #expect(request.isOf(violation) && !request.isOf(RecordedViolation(.null)))
    #expect(world.context.approvals.requested(request.id ?? "")?.id == request.id)
    #expect(world.context.approvals.requests(about: outcome.proposalHash).map(\.id) == [request.id])
    #expect(RequestRecord(ifRequested: fact.with("type", .text("approval.granted"))) == nil)
    #expect(RequestRecord(ifRequested: [:]) == nil)
  }

  private func entry(_ payload: JSONObject, by userID: String = "eve", type: String = "user") -> Entry {
    Entry.make(
      type: .fact, timestamp: .epoch, correlationID: "corr", runID: "run", truthID: nil, payload: payload, by: userID, type)
  }

  /// A history may leave out the person and the time; then the entry's actor and timestamp count.
  @Test(arguments: [
    (AssentRecord.Kind.grant, "granted_by", "granted_at"), (.denial, "denied_by", "denied_at"),
    (.consent, "given_by", "given_at"),
  ])
  func whoAndWhen(_ kind: AssentRecord.Kind, _ by: String, _ at: String) {
    let told = AssentRecord(entry([by: .text("ann"), at: .text("2025-01-31T12:00:00Z")]), kind)
    #expect(told.userID == "ann" && told.moment == "2025-01-31T12:00:00Z" && told.standing == nil)
    for payload in [[:], [by: .null, at: .integer(1)]] as [JSONObject] {
      let untold = AssentRecord(entry(payload), kind)
      #expect(untold.userID == "eve" && untold.moment == Timestamp.epoch.text)
    }
  }

  @Test func whatItIsAbout() {
    let grant = AssentRecord(entry(["request": .text("req_1"), "as": .object(["role": .text("manager")])]), .grant)
    #expect(grant.request == "req_1" && grant.standing == .object(["role": .text("manager")]) && grant.proposalHash == nil)
    #expect(AssentRecord(entry(["proposal_hash": .text("sha256:1")]), .consent).proposalHash == "sha256:1")
  }

  @Test func adoptions() {
    let payload: JSONObject = ["type": .text("truths.adopted"), "hash": .text("sha256:1"), "version": .text("2.1.0")]
    let adoption = AdoptionRecord(entry(payload))
    #expect(adoption?.hash == "sha256:1" && adoption?.version == "2.1.0" && adoption?.note == nil && adoption?.proposer == "eve")
    #expect(AdoptionRecord(entry(payload.with("adopted_by", .text("ann"))))?.proposer == "ann")
    #expect(AdoptionRecord(entry(["type": .text("policy.set")])) == nil)
  }

  @Test func entries() {
    let person = entry(["type": .text("consent.given")])
    #expect(person.userID == "eve" && person.isByPerson && person.builtInFact == .consentGiven && person.organisation == nil)
    #expect(!entry([:], type: "agent").isByPerson && entry([:]).builtInFact == nil && entry([:]).factType == nil)
    #expect((["type": .text("shop.sold")] as JSONObject).builtInType == nil)
    let inner: JSONObject = ["type": .text("shop.sold")]
    #expect(
      (["entry_type": .text("fact"), "payload": .object(inner)] as JSONObject).factWithin == inner && inner.factWithin == inner)
  }
}

extension Entry {
  fileprivate static func make(
    type: EntryType, timestamp: Timestamp, correlationID: String, runID: String, truthID: String?, payload: JSONObject,
    by userID: String, _ actorType: String
  ) -> Entry {
    make(
      type: type, timestamp: timestamp, correlationID: correlationID, runID: runID,
      actor: ["type": .text(actorType), "user_id": .text(userID)], truthID: truthID, payload: payload, sequence: 1)
  }
}
