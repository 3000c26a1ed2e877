import Testing

/// The engine against a reference evaluator that was written from the definition alone and knows nothing of the engine's code:
/// generated truth sets, contexts and proposals, decided by both.
@Suite("Engine against reference")
struct OracleTests {
  static let chunk = 100

  @Test("more than ten thousand proposals to generated truth sets are decided alike", arguments: 0..<36)
  func agreement(part: Int) throws {
    let tally = try Tally.of(seeds: part * Self.chunk..<(part + 1) * Self.chunk, features: .all)
    for difference in tally.differences.prefix(3) { Issue.record("\(difference)") }
    #expect(tally.differences.count == 0)
    #expect(tally.programs >= 95, "\(tally.refusals)")
    #expect(tally.runs >= 250)
    for outcome in ["accepted", "rejected", "halted", "waiting", "facts"] { #expect(tally[outcome] > 0, "\(outcome)") }
  }
}
