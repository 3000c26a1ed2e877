import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

@Suite("Idempotency, runs §3.2")
struct IdempotencyTests {
  static func invoice(_ id: String, amount: Int, key: String?, user: String = "ann", more: String = "") -> String {
    let key = key.map { #", "idempotency_key": "\#($0)""# } ?? ""
    return #"""
      {"action": "create_invoice", "invoice_id": "\#(id)", "customer_id": "c", "period_id": "p", "amount": \#(amount),
       "line_items": ["a"], "actor": {"type": "user", "user_id": "\#(user)", "roles": []}\#(key)\#(more)}
      """#
  }

  @Test("a key with the same proposal gives the same answer, accepted or rejected, and leaves nothing", arguments: [5, -5])
  func same(amount: Int) throws {
    var world = try World()
    let first = try world.propose(Self.invoice("i", amount: amount, key: "k"))
    let again = try world.propose(Self.invoice("i", amount: amount, key: "k"), now: "2030-01-01T00:00:00Z")
    #expect(again.isReplay && again.entries.isEmpty)
    #expect(again.decision == first.decision && again.reason == first.reason && again.facts == first.facts)
    #expect(again.traces == first.traces && again.inputHash == first.inputHash && again.outputHash == first.outputHash)
    #expect(again.run.runID == first.run.runID && again.before == again.after)
  }

  @Test("a key belongs to an actor; of one actor, another proposal under it is rejected, and again with the same answer")
  func conflict() throws {
    var world = try World()
    _ = try world.propose(Self.invoice("i", amount: 5, key: "k"))
    let other = try world.propose(Self.invoice("i2", amount: 5, key: "k"))
    #expect(other.decision == .rejected && other.truthID == "converge.idempotency.conflict")
    #expect(other.entries.map(\.type) == [.proposal, .decision, .trace])
    let again = try world.propose(Self.invoice("i2", amount: 5, key: "k"))
    #expect(again.isReplay && again.truthID == "converge.idempotency.conflict" && again.outputHash == other.outputHash)
    #expect(try world.propose(Self.invoice("i3", amount: 5, key: "k", user: "bob")).decision == .accepted)
  }

  @Test("a namesake of another organisation takes over no run, by its hash or by its key, and gets no answer of it")
  func namesakes() throws {
    func ofNamesake(_ proposal: String) -> String {
      proposal.replacing(#""user_id": "ann", "#, with: #""user_id": "ann", "org_id": "other", "#)
    }
    var world = try World()
    // A large invoice waits for an approval.
    let large = Self.invoice("i", amount: 50_000, key: nil, more: #", "proposal_id": "p1""#)
    let waiting = try world.propose(large)
    #expect(waiting.run.status == .waiting, "\(waiting.reason)")
    for proposal in [large, Self.invoice("i", amount: 50_000, key: "own", more: #", "proposal_id": "p1""#)] {
      let taken = try world.propose(ofNamesake(proposal))
      #expect(taken.truthID == "converge.idempotency.conflict" && taken.run.runID != waiting.run.runID, "\(taken.reason)")
      #expect(!taken.reason.contains("ann") && !taken.reason.contains("organisation"), "\(taken.reason)")
    }
    for more in ["", #", "proposal_id": "p2""#] {
      let keyed = Self.invoice("i2", amount: 5, key: "k\(more.count)", more: more)
      let first = try world.propose(keyed)
      #expect(first.decision == .accepted, "\(first.reason)")
      let copied = try world.propose(ofNamesake(keyed))
      #expect(copied.truthID == "converge.idempotency.conflict" && !copied.isReplay && copied.facts.isEmpty, "\(copied.reason)")
      #expect(!copied.reason.contains(first.proposalID) && !copied.reason.contains("@ann"), "\(copied.reason)")
      #expect(try world.propose(keyed).isReplay)
    }
    #expect(try world.propose(large).run.runID == waiting.run.runID)
  }

  /// An invoice of ann's, bare or as a record of a queue.
  private static func sent(asRecord isRecord: Bool, amount: Int, more: String = "") -> String {
    let key = "phone:create_invoice:1740823200000:0a1b"
    if !isRecord { return invoice("i", amount: amount, key: key, more: more) }
    let inner = invoice("i", amount: amount, key: nil, more: more)
    return #"{"idempotency_key": "\#(key)", "replay_safe": true, "proposal": \#(inner)}"#
  }

  @Test("a record of a queue is the proposal that it holds, whichever comes first", arguments: [true, false])
  func recordOfQueue(isRecordFirst: Bool) throws {
    var world = try World()
    let first = try world.propose(Self.sent(asRecord: isRecordFirst, amount: 5))
    let second = try world.propose(Self.sent(asRecord: !isRecordFirst, amount: 5))
    #expect(first.decision == .accepted && second.isReplay && second.entries.isEmpty)
    #expect(second.run.runID == first.run.runID && second.proposalID == first.proposalID)
    let other = try world.propose(Self.sent(asRecord: !isRecordFirst, amount: 6))
    #expect(other.truthID == "converge.idempotency.conflict")
    for more in [#", "consent": true"#, #", "reason": "because""#, #", "proposal_id": "p""#] {
      let changed = try world.propose(Self.sent(asRecord: !isRecordFirst, amount: 5, more: more))
      #expect(changed.truthID == "converge.idempotency.conflict", "\(more)")
    }
    #expect(try world.propose(Self.sent(asRecord: false, amount: 5, more: #", "timestamp": "2025-03-02T00:00:00Z""#)).isReplay)
  }

  @Test("a run that waits goes on where its proposal comes otherwise, and keeps it as it came first", arguments: [true, false])
  func waitingRecord(isRecordFirst: Bool) throws {
    var world = try World()
    let first = try world.propose(Self.sent(asRecord: isRecordFirst, amount: 5_000))
    let second = try world.propose(Self.sent(asRecord: !isRecordFirst, amount: 5_000))
    #expect(first.run.status == .waiting && second.run.status == .waiting && second.entries.isEmpty)
    let request = try #require(first.facts.first?["request"]?.stringValue)
    _ = try world.propose(
      #"{"action": "grant_approval", "request": "\#(request)", "actor": {"type": "user", "user_id": "m", "roles": ["manager"]}}"#)
    let third = try world.propose(Self.sent(asRecord: !isRecordFirst, amount: 5_000))
    #expect(third.decision == .accepted && third.run.runID == first.run.runID)
    #expect(third.entries.map(\.type) == [.decision, .fact, .trace, .trace])
  }

  @Test("users whose names look alike are two users: text is compared by scalars")
  func alike() throws {
    var world = try World()
    _ = try world.propose(Self.invoice("i", amount: 5, key: "k", user: "ren\u{E9}"))
    #expect(try world.propose(Self.invoice("i2", amount: 5, key: "k", user: "r\u{435}n\u{E9}")).decision == .accepted)
  }

  /// A key protects against a lost answer, so a repeated request with a key gets a run of its own that records the key.
  @Test("a key that comes late begins a run of its own, and repeats its answer")
  func lateKey() throws {
    var world = try World()
    let waiting = try world.propose(Self.invoice("i", amount: 5_000, key: nil, more: #", "proposal_id": "P""#))
    #expect(waiting.run.status == .waiting)
    let request = try #require(waiting.facts.first?["request"]?.stringValue)
    let eve = #""actor": {"type": "user", "user_id": "eve", "roles": ["manager"]}"#
    _ = try world.propose(#"{"action": "grant_approval", "request": "\#(request)", \#(eve)}"#)
    let keyed = Self.invoice("i", amount: 5_000, key: "k", more: #", "proposal_id": "P""#)
    let first = try world.propose(keyed)
    #expect(first.decision == .accepted && first.run.runID != waiting.run.runID)
    #expect(first.entries.first?.payload["idempotency_key"] == .text("k"))
    let again = try world.propose(keyed)
    #expect(again.isReplay && again.decision == .accepted && again.outputHash == first.outputHash)
  }

  @Test("a run that waits goes on under its key, and without one; its proposal is not appended again", arguments: ["k", nil])
  func waiting(key: String?) throws {
    var world = try World()
    let first = try world.propose(Self.invoice("i", amount: 5_000, key: key))
    #expect(first.run.status == .waiting)
    let request = try #require(first.facts.first?["request"]?.stringValue)
    _ = try world.propose(
      #"{"action": "grant_approval", "request": "\#(request)", "actor": {"type": "user", "user_id": "m", "roles": ["manager"]}}"#)
    let second = try world.propose(Self.invoice("i", amount: 5_000, key: key))
    #expect(second.decision == .accepted && second.run.runID == first.run.runID)
    #expect(second.entries.map(\.type) == [.decision, .fact, .trace, .trace])
    let third = try world.propose(Self.invoice("i", amount: 5_000, key: key))
    if key == nil { #expect(third.truthID == "converge.proposal.decided") } else { #expect(third.isReplay) }
  }

  @Test("a proposal that was recorded and never decided is decided under its run")
  func undecided() throws {
    let decided = try World().deciding(Self.invoice("i", amount: 5, key: "k"))
    var world = try World()
    let proposal = try #require(decided.entries.first)
    world.context.append(proposal, fact: nil, program: world.procedure.program)
    let outcome = try world.propose(Self.invoice("i", amount: 5, key: "k"))
    #expect(outcome.decision == .accepted && outcome.run.runID == proposal.runID)
    #expect(outcome.entries.map(\.type) == [.decision, .fact, .trace])
  }

  @Test("a proposal is accepted once, whatever its fields")
  func decided() throws {
    var world = try World()
    let named = #", "proposal_id": "prop_1""#
    #expect(try world.propose(Self.invoice("i", amount: 5, key: nil, more: named)).decision == .accepted)
    let again = try world.propose(Self.invoice("i9", amount: 5, key: nil, more: named))
    #expect(again.decision == .rejected && again.truthID == "converge.proposal.decided")
  }

  @Test("a proposal queued under other truths halts; under these it goes on")
  func truthsChanged() throws {
    var world = try World()
    let old = try world.propose(Self.invoice("i", amount: 5, key: nil, more: #", "truths_hash": "sha256:00""#))
    #expect(old.decision == .halted && old.truthID == "converge.truths.changed" && old.run.status == .halted)
    let present = try world.propose(Self.invoice("i", amount: 5, key: nil, more: #", "truths_hash": "\#(old.governingHash)""#))
    #expect(present.decision == .accepted)
  }

  @Test("a denied clause is not shown as approved, even where somebody granted it too")
  func denied() throws {
    var world = try World()
    let first = try world.propose(Self.invoice("i", amount: 5_000, key: "k"))
    let request = try #require(first.facts.first?["request"]?.stringValue)
    let manager = #""actor": {"type": "user", "user_id": "m", "roles": ["manager"]}"#
    _ = try world.propose(#"{"action": "grant_approval", "request": "\#(request)", \#(manager)}"#)
    _ = try world.propose(#"{"action": "deny_approval", "request": "\#(request)", "why": "no", \#(manager)}"#)
    let outcome = try world.propose(Self.invoice("i", amount: 5_000, key: "k"))
    #expect(outcome.decision == .rejected && outcome.reason == "denied by @m: no")
    #expect(outcome.violations.map(\.approvedBy) == [nil])
  }

  @Test("a grant of an unknown request has one fault, not three")
  func unknownRequest() throws {
    var world = try World()
    let manager = #""actor": {"type": "user", "user_id": "m", "roles": ["manager"]}"#
    let outcome = try world.propose(#"{"action": "grant_approval", "request": "req_none", \#(manager)}"#)
    #expect(outcome.decision == .rejected && outcome.truthID == "converge.approval.granting")
    #expect(outcome.violations.map(\.reason) == ["No request req_none is known"])
  }

  @Test("that everything is there already is said only where something was to be produced")
  func nothingProduced() throws {
    var world = try World()
    #expect(try world.propose(Self.invoice("i", amount: 5, key: "1")).facts.count == 1)
    let unchanged = try world.propose(Self.invoice("i", amount: 5, key: "2"))
    #expect(unchanged.decision == .accepted && unchanged.facts.isEmpty)
    #expect(unchanged.reason == "5 requirements and 2 invariants hold; every fact that it produces is there already")
    let filtered = World.money.replacing("- fact.invoice.created", with: "- fact.invoice.created where amount > 10")
    var other = try World([("money.truths", filtered)])
    #expect(try other.propose(Self.invoice("i", amount: 5, key: "1")).reason == "5 requirements and 2 invariants hold")
  }
}

extension World {
  /// Returns the decision about a proposal, without recording it.
  func deciding(_ json: String) throws -> RunOutcome {
    try procedure.run(RunRequest(proposal: try World.json(json)), on: context)
  }
}
