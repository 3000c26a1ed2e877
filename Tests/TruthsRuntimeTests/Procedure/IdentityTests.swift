import Testing
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

@Suite("Nobody is two people, and a sender switches no guard off, runs §1.1 and §2.4")
struct IdentityTests {
  /// Malformed ids in JSON, each with its fault.
  static let malformed = [
    ("", "is empty"), (" ann", "begins with white space (U+0020)"), ("ann\\u3000", "ends with white space (U+3000)"),
    ("ann\\u200b", "holds U+200B, an invisible character"), ("a\\u2800", "holds U+2800, an invisible character"),
    ("a\\u2028n", "holds U+2028, an invisible character"), ("\\ue000", "holds U+E000, an invisible character"),
    ("\\u0378", "holds U+0378, an invisible character"), ("a\\u034f", "holds U+034F, an invisible character"),
    ("e\\u0301", "is not in Unicode's normal form C: the same letters are written there with other characters"),
  ]

  /// The places of an id in a proposal, by their names, with `ID` for the id.
  static let places = [
    ("actor.user_id", #""actor": {"type": "user", "user_id": "ID"}"#),
    ("actor.device_id", #""actor": {"type": "user", "user_id": "ann", "device_id": "ID"}"#),
    ("actor.org_id", #""actor": {"type": "user", "user_id": "ann", "org_id": "ID"}"#),
    ("actor.roles[1]", #""actor": {"type": "user", "user_id": "ann", "roles": ["clerk", "ID"]}"#),
    ("on_behalf_of", #""on_behalf_of": "ID""#),
  ]

  private static func proposal(_ more: String) -> String {
    #"{"action": "pay_bill", "proposal_id": "p1", "bill_id": "b1", \#(more)}"#
  }

  @Test("a malformed id makes the proposal malformed, in each place and form", arguments: places)
  func proposals(_ name: String, _ member: String) throws {
    for (id, fault) in Self.malformed {
      let member = member.replacing("ID", with: id)
      let forms = [
        Self.proposal(member), #"{"action": "pay_bill", "payload": {"bill_id": "b1"}, \#(member)}"#,
        #"{"proposal": {"action": "pay_bill", "bill_id": "b1"}, \#(member)}"#,
        #"{"entry_type": "proposal", "payload": {"action": "pay_bill", "bill_id": "b1", \#(member)}}"#,
      ]
      for form in forms {
        var world = try AgreementTests.world()
        let outcome = try world.propose(form)
        #expect(outcome.decision == .rejected && outcome.truthID == "converge.proposal.wellformed")
        #expect(outcome.reason == "`\(name)` \(fault)")
        // The actor of the entries can be read again.
        #expect(outcome.entries.allSatisfy { KnownActor.faults(in: LocatedJSON(unlocated: .object($0.actor))).isEmpty })
      }
      var old = try World([("till.truths", AgreementTests.pack)], language: .two)
      #expect(try old.propose(Self.proposal(member)).run.status == .waiting)
    }
  }

  @Test("an id that is well-formed, or absent, is none")
  func wellFormed() throws {
    for (_, member) in Self.places {
      for id in ["Ann", "ann lee", "Jos\u{E9}", "李雷", "-x", "'", "$(ls)"] {
        var world = try AgreementTests.world()
        #expect(try world.propose(Self.proposal(member.replacing("ID", with: id))).run.status == .waiting)
      }
    }
    var world = try AgreementTests.world()
    #expect(try world.propose(Self.proposal(#""actor": {"type": "user"}, "on_behalf_of": null"#)).run.status == .waiting)
  }

  @Test("somebody who is known has well-formed ids", arguments: malformed)
  func known(id: String, fault: String) throws {
    for (name, member) in Self.places where name != "on_behalf_of" {
      let actor = try World.json("{\(member.replacing("ID", with: id))}").member("actor")?.value
      #expect(actor.map { KnownActor.faults(in: $0).reported.map(\.text) } == ["`\(name)` \(fault)"])
    }
  }

  // MARK: Entries

  /// A whole entry of a fact, by an actor.
  private static func entry(_ actor: String, sequence: Int, run: String = "run_0000000000000001") -> String {
    #"{"entry_type": "fact", "timestamp": "2026-01-31T09:00:00Z", "correlation_id": "c", "run_id": "\#(run)", "#
      + #""actor": \#(actor), "truth_id": null, "payload": {"type": "bill.seen", "bill_id": "b\#(sequence)"}, "#
      + #""sequence": \#(sequence)}"#
  }

  /// A proposal and its decision, as a version of the language recorded them.
  private static func run(_ language: String, from sequence: Int, actor: String) -> [String] {
    let envelope =
      #""timestamp": "2026-01-31T09:00:00Z", "correlation_id": "c", "run_id": "run_0000000000000007", "#
      + #""actor": \#(actor), "truth_id": null"#
    return [
      #"{"entry_type": "proposal", \#(envelope), "sequence": \#(sequence), "proposal_id": "p9", "#
        + #""payload": {"action": "pay_bill", "proposal_id": "p9", "actor": \#(actor)}}"#,
      #"{"entry_type": "decision", \#(envelope), "sequence": \#(sequence + 1), "payload": {"decision": "rejected", "#
        + #""status": "halted", "truth_id": "t", "reason": "r"\#(language)}}"#,
    ]
  }

  private static func codes(_ lines: [String]) throws -> [String] {
    let reading = LedgerReader.read(try lines.map { try World.json($0) })
    #expect(reading.diagnostics.isEmpty)
    do {
      _ = try AgreementTests.world().procedure.context(from: reading.entries)
      return []
    } catch let fault as BadData {
      return fault.diagnostics.map { "\($0.code) \($0.message)" }
    }
  }

  @Test("a malformed id in a whole entry is bad data", arguments: places.filter { $0.0 != "on_behalf_of" })
  func entries(_ name: String, _ member: String) throws {
    for (id, fault) in Self.malformed {
      let actor = String(member.replacing("ID", with: id).dropFirst(#""actor": "#.count))
      let odd = Self.entry(actor, sequence: 1)
      #expect(try Self.codes([odd]) == ["T8024 `\(name)` \(fault)"])
      // Before a decision of an older language, and in its run, the entry is history; after the decision it is not.
      let ann = #"{"type": "user", "user_id": "ann"}"#
      for (language, isHistory) in [
        ("", true), (#", "language": 1"#, true), (#", "language": 2"#, true), (#", "language": 3"#, false),
      ] {
        let run = Self.run(language, from: 2, actor: actor)
        let ofRun = Self.entry(actor, sequence: 4, run: "run_0000000000000007")
        #expect(try Self.codes([odd] + run + [ofRun]).isEmpty == isHistory, "\(language)")
        #expect(try Self.codes([odd] + Self.run(language, from: 2, actor: ann)).isEmpty == isHistory, "\(language)")
        #expect(try !Self.codes([odd] + run + [Self.entry(actor, sequence: 4)]).isEmpty, "\(language)")
      }
    }
    #expect(
      try Self.codes([Self.entry("{}", sequence: 1), Self.entry(#"{"user_id": "Ann Lee", "roles": []}"#, sequence: 2)]) == [])
  }

  // MARK: Two people

  private static func actor(_ id: String, _ role: String = "manager") -> JSONObject {
    ["type": .text("user"), "user_id": .text(id), "roles": .array([.text(role)])]
  }

  @Test("a grant or a consent of a malformed id counts for nothing; under language 2 it counted")
  func agreements() throws {
    for language in [LanguageVersion.two, .three] {
      for (actor, more) in [
        (Self.actor("max\u{200B}"), ""), (Self.actor("max"), #", "granted_by": "max ""#), (Self.actor(""), ""),
        (Self.actor("max"), #", "as": {"for": "moe\u200b"}"#),
      ] {
        var world = try World([("till.truths", AgreementTests.pack)], language: language)
        let proposal = AgreementTests.propose("pay_bill", AgreementTests.actor("user", "ann"))
        let request = AgreementTests.requests(try world.propose(proposal))[0]
        try world.enter(#"{"type": "approval.granted", "request": "\#(request)"\#(more)}"#, actor: actor)
        #expect(try (world.propose(proposal).violations[0].approvedBy != nil) == (language == .two), "\(actor) \(more)")
      }
      var world = try World([("till.truths", AgreementTests.pack)], language: language)
      let refund = AgreementTests.propose("refund_bill", AgreementTests.actor("agent", "bot"))
      let hash = try world.propose(refund).proposalHash
      try world.enter(#"{"type": "consent.given", "proposal_hash": "\#(hash)"}"#, actor: Self.actor("max\u{AD}"))
      #expect(try (world.propose(refund).decision == .accepted) == (language == .two))
    }
  }

  @Test("a request tells who proposed, where the proposal's own entry is missing: nobody grants it in that one's place")
  func missingProposal() throws {
    for language in [LanguageVersion.two, .three] {
      var first = try StandingInTests.world(#"by "ann" or board"#, [])
      let request = try #require(
        try first.propose(ApproverTests.proposal).facts.first { $0["type"] == .text("approval.requested") })
      let fact = String(decoding: JSONValue.object(request).canonical(), as: UTF8.self)
      for (deputies, name, roles, isAccepted) in [
        ([StandingInTests.deputy("dan", for: "ann")], "dan", [], language == .two),
        ([StandingInTests.deputy("dan", for: "ann")], "dan", ["board"], true), ([], "ann", ["board"], false),
        ([], "cid", ["board"], true),
      ] as [([String], String, [String], Bool)] {
        var world = try World(
          [
            ("claims.truths", ApproverTests.pack(#"requires_approval(by "ann" or board)"#)),
            ("trust.truths", StandingInTests.trust),
          ], facts: [ApproverTests.claim, fact] + deputies, language: language)
        let id = request["request"]?.stringValue ?? ""
        let outcome = try world.propose(AgreementTests.grant(id, AgreementTests.actor("user", name, roles)))
        #expect((outcome.decision == .accepted) == isAccepted, "\(language) \(name) \(roles): \(outcome.reason)")
        #expect(isAccepted || outcome.truthID == "converge.approval.granting")
      }
    }
  }

  // MARK: Packs

  /// The intent of one pack, with a guard of another and a truth that names none.
  private static let guarded = [
    (
      "demo.truths",
      """
      pack demo:
        version: 1.0.0

      intent place:
        fields:
          n: integer

      fact place.made:
        key: [n]
        fields:
          n: integer
          said: text

      truth placing:
        when:
          - intent: place
        requires:
          - n exists
        produces:
          - fact.place.made:
              said: proposal.action

      truth guard:
        when:
          - intent: place
          - pack: demo
        invariants:
          - n > 3 → reject("too many")
        produces:
          - trace.guard

      """
    ),
    (
      "extra.truths",
      """
      pack extra:
        version: 1.0.0
        uses: [demo]

      truth extra_guard:
        when:
          - intent: place
          - pack: extra
        invariants:
          - n == 0 → reject("nothing")
        produces:
          - trace.extra

      """
    ),
    ("other.truths", "pack other:\n  version: 1.0.0\n"),
  ]

  @Test("a pack is the intent's own, or one that a truth on the intent names")
  func packs() throws {
    let reason = { (pack: String, more: String) in "`pack` is \"\(pack)\", and place can be proposed for demo, extra\(more)" }
    for (pack, expected) in [
      ("demo", nil), ("extra", nil), ("other", reason("other", "")), ("", reason("", "")), ("nope", reason("nope", "")),
      ("Demo", reason("Demo", "; did you mean `demo`?")), ("demo.place", reason("demo.place", "")),
      ("e\u{301}", reason("e\u{301}", "")),
    ] as [(String, String?)] {
      for action in ["place", "demo.place"] {
        var world = try World(Self.guarded)
        let outcome = try world.propose(#"{"action": "\#(action)", "n": 1, "pack": "\#(pack)"}"#)
        #expect(outcome.decision == (expected == nil ? .accepted : .rejected), "\(pack): \(outcome.reason)")
        if let expected {
          #expect(outcome.truthID == "converge.proposal.wellformed" && outcome.reason == expected)
        }
      }
      var old = try World(Self.guarded, language: .two)
      #expect(
        try old.propose(#"{"action": "place", "n": 9, "pack": "\#(pack)"}"#).decision == (pack == "demo" ? .halted : .accepted))
    }
    // The fault is at the member's position in canonical JSON, before those of fields.
    var world = try World(Self.guarded)
    let outcome = try world.propose(#"{"timestamp": 3, "n": "x", "pack": "nope", "confidence": "c", "action": "place"}"#)
    #expect(
      outcome.reason == "`confidence` is not a number; \(reason("nope", "")); "
        + "`timestamp` is not a timestamp (RFC 3339 in UTC, with Z); `n` is the text \"x\", not a whole number")
  }

  @Test("clauses read the declared name of the action; the entry keeps the spelling that was received")
  func action() throws {
    for action in ["place", "demo.place"] {
      var world = try World(Self.guarded)
      let outcome = try world.propose(#"{"action": "\#(action)", "n": 1}"#)
      #expect(outcome.facts.first?["said"] == .text("place"))
      #expect(outcome.entries.first?.payload["action"] == .text(action))
      var old = try World(Self.guarded, language: .two)
      let before = try old.propose(#"{"action": "\#(action)", "n": 1}"#)
      #expect(before.facts.first?["said"] == .text(action))
    }
  }
}
