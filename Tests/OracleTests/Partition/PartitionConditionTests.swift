import Testing

/// The conditions that depend on the data, so that the check of a set cannot decide them (partitions §3).
@Suite("What proposals must not share")
struct PartitionConditionTests {
  private static let plain = PartitionCase(name: "", truth: PartitionCase.requiring())

  private func batch() throws -> SplitBatch { SplitBatch(try Self.plain.procedure(), by: "k") }

  private func proposal(_ k: String, _ more: String) -> String {
    #"{"action":"make","k":"\#(k)","j":"a","id":"1","n":1,"actor":{"type":"user","user_id":"ann"}\#(more)}"#
  }

  @Test(
    "one idempotency key or id of two keys is told in one ledger alone",
    arguments: [#","idempotency_key":"one""#, #","proposal_id":"one""#, #","run_id":"run_one""#])
  func shared(_ member: String) throws {
    let batch = try batch()
    #expect(batch.pinned == ["make"])
    let keys = ["a", "b", "c", "d", "e", "f"]
    let own = keys.map { proposal($0, member.replacing("one", with: "one\($0)")) }
    #expect(try batch.differences(own + own).isEmpty)
    #expect(try !batch.differences(keys.map { proposal($0, member) }).isEmpty)
  }
}
