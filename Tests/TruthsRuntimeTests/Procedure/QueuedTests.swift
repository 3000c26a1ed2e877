import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Records of an offline queue (contract §16.2, §16.3).
@Suite("Queued proposals")
struct QueuedTests {
  private static let fields =
    #""invoice_id": "i1", "customer_id": "c1", "period_id": "2024-Q2", "amount": 500, "line_items": ["a"]"#

  private static func record(
    _ more: String = "", key: String = "ios:abc:create_invoice:1704067200000:f7a2", action: String = "create_invoice"
  ) -> String {
    #"{"idempotency_key": "\#(key)", "proposal": {"action": "\#(action)", \#(fields)}\#(more)}"#
  }

  /// Decisions that say by which truths they were made, at moments in order.
  private static func ledger(_ hashes: [(moment: String, hash: String?)], in world: inout World) throws {
    for (place, told) in hashes.enumerated() {
      let moment = try #require(Timestamp(text: told.moment))
      let proposal: JSONObject = ["action": .text("create_invoice"), "proposal_id": .text("old_\(place)")]
      var decision: JSONObject = [
        "status": .text("halted"), "decision": .text("rejected"), "truth_id": .text("t"), "reason": .text("r"),
      ]
      decision["governing_hash"] = told.hash.map { .text($0) }
      for (type, payload) in [(Entry.EntryType.proposal, proposal), (.decision, decision)] {
        let entry = Entry.make(
          type: type, timestamp: moment, correlationID: "c", runID: "run_old_\(place)", actor: Entry.fixtureActor, truthID: "t",
          payload: payload, sequence: world.context.nextSequence)
        world.context.append(entry, fact: nil, program: world.procedure.program)
      }
    }
  }

