import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

@Suite("Who may cancel a run by what it waits for, sessions §10")
struct AnswerersTests {
  private static func mayCancel(_ world: inout AuthorityWorld, _ actor: JSONObject, proposer: String = "ann") -> Bool {
    world.verdict(of: actor, .cancelRun(runID: world.runID, proposedBy: proposer)).isAllowed
  }

  @Test("the person who is named, and not others of the role")
  func person() throws {
    var world = try AuthorityWorld(approval: #"requires_approval(manager by "bob")"#)
    #expect(Self.mayCancel(&world, AuthorityWorld.bob))
    #expect(!Self.mayCancel(&world, AuthorityWorld.actor("user", "max", of: "acme", "manager")))
    #expect(!Self.mayCancel(&world, AuthorityWorld.actor("user", "bob", of: "acme")))
  }

  @Test("whom `not by` leaves out may deny no more than grant")
  func excluded() throws {
    var world = try AuthorityWorld(approval: #"requires_approval(manager not by "max")"#)
    #expect(Self.mayCancel(&world, AuthorityWorld.bob))
    #expect(Self.mayCancel(&world, AuthorityWorld.actor("user", "max", of: "acme", "manager")))
  }

  @Test("who stands in for the person who is asked")
  func deputies() throws {
    let trust = """
      fact deputy.named:
        key: [deputy]
        external: true
        fields:
          deputy: text
          whom: text

      truth deputies:
        when:
          - fact: deputy.named as d
        produces:
          - fact.authority.held:
              user_id: d.deputy
              role: '"manager"'
              for: d.whom

      """
    var world = try AuthorityWorld(trust: trust, approval: #"requires_approval(manager by "bob")"#)
    #expect(!Self.mayCancel(&world, AuthorityWorld.cid))
    let fact: JSONObject = ["type": .text("deputy.named"), "deputy": .text("cid"), "whom": .text("bob")]
    world.enter(fact)
    #expect(Self.mayCancel(&world, AuthorityWorld.cid))
  }

  @Test("whose consent an agent's proposal waits for")
  func consent() throws {
    var world = try AuthorityWorld(approval: "requires_consent", proposer: AuthorityWorld.bot)
    #expect(Self.mayCancel(&world, AuthorityWorld.bot, proposer: "bot"))
    #expect(Self.mayCancel(&world, AuthorityWorld.cid, proposer: "bot"))
    #expect(!Self.mayCancel(&world, AuthorityWorld.eve, proposer: "bot"))
    #expect(!Self.mayCancel(&world, AuthorityWorld.gateway, proposer: "bot"))
  }

  @Test("a truth of pack trust that narrows answers narrows this too")
  func narrowed() throws {
    let trust = """
      truth strict:
        when:
          - intent: [grant_approval, deny_approval]
        requires:
          - '"board" in actor.roles else "Only the board answers"'
        produces:
          - trace.trust.strict

      """
    var world = try AuthorityWorld(trust: trust)
    #expect(!Self.mayCancel(&world, AuthorityWorld.bob))
    #expect(Self.mayCancel(&world, AuthorityWorld.actor("user", "bob", of: "acme", "manager", "board")))
  }

  @Test("a run that waits no more, or that nobody knows, is for its proposer alone")
  func ended() throws {
    var world = try AuthorityWorld()
    let request = try #require(world.context.ledger.entries.lazy.compactMap { $0.payload.text("request") }.first)
    try world.propose(["action": .text("deny_approval"), "request": .text(request), "why": .text("no")], by: AuthorityWorld.bob)
    let outcome = try #require(try world.procedure.reevaluate(runID: world.runID, on: world.context, now: AuthorityWorld.now))
    world.context = outcome.context
    #expect(Self.mayCancel(&world, AuthorityWorld.ann))
    #expect(!Self.mayCancel(&world, AuthorityWorld.bob))
    #expect(world.verdict(of: AuthorityWorld.ann, .cancelRun(runID: "run_9", proposedBy: "ann")).isAllowed)
    #expect(!world.verdict(of: AuthorityWorld.bob, .cancelRun(runID: "run_9", proposedBy: "ann")).isAllowed)
  }

  @Test("an entry belongs to the organisation of its run's proposer, outside of runs to its actor's")
  func organisations() throws {
    var world = try AuthorityWorld(proposer: AuthorityWorld.eve)
    let own = world.context.ledger.entries.map { Authority.organisation(of: $0, in: world.context) }
    #expect(!own.isEmpty && own.allSatisfy { $0 == "evil" })
    let short = Entry.shortForm(payload: ["type": .text("order.placed")], sequence: 1)
    #expect(Authority.organisation(of: short, in: world.context) == nil)
    func entry(by actor: JSONObject) -> Entry {
      Entry.make(
        type: .fact, timestamp: AuthorityWorld.now, correlationID: "cor_1", runID: "run_77", actor: actor, truthID: nil,
        payload: ["type": .text("order.placed")], sequence: 1)
    }
    #expect(Authority.organisation(of: entry(by: AuthorityWorld.cid), in: world.context) == "acme")
    #expect(Authority.organisation(of: entry(by: RunProcedure.closingActor), in: world.context) == nil)
    let alone: JSONObject = ["type": .text("user"), "user_id": .text("sol")]
    #expect(Authority.organisation(of: entry(by: alone), in: world.context)?.isEmpty == true)
    #expect(world.verdict(of: alone, .readLedger(orgID: "", factType: nil)).isAllowed)
  }
}
