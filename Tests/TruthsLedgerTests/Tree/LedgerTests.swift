import Testing
import TruthsLedger

struct LedgerTests {
  private func ledger(_ count: Int) -> Ledger {
    var ledger = Ledger()
    for number in 1...count { ledger.append(sampleEntry(number)) }
    return ledger
  }

  @Test func theEmptyLedger() {
    #expect(Ledger().head == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(Ledger().size == 0)
    #expect(Ledger().entries == [])
    #expect(Ledger().entry(sequence: 1) == nil)
    #expect(Ledger().entry(sequence: 0) == nil)
    #expect(Ledger().entries(from: 1) == [])
  }

  @Test func entriesAreFound() {
    let ledger = ledger(1300)
    #expect(ledger.size == 1300)
    #expect(ledger.entries == (1...1300).map { sampleEntry($0) })
    for number in [1, 2, 511, 512, 513, 1024, 1025, 1300] {
      let entry = sampleEntry(number)
      #expect(ledger.entry(sequence: number) == entry)
    }
    #expect(ledger.entry(sequence: 1301) == nil)
    #expect(ledger.entry(sequence: Int.min + 1) == nil)
    #expect(ledger.entries(from: 1299).map(\.sequence) == [1299, 1300])
    #expect(ledger.entries(from: 1301) == [])
    #expect(ledger.entries(from: 5000) == [])
    #expect(ledger.entries(from: -3).count == 1300)
  }

  @Test func copiesGoTheirOwnWay() {
    let first = ledger(600)
    var second = first
    second.append(sampleEntry(601))
    var third = first
    third.append(sampleEntry(999, sequence: 601))
    #expect(first.size == 600)
    #expect(second.entry(sequence: 601) == sampleEntry(601))
    #expect(third.entry(sequence: 601) == sampleEntry(999, sequence: 601))
    #expect(second.head != third.head)
    #expect(first.head == ledger(600).head)
  }

  @Test func theHeadIsThatOfTheLeaves() {
    let ledger = ledger(37)
    let leaves = (1...37).map { sampleEntry($0).leaf }
    #expect(ledger.head == Digest(raw: PlainTree.head(leaves)).prefixed)
  }

  @Test func aLedgerProvesItself() throws {
    let (earlier, later) = (ledger(13), ledger(29))
    let proof = try #require(later.consistencyProof(from: 13))
    let heads = [earlier, later].map { Digest(raw: PlainTree.head($0.entries.map(\.leaf))) }
    #expect(MerkleProof.verifies(consistency: proof, from: (13, heads[0]), to: (29, heads[1])))
    let inclusion = try #require(later.inclusionProof(sequence: 7))
    let leaf = MerkleTree.leafHash(sampleEntry(7).leaf)
    #expect(MerkleProof.verifies(inclusion: inclusion, leaf: leaf, place: 6, size: 29, head: heads[1]))
    #expect(later.inclusionProof(sequence: 0) == nil)
    #expect(later.inclusionProof(sequence: 30) == nil)
  }
}
