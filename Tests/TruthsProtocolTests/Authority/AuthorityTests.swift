import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

@Suite("Who may steer and read, sessions §10")
struct AuthorityTests {
  /// The actors who ask, by name.
  enum Who: String, CaseIterable, Sendable {
    case gateway, ann, bob, cid, eve, bot

    var actor: JSONObject {
      switch self {
      case .gateway: AuthorityWorld.gateway
      case .ann: AuthorityWorld.ann
      case .bob: AuthorityWorld.bob
      case .cid: AuthorityWorld.cid
      case .eve: AuthorityWorld.eve
      case .bot: AuthorityWorld.bot
      }
    }
  }

  /// A permission for a run, and who has it where no truth is about it.
  struct Row: CustomTestStringConvertible, Sendable {
    var permission: @Sendable (String) -> Permission
    var allowed: Set<Who>

    var testDescription: String { "\(permission("run_1"))" }
  }

  static let rows = [
    Row(permission: { .cancelRun(runID: $0, proposedBy: "ann") }, allowed: [.ann, .bob]),
    Row(permission: { .pauseRun(runID: $0, proposedBy: "ann") }, allowed: [.ann]),
    Row(permission: { .resumeRun(runID: $0, proposedBy: "ann") }, allowed: [.ann]),
    Row(permission: { _ in .pauseSession }, allowed: [.gateway]),
    Row(permission: { _ in .resumeSession }, allowed: [.gateway]),
    Row(permission: { _ in .updateBudget(["max_facts": .integer(0)]) }, allowed: [.gateway]),
    Row(permission: { _ in .askForOthers }, allowed: [.gateway]),
    Row(
      permission: { _ in .readLedger(orgID: "acme", factType: "order.placed") }, allowed: [.gateway, .ann, .bob, .cid, .bot]),
    Row(permission: { _ in .readLedger(orgID: "acme", factType: nil) }, allowed: [.gateway, .ann, .bob, .cid, .bot]),
    Row(permission: { _ in .readLedger(orgID: nil, factType: "order.placed") }, allowed: Set(Who.allCases)),
    Row(permission: { _ in .readLedger(orgID: nil, factType: nil) }, allowed: Set(Who.allCases)),
    Row(permission: { _ in .readLedger(orgID: "", factType: nil) }, allowed: []),
    Row(permission: { _ in .readSensitive(orgID: "acme", factType: "order.placed") }, allowed: []),
    Row(permission: { _ in .readSensitive(orgID: nil, factType: nil) }, allowed: []),
  ]

  static let intents = """
    [cancel_run, pause_run, resume_run, pause_session, resume_session, update_budget, read_ledger, read_sensitive, ask_for_others]
    """

  static func steering(_ requirement: String, of intents: String = intents) -> String {
    """
    truth steering:
      when:
        - intent: \(intents)
      requires:
        - '\(requirement)'
      produces:
        - trace.trust.steering

    """
  }

  @Test("without a truth the default of the table holds", arguments: rows)
  func byDefault(_ row: Row) throws {
    var world = try AuthorityWorld()
    for who in Who.allCases {
      let verdict = world.verdict(of: who.actor, row.permission(world.runID))
      #expect(verdict.isAllowed == row.allowed.contains(who), "\(who)")
      #expect(verdict.truthID == nil && !verdict.reason.isEmpty)
    }
  }

