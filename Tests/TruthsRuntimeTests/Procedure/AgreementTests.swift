import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

@Suite("Who agrees, approvals §1")
struct AgreementTests {
  /// A bill is paid with a manager's word, and refunded with consent; the drill is for emergencies.
  static let pack = """
    pack till:
      version: 1.0.0

    fact bill.paid:
      key: [bill_id]
      fields:
        bill_id: text

    fact bill.refunded:
      key: [bill_id]
      fields:
        bill_id: text

    fact bill.counted:
      key: [bill_id]
      external:
        by: [system, bookkeeper]
      fields:
        bill_id: text

    fact bill.seen:
      key: [bill_id]
      external: true
      fields:
        bill_id: text

    intent pay_bill:
      fields:
        bill_id: text

    intent refund_bill:
      consent: explicit
      fields:
        bill_id: text

    intent refund_large_bill:
      consent: explicit
      consent_by: finance
      fields:
        bill_id: text

    intent empty_till:
      consent: break_glass
      fields:
        bill_id: text

    truth paying:
      id: till.bill.paying
      when:
        - intent: pay_bill
      requires:
        - bill_id exists
      invariants:
        - bill_id exists → requires_approval(manager, "A manager looks")
        - bill_id exists → requires_approval(finance, "Finance looks")
      produces:
        - fact.bill.paid
        - trace.bill.paying

    truth refunding:
      id: till.bill.refunding
      when:
        - intent: [refund_bill, refund_large_bill, empty_till]
      requires:
        - bill_id exists
        - bill.counted or bill.seen or bill_id exists
      produces:
        - fact.bill.refunded
        - trace.bill.refunding

    """

  /// Read once; a world is a value.
  static let empty = Result { try World([("till.truths", pack)]) }

  static func world() throws -> World { try empty.get() }

  static func actor(_ type: String, _ name: String, _ roles: [String] = [], org: String? = nil) -> String {
    let roles = roles.map { "\"\($0)\"" }.joined(separator: ", ")
    return
      #""actor": {"type": "\#(type)", "user_id": "\#(name)"\#(org.map { #", "org_id": "\#($0)""# } ?? ""), "roles": [\#(roles)]}"#
  }

  static func propose(_ action: String, _ actor: String, _ more: String = "") -> String {
    #"{"action": "\#(action)", "proposal_id": "p1", "bill_id": "b1", \#(actor)\#(more.isEmpty ? "" : ", " + more)}"#
  }

  static func requests(_ outcome: RunOutcome) -> [String] {
    outcome.facts.compactMap { $0["type"] == .text("approval.requested") ? $0["request"]?.stringValue : nil }
  }

  static func grant(_ request: String, _ actor: String) -> String {
    #"{"action": "grant_approval", "request": "\#(request)", \#(actor)}"#
  }

  // MARK: Agents

