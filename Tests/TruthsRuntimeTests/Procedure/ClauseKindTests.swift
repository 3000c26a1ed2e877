import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

@Suite("What a clause means where it stands, declarations §5.3 and runs §3")
struct ClauseKindTests {
  /// A pack with one intent, whose truths a test writes.
  static func world(_ truths: String, facts: [String] = []) throws -> World {
    let pack = """
      pack demo:
        version: 1.0.0

      policy approver_role:
        type: text
        default: "boss"

      policy approval_ttl:
        type: duration
        default: "P1D"

      policy limit:
        type: integer
        default: 10

      record line:
        fields:
          sku: text
          count: integer

      fact thing.made:
        key: [id]
        fields:
          id: text
          n: integer?

      fact line.made:
        key: [id, sku]
        fields:
          id: text
          sku: text
          count: integer

      fact gate.closed:
        external: true
        immutable: true
        key: [id]
        fields:
          id: text

      intent act:
        fields:
          id: text
          n: integer
          flag: boolean
          lines: list of line


      """
    return try World([("demo.truths", pack + truths)], facts: facts)
  }

  static func act(_ rest: String = "") -> String {
    #"{"action": "act", "id": "a", "actor": {"type": "user", "user_id": "ann", "roles": ["clerk"]}\#(rest)}"#
  }

