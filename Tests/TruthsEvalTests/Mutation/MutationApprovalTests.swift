import Testing
import TruthsEval

/// Changes of approvers and consenters (approvals §2), and fixtures that notice them.
struct MutationApprovalTests {
  private typealias World = MutatedWorld

  /// Returns a world in which boxes that are not sealed require an approval of a specification.
  private static func boxes(_ spec: String, consent: String = "implicit") -> String {
    World.boxes(invariants: ["sealed else requires_approval(\(spec), \"Open\")"], consent: consent)
  }

  /// The changes of a spec: of roles, numbers and lists.
  private static func changes(_ world: MutatedWorld, in part: String) -> [String] {
    world.changes(in: part).filter { change in
      ["role", "number", "element"].contains { change.hasPrefix("\($0) ") } && !change.hasPrefix("number 100")
    }
  }

  @Test(
    "Of who approves every role, person, alternative and number is changed, at the very characters",
    arguments: [
      ("lead", ["role lead → somebody_else"]),
      (
        "2 of lead or clerk or porter",
        [
          "number 2 → 3", "number 2 of  → nothing", "role lead → somebody_else", "role clerk → somebody_else",
          "role porter → somebody_else", "role lead or  → nothing", "role  or clerk → nothing", "role  or porter → nothing",
        ]
      ),
      ("99 of lead", ["number 99 → 98", "number 99 of  → nothing", "role lead → somebody_else"]),
      ("lead by kind", ["role lead → somebody_else", "role  by kind → nothing"]),
      ("by kind", []),
      (
        "by kind or lead",
        ["role lead → somebody_else", "role by kind or  → nothing", "role  or lead → nothing"]
      ),
      (
        "lead or by kind",
        ["role lead → somebody_else", "role lead or  → nothing", "role  or by kind → nothing"]
      ),
      (
        "lead not by [kind, \"ann\"]",
        [
          "role lead → somebody_else", "role  not by [kind, \"ann\"] → nothing", "element kind,  → nothing",
          "element , \"ann\" → nothing",
        ]
      ),
    ])
  func changes(spec: String, expected: [String]) {
    let world = MutatedWorld(Self.boxes(spec), [])
    let made = Self.changes(world, in: "invariants[0]").map { $0.hasSuffix("→ ") ? $0 + "nothing" : $0 }
    #expect(made.sorted() == expected.sorted())
    #expect(world.results.mutants.allSatisfy { $0.mutation.operation != .role || $0.isCounted }, "all of them can be written")
  }

