import Testing
import TruthsEngine
import TruthsRuntime

/// A context is freed with its last reference, whatever was computed from it. Otherwise a program that decides on one context
/// after another, like an open ledger, would keep them all.
@Suite("Contexts are let go of")
struct LettingGoTests {
  private static let noting = """
    fact period.noted:
      key: [period_id]
      fields:
        period_id: text

    truth noting:
      when:
        - fact: period.closed as c
      invariants:
        - c.period_id == "never" → reject("This period is never closed")
      produces:
        - fact.period.noted:
            period_id: c.period_id
        - trace.money.noting

    """

  /// Decides on a context that is watched, and lets go of both.
  private static func decided(period: String, _ decision: DecisionOutcome) throws -> Weakly {
    var world = try World(
      [("money.truths", World.money + noting)], facts: [#"{"type": "period.closed", "period_id": "\#(period)"}"#])
    let observer = ReadingObserver()
    world.context.observe(with: observer)
    #expect(try world.propose(DecisionTests.small).decision == decision)
    return Weakly(observer: observer)
  }

  private struct Weakly {
    weak var observer: ReadingObserver?
  }

  @Test("one that can be closed, and one that a violation keeps from it", arguments: ["2024-Q1", "never"])
  func nothingIsHeldOnTo(period: String) throws {
    let seen = try Self.decided(period: period, period == "never" ? .halted : .accepted)
    #expect(seen.observer == nil)
  }
}
