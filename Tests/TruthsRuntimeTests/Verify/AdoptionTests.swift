import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The rules in force follow from the history of a ledger (ledgers §4).
@Suite("Adopting truths")
struct AdoptionTests {
  private static let later = World.money.replacing("Period is closed", with: "Too late")
  private static let ann = #""actor": {"type": "user", "user_id": "ann", "roles": []}"#

  private static func adopt(_ procedure: RunProcedure) -> String {
    #"{"action": "adopt_truths", "hash": "\#(procedure.truthsHash)", "version": "2.0.0", "note": "clearer words", \#(ann)}"#
  }

  /// Returns a world with the ledger of another one, under other rules.
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
    // A forged adoption is detected, with the rules and without them.
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

  // MARK: Adopters (ledgers §6.2)

  private static let trust = """
    pack trust:
      version: 1.0.0

    role rule_owner:

    """

  /// A truth of pack trust on `adopt_truths`.
  private static func changing(_ clauses: String, when: String = "") -> String {
    """

    truth changing_rules:
      when:
        - intent: adopt_truths
    \(when)\(clauses)  produces:
        - trace.trust.changing_rules

    """
  }

  private static func governed(_ rest: String) throws -> World {
    try World([("money.truths", World.money), ("trust.truths", trust + rest)])
  }

  @Test("a pack trust that names nobody lets nobody adopt, and it is decided so again")
  func silentTrust() throws {
    for rest in ["", "\npolicy approver_role:\n  type: text\n  default: \"rule_owner\"\n"] {
      var world = try Self.governed(rest)
      let other = try World().procedure
      let refused = try world.propose(Self.adopt(other))
      #expect(refused.decision == .rejected && refused.truthID == "converge.truths.adopting" && world.context.adopted == nil)
      #expect(refused.violations.map(\.clause) == ["built-in"])
      #expect(
        refused.reason
          == "Pack trust names nobody who may adopt these truths, and so nobody may; a truth on adopt_truths there names them, "
          + #"as with "rule_owner" in actor.roles"#)
      var verifier = LedgerVerifier(entries: world.context.ledger.entries, procedures: [world.procedure])
      let found = verifier.verify()
      #expect(found.isProven && found.replayed == 1, "\(found)")
    }
  }

  @Test(
    "who is named: by a clause or condition that reads the actor or wants an approval, where its truth fires",
    arguments: [
      ("  requires:\n    - '\"rule_owner\" in actor.roles'\n", "", [true, false]),
      ("  requires:\n    - actor.user_id == \"ann\"\n", "", [true, false]),
      ("  requires:\n    - actor.type == \"user\"\n", "", [true, true]),
      ("  let:\n    who: actor.user_id\n  requires:\n    - who == \"ann\"\n", "", [true, false]),
      ("  let:\n    who: actor.user_id\n  requires:\n    - length(note) > 3 else \"{who} says nothing\"\n", "", [false, false]),
      ("  requires:\n    - length(note) > 3 else \"@{actor.user_id} says nothing\"\n", "", [false, false]),
      ("  invariants:\n    - actor.user_id == \"bob\" → warn(\"Bob again\")\n", "", [false, false]),
      ("  invariants:\n    - actor.user_id == \"bob\" → reject(\"Not Bob\")\n", "", [true, false]),
      ("  requires:\n    - hash exists\n", "    - if: '\"rule_owner\" in actor.roles'\n", [true, false]),
      ("  requires:\n    - actor.user_id exists\n", "    - if: note == \"urgent\"\n", [false, false]),
    ])
  func named(_ clauses: String, _ when: String, _ adopts: [Bool]) throws {
    let other = try World().procedure
    let roles = #""roles": ["rule_owner"]"#
    let ann = Self.adopt(other).replacing(#""roles": []"#, with: roles)
    for (proposal, isAdopted) in zip([ann, Self.adopt(other).replacing("ann", with: "bob")], adopts) {
      var world = try Self.governed(Self.changing(clauses, when: when))
      let outcome = try world.propose(proposal)
      #expect((outcome.decision == .accepted) == isAdopted, "\(clauses): \(outcome.reason)")
      #expect((world.context.adopted == other.truthsHash) == isAdopted)
    }
  }

  @Test("an approval names somebody where this adoption has to have it, with pack trust and without", arguments: [true, false])
  func conditional(_ hasTrust: Bool) throws {
    let other = try World().procedure
    let asking = Self.changing("  invariants:\n    - note == \"major\" → requires_approval(rule_owner)\n")
    for (note, status) in [("major", "waiting"), ("minor", "halted")] {
      var world =
        hasTrust
        ? try Self.governed(asking)
        : try World([
          ("money.truths", World.money), ("gov.truths", "pack gov:\n  version: 1.0.0\n\nrole rule_owner:\n" + asking),
        ])
      let outcome = try world.propose(Self.adopt(other).replacing("clearer words", with: note))
      #expect(outcome.decision != .accepted && world.context.adopted == nil, "\(note)")
      #expect((outcome.run.waitingFor.words == ["approval from @rule_owner"]) == (status == "waiting"), "\(outcome.reason)")
    }
  }

  @Test("an invariant that applies to adoptions by name names people, one that applies to all does not")
  func invariants() throws {
    for (applies, isAdopted) in [("[adopt_truths]", true), ("all", false)] {
      var world = try Self.governed("\ninvariant owners:\n  applies_to: \(applies)\n  rule: actor.user_id == \"ann\"\n")
      #expect((try world.propose(Self.adopt(World().procedure)).decision == .accepted) == isAdopted)
    }
  }

  @Test("language 2 took an adoption from any user, and it is made again so")
  func languageTwo() throws {
    var old = try Self.governed("").speaking(.two)
    #expect(try old.propose(Self.adopt(World().procedure)).decision == .accepted)
    var verifier = LedgerVerifier(entries: old.context.ledger.entries, procedures: [try Self.governed("").procedure])
    let found = verifier.verify()
    #expect(found.isProven && found.replayed == 1, "\(found)")
    // These rules do not make that decision in language 3.
    var entries = old.context.ledger.entries
    let place = try #require(entries.firstIndex { $0.type == .decision })
    entries[place].payload["language"] = .number(3)
    var forged = LedgerVerifier(entries: Forger.sealed(entries), procedures: [try Self.governed("").procedure])
    #expect(forged.verify().difference != nil)
  }
}
