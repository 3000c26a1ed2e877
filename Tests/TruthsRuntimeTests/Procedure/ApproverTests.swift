import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

@Suite("Whose approval a clause wants, approvals §2")
struct ApproverTests {
  /// Returns a pack in which a claim needs the approval of the people that a clause names.
  ///
  /// - Parameter clause: the effect of the only invariant.
  static func pack(_ clause: String) -> String {
    """
    pack claims:
      version: 1.0.0

    policy approval_ttl:
      type: duration
      default: '"PT1H"'

    fact claim.filed:
      key: [claim_id]
      external: true
      fields:
        claim_id: text
        boss: text?
        owners: list of text?

    fact claim.paid:
      key: [claim_id]
      fields:
        claim_id: text

    fact claim.audited:
      key: [claim_id]
      fields:
        claim_id: text

    intent pay_claim:
      fields:
        claim_id: text

    truth paying:
      id: claims.claim.paying
      when:
        - intent: pay_claim
      requires:
        - claim_id exists
      invariants:
        - claim_id exists → \(clause)
      produces:
        - fact.claim.paid
        - trace.claim.paying

    """
  }

  static let claim = #"{"type": "claim.filed", "claim_id": "c1", "boss": "bob", "owners": ["ann", "olga", "ann"]}"#

  static func world(_ clause: String, facts: [String] = [claim], trust: String? = nil) throws -> World {
    try World([("claims.truths", pack(clause))] + (trust.map { [("trust.truths", $0)] } ?? []), facts: facts)
  }

  static let proposal =
    #"{"action": "pay_claim", "proposal_id": "p1", "claim_id": "c1", "#
    + AgreementTests.actor("user", "ann") + "}"

  static func user(_ name: String, _ roles: String...) -> String { AgreementTests.actor("user", name, roles) }

  // MARK: Requests

  struct Asked: CustomTestStringConvertible, Sendable {
    var spec: String
    var waits: String
    /// Members of `approval.requested` beside those that every request has.
    var members: [String: JSONValue] = [:]

    var testDescription: String { spec }
  }

  private static func texts(_ list: String...) -> JSONValue { .array(list.map { .text($0) }) }