  @Test("without a hash, one goes on where the ledger tells that the truths are those of when it was queued")
  func toldByTheLedger() throws {
    let present = try World().procedure.governingHash(of: "create_invoice")
    let queued = #", "queued_at": "2024-01-02T00:00:00Z""#
    let cases: [(ledger: [(moment: String, hash: String?)], goesOn: Bool)] = [
      ([], true), ([("2024-01-01T00:00:00Z", nil)], false), ([("2024-01-01T00:00:00Z", present)], true),
      ([("2024-01-02T00:00:00Z", present)], true), ([("2024-01-02T00:00:00.001Z", present)], false),
      ([("2024-01-01T00:00:00Z", "sha256:00")], false),
      ([("2024-01-01T00:00:00Z", "sha256:00"), ("2024-01-01T12:00:00Z", present)], true),
      ([("2024-01-01T00:00:00Z", present), ("2024-01-01T12:00:00Z", "sha256:00")], false),
      ([("2024-01-01T00:00:00Z", present), ("2024-01-03T00:00:00Z", "sha256:00")], true),
      ([("2024-01-03T00:00:00Z", present), ("2024-01-01T00:00:00Z", present)], true),
      ([("2024-01-01T00:00:00Z", present), ("2024-01-01T12:00:00Z", nil)], true),
    ]
    for (ledger, goesOn) in cases {
      var world = try World()
      try Self.ledger(ledger, in: &world)
      let outcome = try world.propose(Self.record(queued))
      #expect((outcome.decision == .accepted) == goesOn, "\(ledger): \(outcome.reason)")
      if goesOn { continue }
      #expect(outcome.decision == .halted && outcome.truthID == "converge.truths.changed")
      #expect(
        outcome.reason.contains(ledger.contains { $0.hash == "sha256:00" } ? "changed since it was queued" : "does not tell"))
    }
  }

  @Test("without a hash, several go on where a ledger begins with them, and none once it knows other truths")
  func onANewLedger() throws {
    let queued = #", "queued_at": "2024-01-02T00:00:00Z""#
    func another(_ number: Int) -> String {
      Self.record(queued, key: "ios:abc:create_invoice:1704067200000:000\(number)").replacing("\"i1\"", with: "\"i\(number)\"")
    }
    var world = try World()
    for number in 2...4 { #expect(try world.propose(another(number), now: "2024-01-03T00:00:00Z").decision == .accepted) }
    // Under other rules, the ledger still has the earlier hashes.
    let others = try World([("money.truths", World.money + "\n\nenum colour: [red]\n")])
    let past = others.procedure.context(rereading: world.context)
    let outcome = try others.procedure.run(RunRequest(proposal: try World.json(another(5))), on: past)
    #expect(outcome.decision == .halted && outcome.truthID == "converge.truths.changed")
    #expect(outcome.reason.contains("does not tell"))
    // Version 2 did not know a new ledger.
    var old = try World(language: .two)
    #expect(try old.propose(another(2)).truthID == "converge.truths.changed")
  }

  @Test("only a record of the queue is held to that: others were not queued")
  func others() throws {
    for json in [
      Self.record(), #"{"action": "create_invoice", \#(Self.fields), "queued_at": "2024-01-02T00:00:00Z"}"#,
      #"{"action": "create_invoice", \#(Self.fields)}"#,
    ] {
      var world = try World()
      #expect(try world.propose(json).decision == .accepted, "\(json)")
    }
  }

  @Test("with the present hash one goes on whatever the ledger tells, with another it halts")
  func hashed() throws {
    var world = try World()
    let present = world.procedure.governingHash(of: "create_invoice")
    let queued = #", "queued_at": "2024-01-02T00:00:00Z", "truths_hash": "#
    #expect(try world.propose(Self.record(queued + #""sha256:00""#)).truthID == "converge.truths.changed")
    let key = "ios:abc:create_invoice:1704067200000:0000"
    #expect(try world.propose(Self.record(queued + #""\#(present)""#, key: key)).decision == .accepted)
  }

  @Test("a policy that the truths of the intent read, and that changed meanwhile, halts it; another does not")
  func policies() throws {
    let text =
      World.money + """
        policy other:
          type: decimal
          default: 1

        """
    var world = try World([("money.truths", text)])
    let hash = world.procedure.policiesHash(of: "create_invoice", in: world.context)
    #expect(hash == Hashes.truths(["money.approval_threshold": .number(1_000)]))
    func set(_ name: String, _ value: Int) throws {
      let json = LocatedJSON(unlocated: .number(value))
      world.context = try world.procedure.set(
        policies: [PolicyAssignment(name: name, nameSpan: json.span, value: json)], on: world.context)
    }
    func proposal(_ id: String) -> String {
      #"{"action": "create_invoice", \#(Self.fields.replacing("i1", with: id)), "policies_hash": "\#(hash)"}"#
    }
    #expect(try world.propose(proposal("a")).decision == .accepted)
    try set("other", 5)
    #expect(try world.propose(proposal("b")).decision == .accepted)
    try set("approval_threshold", 2_000)
    let stopped = try world.propose(proposal("c"))
    #expect(stopped.decision == .halted && stopped.truthID == "converge.truths.changed")
    #expect(stopped.reason.hasPrefix("the policies that the truths of create_invoice read changed"))
    try set("approval_threshold", 1_000)
    #expect(try world.propose(proposal("d")).decision == .accepted)
  }

  @Test("what is not safe to replay halts, unless it is forced")
  func unsafe() throws {
    var world = try World()
    let halted = try world.propose(Self.record(#", "replay_safe": false"#))
    #expect(halted.decision == .halted && halted.truthID == "converge.replay.unsafe" && halted.reason.contains("--force"))
    let key = "ios:abc:create_invoice:1704067200000:0000"
    let json = try World.json(Self.record(#", "replay_safe": false"#, key: key)).forced
    let forced = try world.procedure.run(RunRequest(proposal: json), on: world.context)
    #expect(forced.decision == .accepted)
    // The ledger says so itself.
    #expect(forced.entries[0].payload["forced"] == .boolean(true) && forced.entries[0].payload["replay_safe"] == .boolean(false))
    var verifier = LedgerVerifier(entries: forced.context.ledger.entries, procedures: [world.procedure])
    #expect(verifier.verify().difference == nil)
    // A safe record, and a proposal that is not the record of a queue, stay unchanged.
    for plain in [Self.record(), Self.record(#", "replay_safe": true"#), #"{"action": "create_invoice", "replay_safe": false}"#] {
      let json = try World.json(plain)
      #expect(json.forced.value == json.value)
    }
    let fault = try world.propose(Self.record(#", "replay_safe": "no""#, key: "ios:abc:create_invoice:1704067200000:0001"))
    #expect(fault.truthID == "converge.proposal.wellformed")
  }

  @Test("other truths come first, then the form of the record, then what is not safe to replay")
  func order() throws {
    var world = try World()
    let (other, faulty, unsafe) = (#", "truths_hash": "sha256:00""#, #", "replay_safe": "no""#, #", "replay_safe": false"#)
    func deciding(_ more: String, _ key: String) throws -> String { try world.propose(Self.record(more, key: key)).truthID }
    #expect(try deciding(other + faulty, "ios:abc:create_invoice:1704067200000:0002") == "converge.truths.changed")
    #expect(try deciding(other + unsafe, "ios:abc:create_invoice:1704067200000:0003") == "converge.truths.changed")
    #expect(try deciding(unsafe, "none") == "converge.proposal.wellformed")
    for (text, reason) in [
      (#"{"proposal": "create_invoice"}"#, "`proposal` is not an object: a record of a queue holds the proposal in it"),
      (#"{"proposal": null}"#, "the proposal has no `action`, the intent that it proposes"),
    ] {
      let rejected = try world.propose(text)
      #expect(rejected.truthID == "converge.proposal.wellformed" && rejected.reason == reason, "\(rejected.reason)")
    }
  }

  @Test(
    "the action in a key is the proposal's own, with dots and colons, with or without its pack",
    arguments: [
      ("d:cycle.open:1704067200000:f7a2", "cycle.open", true), ("a:d:swap.cycle.open:1704067200000:f7a2", "cycle.open", true),
      ("d:e:a:b:1704067200000:f7a2", "a:b", true),
      ("a:b:1704067200000:f7a2", "a:b", false), ("d:card.open:1704067200000:f7a2", "cycle.open", false),
      ("d:opened:1704067200000:f7a2", "cycle.open", false), (":cycle.open:1704067200000:f7a2", "cycle.open", false),
      ("cycle.open:1704067200000:f7a2", "cycle.open", false), ("d:nopack.cycle.open:1704067200000:f7a2", "cycle.open", false),
      ("d:open:1704067200000:f7a2", "cycle.open", false), ("d:.cycle.open:1704067200000:f7a2", "cycle.open", false),
      ("d:own:1704067200000:f7a2", "cycle.open", false), ("d:swap.own:1704067200000:f7a2", "cycle.open", false),
    ])
  func keysOfNamesInJSON(_ key: String, _ action: String, _ isRight: Bool) throws {
    let text = """
      pack swap:
        version: 1.0.0

      intent own:
        named: "\(action)"

      truth opening:
        when:
          - intent: own
        produces:
          - trace.swap.opening
      """
    for name in [action, "swap.\(action)"] {
      var world = try World([("swap.truths", text)])
      let outcome = try world.propose(#"{"idempotency_key": "\#(key)", "proposal": {"action": "\#(name)"}}"#)
      #expect((outcome.decision == .accepted) == isRight, "\(outcome.reason)")
    }
  }

  @Test(
    "the reason names the whole action of a key, also one with colons",
    arguments: [
      ("d:other.order:place:1704067200000:f7a2", "other.order:place"), ("d:order:pay:1704067200000:f7a2", "pay"),
    ])
  func namedActions(_ key: String, _ named: String) throws {
    let text = """
      pack swap:
        version: 1.0.0

      intent own:
        named: "order:place"

      truth opening:
        when:
          - intent: own
        produces:
          - trace.swap.opening
      """
    var world = try World([("swap.truths", text)])
    let outcome = try world.propose(#"{"idempotency_key": "\#(key)", "proposal": {"action": "order:place"}}"#)
    #expect(outcome.reason.contains("and it names the action \"\(named)\"; "), "\(outcome.reason)")
  }

  @Test("before version 3 any pack stands before the action of a key")
  func keysOfVersion2() throws {
    for (language, isRight) in [(LanguageVersion.two, true), (.three, false)] {
      var world = try World(language: language)
      let outcome = try world.propose(Self.record(key: "d:nopack.create_invoice:1704067200000:f7a2"))
      #expect((outcome.decision == .accepted) == isRight, "\(outcome.reason)")
    }
  }

  @Test(
    "a key has the form of contract §16.1, read from the right",
    arguments: [
      ("ios:abc:create_invoice:1704067200000:f7a2", true), ("d:create_invoice:1704067200000:0000", true),
      ("a:b:c:d:create_invoice:0000000000000:zzzz", true), ("ios:abc:money.create_invoice:1704067200000:f7a2", true),
      ("create_invoice:1704067200000:f7a2", false), (":create_invoice:1704067200000:f7a2", false),
      ("d:create_invoice:1704067200000:f7A2", false), ("d:create_invoice:1704067200000:f7a", false),
      ("d:create_invoice:1704067200000:f7a2b", false), ("d:create_invoice:170406720000:f7a2", false),
      ("d:create_invoice:17040672000000:f7a2", false), ("d:create_invoice:170406720000x:f7a2", false),
      ("d:send_invoice:1704067200000:f7a2", false), ("k1", false), ("", false), (":::", false),
    ])
  func keys(_ key: String, _ isRight: Bool) throws {
    var world = try World()
    let outcome = try world.propose(Self.record(key: key))
    #expect((outcome.decision == .accepted) == isRight, "\(outcome.reason)")
    if !isRight {
      #expect(outcome.truthID == "converge.proposal.wellformed")
      #expect(outcome.reason.contains("{device_id}:{action}:{timestamp_ms}:{random_4}"))
    }
    // A proposal that is no record of a queue may have any key.
    var flat = try World()
    #expect(
      try flat.propose(#"{"action": "create_invoice", "idempotency_key": "\#(key)", \#(Self.fields)}"#).decision == .accepted)
  }
}
