import Testing
import TruthsLedger

@Suite("Look-ups and proofs without going through the ledger, server §11.2")
struct EntryIndexTests {
  private static let entries = (1...1100).map { sampleEntry($0) }

  private func ledger(_ count: Int) -> Ledger {
    var ledger = Ledger()
    for entry in Self.entries.prefix(count) { ledger.append(entry) }
    return ledger
  }

  @Test("an entry is found by its id, also behind those that were known before")
  func finding() {
    var index = EntryIndex()
    index.extend(to: ledger(300))
    #expect(index.sequence(of: Self.entries[299].entryID) == 300)
    #expect(index.sequence(of: Self.entries[300].entryID) == nil)
    index.extend(to: ledger(301))
    #expect(index.size == 301)
    for place in [0, 255, 256, 300] { #expect(index.sequence(of: Self.entries[place].entryID) == place + 1) }
    for id in ["", "ctx_", "ctx_0000000000000000", "ctx_" + String(repeating: "f", count: 17)] {
      #expect(index.sequence(of: id) == nil)
    }
  }

  @Test("proofs are those of the whole tree", arguments: [1, 2, 255, 256, 257, 300, 511, 512, 513, 768, 1025, 1100])
  func proofs(size: Int) {
    let (ledger, leaves) = (ledger(size), Self.entries.prefix(size).map(\.leafHash))
    var index = EntryIndex()
    for part in [1, size / 2, size] { index.extend(to: self.ledger(max(1, part))) }
    #expect(index.head(of: size, in: ledger).prefixed == ledger.head)
    for sequence in Set([1, 2, size / 2, 255, 256, 257, size]) where (1...size).contains(sequence) {
      #expect(index.inclusion(of: sequence, in: ledger) == MerkleProof.inclusion(of: sequence - 1, in: leaves))
      #expect(index.head(of: sequence, in: ledger).prefixed == self.ledger(sequence).head)
      let part = Array(leaves.prefix(size))
      #expect(index.consistency(from: sequence, to: size, in: ledger) == MerkleProof.consistency(from: sequence, in: part))
      let earlier = Array(leaves.prefix(sequence))
      #expect(
        index.consistency(from: max(1, sequence / 3), to: sequence, in: ledger)
          == MerkleProof.consistency(from: max(1, sequence / 3), in: earlier))
    }
    #expect(index.inclusion(of: size + 1, in: ledger) == nil && index.inclusion(of: 0, in: ledger) == nil)
    #expect(index.consistency(from: 1, to: size + 1, in: ledger) == nil)
    #expect(EntryIndex().inclusion(of: 1, in: ledger) == nil)
  }

  @Test("the entries of a ledger in use are those of the ledger")
  func recorded() {
    let entries = RecordedEntries(ledger(700))
    #expect(entries.count == 700)
    #expect(Array(entries) == Array(Self.entries.prefix(700)))
  }
}
