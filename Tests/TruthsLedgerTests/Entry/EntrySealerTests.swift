import Testing
import TruthsJSON
import TruthsLedger
import TruthsText

/// Entries are written once and hashed from those bytes; the definition (runtime.md §2) says what they are.
struct EntrySealerTests {
  private let envelope = EntryEnvelope(timestamp: .epoch, correlationID: "cor_\"1", runID: "run_1", actor: ada)

  private func expectSealed(_ sealed: SealedEntry) {
    let json = JSONValue.object(sealed.entry.json)
    #expect(sealed.entry.entryID == Entry.id(of: sealed.entry.json))
    #expect(sealed.entry.hasMatchingID)
    #expect(text(sealed.entry.leaf) == text(json.canonical()))
    #expect(sealed.leafHash == MerkleTree.leafHash(json.canonical()))
    #expect(sealed.entry.leafHash == sealed.leafHash)
  }

  @Test func everyTypeOfEntry() {
    var sealer = EntrySealer(envelope)
    let payload: JSONObject = ["type": .text("a.b"), "note": .text("l\u{F6}\n\"\\"), "amount": .number(Decimal(5))]
    expectSealed(sealer.seal(.fact, truthID: "a.b.c", content: .payload(payload), sequence: 1))
    expectSealed(sealer.seal(.fact, truthID: nil, content: .payload(payload), sequence: 2, corrects: "ctx_0"))
    expectSealed(sealer.seal(.proposal, truthID: nil, content: .payload([:]), sequence: 3, proposalID: "prop_\"1"))
    expectSealed(sealer.seal(.decision, truthID: "a", content: .payload(payload), sequence: 1_000_000))
  }

  @Test(arguments: [nil, [], ["ctx_1"], ["ctx_1", "ctx_\"2"]] as [[String]?], [true, false])
  func traces(from: [String]?, hasHashes: Bool) {
    let words = TraceWords(
      action: "do \"it\"", truthID: "demo.truth", decision: "accepted", reason: "1 requirements hold",
      hashes: hasHashes ? ("sha256:1", "sha256:2") : nil, envelope: envelope)
    var sealer = EntrySealer(envelope)
    let sealed = sealer.seal(.trace, truthID: "demo.truth", content: .trace(Trace(words, from: from, sequence: 7)), sequence: 7)
    expectSealed(sealed)
    #expect(sealed.entry.follows == from)
    var names = ["trace_id", "run_id", "correlation_id", "actor", "action", "truth_id", "decision", "reason", "timestamp"]
    if hasHashes { names.insert(contentsOf: ["input_hash", "output_hash"], at: 6) }
    if from != nil { names.append("from") }
    #expect(sealed.entry.payload.members.map(\.name.string) == names)
    let id = Hashes.traceID(runID: "run_1", truthID: "demo.truth", sequence: 7)
    #expect(sealed.entry.payload["trace_id"] == .text(id))
  }

  @Test func whatIsChangedSaysSo() {
    var entry = sampleEntry(1)
    entry.runID = "run_other"
    #expect(!entry.hasMatchingID)
    #expect(entry.json["run_id"] == .text("run_other"))
    entry.payload = ["type": .text("x.y")]
    #expect(text(entry.leaf) == text(JSONValue.object(entry.json).canonical()))
  }
}
