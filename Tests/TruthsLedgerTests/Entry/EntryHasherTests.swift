import Testing
import TruthsJSON
import TruthsLedger
import TruthsText

/// Entries are written once and hashed from these bytes, which hashes §3 defines.
struct EntryHasherTests {
  private let envelope = EntryEnvelope(timestamp: .epoch, correlationID: "cor_\"1", runID: "run_1", actor: ada)

  private func hasher() -> EntryHasher {
    let hasher = EntryHasher()
    hasher.begin(envelope)
    return hasher
  }

  private func expectHashed(_ hashed: HashedEntry) {
    let json = JSONValue.object(hashed.entry.json)
    #expect(hashed.entry.entryID == Entry.id(of: hashed.entry.json))
    #expect(hashed.entry.hasMatchingID)
    #expect(text(hashed.entry.leaf) == text(json.canonical()))
    #expect(hashed.leafHash == MerkleTree.leafHash(json.canonical()))
    #expect(hashed.entry.leafHash == hashed.leafHash)
  }

  @Test func everyTypeOfEntry() {
    let hasher = hasher()
    let payload: JSONObject = ["type": .text("a.b"), "note": .text("l\u{F6}\n\"\\"), "amount": .number(Decimal(5))]
    expectHashed(hasher.hash(.fact, truthID: "a.b.c", content: GivenPayload(payload), sequence: 1))
    expectHashed(hasher.hash(.fact, truthID: nil, content: GivenPayload(payload), sequence: 2, corrects: "ctx_0"))
    expectHashed(hasher.hash(.proposal, truthID: nil, content: GivenPayload([:]), sequence: 3, proposalID: "prop_\"1"))
    expectHashed(hasher.hash(.decision, truthID: "a", content: GivenPayload(payload), sequence: 1_000_000))
  }

  @Test(arguments: [nil, [], ["ctx_1"], ["ctx_1", "ctx_\"2"]] as [[String]?], [true, false])
  func traces(from: [String]?, hasHashes: Bool) {
    let words = TraceWords(
      action: "do \"it\"", decision: "accepted", reason: "1 requirements hold",
      hashes: hasHashes ? DecisionHashes(input: Digest(of: "1"), output: Digest(of: "2")) : nil, envelope: envelope)
    let hasher = hasher()
    // Several entries have these words in common, whose bytes are hashed once.
    let others = [("demo.other", 5), ("demo.truth", 6)]
    for (truthID, sequence) in others { expectHashed(trace(words, truthID, from: nil, sequence, hasher)) }
    let hashed = trace(words, "demo.truth", from: from, 7, hasher)
    expectHashed(hashed)
    #expect(hashed.entry.follows == from)
    var names = ["trace_id", "run_id", "correlation_id", "actor", "action", "truth_id", "decision", "reason", "timestamp"]
    if hasHashes { names.insert(contentsOf: ["input_hash", "output_hash"], at: 6) }
    if from != nil { names.append("from") }
    #expect(hashed.entry.payload.members.map(\.name.string) == names)
    let id = Hashes.traceID(runID: "run_1", truthID: "demo.truth", sequence: 7)
    #expect(hashed.entry.payload["trace_id"] == .text(id))
  }

  private func trace(
    _ words: TraceWords, _ truthID: String, from: [String]?, _ sequence: Int, _ hasher: EntryHasher
  ) -> HashedEntry {
    let trace = Trace(words, truthID: truthID, from: from, sequence: sequence, &hasher.scratch)
    return hasher.hash(.trace, truthID: truthID, content: trace, sequence: sequence)
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
