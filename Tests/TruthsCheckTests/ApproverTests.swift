import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// The check of approvers in clauses (approvals §2).
@Suite struct ApproverTests {
  private static let filed = """
    fact claim.filed:
      key: [order_id]
      external: true
      fields:
        order_id: text
        boss: text
        deputy: text?
        owners: list of text
        size: integer
    """

  private func found(_ effect: String, fields: [String] = [], lets: [String] = [], condition: String = "claim.filed") -> [String]
  {
    Shop(fields: fields, lets: lets, invariants: ["\(condition) → \(effect)"], declarations: [Self.filed]).findings
      .filter { !["T5019", "T5022"].contains($0.prefix(5)) }
  }

  @Test func alone() {
    let shop = Shop(invariants: ["requires_approval(2 of board by claim.filed.boss)"], declarations: [Self.filed])
    #expect(!shop.load().findings.contains { $0.hasPrefix("T43") })
    #expect(Shop(requires: ["requires_approval(2 of board)"]).findings.first?.hasPrefix("T0061") == true)
  }

  /// A run that approves would wait for the same approval.
  /// Without brackets the word is a name; if no such name exists, the help writes the approval or consent that was meant.
  @Test(arguments: [
    ("requires_approval", "write `requires_approval(manager)`"),
    ("requires_approval else \"why\"", "write `requires_approval(manager, \"why\")`"),
    ("requires_consent else \"why\"", "write `requires_consent(\"why\")`"),
    ("requires_consent", "write `requires_consent(\"…\")`, with the reason"),
    ("true and requires_approval", "an effect follows `→` or `else`"),
  ])
  func withoutBrackets(_ clause: String, _ help: String) {
    let found = Shop(invariants: [clause]).load().diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code) == ["T1001"])
    #expect(found.first?.help == help)
  }

  /// The role is that of the policy for it.
  @Test func withoutBracketsByThePolicy() {
    let policy = "policy approver_role: {type: text, default: \"head librarian\"}"
    let found = Shop(invariants: ["requires_approval"], declarations: [policy]).load().diagnostics
    #expect(found.first { $0.severity == .error }?.help == "write `requires_approval(\"head librarian\")`")
  }

  @Test(arguments: ["requires_approval(boss)", "requires_consent(\"Do you want this?\")"])
  func aloneForAll(_ rule: String) {
    func findings(_ scope: String) -> [String] {
      let invariant = "invariant asked:\n  applies_to: \(scope)\n  rule: \(rule)"
      return Shop(declarations: [invariant]).load().findings.filter { $0.hasPrefix("T43") }
    }
    #expect(findings("all") == ["T4304 `\(rule)`"])
    #expect(findings("state") == ["T4304 `\(rule)`"])
    #expect(findings("[buy]") == [])
  }

  // MARK: Types

  @Test func peopleAreTexts() {
    #expect(found("requires_approval(manager by claim.filed.boss)") == [])
    #expect(found("requires_approval(by claim.filed.size)") == ["T2002 `claim.filed.size`"])
    #expect(found("requires_approval(by claim.filed.owners)") == ["T2002 `claim.filed.owners`"])
    #expect(found("requires_approval(board not by claim.filed.boss)") == [])
    #expect(found("requires_approval(board not by claim.filed.owners)") == [])
    #expect(found("requires_approval(board not by [claim.filed.boss, \"x\"])") == [])
    #expect(found("requires_approval(board not by [])") == [])
    #expect(found("requires_approval(board not by claim.filed.size)") == ["T2002 `claim.filed.size`"])
    #expect(found("requires_approval(board not by [1])") == ["T2002 `[1]`"])
    #expect(found("requires_approval(by nobody)") == ["T1001 `nobody`"])
    #expect(found("requires_approval(by claim.filed)") == ["T1018 `claim.filed`"])
  }

  // MARK: Missing values

  @Test func peopleAreEstablishedWhereTheClauseAsks() {
    #expect(found("requires_approval(by claim.filed.deputy)") == ["T3001 `claim.filed.deputy`"])
    #expect(found("requires_approval(by claim.filed.deputy)", condition: "claim.filed.deputy exists") == [])
    #expect(found("requires_approval(by claim.filed.boss)", condition: "order_id != \"1\"") == ["T3001 `claim.filed.boss`"])
    #expect(found("requires_approval(by who)", fields: ["who: text"]) == ["T3001 `who`"])
    #expect(found("requires_approval(board not by who)", fields: ["who: text"]) == ["T3001 `who`"])
    #expect(
      Shop(invariants: ["claim.filed missing else requires_approval(by claim.filed.boss)"], declarations: [Self.filed]).findings
        .filter { !["T5019", "T5022"].contains($0.prefix(5)) } == [])
  }

  @Test func whoApprovesTheResultIsAskedOfTheContextBefore() {
    let ensures = Shop(
      fields: ["boss: text"], requires: ["boss exists"],
      produces: ["fact.order.seen:\n        boss: boss"],
      ensures: ["order.seen → requires_approval(by order.seen.boss)"],
      declarations: ["fact order.seen:\n  key: [order_id]\n  fields:\n    order_id: text\n    boss: text"])
    #expect(ensures.findings.filter { !["T5019", "T5022"].contains($0.prefix(5)) } == ["T3001 `order.seen.boss`"])
  }

  // MARK: Roles

  @Test func aRoleThatIsANameIsTheRole() {
    #expect(found("requires_approval(boss)") == [])
    #expect(found("requires_approval(boss)", fields: ["boss: text"]) == ["T1057 `boss`"])
    #expect(found("requires_approval(clerk or boss)", lets: ["boss: order_id"]) == ["T5008 `boss`", "T1057 `boss`"])
    #expect(found("requires_approval(by order_id)") == [])
  }

  private static func roles(_ clauses: [String], declarations: [String], files: [(String, String)] = [], uses: [String] = [])
    -> [String]
  {
    Shop(invariants: clauses, declarations: declarations, files: files.map { (path: $0.0, text: $0.1) }, uses: uses).findings
      .filter { !["T5019", "T5022"].contains($0.prefix(5)) }
  }

  @Test func rolesAreDeclaredWhereAnyIs() {
    let ask = "order_id == \"1\" → requires_approval(finance_laed)"
    let lead = "role finance_lead:\n  summary: Who pays"
    #expect(Self.roles([ask], declarations: []) == [])
    #expect(Self.roles([ask], declarations: [lead]) == ["T1056 `finance_laed`"])
    let known = [
      "requires_approval(finance_lead)", "requires_approval(manager)", "requires_approval(break_glass)",
      "requires_approval(\"finance_lead\")", "requires_approval(head)", "requires_approval",
    ]
    let policy = "policy approver_role:\n  type: text\n  default: '\"head\"'"
    for effect in known {
      #expect(Self.roles(["order_id == \"1\" → \(effect)"], declarations: [lead, policy]) == [])
    }
    let other = ("truths/staff/staff.truths", "pack staff:\n  version: 1.0.0\n\n\(lead)\n\nrole \"head librarian\":\n")
    #expect(Self.roles([ask], declarations: [], files: [other]) == [])
    #expect(Self.roles([ask], declarations: [], files: [other], uses: ["staff"]) == ["T1056 `finance_laed`"])
    let quoted = "order_id == \"1\" → requires_approval(\"head librarian\")"
    #expect(Self.roles([quoted], declarations: [], files: [other], uses: ["staff"]) == [])
    #expect(Self.roles([quoted], declarations: [lead]) == ["T1056 `\"head librarian\"`"])
    #expect(Self.roles([], declarations: [lead, lead]) == ["T0018 `role finance_lead`"])
  }

  @Test func rolesOfConsentAndOfArrivalsAreDeclaredToo() {
    let lead = "role finance_lead:"
    let fact = "fact order.counted:\n  key: [order_id]\n  external: {by: [system, clerk]}\n  fields:\n    order_id: text"
    let findings = Shop(requires: ["order.counted"], declarations: [lead, fact]).findings
    #expect(findings == ["T1056 `clerk`"])
  }

  // MARK: On facts

  @Test func truthsOnFactsAskNobody() {
    let truth = { (effect: String) in
      """
      truth watching:
        when:
          - fact: order.placed
        invariants:
          - order_id == "1" → \(effect)
        produces:
          - trace.order.watching
      """
    }
    let found = { (effect: String) in
      Shop(declarations: [truth(effect)]).findings.filter { !["T5019", "T5022"].contains($0.prefix(5)) }
    }
    #expect(found("requires_approval(manager)") == ["T4135 `requires_approval(manager)`"])
    #expect(found("requires_consent") == ["T4136 `requires_consent`"])
  }

  // MARK: Authorities

  private static func authority(_ match: String, _ user: String, more: String = "") -> [String] {
    let trust = """
      pack trust:
        version: 1.0.0
        uses: [shop]

      fact deputy.named:
        key: [deputy]
        fields:
          deputy: text

      intent name_deputy:
        fields:
          deputy: text

      truth naming:
        when:
          - intent: name_deputy
        requires:
          - deputy exists
      \(more)  produces:
          - fact.deputy.named
          - trace.deputy.naming

      fact request.seen:
        key: [request]
        fields:
          request: text

      truth seeing:
        when:
          - fact: approval.requested
        produces:
          - fact.request.seen
          - trace.request.seeing

      truth deputies:
        when:
          - fact: \(match)
        produces:
          - fact.authority.held:
              user_id: \(user)
              role: '"manager"'

      """
    let findings = Shop(files: [(path: "truths/trust/trust.truths", text: trust)]).findings
    return findings.filter { !$0.hasPrefix("T5022") }
  }

  @Test func authoritiesComeOfNoApprovals() {
    #expect(Self.authority("approval.granted as g", "g.request") == ["T4137 `approval.granted as g`"])
    #expect(Self.authority("request.seen as s", "s.request") == ["T4137 `approval.requested`"])
  }

  @Test func whoeverSaysSoStandsIn() {
    #expect(Self.authority("deputy.named as d", "d.deputy") == ["T5050 `deputy.named as d`"])
    #expect(Self.authority("deputy.named as d", "d.deputy", more: "    - actor.type == \"user\"\n") == [])
  }

  @Test func authoritiesAreMadeInPackTrustAlone() {
    let other = """
      truth deputies:
        when:
          - fact: order.placed as o
        produces:
          - fact.authority.held:
              user_id: o.order_id
      """
    #expect(Shop(declarations: [other]).findings.contains("T5006 `authority.held`"))
  }
}
