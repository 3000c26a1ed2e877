import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

@Suite("The decision procedure, runs §3")
struct DecisionTests {
  static let small = #"""
    {"action": "create_invoice", "invoice_id": "i1", "customer_id": "c1", "period_id": "2024-Q2", "amount": 500, "line_items": ["a"]}
    """#
  static let large = #"""
    {"action": "create_invoice", "invoice_id": "i1", "customer_id": "c1", "period_id": "2024-Q2", "amount": 5000, "line_items": ["a"],
     "actor": {"type": "user", "user_id": "ann", "roles": ["clerk"]}}
    """#

  @Test("a sound proposal is accepted, with its facts, and a trace for the truth that fired")
  func accepted() throws {
    var world = try World()
    let outcome = try world.propose(Self.small)
    #expect(outcome.decision == .accepted)
    #expect(outcome.truthID == "money.invoice.creation")
    #expect(outcome.reason == "5 requirements and 2 invariants hold")
    #expect(outcome.violations.isEmpty)
    #expect(outcome.run.status == .converged)
    #expect(
      outcome.facts == [
        ["type": .text("invoice.created"), "invoice_id": .text("i1"), "customer_id": .text("c1"), "amount": .number(500)]
      ])
    #expect(outcome.entries.map(\.type) == [.proposal, .decision, .fact, .trace])
    #expect(outcome.traces.map { $0["truth_id"] } == [.text("money.invoice.creation")])
    #expect(outcome.steps == Step.Name.allCases.map { Step($0, .ok) })
    #expect(outcome.before.size == 0 && outcome.after.size == 4)
    #expect(outcome.run.factsCount == 1)
  }

  @Test("the contract's fixture of §17.2: an invariant halts, also where requirements are unmet")
  func halted() throws {
    var world = try World(facts: [#"{"type": "period.closed", "period_id": "2024-Q1"}"#])
    let outcome = try world.propose(#"{"action": "create_invoice", "period_id": "2024-Q1"}"#)
    #expect(outcome.decision == .halted)
    #expect(outcome.truthID == "money.period.closed_invariant")
    #expect(outcome.reason == "Period is closed")
    #expect(outcome.run.status == .halted)
    #expect(outcome.facts.isEmpty)
    #expect(outcome.violations.map(\.kind) == [.structural, .requirement, .requirement, .requirement, .requirement])
    #expect(outcome.violations.map(\.clause) == ["invariants[1]", "requires[0]", "requires[2]", "requires[3]", "requires[4]"])
    #expect(outcome.traces.map { $0["action"] }.filter { $0 == .text("guardrail.hit") }.count == 5)
  }

  @Test("an unmet requirement rejects, with the value under its term")
  func rejected() throws {
    var world = try World()
    let outcome = try world.propose(
      #"{"action": "create_invoice", "invoice_id": "i", "customer_id": "c", "period_id": "p", "amount": -5, "line_items": ["a"]}"#
    )
    #expect(outcome.decision == .rejected)
    #expect(outcome.truthID == "money.invoice.creation")
    #expect(outcome.reason == "amount > 0 does not hold: amount is -5")
    #expect(outcome.violations.first?.values == ["amount": .number(-5)])
    #expect(outcome.steps == [Step(.propose, .ok), Step(.consent, .ok), Step(.check, .stop)])
  }

  @Test("an acceptance clause waits for its approver, and goes on when somebody else with the role grants it")
  func approval() throws {
    var world = try World()
    let waiting = try world.propose(Self.large)
    #expect(waiting.decision == .halted)
    #expect(waiting.run.status == .waiting)
    #expect(waiting.run.waitingFor.words == ["approval from @manager"])
    #expect(waiting.reason == "amount > approval_threshold holds: amount is 5000, approval_threshold is 1000")
    let request = try #require(waiting.facts.first?["request"]?.stringValue)
    #expect(waiting.facts.first?["type"] == .text("approval.requested"))
    #expect(waiting.run.pendingProposals == 1)

    let unchanged = try world.propose(Self.large)
    #expect(unchanged.entries.isEmpty)
    #expect(unchanged.run.runID == waiting.run.runID)

    let own = try world.propose(
      #"{"action": "grant_approval", "request": "\#(request)", "actor": {"type": "user", "user_id": "ann", "roles": ["manager"]}}"#
    )
    #expect(own.decision == .rejected)
    #expect(own.truthID == "converge.approval.granting")

    let grant = try world.propose(
      #"{"action": "grant_approval", "request": "\#(request)", "actor": {"type": "user", "user_id": "bob", "roles": ["manager"]}}"#
    )
    #expect(grant.decision == .accepted)

    let accepted = try world.propose(Self.large)
    #expect(accepted.decision == .accepted)
    #expect(accepted.run.runID == waiting.run.runID)
    #expect(accepted.violations.map(\.approvedBy) == ["bob"])
    #expect(accepted.entries.map(\.type) == [.decision, .fact, .trace, .trace])

    let again = try world.propose(Self.large)
    #expect(again.decision == .rejected)
    #expect(again.truthID == "converge.proposal.decided")
  }

  @Test("a denial by somebody with the role wins, whenever it came")
  func denial() throws {
    var world = try World()
    let request = try #require(try world.propose(Self.large).facts.first?["request"]?.stringValue)
    let bob = #""actor": {"type": "user", "user_id": "bob", "roles": ["manager"]}"#
    _ = try world.propose(#"{"action": "grant_approval", "request": "\#(request)", \#(bob)}"#)
    let deny = try world.propose(#"{"action": "deny_approval", "request": "\#(request)", "why": "too much", \#(bob)}"#)
    #expect(deny.decision == .accepted)
    let outcome = try world.propose(Self.large)
    #expect(outcome.decision == .rejected)
    #expect(outcome.reason == "denied by @bob: too much")
    #expect(outcome.truthID == "money.invoice.creation")
  }

  @Test("break-glass covers the acceptance clauses of the truth it names, with a reason and the role")
  func breakGlass() throws {
    var world = try World()
    let override = { (role: String, truth: String) in
      #"""
      {"action": "create_invoice", "invoice_id": "i1", "customer_id": "c1", "period_id": "2024-Q2", "amount": 5000,
       "line_items": ["a"], "actor": {"type": "user", "user_id": "ann", "roles": ["\#(role)"]},
       "override": {"truth_id": "\#(truth)", "reason": "fire in the warehouse"}}
      """#
    }
    #expect(try world.propose(override("clerk", "money.invoice.creation")).run.status == .waiting)
    let invalid = try world.propose(override("break_glass", "money.invoice.sending"))
    #expect(invalid.decision == .rejected && invalid.truthID == "converge.override.invalid")
    let outcome = try world.propose(override("break_glass", "money.invoice.creation"))
    #expect(outcome.decision == .accepted)
    #expect(outcome.violations.map(\.isOverridden) == [true])
    #expect(outcome.facts.map { $0["type"] } == [.text("invoice.created"), .text("override.used")])
  }

  @Test("structural clauses are never overridden")
  func structuralStays() throws {
    var world = try World(facts: [#"{"type": "period.closed", "period_id": "p"}"#])
    let outcome = try world.propose(
      #"""
      {"action": "create_invoice", "period_id": "p", "actor": {"type": "user", "user_id": "ann", "roles": ["break_glass"]},
       "override": {"truth_id": "money.invoice.creation", "reason": "please"}}
      """#)
    #expect(outcome.truthID == "money.period.closed_invariant")
    #expect(outcome.violations.allSatisfy { !$0.isOverridden })
  }

  @Test("a key that is repeated repeats the answer, without entries; another proposal under it is a conflict")
  func idempotency() throws {
    var world = try World()
    let keyed = #"{"idempotency_key": "k1", "#
    let first = try world.propose(keyed + Self.small.dropFirst())
    let second = try world.propose(keyed + Self.small.dropFirst())
    #expect(second.entries.isEmpty && second.isReplay)
    #expect(second.decision == first.decision && second.outputHash == first.outputHash && second.inputHash == first.inputHash)
    #expect(second.facts == first.facts && second.traces == first.traces)
    let other = try world.propose(keyed + Self.large.dropFirst())
    #expect(other.decision == .accepted || other.run.status == .waiting, "a key belongs to an actor")
    let conflict = try world.propose(keyed + Self.small.dropFirst().replacing("500", with: "501"))
    #expect(conflict.decision == .rejected && conflict.truthID == "converge.idempotency.conflict")
  }

  @Test("a proposal at fault against the vocabulary is rejected with every fault in the reason")
  func wellFormed() throws {
    var world = try World()
    let outcome = try world.propose(#"{"action": "create_invoice", "custmer_id": "c", "amount": "much"}"#)
    #expect(outcome.decision == .rejected && outcome.truthID == "converge.proposal.wellformed")
    #expect(outcome.reason.contains("unknown field `custmer_id` of create_invoice; did you mean `customer_id`?"))
    #expect(outcome.reason.contains("`amount` is the text \"much\", not a number"))
    let unknown = try world.propose(#"{"action": "create_invoce"}"#)
    #expect(unknown.reason == "unknown intent `create_invoce`; did you mean `create_invoice`?")
    #expect(unknown.entries.map(\.type) == [.proposal, .decision, .trace])
    #expect(unknown.steps == [Step(.propose, .stop)])
  }

  /// The order of received members is not hashed, so it must not affect the reported faults.
  @Test("faults are told in the order of JCS")
  func faultsInOrder() throws {
    let orders = [
      #"{"action": "create_invoice", "zz": 1, "aa": 2, "amount": "much", "actor": {"yy": 1, "bb": 2}}"#,
      #"{"amount": "much", "actor": {"bb": 2, "yy": 1}, "aa": 2, "zz": 1, "action": "create_invoice"}"#,
    ]
    let outcomes = try orders.map { order in
      var world = try World()
      return try world.propose(order)
    }
    #expect(outcomes[0].reason == outcomes[1].reason)
    #expect(outcomes[0].inputHash == outcomes[1].inputHash && outcomes[0].outputHash == outcomes[1].outputHash)
    let places = ["actor.bb", "actor.yy", "`aa`", "`amount`", "`zz`"].map { name in
      outcomes[0].reason.ranges(of: name).first?.lowerBound
    }
    #expect(places.allSatisfy { $0 != nil })
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
  }

  @Test("a value of type json is told in the order of JCS too")
  func jsonInOrder() throws {
    let pack = """
      pack notes:
        version: 1.0.0