  @Test("an unknown `if` fires the truth and adds an unmet requirement; a false one does not fire it")
  func unknownCondition() throws {
    let text = """
      truth acting:
        when:
          - intent: act
          - if: n > 3
        invariants:
          - gate.closed → reject("Closed")
        produces:
          - fact.thing.made
          - trace.acting
      """
    var world = try Self.world(text)
    let unknown = try world.propose(Self.act())
    #expect(unknown.decision == .rejected && unknown.truthID == "demo.acting")
    #expect(unknown.reason == "cannot tell whether demo.acting applies: n is missing: not sent")
    #expect(unknown.violations.map(\.clause) == ["if"])
    #expect(try world.propose(Self.act(#", "n": 1"#)).truthID == "converge.proposal.governed")
    #expect(try world.propose(Self.act(#", "n": 4"#)).decision == .accepted)
    var closed = try Self.world(text, facts: [#"{"type": "gate.closed", "id": "a"}"#])
    #expect(try closed.propose(Self.act()).decision == .halted, "its invariants are included")
  }

  @Test("an approval or consent alone is asked for whenever the truth fires, with its own reason or a made one")
  func answersAlone() throws {
    func reason(_ clause: String) throws -> String? {
      let text = """
        truth acting:
          when:
            - intent: act
          requires:
            - id exists
          invariants:
            - \(clause)
          produces:
            - trace.acting
        """
      var world = try Self.world(text)
      let outcome = try world.propose(Self.act())
      #expect(outcome.run.status == .waiting && outcome.violations.map(\.kind) == [.acceptance])
      return outcome.reason
    }
    #expect(try reason("requires_approval(2 of board)") == "approval is needed: 2 of board")
    #expect(try reason("requires_approval(board, \"The board decides\")") == "The board decides")
    #expect(try reason("requires_consent(\"Do you want this?\")") == "Do you want this?")
  }

  @Test("an advisory is recorded and stops nothing; an unknown one is recorded with a made reason")
  func advisory() throws {
    let text = """
      truth acting:
        when:
          - intent: act
        requires:
          - id exists
        invariants:
          - n > 5 → warn("{n} is a lot")
        produces:
          - trace.acting
      """
    var world = try Self.world(text)
    let warned = try world.propose(Self.act(#", "n": 6"#))
    #expect(warned.decision == .accepted && warned.violations.map(\.reason) == ["6 is a lot"])
    #expect(warned.violations.map(\.kind) == [.advisory])
    #expect(warned.traces.count == 1, "no guardrail.hit for what is advisory")
    let unknown = try world.propose(Self.act())
    #expect(unknown.decision == .accepted)
    #expect(unknown.violations.map(\.reason) == ["cannot tell whether n > 5: n is missing: not sent"])
    #expect(unknown.violations.map(\.kind) == [.advisory])
  }

  @Test("one id with one rule in several truths is one invariant, reported once; invariants of their own come after")
  func sharedInvariant() throws {
    let text = """
      truth acting:
        when:
          - intent: act
        invariants:
          - gate.closed → reject("Closed")
        produces:
          - trace.acting

      truth again:
        when:
          - intent: act
        invariants:
          - gate.closed → reject("Closed")
        produces:
          - trace.again

      invariant always_open:
        id: demo.a_first_id
        applies_to: [act]
        rule: gate.closed → reject("Closed, always")
      """
    var world = try Self.world(text, facts: [#"{"type": "gate.closed", "id": "a"}"#])
    let outcome = try world.propose(Self.act())
    #expect(outcome.violations.map(\.truthID) == ["demo.gate.closed_invariant", "demo.a_first_id"])
    #expect(outcome.violations.map(\.clause) == ["invariants[0]", "rule"])
    #expect(outcome.traces.count == 4)
  }

  @Test("`ensures` is read on the result: a violation is a postcondition, and no fact is appended")
  func ensures() throws {
    let text = """
      truth acting:
        when:
          - intent: act
        requires:
          - id exists
        produces:
          - fact.thing.made
          - trace.acting
        ensures:
          - count(t in thing.made) <= 1 else "Only one thing may be there"
      """
    var world = try Self.world(text)
    #expect(try world.propose(Self.act()).decision == .accepted)
    let second = try world.propose(Self.act().replacing(#""a""#, with: #""b""#))
    #expect(second.decision == .halted && second.reason == "Only one thing may be there")
    #expect(second.violations.map(\.kind) == [.postcondition] && second.violations.map(\.clause) == ["ensures[0]"])
    #expect(second.facts.isEmpty && world.context.factsCount == 1)
    #expect(second.steps.last == Step(.execute, .stop))
  }

  @Test("an invariant over the state is read after every run")
  func state() throws {
    let text = """
      truth acting:
        when:
          - intent: act
        requires:
          - id exists
        produces:
          - fact.thing.made
          - trace.acting

      invariant few:
        applies_to: state
        rule: count(t in thing.made) <= 1
      """
    var world = try Self.world(text)
    #expect(try world.propose(Self.act()).decision == .accepted)
    let second = try world.propose(Self.act().replacing(#""a""#, with: #""b""#))
    #expect(second.decision == .halted && second.truthID == "demo.few")
    #expect(second.reason == "count(t in thing.made) <= 1 does not hold: count(t in thing.made) is 2")
    #expect(second.violations.map(\.kind) == [.postcondition])
  }

  @Test("an approval wants the role of the pack's policy, and a grant that is too old does not count")
  func approvalPolicies() throws {
    let text = """
      truth acting:
        when:
          - intent: act
        requires:
          - n exists
        invariants:
          - n <= limit else requires_approval
        produces:
          - trace.acting
      """
    var world = try Self.world(text)
    let waiting = try world.propose(Self.act(#", "n": 11"#), now: "2024-01-01T00:00:00Z")
    #expect(waiting.run.waitingFor.words == ["approval from @boss"])
    #expect(waiting.reason == "n <= limit does not hold: n is 11, limit is 10")
    let request = try #require(waiting.facts.first?["request"]?.stringValue)
    let grant =
      #"{"action": "grant_approval", "request": "\#(request)", "actor": {"type": "user", "user_id": "bob", "roles": ["boss"]}}"#
    #expect(try world.propose(grant, now: "2024-01-01T01:00:00Z").decision == .accepted)
    let runID = waiting.run.runID
    let tooLate = try world.procedure.reevaluate(runID: runID, on: world.context, now: time("2024-01-02T01:00:01Z"))
    #expect(tooLate?.run.status == .waiting && tooLate?.entries.isEmpty == true)
    let inTime = try world.procedure.reevaluate(runID: runID, on: world.context, now: time("2024-01-02T01:00:00Z"))
    #expect(inTime?.decision == .accepted, "exactly as old as the ttl still counts")
    let early = try world.propose(
      #"{"action": "grant_approval", "request": "req_none", "actor": {"user_id": "bob", "roles": ["boss"]}}"#)
    #expect(early.decision == .rejected && early.truthID == "converge.approval.granting")
  }

  private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text: text)) }

  @Test("a grant counts without its request, but only from somebody with the role who is not the proposer")
  func grantsFromHistory() throws {
    let text = """
      truth acting:
        when:
          - intent: act
        requires:
          - n exists
        invariants:
          - n > limit → requires_approval(boss)
        produces:
          - trace.acting
      """
    let proposal = Self.act(#", "proposal_id": "p1", "n": 11"#)
    var world = try Self.world(text)
    let request = try #require(try world.propose(proposal).facts.first?["request"]?.stringValue)
    for (actor, roles, decides) in [("bob", "boss", true), ("bob", "clerk", false), ("ann", "boss", false)] {
      let entry = Entry.make(
        type: .fact, timestamp: .epoch, correlationID: "c", runID: "r",
        actor: ["type": .text("user"), "user_id": .text(actor), "roles": .array([.text(roles)])], truthID: nil,
        payload: ["type": .text("approval.granted"), "request": .text(request)], sequence: 1)
      let read = ReadEntry(entry: entry, payload: LocatedJSON(unlocated: .object(entry.payload)), isShortForm: false)
      let context = try world.procedure.context(from: [read])
      let outcome = try world.procedure.run(RunRequest(proposal: try World.json(proposal)), on: context)
      #expect((outcome.decision == .accepted) == decides, "\(actor) as \(roles)")
    }
  }

  @Test("loops, conditions and written fields in `produces`; what is not whole halts")
  func produces() throws {
    let text = """
      truth acting:
        when:
          - intent: act
        let:
          total: sum(l.count for l in lines)
        requires:
          - id exists
        produces:
          - fact.thing.made:
              n: total
          - fact.line.made for l in lines where l.count > 0
          - trace.acting
      """
    var world = try Self.world(text)
    let lines = #", "lines": [{"sku": "x", "count": 2}, {"sku": "y", "count": 0}, {"sku": "z", "count": 3}]"#
    let outcome = try world.propose(Self.act(lines))
    #expect(outcome.decision == .accepted)
    #expect(
      outcome.facts.map { String(decoding: JSONValue.object($0).compact(), as: UTF8.self) } == [
        #"{"type":"thing.made","id":"a","n":5}"#, #"{"type":"line.made","id":"a","sku":"x","count":2}"#,
        #"{"type":"line.made","id":"a","sku":"z","count":3}"#,
      ])
    let incomplete = try world.propose(Self.act().replacing(#""a""#, with: #""b""#))
    #expect(incomplete.decision == .halted && incomplete.truthID == "converge.fact.incomplete")
    #expect(incomplete.facts.isEmpty)
  }

  @Test("the forms of a proposal: payload, queue record, whole entry; stray members are a fault")
  func forms() throws {
    let text = """
      truth acting:
        when:
          - intent: act
        requires:
          - id == "a"
        produces:
          - trace.acting
      """
    for accepted in [
      #"{"action": "act", "payload": {"id": "a"}}"#,
      #"{"idempotency_key": "ios:abc:act:1704067200000:f7a2", "proposal": {"action": "act", "id": "a"}, "truth_id": "x", "replay_safe": true}"#,
      #"{"entry_type": "proposal", "actor": {"type": "user", "user_id": "ann"}, "payload": {"action": "act", "id": "a"}}"#,
      #"{"proposal_id": "p", "action": "act", "confidence": 0.9, "reason": "why", "truth_id": "x", "requires_consent": "implicit", "id": "a"}"#,
    ] {
      var world = try Self.world(text)
      let outcome = try world.propose(accepted)
      #expect(outcome.decision == .accepted, "\(accepted): \(outcome.reason)")
    }
    for fault in [
      #"{"action": "act", "payload": {"id": "a"}, "n": 1}"#, #"{"action": "act", "payload": 3}"#, #"{"id": "a"}"#,
      #"{"action": "act", "id": "a", "timestamp": "yesterday"}"#, #"{"action": "act", "id": "a", "actor": {"type": "robot"}}"#,
    ] {
      var world = try Self.world(text)
      let outcome = try world.propose(fault)
      #expect(outcome.decision == .rejected && outcome.truthID == "converge.proposal.wellformed", "\(fault)")
    }
  }

  @Test("a policy that was set decides, and stands in the ledger")
  func policies() throws {
    let text = """
      truth acting:
        when:
          - intent: act
        requires:
          - n < limit
        produces:
          - trace.acting
      """
    var world = try Self.world(text)
    #expect(try world.propose(Self.act(#", "n": 11"#)).decision == .rejected)
    let span = Span(file: FileID(0), start: 0, end: 0)
    world.context = try world.procedure.set(
      policies: [PolicyAssignment(name: "limit", nameSpan: span, value: try World.json("20"))], on: world.context)
    #expect(world.context.ledger.entries.last?.payload["policy"] == .text("demo.limit"))
    #expect(try world.propose(Self.act(#", "n": 11"#)).decision == .accepted)
    #expect(throws: BadData.self) {
      try world.procedure.set(
        policies: [PolicyAssignment(name: "limt", nameSpan: span, value: try World.json("20"))], on: world.context)
    }
    #expect(throws: BadData.self) {
      try world.procedure.set(
        policies: [PolicyAssignment(name: "limit", nameSpan: span, value: try World.json("\"x\""))], on: world.context)
    }
  }

  @Test("a run id belongs to one proposal")
  func runIDs() throws {
    let text = """
      truth acting:
        when:
          - intent: act
        requires:
          - id exists
        produces:
          - trace.acting
      """
    var world = try Self.world(text)
    #expect(try world.propose(Self.act(#", "run_id": "r1""#)).run.runID == "r1")
    let other = try world.propose(Self.act(#", "run_id": "r1", "n": 2"#))
    #expect(other.decision == .rejected && other.run.runID != "r1")
  }
}
