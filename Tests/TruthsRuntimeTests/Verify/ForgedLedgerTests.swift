import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime

/// A ledger that was rewritten with recomputed ids and hashes is detected by the order of its entries, or by the decisions of
/// the rules.
@Suite("Forged ledgers")
struct ForgedLedgerTests {
  private static let other = DecisionTests.small.replacing("i1", with: "i2")

  /// A run that waits, and one that is accepted.
  private static func honest() throws -> World {
    var world = try World()
    _ = try world.propose(DecisionTests.large)
    _ = try world.propose(other)
    return world
  }

  private static func difference(_ entries: [Entry], _ world: World) -> Verification.Difference? {
    var verifier = LedgerVerifier(entries: Forger.sealed(entries), procedures: [world.procedure])
    return verifier.verify().difference
  }

  @Test func anHonestLedgerHolds() throws {
    let world = try Self.honest()
    let entries = world.context.ledger.entries
    #expect(entries.map(\.type) == [.proposal, .decision, .fact, .trace, .trace, .proposal, .decision, .fact, .trace])
    #expect(Forger.sealed(entries) == entries)
    #expect(Self.difference(entries, world) == nil)
  }

  @Test func whatEndedIsNotDecidedAgain() throws {
    let world = try Self.honest()
    let entries = world.context.ledger.entries
    let found = Self.difference(entries + entries[6...], world)
    #expect(found?.subject == "entry 10")
    #expect(found?.found == "one of run \(entries[6].runID), which ended at entry 7")
  }

  /// An acceptance of a waiting run without an approval.
  @Test func whatWaitsIsNotAcceptedByItself() throws {
    let world = try Self.honest()
    let entries = world.context.ledger.entries
    var decision = entries[6].payload
    let again = try #require(
      try world.procedure.reevaluate(runID: entries[1].runID, on: world.context, now: entries[1].timestamp))
    decision["input_hash"] = .text(again.inputHash)
    let forged = Entry.make(
      type: .decision, timestamp: entries[1].timestamp, correlationID: entries[1].correlationID, runID: entries[1].runID,
      actor: entries[1].actor, truthID: entries[6].truthID, payload: decision, sequence: 10)
    let found = Self.difference(entries + [forged], world)
    #expect(found?.subject == "entry 10, repeated")
    #expect(found?.recomputed == "nothing: the run still waits, for the same")
    // A decision without a language is of version 1, and is not repeated; so it does not count as proven.
    for member in ["language", "truths_hash", "governing_hash", "context_head"] { decision[member] = nil }
    decision["input_hash"] = .text("sha256:" + String(repeating: "0", count: 64))
    let vague = Entry.make(
      type: .decision, timestamp: entries[1].timestamp, correlationID: entries[1].correlationID, runID: entries[1].runID,
      actor: entries[1].actor, truthID: entries[6].truthID, payload: decision, sequence: 10)
    var verifier = LedgerVerifier(entries: entries + [vague], procedures: [world.procedure])
    let verification = verifier.verify()
    #expect(verification.difference?.subject == "entry 10, output_hash")
  }

  @Test func aDecisionStandsRightBehindItsProposal() throws {
    let world = try Self.honest()
    let entries = world.context.ledger.entries
    let fact = Entry.shortForm(payload: ["type": .text("period.closed"), "period_id": .text("x")], sequence: 1)
    let moved = Array(entries[...5]) + [fact] + Array(entries[6...])
    #expect(Self.difference(moved, world)?.subject == "entry 7")
    #expect(Self.difference(moved, world)?.found == "a fact")
    let without = Array(entries[...4]) + Array(entries[6...])
    #expect(Self.difference(without, world)?.found == "one of run \(entries[6].runID), which no proposal began")
    let torn = Array(entries[...5])
    #expect(Self.difference(torn, world)?.found == "the end of the ledger")
    let twice = entries + [entries[5], entries[6]]
    #expect(Self.difference(twice, world)?.subject == "entry 10")
  }

  /// Facts and traces that are added to a run without a decision.
  @Test func nothingIsSlippedIntoARun() throws {
    let world = try Self.honest()
    let entries = world.context.ledger.entries
    for place in [7, 8] {
      let found = Self.difference(entries + [entries[place]], world)
      #expect(found?.subject == "entry 10, repeated", "\(entries[place].type)")
    }
    // Not even an approval of the run that waits.
    let request = entries[2].payload["request"] ?? .null
    let granted = { (runID: String) in
      Entry.make(
        type: .fact, timestamp: entries[2].timestamp, correlationID: "c", runID: runID,
        actor: ["type": .text("user"), "user_id": .text("eve"), "roles": .array([.text("manager")])], truthID: nil,
        payload: ["type": .text("approval.granted"), "request": request], sequence: 10)
    }
    #expect(Self.difference(entries + [granted(entries[0].runID)], world)?.subject == "entry 10, repeated")
    // In a run without a proposal the entry is history, which verification reports. At the start of a context it does not,
    // because a context may begin with it.
    for (slipped, which) in [([granted("run_x")], ""), ([granted("run_x"), granted("run_y")], ", the first of 2,")] {
      var verifier = LedgerVerifier(entries: Forger.sealed(entries + slipped), procedures: [world.procedure])
      let verification = verifier.verify()
      #expect(verification.difference == nil)
      #expect(!verification.isProven)
      #expect(
        verification.open == [
          "entry 10\(which) is an `approval.granted` that no decision left and that may not come from outside: nothing vouches for it"
        ])
    }
    var earlier = LedgerVerifier(entries: Forger.sealed([granted("run_x")]), procedures: [world.procedure])
    #expect(earlier.verify().isProven)
    // A fact from outside is history, in any run.
    let closed = Entry.make(
      type: .fact, timestamp: entries[7].timestamp, correlationID: entries[7].correlationID, runID: entries[7].runID,
      actor: entries[7].actor, truthID: nil, payload: ["type": .text("period.closed"), "period_id": .text("x")], sequence: 10)
    #expect(Self.difference(entries + [closed], world) == nil)
  }
}