  static let asked = [
    Asked(spec: "(manager)", waits: "@manager", members: ["role": .text("manager")]),
    Asked(spec: "", waits: "@manager", members: ["role": .text("manager")]),
    Asked(spec: #"("head librarian")"#, waits: #"@"head librarian""#, members: ["role": .text("head librarian")]),
    Asked(
      spec: "(manager or director)", waits: "@manager or @director",
      members: ["role": .text("manager or director"), "roles": texts("manager", "director")]),
    Asked(spec: "(2 of board)", waits: "2 of @board", members: ["role": .text("2 of board"), "count": .number(2)]),
    Asked(
      spec: #"(3 of board or "head librarian")"#, waits: #"3 of @board or @"head librarian""#,
      members: [
        "role": .text(#"3 of board or "head librarian""#), "count": .number(3), "roles": texts("board", "head librarian"),
      ]),
    Asked(
      spec: "(manager by claim.filed.boss)", waits: "@bob (@manager)",
      members: ["role": .text("manager by bob"), "person": .text("bob")]),
    Asked(spec: "(by claim.filed.boss)", waits: "@bob", members: ["role": .text("by bob"), "person": .text("bob")]),
    Asked(
      spec: #"(manager by claim.filed.boss or director or by "Ann B")"#, waits: #"@bob (@manager) or @director or @"Ann B""#,
      members: [
        "role": .text(#"manager by bob or director or by "Ann B""#), "roles": texts("manager", "director"),
        "people": texts("bob", "Ann B"),
      ]),
    Asked(
      spec: "(2 of board not by claim.filed.owners)", waits: "2 of @board (not @ann, @olga)",
      members: ["role": .text("2 of board not by ann, olga"), "count": .number(2), "excluded": texts("ann", "olga")]),
    Asked(
      spec: "(board not by claim.filed.boss)", waits: "@board (not @bob)",
      members: ["role": .text("board not by bob"), "excluded": texts("bob")]),
    Asked(spec: "(board not by [])", waits: "@board", members: ["role": .text("board")]),
  ]

  @Test("who is asked stands in `waiting_for`, in the request and in its id", arguments: asked)
  func whoIsAsked(_ asked: Asked) throws {
    var world = try Self.world("requires_approval\(asked.spec)")
    let waiting = try world.propose(Self.proposal)
    #expect(waiting.decision == .halted && waiting.run.status == .waiting)
    #expect(waiting.run.waitingFor.words == ["approval from \(asked.waits)"])
    let request = try #require(waiting.facts.first)
    for member in ["role", "roles", "count", "person", "people", "excluded"] {
      #expect(request[member] == asked.members[member], "\(member)")
    }
    let role = request["role"]?.stringValue ?? ""
    let id = Digest(of: "\(waiting.proposalHash)/claims.claim.paying/invariants[0]/\(role)").id("req_")
    #expect(request["request"]?.stringValue == id)
    #expect(try world.propose(Self.proposal).entries.isEmpty)
  }

  @Test(
    "a person who is missing halts, and the reason says why",
    arguments: [
      ("manager by claim.filed.boss", "claim.filed.boss is missing: not given"),
      ("board not by claim.filed.owners", "claim.filed.owners is missing: not given"),
      (
        "by claim.filed(claim_id = \"c2\").boss",
        "claim.filed(claim_id = \"c2\").boss is missing: there is no claim.filed for c2"
      ),
    ])
  func missingPeople(spec: String, cause: String) throws {
    var world = try Self.world("requires_approval(\(spec))", facts: [#"{"type": "claim.filed", "claim_id": "c1"}"#])
    let halted = try world.propose(Self.proposal)
    #expect(halted.decision == .halted && halted.run.status == .halted)
    #expect(halted.violations.map(\.kind) == [.unknown])
    #expect(halted.reason == "cannot tell who approves: \(cause)")
  }

  @Test("people are asked only where the clause asks")
  func notAsked() throws {
    let text = Self.pack("requires_approval(by claim.filed.boss)").replacing("claim_id exists →", with: "claim_id == \"c9\" →")
    var world = try World([("claims.truths", text)])
    #expect(try world.propose(Self.proposal).decision == .accepted)
  }

  @Test("another person is another request")
  func otherPerson() throws {
    var world = try Self.world("requires_approval(by claim.filed.boss)")
    let first = AgreementTests.requests(try world.propose(Self.proposal))
    try world.enter(#"{"type": "claim.filed", "claim_id": "c1", "boss": "eve"}"#, corrects: 1)
    let second = try world.propose(Self.proposal)
    #expect(second.run.waitingFor.words == ["approval from @eve"])
    #expect(AgreementTests.requests(second) != first && AgreementTests.requests(second).count == 1)
  }

  // MARK: Approvers

  struct Granting: CustomTestStringConvertible, Sendable {
    var spec: String
    /// The actors who grant, each with whether the grant is accepted.
    var grants: [(actor: String, isAccepted: Bool)]
    var approvedBy: String?

    var testDescription: String { "\(spec) \(grants.map(\.actor))" }
  }

  static let granting = [
    Granting(spec: "manager or director", grants: [(user("dan", "director"), true)], approvedBy: "dan"),
    Granting(spec: "manager or director", grants: [(user("eve", "clerk"), false)]),
    Granting(spec: "manager by claim.filed.boss", grants: [(user("max", "manager"), false), (user("bob"), false)]),
    Granting(spec: "manager by claim.filed.boss", grants: [(user("bob", "manager"), true)], approvedBy: "bob"),
    Granting(spec: "by claim.filed.boss", grants: [(user("bob"), true)], approvedBy: "bob"),
    Granting(
      spec: "manager by claim.filed.boss or director", grants: [(user("dan", "director"), true)], approvedBy: "dan"),
    Granting(spec: "2 of board", grants: [(user("zoe", "board"), true)]),
    Granting(spec: "2 of board", grants: [(user("zoe", "board"), true), (user("zoe", "board", "clerk"), true)]),
    Granting(
      spec: "2 of board", grants: [(user("zoe", "board"), true), (user("eli", "board"), true), (user("ben", "board"), true)],
      approvedBy: "eli, zoe"),
    Granting(spec: "2 of board", grants: [(user("zoe", "board"), true), (user("ann", "board"), false)]),
    Granting(
      spec: "2 of board not by claim.filed.owners",
      grants: [(user("olga", "board"), false), (user("zoe", "board"), true), (user("eli", "board"), true)], approvedBy: "eli, zoe"
    ),
  ]

  @Test("those who are asked grant, each once", arguments: granting)
  func grants(_ granting: Granting) throws {
    var world = try Self.world("requires_approval(\(granting.spec))")
    let request = AgreementTests.requests(try world.propose(Self.proposal))[0]
    for (actor, isAccepted) in granting.grants {
      #expect((try world.propose(AgreementTests.grant(request, actor)).decision == .accepted) == isAccepted, "\(actor)")
    }
    let after = try world.propose(Self.proposal)
    #expect(after.violations.map(\.approvedBy) == [granting.approvedBy])
    #expect((after.decision == .accepted) == (granting.approvedBy != nil))
  }

  @Test("each grant is held to the ttl by itself")
  func ttlEach() throws {
    var world = try Self.world("requires_approval(2 of board)")
    let request = AgreementTests.requests(try world.propose(Self.proposal, now: "2026-01-01T08:00:00Z"))[0]
    let grant = { AgreementTests.grant(request, AgreementTests.actor("user", $0, ["board"] + $1)) }
    _ = try world.propose(grant("zoe", []), now: "2026-01-01T08:00:00Z")
    _ = try world.propose(grant("eli", []), now: "2026-01-01T08:30:00Z")
    var soon = world
    #expect(try soon.propose(Self.proposal, now: "2026-01-01T09:00:00Z").decision == .accepted)
    #expect(try world.propose(Self.proposal, now: "2026-01-01T09:00:01Z").run.status == .waiting)
    _ = try world.propose(grant("zoe", ["clerk"]), now: "2026-01-01T09:10:00Z")
    #expect(try world.propose(Self.proposal, now: "2026-01-01T09:20:00Z").violations.map(\.approvedBy) == ["eli, zoe"])
  }

  @Test(
    "one denial decides, of anyone who could grant, or could but for four eyes or `not by`",
    arguments: [("zoe", true), ("ann", true), ("olga", true), ("eve", false)])
  func denials(name: String, isAccepted: Bool) throws {
    var world = try Self.world("requires_approval(2 of board not by claim.filed.owners)")
    let request = AgreementTests.requests(try world.propose(Self.proposal))[0]
    for granter in ["eli", "ben"] { _ = try world.propose(AgreementTests.grant(request, Self.user(granter, "board"))) }
    let actor = isAccepted ? Self.user(name, "board") : Self.user(name)
    let denial = #"{"action": "deny_approval", "request": "\#(request)", "why": "no", \#(actor)}"#
    #expect((try world.propose(denial).decision == .accepted) == isAccepted)
    let after = try world.propose(Self.proposal)
    #expect(after.decision == (isAccepted ? .rejected : .accepted))
    if isAccepted { #expect(after.reason == "denied by @\(name): no") }
  }

  // MARK: Four eyes

  @Test(
    "where only people could grant who may not, the reason says so",
    arguments: [
      ("by \"ann\"", "@ann may not grant it: @ann proposed it"),
      ("manager by \"olga\" not by claim.filed.owners", "@olga may not grant it: @olga is excluded"),
      ("by \"ann\" not by \"ann\"", "@ann may not grant it: @ann proposed it"),
      ("by \"ann\" or by \"olga\" not by \"olga\"", "@ann may not grant it: @ann proposed it"),
    ])
  func nobodyCould(spec: String, tail: String) throws {
    var world = try Self.world("requires_approval(\(spec), \"Somebody looks\")")
    let waiting = try world.propose(Self.proposal)
    #expect(waiting.run.status == .waiting)
    #expect(waiting.reason == "Somebody looks; \(tail)")
    #expect(waiting.violations.map(\.reason) == [waiting.reason])
  }

  @Test("where somebody else could, it says nothing")
  func somebodyCould() throws {
    var world = try Self.world("requires_approval(by \"ann\" or director, \"Somebody looks\")")
    #expect(try world.propose(Self.proposal).reason == "Somebody looks")
  }

  @Test("whom it is done for is told")
  func doneFor() throws {
    var world = try Self.world("requires_approval(by \"max\", \"Max looks\")")
    let bot = #"{"action": "pay_claim", "claim_id": "c1", "on_behalf_of": "max", "# + AgreementTests.actor("agent", "bot") + "}"
    let waiting = try world.propose(bot)
    #expect(waiting.reason == "Max looks; @max may not grant it: it is done for @max")
  }

  // MARK: Break-glass

  @Test("what break-glass skips is told as it was asked")
  func skipped() throws {
    var world = try Self.world("requires_approval(2 of board not by claim.filed.owners)")
    let nora = AgreementTests.actor("user", "nora", ["break_glass"])
    let outcome = try world.propose(
      #"{"action": "pay_claim", "claim_id": "c1", "override": {"truth_id": "claims.claim.paying", "reason": "fire"}, \#(nora)}"#)
    #expect(outcome.reason == "Accepted under break-glass by @nora: fire (skipped: 2 of board not by ann, olga)")
  }

  // MARK: On the result

  @Test("who approves what must hold of the result is asked on the context before")
  func ensures() throws {
    let text =
      Self.pack("warn(\"A claim\")") + """
          ensures:
            - claim.paid → requires_approval(manager by claim.filed.boss)

        """
    var world = try World([("claims.truths", text)], facts: [Self.claim])
    let waiting = try world.propose(Self.proposal)
    #expect(waiting.run.waitingFor.words == ["approval from @bob (@manager)"])
    #expect(waiting.facts.map { $0["type"] } == [.text("approval.requested")])
    let request = AgreementTests.requests(waiting)[0]
    #expect(try world.propose(AgreementTests.grant(request, Self.user("bob", "manager"))).decision == .accepted)
    #expect(try world.propose(Self.proposal).decision == .accepted)
  }

  @Test("a truth that fires on what a run makes asks on the context before that run")
  func onFacts() throws {
    let text =
      Self.pack("warn(\"A claim\")") + """

        fact desk.head:
          key: [desk]
          fields:
            desk: text
            head: text

        truth heading:
          when:
            - fact: claim.paid
          produces:
            - fact.desk.head:
                desk: '"d1"'
                head: '"eve"'
            - trace.desk.heading

        truth auditing:
          when:
            - fact: claim.paid as p
          let:
            head: if desk.head(desk = "d1") exists then desk.head(desk = "d1").head else "max"
          invariants:
            - p.claim_id exists → requires_approval(by head)
          produces:
            - fact.claim.audited
            - trace.claim.auditing

        """
    var world = try World([("claims.truths", text)], facts: [Self.claim])
    #expect(try world.propose(Self.proposal).run.waitingFor.words == ["approval from @max"])
  }

  // MARK: Consent

  @Test("a clause waits for the consent that `explicit` asks for, once")
  func consent() throws {
    let text = Self.pack("requires_consent(\"Somebody wants it\")")
      .replacing(
        "  produces:\n    - fact.claim.paid", with: "    - claim_id exists → requires_consent\n  produces:\n    - fact.claim.paid"
      )
    var world = try World([("claims.truths", text)])
    let bot = #"{"action": "pay_claim", "proposal_id": "p1", "claim_id": "c1", "on_behalf_of": "max", "#
    let proposal = bot + AgreementTests.actor("agent", "bot") + "}"
    let waiting = try world.propose(proposal)
    #expect(waiting.run.status == .waiting && waiting.reason == "Somebody wants it")
    #expect(waiting.run.waitingFor.words == ["consent from @max"] && waiting.facts.isEmpty)
    #expect(waiting.violations.map(\.kind) == [.acceptance, .acceptance])
    let consent = #"{"action": "give_consent", "proposal_hash": "\#(waiting.proposalHash)", "#
    #expect(try world.propose(consent + Self.user("eve") + "}").decision == .rejected)
    #expect(try world.propose(consent + Self.user("max") + "}").decision == .accepted)
    let accepted = try world.propose(proposal)
    #expect(accepted.decision == .accepted && accepted.violations.map(\.approvedBy) == ["max", "max"])
  }

  @Test("a user consents in the proposal itself, and no override covers it")
  func consentOfUser() throws {
    let nora = AgreementTests.actor("user", "nora", ["break_glass"])
    let proposal = #"{"action": "pay_claim", "claim_id": "c1", \#(nora)"#
    let override = #", "override": {"truth_id": "claims.claim.paying", "reason": "fire"}"#
    var world = try Self.world("requires_consent(\"Sure?\")")
    let waiting = try world.propose(proposal + override + "}")
    #expect(waiting.run.waitingFor.words == ["consent from @nora"])
    #expect(waiting.violations.map(\.isOverridden) == [false] && waiting.violations[0].overrideFault == nil)
    let accepted = try world.propose(proposal + #", "consent": true}"#)
    #expect(accepted.decision == .accepted && accepted.violations.map(\.approvedBy) == ["nora"])
  }
}
