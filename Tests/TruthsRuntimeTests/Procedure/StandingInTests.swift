import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

@Suite("Standing in, approvals §7")
struct StandingInTests {
  /// Facts from outside name deputies: the role, the person whom they act for, or both.
  static let trust = """
    pack trust:
      version: 1.0.0

    fact deputy.named:
      key: [deputy, lent, whom]
      external: {by: [hr]}
      fields:
        deputy: text
        lent: text
        whom: text

    truth deputies:
      when:
        - fact: deputy.named as d
      let:
        held_role: if d.lent == "" then missing else d.lent
        held_for: if d.whom == "" then missing else d.whom
      produces:
        - fact.authority.held:
            user_id: d.deputy
            role: held_role
            for: held_for

    """

  static func deputy(_ name: String, role: String = "", for person: String = "") -> String {
    #"{"type": "deputy.named", "deputy": "\#(name)", "lent": "\#(role)", "whom": "\#(person)"}"#
  }

  static func world(_ spec: String, _ deputies: [String]) throws -> World {
    try ApproverTests.world("requires_approval(\(spec))", facts: [ApproverTests.claim] + deputies, trust: trust)
  }

  struct Answer: CustomTestStringConvertible, Sendable {
    var spec: String
    var deputies: [String]
    /// Roles of `dan`, who answers.
    var roles: [String] = []
    /// `nil` where the grant is refused.
    var standing: JSONValue?
    var isAccepted = true

    var testDescription: String { "\(spec) \(deputies) \(roles)" }
  }

  static func standing(_ role: String? = nil, for person: String? = nil) -> JSONValue {
    var members = JSONObject()
    if let role { members["role"] = .text(role) }
    if let person { members["for"] = .text(person) }
    return .object(members)
  }

