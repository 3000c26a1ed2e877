import Testing

/// The engine against a reference evaluator that was written from the definition alone and knows nothing of the engine's code:
/// generated truth sets, contexts and proposals, decided by both.
@Suite("Engine against reference")
struct OracleTests {
  static let parts = 20
  /// 3,200 in all; 64,000 in a soak.
  static let runsInAPart = 160 * Soak.factor
  private static let outcomes = ["accepted", "rejected", "halted", "waiting", "facts", "closing", "derived"]

  @Test("thousands of proposals to generated truth sets are decided alike", arguments: 0..<parts)
  func agreement(part: Int) throws {
    var tally = Tally()
    // Each part has its own seeds, and continues until it has its share of decisions and every outcome.
    for seed in part * 10_000..<(part + 1) * 10_000
    where tally.runs < Self.runsInAPart || Self.outcomes.contains(where: { tally[$0] == 0 }) {
      guard let trial = tally.load(seed, part.isMultiple(of: 2) ? .all : Features.all.union(.unknowns)) else { continue }
      if let difference = try trial.difference(&tally) { tally.differences.append("seed \(seed):\n\(difference)") }
    }
    for difference in tally.differences.prefix(2) { Issue.record("\(difference)") }
    #expect(tally.differences.count == 0)
    #expect(tally.runs >= Self.runsInAPart && Self.parts * Self.runsInAPart >= 3_000)
    #expect(tally.refusals.count * 10 <= tally.programs, "the checker refuses too much: \(tally.refusals)")
    for outcome in Self.outcomes {
      #expect(tally[outcome] > 0, "\(outcome)")
    }
  }
}
