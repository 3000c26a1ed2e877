import Testing
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsProtocol
import TruthsRuntime
import TruthsText

@Suite("The intents of pack converge about steering and reading, declarations §16")
struct SteeringIntentTests {
  /// Every permission, with the fields of its intent.
  static let permissions: [(permission: Permission, fields: [String])] = [
    (.cancelRun(runID: "run_1", proposedBy: "ann"), ["run_id", "proposed_by"]),
    (.pauseRun(runID: "run_1", proposedBy: "ann"), ["run_id", "proposed_by"]),
    (.resumeRun(runID: "run_1", proposedBy: "ann"), ["run_id", "proposed_by"]),
    (.pauseSession, []), (.resumeSession, []),
    (.updateBudget(["max_facts": .integer(5)]), SessionBudget.names),
    (.readLedger(orgID: "acme", factType: "order.placed"), ["org_id", "fact_type"]),
    (.readSensitive(orgID: "acme", factType: "order.placed"), ["org_id", "fact_type"]), (.askForOthers, []),
  ]

  private static func run(_ permission: Permission, on world: AuthorityWorld) throws -> RunOutcome {
    let proposal: JSONObject = ["action": .text(permission.action), "payload": .object(permission.fields)]
    return try world.procedure.run(
      RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: AuthorityWorld.now, actor: AuthorityWorld.gateway),
      on: world.context)
  }

  @Test("each is declared, with the fields of the permission", arguments: permissions)
  func declared(_ permission: Permission, _ fields: [String]) throws {
    let program = try AuthorityWorld.procedure().program
    let intent = try #require(program.intents.first { $0.isBuiltIn && $0.name == permission.action })
    #expect(intent.fields.map(\.name) == fields && intent.wantedConsent == nil)
    #expect(permission.fields.members.allSatisfy { fields.contains($0.name.string) })
  }

  @Test("none is governed but by truths of the set", arguments: permissions)
  func ungoverned(_ permission: Permission, _ fields: [String]) throws {
    let alone = try Self.run(permission, on: AuthorityWorld())
    #expect(alone.decision == .rejected && alone.truthID == "converge.proposal.governed")
    let world = try AuthorityWorld(trust: AuthorityTests.steering(#"actor.type == "system""#, of: permission.action))
    #expect(try Self.run(permission, on: world).decision == .accepted)
  }
}
