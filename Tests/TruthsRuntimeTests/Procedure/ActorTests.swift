import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Proposers that are known from outside of the proposal (runs §6).
@Suite("A known actor")
struct ActorTests {
  private static let ann: JSONObject = [
    "type": .text("user"), "user_id": .text("ann"), "device_id": .text("d"), "org_id": .text("acme"),
    "roles": .array([.text("clerk")]),
  ]
  private static let eve: JSONObject = ["type": .text("user"), "user_id": .text("eve"), "roles": .array([])]
  private static let named =
    #""actor": {"roles": ["clerk"], "org_id": "acme", "device_id": "d", "user_id": "ann", "type": "user"}"#
  private static let fields =
    #""invoice_id": "i1", "customer_id": "c1", "period_id": "2024-Q2", "amount": 500, "line_items": ["a"]"#

  private static func run(_ json: String, as actor: JSONObject?, in world: inout World) throws -> RunOutcome {
    let outcome = try world.procedure.run(RunRequest(proposal: try World.json(json), actor: actor), on: world.context)
    world.context = outcome.context
    return outcome
  }

  /// The forms of a proposal without an actor, each with the form that has one.
  static let forms: [(without: String, with: String)] = [
    (#"{"action": "create_invoice", \#(fields)}"#, #"{"action": "create_invoice", \#(fields), \#(named)}"#),
    (#"{"action": "create_invoice", "actor": null, \#(fields)}"#, #"{"action": "create_invoice", \#(fields), \#(named)}"#),
    (
      #"{"action": "create_invoice", "payload": {\#(fields)}}"#,
      #"{"action": "create_invoice", "payload": {\#(fields)}, \#(named)}"#
    ),
    (
      #"{"proposal": {"action": "create_invoice", \#(fields)}, "idempotency_key": "d:create_invoice:1704067200000:f7a2"}"#,
      #"{"proposal": {"action": "create_invoice", \#(fields)}, "idempotency_key": "d:create_invoice:1704067200000:f7a2", \#(named)}"#
    ),
    (
      #"{"proposal_id": "p", "action": "create_invoice", "confidence": 0.9, "reason": "r", "truth_id": "t", \#(fields)}"#,
      #"{"proposal_id": "p", "action": "create_invoice", "confidence": 0.9, "reason": "r", "truth_id": "t", \#(fields), \#(named)}"#
    ),
    (
      #"{"entry_type": "proposal", "payload": {"action": "create_invoice", \#(fields)}}"#,
      #"{"entry_type": "proposal", "payload": {"action": "create_invoice", \#(fields)}, \#(named)}"#
    ),
  ]

  @Test("is written into a proposal that names nobody, before anything is hashed", arguments: forms)
  func written(_ form: (without: String, with: String)) throws {
    var (world, other) = (try World(), try World())
    let outcome = try Self.run(form.without, as: Self.ann, in: &world)
    let expected = try Self.run(form.with, as: nil, in: &other)
    #expect(outcome.decision == .accepted, "\(outcome.reason)")
    #expect(outcome.entries.map(\.leaf) == expected.entries.map(\.leaf))
    #expect(outcome.inputHash == expected.inputHash && outcome.proposalHash == expected.proposalHash)
    #expect(outcome.entries.first?.payload["actor"]?.canonical() == JSONValue.object(Self.ann).canonical())
    let entries = outcome.entries
    #expect(entries.allSatisfy { JSONValue.object($0.actor).canonical() == JSONValue.object(Self.ann).canonical() })
    // A proposal that names the known actor, in any order of members, is accepted.
    var same = try World()
    #expect(try Self.run(form.with, as: Self.ann, in: &same).entries.map(\.leaf) == expected.entries.map(\.leaf))
  }

  @Test(
    "a proposal that names somebody else in any member is rejected, and says in which",
    arguments: [
      (
        #"{"type": "user", "user_id": "boss", "device_id": "d", "org_id": "acme", "roles": ["clerk"]}"#,
        "user_id boss, and the session knows ann"
      ),
      (
        #"{"type": "agent", "user_id": "ann", "device_id": "d", "org_id": "acme", "roles": ["clerk"]}"#,
        "type agent, and the session knows user"
      ),
      (
        #"{"type": "user", "user_id": "ann", "device_id": "d", "org_id": "acme", "roles": ["clerk", "manager"]}"#,
        #"roles ["clerk","manager"], and the session knows ["clerk"]"#
      ),
      (#"{"type": "user", "user_id": "ann", "device_id": "d", "roles": ["clerk"]}"#, "no org_id, and the session knows acme"),
      (
        #"{"roles": [], "user_id": "boss", "type": "user", "device_id": "d", "org_id": "acme"}"#,
        #"user_id boss, and the session knows ann; it says roles [], and the session knows ["clerk"]"#
      ),
    ])
  func mismatch(_ claimed: String, _ reason: String) throws {
    for json in [
      #"{"action": "create_invoice", \#(Self.fields), "actor": \#(claimed)}"#,
      #"{"action": "create_invoice", "payload": {\#(Self.fields)}, "actor": \#(claimed)}"#,
      #"{"proposal": {"action": "create_invoice", \#(Self.fields), "actor": \#(claimed)}, "truth_id": "t"}"#,
      #"{"proposal": {"action": "create_invoice", \#(Self.fields)}, "actor": \#(claimed)}"#,
    ] {
      var world = try World()
      let outcome = try Self.run(json, as: Self.ann, in: &world)
      #expect(outcome.decision == .rejected && outcome.truthID == "converge.actor.mismatch")
      #expect(outcome.reason == "the proposal says " + reason)
      #expect(outcome.violations.map(\.kind) == [.requirement])
      #expect(outcome.steps == [Step(.propose, .stop)])
      #expect(outcome.entries.map(\.type) == [.proposal, .decision, .trace])
      #expect(outcome.entries.allSatisfy { $0.actor == Self.ann })
      #expect(outcome.traces.first?["action"] == .text("guardrail.hit"))
      // The recorded proposal is the received one.
      #expect(outcome.entries[0].payload == (try World.json(json)).value.objectValue)
    }
  }

  @Test("an actor at fault is a fault of the proposal, recorded by whoever is known")
  func faulty() throws {
    var world = try World()
    let outcome = try Self.run(
      #"{"action": "create_invoice", \#(Self.fields), "actor": {"type": "robot", "user_id": "boss"}}"#, as: Self.ann, in: &world)
    #expect(outcome.truthID == "converge.proposal.wellformed" && outcome.decision == .rejected)
    #expect(outcome.entries.allSatisfy { $0.actor == Self.ann })
    try Self.expectVerified(world)
  }

  @Test("a stranger gets nobody's answer, however often, and takes nobody's key")
  func keys() throws {
    var world = try World()
    let mine = #"{"action": "create_invoice", \#(Self.fields), \#(Self.named), "idempotency_key": "k", "proposal_id": "P"}"#
    let first = try Self.run(mine, as: Self.ann, in: &world)
    #expect(first.decision == .accepted)
    for _ in 0..<2 {
      let stolen = try Self.run(mine, as: Self.eve, in: &world)
      #expect(stolen.truthID == "converge.actor.mismatch" && !stolen.isReplay && !stolen.entries.isEmpty)
    }
    #expect(try Self.run(mine, as: Self.ann, in: &world).isReplay)
    // Her own proposal under that key is not answered with what became of the claim.
    let own = #"{"action": "create_invoice", \#(Self.fields), "idempotency_key": "k", "proposal_id": "P"}"#
    #expect(try Self.run(own, as: Self.eve, in: &world).truthID == "converge.proposal.decided")
    try Self.expectVerified(world)
  }

  @Test("a role counts where the known actor has it")
  func roles() throws {
    var world = try World()
    let large = #"{"action": "create_invoice", \#(Self.fields.replacing("500", with: "5000")), "proposal_id": "P"}"#
    let waiting = try Self.run(large, as: Self.ann, in: &world)
    let request = try #require(waiting.facts.first?["request"]?.stringValue)
    let grant = #"{"action": "grant_approval", "request": "\#(request)"}"#
    #expect(try Self.run(grant, as: Self.eve, in: &world).decision == .rejected)
    let claimed = grant.dropLast() + #", "actor": {"type": "user", "user_id": "max", "roles": ["manager"]}}"#
    #expect(try Self.run(String(claimed), as: Self.eve, in: &world).truthID == "converge.actor.mismatch")
    let max: JSONObject = ["type": .text("user"), "user_id": .text("max"), "roles": .array([.text("manager")])]
    #expect(try Self.run(grant, as: max, in: &world).decision == .accepted)
    #expect(try Self.run(large, as: Self.ann, in: &world).decision == .accepted)
    try Self.expectVerified(world)
  }

  @Test("what a claim says is told to a length, with its hash")
  func longClaims() throws {
    var world = try World()
    let long = String(repeating: "x", count: 100_000)
    let json = #"{"action": "create_invoice", \#(Self.fields), "actor": {"type": "user", "user_id": "\#(long)", "roles": []}}"#
    let reason = try Self.run(json, as: Self.eve, in: &world).reason
    #expect(
      reason.hasPrefix("the proposal says user_id " + String(repeating: "x", count: 1_024) + "… (100,000 characters, sha256:"))
    #expect(reason.hasSuffix("), and the session knows eve") && reason.utf8.count < 1_300)
  }

  @Test("the output of a run with a mismatch verifies, and a changed actor shows")
  func output() throws {
    var world = try World()
    let json = #"{"action": "create_invoice", \#(Self.fields), \#(Self.named)}"#
    let outcome = try Self.run(json, as: Self.eve, in: &world)
    var verifier = RunOutputVerifier(
      output: outcome.json { _ in "" }, context: world.procedure.emptyContext, procedure: world.procedure
    ) { _ in "" }
    let verification = verifier.verify()
    #expect(verification.difference == nil && verification.replayed == 1, "\(verification)")
    // A ledger rewritten with another known actor is detected, because the decision differs.
    let entries = world.context.ledger.entries.map { entry in
      var actor = entry.actor
      actor["user_id"] = .text("ann")
      return Entry.make(
        type: entry.type, timestamp: entry.timestamp, correlationID: entry.correlationID, runID: entry.runID, actor: actor,
        truthID: entry.truthID, payload: entry.payload, sequence: entry.sequence, proposalID: entry.proposalID)
    }
    var forged = LedgerVerifier(entries: entries, procedures: [world.procedure])
    #expect(forged.verify().difference != nil)
  }

  /// Every decision of a ledger is made again, to the byte.
  private static func expectVerified(_ world: World) throws {
    let entries = world.context.ledger.entries
    var verifier = LedgerVerifier(entries: entries, procedures: [world.procedure])
    let verification = verifier.verify()
    #expect(verification.difference == nil && verification.notes.isEmpty, "\(verification)")
    #expect(verification.replayed == entries.count { $0.type == .decision })
    // Read again from its lines, it is the same ledger, and the same keys are taken.
    let read = entries.map {
      ReadEntry(entry: $0, payload: LocatedJSON(unlocated: .object($0.payload)), isShortForm: false)
    }
    #expect(try world.procedure.context(from: read).head == world.context.head)
  }
}