      intent keep:
        fields:
          note: json

      truth keeping:
        when:
          - intent: keep
        requires:
          - note missing
        produces:
          - trace.notes.keeping

      """
    let outcomes = try [#"{"b": {"d": 1, "c": 2}, "a": 3}"#, #"{"a": 3, "b": {"c": 2, "d": 1}}"#].map { note in
      var world = try World([("notes.truths", pack)])
      return try world.propose(#"{"action": "keep", "note": \#(note)}"#)
    }
    #expect(outcomes[0].reason.hasSuffix(#"note is {"a":3,"b":{"c":2,"d":1}}"#), "\(outcomes[0].reason)")
    #expect(outcomes[0].reason == outcomes[1].reason && outcomes[0].outputHash == outcomes[1].outputHash)
  }

  @Test("`null` is absence, of a payload too")
  func nullPayload() throws {
    var world = try World()
    #expect(try world.propose(#"{"payload": null, "# + Self.small.dropFirst()).decision == .accepted)
  }

  @Test("a proposal that fires no truth is not governed")
  func governed() throws {
    var world = try World([("money.truths", World.money.replacing("- pack: money", with: "- if: amount > 5"))])
    let outcome = try world.propose(#"{"action": "create_invoice", "amount": 1}"#)
    #expect(outcome.decision == .rejected && outcome.truthID == "converge.proposal.governed")
  }

  @Test("explicit consent is waited for, and given by the proposer as a person; what an agent sends as its own is none")
  func consent() throws {
    var world = try World()
    let start =
      #"{"requires_consent": "explicit", "actor": {"type": "TYPE", "user_id": "ann", "roles": []}, "consent": CONSENT, "#
    let build = { (type: String, consent: String) in
      start.replacing("TYPE", with: type).replacing("CONSENT", with: consent) + DecisionTests.small.dropFirst()
    }
    let waiting = try world.propose(build("user", "false"))
    #expect(waiting.run.status == .waiting && waiting.truthID == "converge.proposal.consent")
    #expect(waiting.run.waitingFor.words == ["consent from @ann"])
    #expect(waiting.violations.map(\.kind) == [.acceptance])
    #expect(try world.propose(build("agent", "true")).run.status == .waiting)
    #expect(try world.propose(build("user", "true")).decision == .accepted)
  }

  @Test("a proposal queued under other truths halts")
  func truthsChanged() throws {
    var world = try World()
    let outcome = try world.propose(#"{"truths_hash": "sha256:00", "# + Self.small.dropFirst())
    #expect(outcome.decision == .halted && outcome.truthID == "converge.truths.changed")
    let governing = world.procedure.governingHash(of: "create_invoice")
    #expect(try world.propose(#"{"truths_hash": "\#(governing)", "# + Self.small.dropFirst()).decision == .accepted)
  }

  @Test("an invariant whose key is missing halts once every requirement holds: it fails closed")
  func unknown() throws {
    let text = World.money.replacing("    - period_id exists\n", with: "")
    var world = try World([("money.truths", text)])
    let outcome = try world.propose(
      #"{"action": "create_invoice", "invoice_id": "i", "customer_id": "c", "amount": 5, "line_items": ["a"]}"#)
    #expect(outcome.decision == .halted)
    #expect(outcome.violations.map(\.kind) == [.unknown])
    #expect(outcome.reason == "cannot tell whether period.closed: period.closed is missing: period_id is missing: not sent")
    let unmet = try world.propose(#"{"action": "create_invoice", "invoice_id": "j"}"#)
    #expect(unmet.decision == .rejected)
    #expect(unmet.violations.allSatisfy { $0.kind == .requirement })
  }

  @Test("producing a fact again unchanged is nothing, changed it is a conflict")
  func conflict() throws {
    var world = try World()
    _ = try world.propose(Self.small)
    let same = try world.propose(#"{"proposal_id": "p2", "# + Self.small.dropFirst())
    #expect(same.decision == .accepted && same.facts.isEmpty)
    let other = try world.propose(Self.small.replacing("500", with: "600"))
    #expect(other.decision == .halted && other.truthID == "converge.fact.conflict")
    #expect(other.facts.isEmpty && other.steps.last == Step(.execute, .stop))
  }
}
