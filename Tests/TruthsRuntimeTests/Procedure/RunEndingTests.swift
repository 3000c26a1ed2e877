import Testing
import TruthsEngine
import TruthsRuntime

/// The outcomes of runs: a waiting run is `waiting`, although its decision is `halted` (runs §3).
@Suite struct RunEndingTests {
  @Test(arguments: RunEnding.allCases)
  func recorded(_ ending: RunEnding) {
    let isWaiting = ending == .waiting
    let decision = isWaiting ? "halted" : ending.rawValue
    #expect(RunEnding(recorded: decision, status: isWaiting ? "waiting" : "converged") == ending)
    #expect(ending.title.lowercased() == ending.rawValue)
  }

  @Test func ofDecision() {
    #expect(DecisionOutcome.allCases.map { RunEnding($0, isWaiting: false).rawValue } == ["accepted", "rejected", "halted"])
    #expect(RunEnding(.halted, isWaiting: true) == .waiting)
  }

  /// A text that is not a decision has no outcome.
  @Test func noDecision() {
    #expect(RunEnding(recorded: nil, status: nil) == nil)
    #expect(RunEnding(recorded: "Accepted", status: "converged") == nil)
    #expect(RunEnding(recorded: nil, status: "waiting") == .waiting)
  }

  @Test func ofARun() throws {
    var world = try World()
    #expect(try world.propose(DecisionTests.small).ending == .accepted)
    #expect(try world.propose(DecisionTests.large).ending == .waiting)
  }
}