  @Test(
    "only a person grants, denies and consents, whatever the roles say",
    arguments: [
      ("grant_approval", "agent", "@bot is an agent: only a person grants an approval", "converge.approval.granting"),
      ("grant_approval", "system", "@bot is a system: only a person grants an approval", "converge.approval.granting"),
      ("deny_approval", "agent", "@bot is an agent: only a person denies an approval", "converge.approval.denying"),
      ("deny_approval", "system", "@bot is a system: only a person denies an approval", "converge.approval.denying"),
    ])
  func onlyPeople(action: String, type: String, reason: String, truth: String) throws {
    var world = try Self.world()
    let request = Self.requests(try world.propose(Self.propose("pay_bill", Self.actor("user", "ann"))))[0]
    let why = action == "deny_approval" ? #""why": "no", "# : ""
    let actor = Self.actor(type, "bot", ["manager"])
    let outcome = try world.propose(#"{"action": "\#(action)", "request": "\#(request)", \#(why)\#(actor)}"#)
    #expect(outcome.decision == .rejected && outcome.truthID == truth)
    #expect(outcome.reason == reason)
    #expect(outcome.facts.isEmpty)
  }

  @Test("a grant or denial of an agent in the context counts for nothing")
  func historyOfAgents() throws {
    for type in ["approval.granted", "approval.denied"] {
      for actor in ["agent", "system"] {
        var world = try Self.world()
        let waiting = try world.propose(Self.propose("pay_bill", Self.actor("user", "ann")))
        let why = type == "approval.denied" ? #", "why": "no""# : ""
        try world.enter(
          #"{"type": "\#(type)", "request": "\#(Self.requests(waiting)[0])"\#(why)}"#,
          actor: ["type": .text(actor), "user_id": .text("bot"), "roles": .array([.text("manager")])])
        let again = try world.propose(Self.propose("pay_bill", Self.actor("user", "ann")))
        #expect(again.run.status == .waiting && again.violations.allSatisfy { $0.approvedBy == nil })
        #expect(again.entries.isEmpty)
      }
    }
  }

  @Test("a history says who granted and when, else the entry's actor and timestamp count")
  func whoAndWhen() throws {
    let max: JSONObject = ["type": .text("user"), "user_id": .text("max"), "roles": .array([.text("manager")])]
    for (members, name) in [("", "max"), (#", "granted_by": "moe""#, "moe")] {
      var world = try Self.world()
      let request = Self.requests(try world.propose(Self.propose("pay_bill", Self.actor("user", "ann"))))[0]
      try world.enter(#"{"type": "approval.granted", "request": "\#(request)"\#(members)}"#, actor: max)
      let again = try world.propose(Self.propose("pay_bill", Self.actor("user", "ann")))
      #expect(again.violations.compactMap(\.approvedBy) == [name])
    }
  }

  // MARK: Consent

  @Test("what an agent or a system proposes is consented to by a person; its own word counts for nothing")
  func consenters() throws {
    let cases: [(action: String, org: String?, more: String, words: String)] = [
      ("refund_bill", nil, #""on_behalf_of": "ann""#, "consent from @ann"),
      ("refund_large_bill", "acme", #""on_behalf_of": "ann""#, "consent from @ann"),
      ("refund_large_bill", "acme", "", "consent from @finance"),
      ("refund_bill", "acme", "", "consent from any user of @acme"),
      ("refund_bill", nil, "", "consent from a person"),
    ]
    for type in ["agent", "system"] {
      for (action, org, more, words) in cases {
        var world = try Self.world()
        let consent = more.isEmpty ? #""consent": true"# : more + #", "consent": true"#
        let waiting = try world.propose(Self.propose(action, Self.actor(type, "bot", ["finance"], org: org), consent))
        #expect(waiting.run.status == .waiting && waiting.run.waitingFor.words == [words])
        #expect(waiting.reason == words && waiting.truthID == "converge.proposal.consent")
      }
    }
  }

  @Test("consent is given by whoever may, and only by them; then the run goes on")
  func giving() throws {
    let ann = Self.actor("user", "ann", ["finance"], org: "acme")
    let max = Self.actor("user", "max", org: "other")
    let cases: [(action: String, org: String?, more: String, no: String, why: String)] = [
      ("refund_bill", nil, #""on_behalf_of": "ann""#, max, "@max may not consent to it: it wants consent from @ann"),
      (
        "refund_large_bill", nil, #""on_behalf_of": "ann""#, Self.actor("user", "ann"),
        "@ann may not consent to it: @ann does not have finance"
      ),
      ("refund_large_bill", "acme", "", max, "@max may not consent to it: it wants consent from @finance"),
      ("refund_bill", "acme", "", max, "@max may not consent to it: it wants consent from any user of @acme"),
      (
        "refund_bill", nil, "", Self.actor("agent", "max", ["finance"]), "@max is an agent: only a person consents"
      ),
      ("refund_bill", nil, "", Self.actor("system", "max"), "@max is a system: only a person consents"),
    ]
    for (action, org, more, no, why) in cases {
      var world = try Self.world()
      let proposal = Self.propose(action, Self.actor("agent", "bot", org: org), more)
      let waiting = try world.propose(proposal)
      let refused = try world.propose(#"{"action": "give_consent", "proposal_hash": "\#(waiting.proposalHash)", \#(no)}"#)
      #expect(refused.decision == .rejected && refused.truthID == "converge.consent.giving")
      #expect(refused.reason == why)
      #expect(try world.propose(proposal).entries.isEmpty, "\(why)")
      let given = try world.propose(
        #"{"action": "give_consent", "proposal_hash": "\#(waiting.proposalHash)", \#(ann)}"#, now: "2024-05-01T10:00:00Z")
      #expect(given.decision == .accepted, "\(given.reason)")
      #expect(
        given.facts == [
          [
            "type": .text("consent.given"), "proposal_hash": .text(waiting.proposalHash), "given_by": .text("ann"),
            "given_at": .text("2024-05-01T10:00:00Z"),
          ]
        ])
      let accepted = try world.propose(proposal)
      #expect(accepted.decision == .accepted && accepted.run.runID == waiting.run.runID)
    }
  }

  @Test("consent to what does not wait is refused")
  func givingToNothing() throws {
    var world = try Self.world()
    for hash in ["sha256:" + String(repeating: "0", count: 64), "no hash"] {
      let outcome = try world.propose(#"{"action": "give_consent", "proposal_hash": "\#(hash)", \#(Self.actor("user", "ann"))}"#)
      #expect(outcome.decision == .rejected && outcome.reason == "No proposal with the hash \(hash) waits")
    }
    let none = try world.propose(#"{"action": "give_consent", \#(Self.actor("user", "ann"))}"#)
    #expect(none.decision == .rejected && none.truthID == "converge.consent.giving")
  }

  @Test("what a user proposes that user consents to, whatever `consent_by` and `on_behalf_of` say")
  func ownConsent() throws {
    for (action, more) in [("refund_bill", ""), ("refund_large_bill", ""), ("refund_bill", #""on_behalf_of": "max""#)] {
      var world = try Self.world()
      let ann = Self.actor("user", "ann")
      let waiting = try world.propose(Self.propose(action, ann, more))
      #expect(waiting.run.waitingFor.words == ["consent from @ann"])
      let max = try world.propose(
        #"{"action": "give_consent", "proposal_hash": "\#(waiting.proposalHash)", \#(Self.actor("user", "max"))}"#)
      #expect(max.reason == "@max may not consent to it: it wants consent from @ann")
      let own = try world.propose(#"{"action": "give_consent", "proposal_hash": "\#(waiting.proposalHash)", \#(ann)}"#)
      #expect(own.decision == .accepted)
      #expect(try world.propose(Self.propose(action, ann, more)).decision == .accepted)
    }
  }

  @Test("whom a proposal is for is part of its hash; `null` and its absence are one")
  func onBehalfOfIsHashed() throws {
    let bot = Self.actor("agent", "bot")
    let hashes = try ["", #""on_behalf_of": null"#, #""on_behalf_of": "ann""#, #""on_behalf_of": "max""#].map { more in
      var world = try Self.world()
      return try world.propose(Self.propose("refund_bill", bot, more)).proposalHash
    }
    #expect(hashes[0] == hashes[1])
    #expect(Set(hashes).count == 3)
    let expected = Digest(
      canonical: .object([
        "action": .text("refund_bill"), "fields": .object(["bill_id": .text("b1")]), "on_behalf_of": .text("ann"),
        "proposal_id": .text("p1"), "user_id": .text("bot"),
      ]))
    #expect(hashes[2] == expected.prefixed)
    var world = try Self.world()
    let wrong = try world.propose(Self.propose("refund_bill", bot, #""on_behalf_of": 7"#))
    #expect(wrong.truthID == "converge.proposal.wellformed" && wrong.reason == "`on_behalf_of` is not a text")
  }

  @Test("a decision that waits for consent has a trace for each truth that fired")
  func tracesOfWaiting() throws {
    var world = try Self.world()
    let waiting = try world.propose(Self.propose("refund_bill", Self.actor("user", "ann")))
    #expect(waiting.traces.map { $0["truth_id"] } == [.text("till.bill.refunding"), .text("converge.proposal.consent")])
    #expect(waiting.traces.map { $0["action"] } == [.text("refund_bill"), .text("guardrail.hit")])
  }

  @Test("`proposal.on_behalf_of` is read like the other members of a proposal")
  func onBehalfOfIsRead() throws {
    let text = Self.pack.replacing(
      "- bill.counted or bill.seen or bill_id exists",
      with: #"- 'proposal.on_behalf_of == "ann" else "done for {proposal.on_behalf_of}"'"#)
    var world = try World([("till.truths", text)])
    let ann = Self.actor("user", "ann")
    let outcome = try world.propose(Self.propose("refund_bill", ann, #""consent": true, "on_behalf_of": "max""#))
    #expect(outcome.decision == .rejected && outcome.reason == "done for max")
    #expect(
      try world.propose(Self.propose("refund_bill", ann, #""consent": true, "on_behalf_of": "ann""#)).decision == .accepted)
  }

  // MARK: Facts from outside

  @Test("facts come from those whom their type names, and never from an agent")
  func outside() throws {
    let cases: [(fact: String, type: String?, roles: [String], refusal: String?)] = [
      ("bill.seen", "system", [], nil), ("bill.seen", "user", [], nil),
      ("bill.seen", "agent", [], "@x is an agent: bill.seen arrives from system or user only"),
      ("bill.seen", nil, ["manager"], "bill.seen arrives from system or user only"),
      ("bill.counted", "system", [], nil), ("bill.counted", "user", ["bookkeeper"], nil),
      ("bill.counted", "user", ["system"], "bill.counted arrives from system or @bookkeeper only"),
      ("bill.counted", "agent", ["bookkeeper"], "@x is an agent: bill.counted arrives from system or @bookkeeper only"),
      ("bill.paid", "system", [], "bill.paid is not external: it does not arrive from outside"),
      ("consent.given", "user", [], "consent.given is not external: it does not arrive from outside"),
    ]
    let world = try Self.world()
    for (fact, type, roles, refusal) in cases {
      var actor: JSONObject = ["user_id": .text("x"), "roles": .array(roles.map { .text($0) })]
      actor["type"] = type.map { .text($0) }
      let payload: JSONObject = [
        "type": .text(fact), fact == "consent.given" ? "proposal_hash" : "bill_id": .text("b1"),
      ]
      let injection = world.procedure.inject(
        LocatedJSON(unlocated: .object(payload)), actor: actor, runID: "run_1", correlationID: "cor_1", now: .epoch,
        on: world.context)
      switch injection {
      case .refused(let truthID, let reason):
        #expect(truthID == "converge.fact.external" && reason == refusal)
      default: #expect(refusal == nil, "\(fact) by \(type ?? "nobody")")
      }
    }
  }
}

extension World {
  /// A fact of history, by an actor.
  ///
  /// - Parameter corrected: the sequence of the fact that it corrects.
  mutating func enter(
    _ fact: String, actor: JSONObject = ["type": .text("user"), "user_id": .text("hal"), "roles": .array([])],
    corrects corrected: Int? = nil
  ) throws {
    let payload = try World.json(fact)
    let read = try FactReader(program: procedure.program).read(payload).get()
    let entry = Entry.make(
      type: .fact, timestamp: .epoch, correlationID: "cor_h", runID: "run_h", actor: actor, truthID: nil,
      payload: payload.value.objectValue ?? [:], sequence: context.nextSequence,
      corrects: corrected.flatMap { context.ledger.entry(sequence: $0)?.entryID }, proposalID: nil)
    context.append(entry, fact: read, program: procedure.program)
  }
}
