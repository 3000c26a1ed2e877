import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

@Suite("Who may grant, and who breaks the glass, approvals §5")
struct FourEyesTests {
  // MARK: Four eyes

  @Test("nobody who proposed, consented, or for whom it is done may grant")
  func fourEyes() throws {
    let text = AgreementTests.pack.replacing("intent pay_bill:\n", with: "intent pay_bill:\n  consent: explicit\n")
    for (name, why) in [("bot", "proposed it"), ("max", "consented to it")] {
      var world = try World([("till.truths", text)])
      let proposer = name == "bot" ? AgreementTests.actor("user", "bot") : AgreementTests.actor("agent", "bot")
      let proposal = AgreementTests.propose("pay_bill", proposer, name == "bot" ? #""consent": true"# : "")
      let first = try world.propose(proposal)
      _ = try world.propose(
        #"{"action": "give_consent", "proposal_hash": "\#(first.proposalHash)", \#(AgreementTests.actor("user", "max"))}"#)
      let waiting = name == "bot" ? first : try world.propose(proposal)
      let refused = try world.propose(
        AgreementTests.grant(AgreementTests.requests(waiting)[0], AgreementTests.actor("user", name, ["manager"])))
      #expect(refused.decision == .rejected && refused.truthID == "converge.approval.granting")
      #expect(refused.reason == "@\(name) may not grant it: @\(name) \(why)")
    }
    var world = try AgreementTests.world()
    let waiting = try world.propose(
      AgreementTests.propose("pay_bill", AgreementTests.actor("agent", "bot"), #""on_behalf_of": "max""#))
    let refused = try world.propose(
      AgreementTests.grant(AgreementTests.requests(waiting)[0], AgreementTests.actor("user", "max", ["manager"])))
    #expect(refused.decision == .rejected && refused.reason == "@max may not grant it: it is done for @max")
    let other = try world.propose(
      AgreementTests.grant(AgreementTests.requests(waiting)[0], AgreementTests.actor("user", "moe", ["manager"])))
    #expect(other.decision == .accepted)
  }

  @Test("it is asked at each evaluation: who consents after granting has not granted")
  func fourEyesAgain() throws {
    var world = try AgreementTests.world()
    let bot = AgreementTests.actor("agent", "bot")
    let waiting = try world.propose(AgreementTests.propose("pay_bill", bot))
    let max = AgreementTests.actor("user", "max", ["manager"])
    #expect(try world.propose(AgreementTests.grant(AgreementTests.requests(waiting)[0], max)).decision == .accepted)
    #expect(try world.propose(AgreementTests.propose("pay_bill", bot)).violations.map(\.approvedBy) == ["max", nil])
    _ = try world.propose(#"{"action": "give_consent", "proposal_hash": "\#(waiting.proposalHash)", \#(max)}"#)
    let again = try world.propose(AgreementTests.propose("pay_bill", bot))
    #expect(again.violations.map(\.approvedBy) == [nil, nil])
    #expect(again.reason == "A manager looks")
    #expect(again.run.waitingFor.words == ["approval from @manager", "approval from @finance"])
    _ = try world.propose(
      AgreementTests.grant(AgreementTests.requests(waiting)[0], AgreementTests.actor("user", "moe", ["manager"])))
    #expect(try world.propose(AgreementTests.propose("pay_bill", bot)).violations.map(\.approvedBy) == ["moe", nil])
  }

  @Test(
    "a grant in the context by somebody who may not counts for nothing",
    arguments: [("ann", ""), ("ann", #""on_behalf_of": "ann""#), ("max", #""on_behalf_of": "max""#)])
  func barredGrants(name: String, more: String) throws {
    var world = try AgreementTests.world()
    let proposal = AgreementTests.propose("pay_bill", AgreementTests.actor("user", "ann"), more)
    let request = AgreementTests.requests(try world.propose(proposal))[0]
    try world.enter(
      #"{"type": "approval.granted", "request": "\#(request)"}"#,
      actor: ["type": .text("user"), "user_id": .text(name), "roles": .array([.text("manager")])])
    let again = try world.propose(proposal)
    #expect(again.run.status == .waiting)
    #expect(again.reason == "A manager looks")
    #expect(again.run.waitingFor.words == ["approval from @manager", "approval from @finance"])
  }

  // MARK: Break-glass

  private static let override = #""override": {"truth_id": "till.bill.paying", "reason": "patient bleeding"}"#

  @Test("a decision that needed break-glass says who, why, and what was skipped")
  func breakGlassReason() throws {
    var world = try AgreementTests.world()
    let nora = AgreementTests.actor("user", "nora", ["break_glass"])
    let outcome = try world.propose(AgreementTests.propose("pay_bill", nora, Self.override))
    #expect(outcome.decision == .accepted)
    #expect(outcome.reason == "Accepted under break-glass by @nora: patient bleeding (skipped: manager, finance)")
    #expect(outcome.facts.filter { $0["type"] == .text("override.used") }.count == 2)
  }

  @Test("where approvals suffice the override is not used")
  func overrideNotNeeded() throws {
    var world = try AgreementTests.world()
    let nora = AgreementTests.actor("user", "nora", ["break_glass"])
    let requests = AgreementTests.requests(try world.propose(AgreementTests.propose("pay_bill", nora)))
    _ = try world.propose(AgreementTests.grant(requests[0], AgreementTests.actor("user", "max", ["manager"])))
    var partly = world
    let one = try partly.propose(AgreementTests.propose("pay_bill", nora, Self.override))
    #expect(one.violations.map(\.approvedBy) == ["max", nil] && one.violations.map(\.isOverridden) == [false, true])
    #expect(one.reason == "Accepted under break-glass by @nora: patient bleeding (skipped: finance)")
    #expect(one.facts.filter { $0["type"] == .text("override.used") }.count == 1)
    _ = try world.propose(AgreementTests.grant(requests[1], AgreementTests.actor("user", "fay", ["finance"])))
    let none = try world.propose(AgreementTests.propose("pay_bill", nora, Self.override))
    #expect(none.decision == .accepted && none.violations.allSatisfy { !$0.isOverridden && $0.overrideFault == nil })
    #expect(none.facts.map { $0["type"] } == [.text("bill.paid")])
    #expect(none.reason == "1 requirements and 0 invariants hold")
  }

  @Test(
    "an override that does not count says why, the first cause that holds",
    arguments: [
      ("agent", ["break_glass"], #""reason": "fire""#, "@nora is an agent"),
      ("system", [], #""reason": " ""#, "@nora is a system"),
      ("user", ["manager"], #""reason": " ""#, "@nora does not have break_glass"),
      ("user", ["break_glass"], #""reason": " \t\n""#, "the reason is blank"),
      ("user", ["break_glass"], #""reason": """#, "the reason is blank"),
      (
        "user", ["break_glass"], "\"reason\": \"\u{200B}\u{2800}\u{3164}\u{AD}\u{FEFF}\u{180E}\u{34F}\u{E0001}\"",
        "the reason is blank"
      ),
    ])
  func overrideFaults(type: String, roles: [String], reason: String, why: String) throws {
    var world = try AgreementTests.world()
    let reason = reason.replacing("\t", with: "\\t").replacing("\n", with: "\\n")
    let more = #""override": {"truth_id": "TRUTH", \#(reason)}"#
    let nora = AgreementTests.actor(type, "nora", roles)
    let outcome = try world.propose(AgreementTests.propose("pay_bill", nora, more.replacing("TRUTH", with: "till.bill.paying")))
    #expect(outcome.run.status == .waiting)
    #expect(outcome.run.waitingFor.words == ["approval from @manager", "approval from @finance"])
    #expect(outcome.reason == "A manager looks; the override does not count: \(why)")
    #expect(outcome.violations.map(\.overrideFault) == [why, why])
    let json = outcome.violations[0].json(source: nil)
    #expect(json["override"] == .object(["counts": .boolean(false), "why": .text(why)]))
    let recorded = outcome.entries.first { $0.type == .decision }?.payload["violations"]?.arrayValue?.first
    #expect(recorded == .object(json))
    #expect(outcome.facts.allSatisfy { $0["type"] == .text("approval.requested") })

    var other = try AgreementTests.world()
    let glass = try other.propose(
      AgreementTests.propose("empty_till", nora, more.replacing("TRUTH", with: "till.bill.refunding")))
    #expect(glass.run.waitingFor.words == ["an override by @break_glass"])
    #expect(glass.reason == "an override by @break_glass; the override does not count: \(why)")
    #expect(glass.violations.map(\.overrideFault) == [why])
  }

  @Test("under `consent: break_glass` the run waits for an override that has role, reason and truth, not for consent")
  func consentOfBreakGlass() throws {
    let nora = AgreementTests.actor("user", "nora", ["break_glass"])
    for more in ["", #""consent": true"#, #""override": {"reason": "fire"}"#] {
      var world = try AgreementTests.world()
      let waiting = try world.propose(AgreementTests.propose("empty_till", nora, more))
      #expect(waiting.run.status == .waiting && waiting.truthID == "converge.proposal.consent")
      #expect(waiting.run.waitingFor.words == ["an override by @break_glass"])
      #expect(waiting.reason == "an override by @break_glass")
      let accepted = try world.propose(
        AgreementTests.propose("empty_till", nora, #""override": {"truth_id": "till.bill.refunding", "reason": "fire"}"#))
      #expect(accepted.decision == .accepted && accepted.run.runID == waiting.run.runID)
    }
  }
}