  /// Returns a fixture in which box `b` waits, with the expected approvers if given.
  private static func waits(_ people: String? = nil) -> String {
    let proposal = #""sealed": false, "kind": "ann""#
    guard let people else { return World.fixture(proposal, #""run_status": "waiting""#) }
    return World.fixture(proposal, #""run_status": "waiting", "waiting_for": ["\#(people)"]"#)
  }

  @Test(
    "A fixture that only waits notices none of them; one that says for whom notices all",
    arguments: [
      ("2 of lead or clerk or porter", "approval from 2 of @lead or @clerk or @porter"),
      ("lead by kind", "approval from @ann (@lead)"), ("by kind or lead", "approval from @ann or @lead"),
      ("lead or by kind", "approval from @lead or @ann"),
      ("lead not by [kind, \"bob\"]", "approval from @lead (not @ann, @bob)"),
    ])
  func people(spec: String, people: String) {
    func mutants(_ fixtures: [String]) -> [Mutant] {
      MutatedWorld(Self.boxes(spec), fixtures).results.mutants.filter {
        [.role, .number, .element].contains($0.mutation.operation) && $0.mutation.part == "invariants[0]" && $0.isCounted
      }
    }
    let weak = mutants([Self.waits()])
    #expect(!weak.isEmpty)
    #expect(weak.allSatisfy { !$0.isKilled }, "\(weak.filter(\.isKilled).map(\.mutation.advice))")
    let strong = mutants([Self.waits(), Self.waits(people)])
    #expect(strong.allSatisfy { $0.isKilled }, "\(strong.filter { !$0.isKilled }.map(\.mutation.advice))")
  }

  private static func user(_ id: String, _ roles: String) -> String {
    #"{"connect": {"as": "\#(id)", "actor": {"type": "user", "user_id": "\#(id)", "device_id": "d", "roles": [\#(roles)]}}}"#
  }

  /// Ann proposes a box that is not sealed; others approve, one after another.
  private static func approved(by people: [String], _ status: String) -> String {
    let steps =
      [user("ann", ""), user("bob", #""lead""#), user("cid", #""lead""#), user("dan", #""clerk""#)]
      + [#"{"as": "ann", "propose": {"proposal_id": "p1", "action": "pack_box", "box_id": "b", "sealed": false, "kind": "bob"}}"#]
      + people.map { #"{"as": "\#($0)", "approve": {"proposal_id": "p1"}}"# }
      + [#"{"as": "ann", "expect": {"run_status": "\#(status)"}}"#]
    return #"{"id": "demo.approved.\#(people.joined(separator: "."))", "scenario": [\#(steps.joined(separator: ", "))]}"#
  }

  @Test("What people may do notices them too: one approval too few, and enough of them")
  func scenarios() {
    func survivors(_ spec: String, _ fixtures: [String]) -> [String] {
      var world = MutatedWorld(Self.boxes(spec), fixtures)
      world.results = MutationResults(world.results.survivors, packs: world.results.packs)
      return Self.changes(world, in: "invariants[0]")
    }
    let one = Self.approved(by: ["bob"], "waiting")
    let two = Self.approved(by: ["bob", "cid"], "converged")
    #expect(survivors("2 of lead", [two]) == ["number 2 of  → nothing"])
    #expect(survivors("2 of lead", [one]) == ["number 2 → 3", "role lead → somebody_else"])
    #expect(survivors("2 of lead", [one, two]) == [])
    let clerk = Self.approved(by: ["dan"], "converged")
    let lead = Self.approved(by: ["bob"], "converged")
    #expect(survivors("lead or clerk", [lead]) == ["role  or clerk → nothing", "role clerk → somebody_else"])
    #expect(survivors("lead or clerk", [clerk]) == ["role lead → somebody_else", "role lead or  → nothing"])
    #expect(survivors("lead or clerk", [lead, clerk]) == [])
    let stranger = Self.approved(by: ["cid"], "waiting")
    #expect(survivors("lead by kind", [lead]) == ["role  by kind → nothing"])
    #expect(survivors("lead by kind", [lead, stranger]) == [])
    let excluded = Self.approved(by: ["bob"], "waiting")
    let other = Self.approved(by: ["cid"], "converged")
    #expect(survivors("lead not by kind", [other]) == ["role  not by kind → nothing"])
    #expect(survivors("lead not by kind", [excluded, other]) == [])
  }

  @Test("Who consents to what an agent proposes is changed, and a fixture that says for whom it waits notices")
  func consent() {
    let truths = World.boxes(consent: "explicit\n  consent_by: lead")
    let wellformed = World.fixture("\"consent\": \"explicit\"", #""truth_id": "converge.proposal.wellformed""#)
    let weak = MutatedWorld(truths, [wellformed])
    #expect(Self.changes(weak, in: "consent_by") == ["role lead → somebody_else"])
    #expect(weak.mutants(.role, in: "consent_by").map(\.isKilled) == [false])
    let agent = """
      {"id": "demo.agent", "proposal": {"action": "pack_box", "box_id": "b",
         "actor": {"type": "agent", "user_id": "bot", "device_id": "d", "roles": []}},
       "expected": {"run_status": "waiting", "waiting_for": ["consent from @lead"]}}
      """
    #expect(MutatedWorld(truths, [wellformed, agent]).mutants(.role, in: "consent_by").map(\.isKilled) == [true])
  }
}
