import Testing
import TruthsJSON
import TruthsLedger
import TruthsText

struct EntryTests {
  @Test func membersStandInTheContractsOrder() {
    let entry = sampleEntry(3, corrects: "ctx_0")
    let names = entry.json.members.map(\.name.string)
    #expect(
      names == [
        "entry_id", "entry_type", "timestamp", "correlation_id", "run_id", "actor", "truth_id", "payload", "sequence", "corrects",
      ])
    let proposal = Entry.make(
      type: .proposal, timestamp: .epoch, correlationID: "cor_1", runID: "run_1", actor: ada, truthID: nil, payload: [:],
      sequence: 1, proposalID: "prop_1")
    #expect(proposal.json.members.map(\.name.string).suffix(2) == ["sequence", "proposal_id"])
    #expect(proposal.json["truth_id"] == .null)
  }

  /// Computed by another program from the text of hashes §3.
  @Test func theIdentityIsMadeFromTheContent() {
    let entry = sampleEntry(3)
    #expect(
      text(entry.leaf).replacing(entry.entryID, with: "?")
        == #"{"actor":{"device_id":"ios:1","org_id":"acme","roles":["manager"],"type":"user","user_id":"ada"},"#
        + #""correlation_id":"cor_1","entry_id":"?","entry_type":"fact","payload":{"number":3,"type":"person.greeted"},"#
        + #""run_id":"run_1","sequence":3,"timestamp":"1970-01-01T00:00:00Z","truth_id":"demo.greeting"}"#)
    #expect(entry.entryID == "ctx_2cfb780f7f0a1513")
    #expect(entry.hasMatchingID)
  }

  @Test func aGivenIdentityIsUsedAsGiven() {
    var entry = sampleEntry(3)
    entry.entryID = "ctx_abc123"
    #expect(!entry.hasMatchingID)
    #expect(entry.json["entry_id"] == .text("ctx_abc123"))
    #expect(Entry.id(of: entry.json) == sampleEntry(3).entryID)
  }

  @Test func shortFormsHaveTheFixturesEnvelope() throws {
    let entry = Entry.shortForm(payload: ["type": .text("period.closed"), "period_id": .text("2024-Q1")], sequence: 2)
    let wanted =
      #"{"entry_id":"\#(entry.entryID)","entry_type":"fact","timestamp":"1970-01-01T00:00:00Z","correlation_id":"cor_fixture","#
      + #""run_id":"run_fixture","actor":{"type":"system","user_id":"fixture","#
      + #""device_id":"fixture","org_id":"fixture","roles":[]},"#
      + #""truth_id":null,"payload":{"type":"period.closed","period_id":"2024-Q1"},"sequence":2}"#
    #expect(text(JSONValue.object(entry.json).compact()) == wanted)
    #expect(entry.hasMatchingID)
    #expect(entry.entryID == "ctx_520863c72283444a")
  }

  @Test func whatIsPrintedIsReadBack() {
    let entry = sampleEntry(4, truthID: nil, corrects: "ctx_1")
    #expect(Entry(json: entry.json) == entry)
  }
}
