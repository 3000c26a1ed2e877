import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Which rules are in force is history too (ledgers §4).
@Suite("Adopting truths")
struct AdoptionTests {
  private static let later = World.money.replacing("Period is closed", with: "Too late")
  private static let ann = #""actor": {"type": "user", "user_id": "ann", "roles": []}"#

  private static func adopt(_ procedure: RunProcedure) -> String {
    #"{"action": "adopt_truths", "hash": "\#(procedure.truthsHash)", "version": "2.0.0", "note": "clearer words", \#(ann)}"#
  }

  /// The same ledger under other truths.
  private static func world(_ text: String, after other: World) throws -> World {
    var world = try World([("money.truths", text)])
    let entries = other.context.ledger.entries
    world.context = try world.procedure.context(
      from: entries.map { ReadEntry(entry: $0, payload: LocatedJSON(unlocated: .object($0.payload)), isShortForm: false) })
    return world
  }

  @Test("a ledger in which nothing was adopted is decided under any truths; after an adoption, under the adopted ones alone")
  func inForce() throws {
    var old = try World()
    _ = try old.propose(DecisionTests.small)
    var new = try Self.world(Self.later, after: old)
    let free = try new.propose(DecisionTests.small.replacing("i1", with: "i2"))
    #expect(free.decision == .accepted)

    let adopted = try old.propose(Self.adopt(new.procedure))
    #expect(adopted.decision == .accepted && adopted.truthID == "converge.truths.adopting")
    #expect(adopted.facts.first?["adopted_by"] == .text("ann"))
    let refused = try old.propose(DecisionTests.small.replacing("i1", with: "i3"))
    #expect(refused.decision == .halted && refused.truthID == "converge.truths.not_adopted")
    #expect(refused.reason.contains(new.procedure.truthsHash) && refused.reason.contains("truths adopt"))
    let gate = DecisionGate(old.procedure, context: old.context, now: nil)
    #expect(try gate.decide(gate.ready(try World.json(DecisionTests.small.replacing("i1", with: "i3")))).ending == .halted)
    new = try Self.world(Self.later, after: old)
    #expect(try new.propose(DecisionTests.small.replacing("i1", with: "i4")).decision == .accepted)

    // Every decision is made again under the truths that it was made under.
    var verifier = LedgerVerifier(entries: new.context.ledger.entries, procedures: [new.procedure, old.procedure])
    let found = verifier.verify()
    #expect(found.isProven && found.replayed == 4)
    var half = LedgerVerifier(entries: new.context.ledger.entries, procedures: [new.procedure])
    #expect(half.verify().unmade.map(\.count) == [3])
  }

  @Test("what is in force is changed by what is in force alone, also where nothing was adopted yet")
  func adoptedByThemselves() throws {
    var old = try World()
    _ = try old.propose(DecisionTests.small)
    var new = try Self.world(Self.later, after: old)
    let alone = try new.propose(Self.adopt(new.procedure))
    #expect(alone.decision == .halted && alone.truthID == "converge.truths.not_adopted" && new.context.adopted == nil)
    #expect(alone.reason.contains(old.procedure.truthsHash) && alone.reason.contains("truths adopt NEW --truths IN_FORCE"))
    // Whoever writes it down all the same is told, with truths at hand and without.
    let blind = try World([("money.truths", Self.later)])
    var forged = try Self.world(Self.later, after: World())
    let accepted = try forged.propose(Self.adopt(blind.procedure))
    #expect(accepted.decision == .accepted)
    let entries = Forger.sealed(old.context.ledger.entries + accepted.entries)
    for sets in [[], [old.procedure], [new.procedure], [old.procedure, new.procedure]] {
      var verifier = LedgerVerifier(entries: entries, procedures: sets)
      let found = verifier.verify()
      #expect(found.difference?.subject.hasSuffix("the truths that decided the adoption") == true, "\(found)")
    }
    // A ledger begins with any truths, and may begin with an adoption.
    var empty = try World([("money.truths", Self.later)])
    #expect(try empty.propose(Self.adopt(old.procedure)).decision == .accepted)
  }

  @Test("an acceptance under truths that were not in force differs, whoever has which truths")
  func notInForce() throws {
    var old = try World()
    let other = try World([("money.truths", Self.later)])
    _ = try old.propose(Self.adopt(other.procedure))
    // The old truths, from which the adoption is hidden.
    var blind = try World()
    let accepted = try blind.propose(DecisionTests.small)
    let forged = Forger.sealed(old.context.ledger.entries + accepted.entries)
    for sets in [[], [old.procedure], [other.procedure]] {
      var verifier = LedgerVerifier(entries: forged, procedures: sets)
      #expect(verifier.verify().difference?.subject == "entry 6, the truths that were in force")
    }
  }

  @Test("who adopts is a person, and names a hash", arguments: ["agent", "system"])
  func people(_ type: String) throws {
    var world = try World()
    let by = Self.adopt(world.procedure).replacing(#""type": "user""#, with: #""type": "\#(type)""#)
    #expect(try world.propose(by).decision == .rejected)
    #expect(try world.propose(#"{"action": "adopt_truths", "hash": "sha256:12", \#(Self.ann)}"#).decision == .rejected)
    #expect(try world.propose(#"{"action": "adopt_truths", \#(Self.ann)}"#).decision == .rejected)
    #expect(world.context.adopted == nil)
  }

  @Test("truths of pack trust narrow who may change the rules")
  func approval() throws {
    let trust = """
      pack trust:
        version: 1.0.0

      truth changing_rules:
        when:
          - intent: adopt_truths
        requires:
          - hash exists
        invariants:
          - hash exists → requires_approval(rule_owner)
        produces:
          - trace.trust.changing_rules

      """
    var world = try World([("money.truths", World.money), ("trust.truths", trust)])
    let waiting = try world.propose(Self.adopt(try World().procedure))
    #expect(waiting.run.waitingFor.words == ["approval from @rule_owner"] && world.context.adopted == nil)
    let request = try #require(waiting.facts.first?["request"]?.stringValue)
    _ = try world.propose(
      #"{"action": "grant_approval", "request": "\#(request)", "actor": {"type": "user", "user_id": "max", "roles": ["rule_owner"]}}"#
    )
    let adopted = try #require(try world.procedure.reevaluate(runID: waiting.run.runID, on: world.context, now: .epoch))
    #expect(adopted.decision == .accepted && adopted.violations.first?.approvedBy == "max")
    #expect(adopted.context.adopted == (try World().procedure.truthsHash))
  }
}