  static let answers = [
    Answer(spec: "manager", deputies: [deputy("dan", role: "manager")], standing: standing("manager")),
    Answer(spec: "manager", deputies: [deputy("dan", role: "manager")], roles: ["manager"]),
    Answer(spec: "manager", deputies: [deputy("eve", role: "manager")], isAccepted: false),
    Answer(spec: "manager", deputies: [deputy("dan", for: "bob")], isAccepted: false),
    Answer(spec: "by claim.filed.boss", deputies: [deputy("dan", for: "bob")], standing: standing(for: "bob")),
    Answer(spec: "by claim.filed.boss", deputies: [deputy("dan", for: "max")], isAccepted: false),
    // A deputy must have the required role, as a deputy or on his own.
    Answer(spec: "manager by claim.filed.boss", deputies: [deputy("dan", for: "bob")], isAccepted: false),
    Answer(
      spec: "manager by claim.filed.boss", deputies: [deputy("dan", for: "bob")], roles: ["manager"],
      standing: standing(for: "bob")),
    Answer(
      spec: "manager by claim.filed.boss", deputies: [deputy("dan", for: "bob"), deputy("dan", role: "manager")],
      standing: standing("manager", for: "bob")),
    // One fact with both lends the role for what `for` lets its holder act in, and for nothing else.
    Answer(
      spec: "manager by claim.filed.boss", deputies: [deputy("dan", role: "manager", for: "bob")],
      standing: standing("manager", for: "bob")),
    Answer(spec: "manager", deputies: [deputy("dan", role: "manager", for: "bob")], isAccepted: false),
    Answer(spec: "manager by claim.filed.boss", deputies: [deputy("dan", role: "manager", for: "max")], isAccepted: false),
    Answer(
      spec: "manager by claim.filed.boss", deputies: [deputy("dan", role: "manager", for: "max"), deputy("dan", for: "bob")],
      isAccepted: false),
    // Own role, role lent, `for`.
    Answer(
      spec: "by claim.filed.boss or manager", deputies: [deputy("dan", role: "manager"), deputy("dan", for: "bob")],
      standing: standing("manager")),
    Answer(
      spec: "by claim.filed.boss or manager or director",
      deputies: [deputy("dan", role: "manager"), deputy("dan", for: "bob")], roles: ["director"]),
    Answer(
      spec: #"by "max" or by claim.filed.boss"#, deputies: [deputy("dan", for: "bob"), deputy("dan", for: "max")],
      standing: standing(for: "max")),
    // A deputy of a person who may not grant may not grant, either.
    Answer(spec: #"by "ann""#, deputies: [deputy("dan", for: "ann")], isAccepted: false),
    Answer(spec: #"by "olga" not by claim.filed.owners"#, deputies: [deputy("dan", for: "olga")], isAccepted: false),
    Answer(
      spec: #"by "ann" or by claim.filed.boss"#, deputies: [deputy("dan", for: "ann"), deputy("dan", for: "bob")],
      standing: standing(for: "bob")),
  ]

  @Test("what counted beside the actor's own role is written into the grant", arguments: answers)
  func grants(_ answer: Answer) throws {
    var world = try Self.world(answer.spec, answer.deputies)
    let request = AgreementTests.requests(try world.propose(ApproverTests.proposal))[0]
    let grant = try world.propose(AgreementTests.grant(request, AgreementTests.actor("user", "dan", answer.roles)))
    #expect((grant.decision == .accepted) == answer.isAccepted, "\(grant.reason)")
    let fact = grant.facts.first { $0["type"] == .text("approval.granted") }
    #expect(fact?["as"] == answer.standing)
    let after = try world.propose(ApproverTests.proposal)
    #expect((after.decision == .accepted) == answer.isAccepted)
    if answer.isAccepted { #expect(after.violations.map(\.approvedBy) == ["dan"]) }
  }

  @Test("it is asked when somebody grants, and not again")
  func notAskedAgain() throws {
    var world = try Self.world("manager", [Self.deputy("dan", role: "manager")])
    let request = AgreementTests.requests(try world.propose(ApproverTests.proposal))[0]
    _ = try world.propose(AgreementTests.grant(request, ApproverTests.user("dan")))
    // Without the truth that makes the authority, the grant counts.
    let other = try ApproverTests.world("requires_approval(manager)", trust: "pack trust:\n  version: 1.0.0\n")
    let context = try other.procedure.context(
      from: world.context.ledger.entries.filter { $0.payload["type"] != .text("deputy.named") }.enumerated().map { place, entry in
        var entry = entry
        entry.sequence = place + 1
        return ReadEntry(entry: entry, payload: LocatedJSON(unlocated: .object(entry.payload)), isShortForm: false)
      })
    let again = try other.procedure.run(RunRequest(proposal: try World.json(ApproverTests.proposal)), on: context)
    #expect(again.violations.map(\.approvedBy) == ["dan"])
  }

  @Test("one who acts for another is one person, for whomever they grant")
  func onePerson() throws {
    var world = try Self.world("2 of board", [Self.deputy("dan", role: "board")])
    let request = AgreementTests.requests(try world.propose(ApproverTests.proposal))[0]
    for roles in [[], ["board"]] {
      _ = try world.propose(AgreementTests.grant(request, AgreementTests.actor("user", "dan", roles)))
    }
    #expect(try world.propose(ApproverTests.proposal).run.status == .waiting)
    _ = try world.propose(AgreementTests.grant(request, ApproverTests.user("cid", "board")))
    #expect(try world.propose(ApproverTests.proposal).violations.map(\.approvedBy) == ["cid, dan"])
  }

  @Test("a denial is given in somebody's place too, also of one who may not grant")
  func denials() throws {
    var world = try Self.world(#"by "ann""#, [Self.deputy("dan", for: "ann")])
    let request = AgreementTests.requests(try world.propose(ApproverTests.proposal))[0]
    let denial = try world.propose(
      #"{"action": "deny_approval", "request": "\#(request)", "why": "no", \#(ApproverTests.user("dan"))}"#)
    #expect(denial.facts.first?["as"] == Self.standing(for: "ann"))
    #expect(try world.propose(ApproverTests.proposal).reason == "denied by @dan: no")
  }
}