  @Test("a truth that accepts lets everybody, and one that rejects nobody", arguments: rows)
  func byTruth(_ row: Row) throws {
    var kind = try AuthorityWorld(trust: Self.steering(#"actor.user_id != "zed""#))
    var strict = try AuthorityWorld(trust: Self.steering(#"actor.user_id == "zed" else "Only Zed may""#))
    for who in Who.allCases {
      let allowed = kind.verdict(of: who.actor, row.permission(kind.runID))
      #expect(allowed.isAllowed && allowed.truthID == "trust.steering", "\(who)")
      let refused = strict.verdict(of: who.actor, row.permission(strict.runID))
      #expect(refused == AuthorityVerdict(isAllowed: false, truthID: "trust.steering", reason: "Only Zed may"), "\(who)")
    }
  }

  @Test("nothing of a dry run is recorded, and it is the same again")
  func dry() throws {
    var world = try AuthorityWorld(trust: Self.steering(#""manager" in actor.roles"#))
    let head = world.context.head
    for row in Self.rows {
      let first = world.verdict(of: AuthorityWorld.bob, row.permission(world.runID))
      #expect(world.verdict(of: AuthorityWorld.bob, row.permission(world.runID)) == first)
    }
    #expect(world.context.head == head)
  }

  @Test("a truth sees the fields, and one that is absent is missing")
  func fields() throws {
    let rule = #"(org_id == "acme" and fact_type missing) or (org_id missing and fact_type == "order.placed")"#
    var world = try AuthorityWorld(trust: Self.steering(rule, of: "[read_ledger, read_sensitive]"))
    for permission in [Permission.readLedger, Permission.readSensitive] as [(String?, String?) -> Permission] {
      #expect(world.verdict(of: AuthorityWorld.eve, permission("acme", nil)).isAllowed)
      #expect(world.verdict(of: AuthorityWorld.eve, permission(nil, "order.placed")).isAllowed)
      #expect(!world.verdict(of: AuthorityWorld.eve, permission("acme", "order.placed")).isAllowed)
      #expect(!world.verdict(of: AuthorityWorld.eve, permission("evil", nil)).isAllowed)
    }
    var runs = try AuthorityWorld(
      trust: Self.steering(#"proposed_by == actor.user_id or run_id == "run_x""#, of: "[cancel_run, pause_run, resume_run]"))
    #expect(runs.verdict(of: AuthorityWorld.ann, .cancelRun(runID: runs.runID, proposedBy: "ann")).isAllowed)
    #expect(!runs.verdict(of: AuthorityWorld.bob, .cancelRun(runID: runs.runID, proposedBy: "ann")).isAllowed)
    #expect(runs.verdict(of: AuthorityWorld.bob, .pauseRun(runID: "run_x", proposedBy: "ann")).isAllowed)
    var budgets = try AuthorityWorld(trust: Self.steering("max_facts > 9 and max_cost missing", of: "update_budget"))
    #expect(budgets.verdict(of: AuthorityWorld.cid, .updateBudget(["max_facts": .integer(10)])).isAllowed)
    #expect(!budgets.verdict(of: AuthorityWorld.cid, .updateBudget(["max_facts": .integer(9)])).isAllowed)
    #expect(
      !budgets.verdict(of: AuthorityWorld.cid, .updateBudget(["max_facts": .integer(10), "max_cost": .integer(1)])).isAllowed)
    // An unknown member is a fault, and does not grant permission.
    #expect(!budgets.verdict(of: AuthorityWorld.cid, .updateBudget(["max_facts": .integer(10), "x": .integer(1)])).isAllowed)
  }

  @Test("truths about one intent leave the others to their defaults")
  func others() throws {
    var world = try AuthorityWorld(trust: Self.steering(#""manager" in actor.roles"#, of: "pause_session"))
    #expect(world.verdict(of: AuthorityWorld.bob, .pauseSession).isAllowed)
    #expect(!world.verdict(of: AuthorityWorld.gateway, .pauseSession).isAllowed)
    #expect(!world.verdict(of: AuthorityWorld.bob, .resumeSession).isAllowed)
    #expect(world.verdict(of: AuthorityWorld.gateway, .resumeSession).isAllowed)
  }

  @Test("an invariant that names an intent, without a truth, lets nobody: no truth governs it")
  func invariants() throws {
    let rule = """
      invariant no_pause:
        applies_to: [pause_session]
        rule: 'actor.user_id == "bot" → reject("No bots")'

      """
    var world = try AuthorityWorld(trust: rule)
    #expect(world.verdict(of: AuthorityWorld.gateway, .pauseSession).truthID == "converge.proposal.governed")
    #expect(world.verdict(of: AuthorityWorld.gateway, .resumeSession).isAllowed)
  }

  @Test("what waits for somebody's word is not allowed")
  func waiting() throws {
    let truth =
      Self.steering(#"actor.user_id != "zed""#, of: "cancel_run").replacing(
        "produces:", with: "invariants:\n    - actor.user_id != \"ann\" → requires_approval(manager)\n  produces:")
    var world = try AuthorityWorld(trust: truth)
    #expect(world.verdict(of: AuthorityWorld.ann, .cancelRun(runID: world.runID, proposedBy: "ann")).isAllowed)
    #expect(!world.verdict(of: AuthorityWorld.bob, .cancelRun(runID: world.runID, proposedBy: "ann")).isAllowed)
  }

  @Test("a proposal that was accepted does not stand in the way of a verdict, whatever its id")
  func accepted() throws {
    var world = try AuthorityWorld(trust: Self.steering(#"actor.user_id == "bob""#))
    for _ in 0..<2 {
      #expect(world.verdict(of: AuthorityWorld.bob, .pauseSession).isAllowed)
      let outcome = try world.propose(["action": .text("pause_session"), "payload": .object([:])], by: AuthorityWorld.bob)
      world.authority.contextChanged(by: outcome.entries)
    }
    #expect(world.verdict(of: AuthorityWorld.bob, .pauseSession).isAllowed)
  }

  @Test("what takes too much work is not allowed")
  func work() throws {
    let rule = "not (some x in range(1, 5000) satisfies some y in range(1, 5000) satisfies x * y == -1)"
    var world = try AuthorityWorld(trust: Self.steering(rule))
    for row in Self.rows {
      let verdict = world.verdict(of: AuthorityWorld.gateway, row.permission(world.runID))
      #expect(!verdict.isAllowed && verdict.truthID == nil && verdict.reason.hasSuffix("take too much work to decide it"))
    }
  }

  @Test("an actor without ids, or of a malformed one, is nobody")
  func nobody() throws {
    var world = try AuthorityWorld()
    let rows = Self.rows.filter { row in
      if case .readLedger(let orgID, _) = row.permission("run_1") { return orgID == "acme" }
      return true
    }
    for actor in [[:], ["type": .text("user")], ["user_id": .text("")], ["type": .text("user"), "user_id": .text("b\u{200D}b")]]
      as [JSONObject]
    {
      for row in rows { #expect(!world.verdict(of: actor, row.permission(world.runID)).isAllowed, "\(actor) \(row)") }
    }
    #expect(!world.verdict(of: ["type": .text("user")], .cancelRun(runID: world.runID, proposedBy: "")).isAllowed)
  }
}
