import Testing
import TruthsEngine
import TruthsLedger
import TruthsRuntime

/// The counts in the reason of an accepted run (runs §10.5): a value in the run, read back from a record once.
@Suite struct HeldClausesTests {
  @Test(arguments: [(1, 0), (0, 0), (12, 345)])
  func reasonAndBack(_ requirements: Int, _ invariants: Int) {
    let held = HeldClauses(requirements: requirements, invariants: invariants)
    #expect(held.reason == "\(requirements) requirements and \(invariants) invariants hold")
    #expect(HeldClauses(recorded: held.reason) == held)
  }

  /// A reason with more words, or in another form, is kept as text.
  @Test(arguments: [
    "", "1 requirements and 0 invariants hold; every fact that it produces is there already",
    "1 requirement and 0 invariants hold", "one requirements and 0 invariants hold", "+1 requirements and 0 invariants hold",
    " 1 requirements and 0 invariants hold",
    "01 requirements and 0 invariants hold", "1  requirements and 0 invariants hold",
  ])
  func otherReasons(_ reason: String) { #expect(HeldClauses(recorded: reason) == nil) }

  @Test func ofRuns() throws {
    var world = try World()
    let accepted = try world.propose(DecisionTests.small)
    let held = try #require(accepted.heldClauses)
    #expect(accepted.reason == held.reason && accepted.decision == .accepted)
    let entry = try #require(accepted.entries.first { $0.type == .decision })
    #expect(DecisionRecord(entry.payload).heldClauses == held)
    let waiting = try world.propose(DecisionTests.large)
    #expect(waiting.heldClauses == nil && DecisionRecord(output: waiting.json { _ in "" }).heldClauses == nil)
  }
}
