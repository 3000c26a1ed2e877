import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A decision's entry contains all inputs of the decision, so its `input_hash` can be recomputed from the ledger alone (ledgers
/// §4).
@Suite("History that cannot be rewritten unnoticed")
struct HistoryTests {
  private static let closed = #"{"type": "period.closed", "period_id": "2024-Q1"}"#

  private static func verified(
    _ world: World, _ entries: [Entry]? = nil, sets: [RunProcedure]? = nil, question: LedgerVerifier.Question = .init()
  ) -> Verification {
    var verifier = LedgerVerifier(
      entries: entries ?? world.context.ledger.entries, procedures: sets ?? [world.procedure], question: question)
    return verifier.verify()
  }

  @Test func aDecisionSaysWhatItWasMadeWith() throws {
    var world = try World(facts: [Self.closed])
    let head = world.context.head
    let outcome = try world.propose(DecisionTests.small)
    let payload = try #require(outcome.entries.first { $0.type == .decision }?.payload)
    #expect(payload["language"] == .number(3))
    #expect(payload["truths_hash"] == .text(world.procedure.truthsHash))
    #expect(payload["governing_hash"] == .text(world.procedure.governingHash(of: "create_invoice")))
    #expect(payload["context_head"] == .text(head))
    #expect(payload["budget"] == nil)
    let limited = try world.propose(DecisionTests.large, budget: Budget(maxFacts: 7))
    let budget = limited.entries.first { $0.type == .decision }?.payload["budget"]
    #expect(budget == .object(["max_cycles": .number(100_000), "max_steps": .number(10_000_000), "max_facts": .number(7)]))
    // The decision is repeated within its budget.
    #expect(Self.verified(world).isProven && Self.verified(world).replayed == 2)
  }

  @Test("an edit of anything before a decision differs, whatever truths are at hand, replay or not")
  func editOfHistory() throws {
    var world = try World(facts: [Self.closed])
    _ = try world.propose(DecisionTests.small)
    var entries = world.context.ledger.entries
    entries[0] = Entry.shortForm(payload: ["type": .text("period.closed"), "period_id": .text("2024-Q9")], sequence: 1)
    for sets in [[], [world.procedure]] {
      for isReplaying in [true, false] {
        let found = Self.verified(world, entries, sets: sets, question: .init(isReplaying: isReplaying)).difference
        #expect(found?.subject == "entry 3, context_head")
      }
    }
  }

  @Test("what a decision of version 1 does not say is counted, and nothing passes for proven")
  func versionOne() throws {
    var world = try World()
    _ = try world.propose(DecisionTests.small)
    var entries = world.context.ledger.entries
    var payload = entries[1].payload
    for member in ["language", "truths_hash", "governing_hash", "context_head"] { payload[member] = nil }
    entries[1].payload = payload
    entries[1].entryID = entries[1].contentID
    let found = Self.verified(world, entries)
    #expect(found.difference == nil && !found.isProven && found.replayed == 0)
    #expect(found.unmade.map(\.cause) == [.version1] && found.open.isEmpty)
    // The truths of then explain its `input_hash`; without them nothing does.
    #expect(Self.verified(world, entries, sets: []).open.count == 1)
    // Members that only later decisions have make it no decision of either.
    payload["context_head"] = .text(Ledger().head)
    entries[1].payload = payload
    entries[1].entryID = entries[1].contentID
    #expect(Self.verified(world, entries).difference?.subject == "entry 2, context_head")
  }

  @Test("decisions that cannot be made again are counted by their cause")
  func causes() throws {
    var world = try World()
    _ = try world.propose(DecisionTests.small)
    let other = try World([("money.truths", World.money.replacing("Period is closed", with: "Too late"))])
    #expect(Self.verified(world, sets: []).unmade.map(\.cause) == [.noTruths])
    #expect(Self.verified(world, sets: [other.procedure]).unmade.map(\.cause) == [.otherTruths(world.procedure.truthsHash)])
    #expect(!Self.verified(world, sets: [other.procedure]).isProven)
    #expect(Self.verified(world, sets: [other.procedure, world.procedure]).isProven)
    #expect(Self.verified(world, sets: [], question: .init(isReplaying: false)).isProven)
  }

  @Test("a proposal that is received again in other words stands in the ledger, and counts from then on")
  func receivedAgain() throws {
    var world = try World()
    let asked = IdempotencyTests.invoice(
      "i", amount: 5_000, key: nil, more: #", "proposal_id": "P", "requires_consent": "explicit""#)
    let waiting = try world.propose(asked)
    #expect(waiting.run.waitingFor.words == ["consent from @ann"])
    let again = try world.propose(asked, now: "2025-01-01T00:00:00Z")
    #expect(again.entries.isEmpty, "another moment alone is no other proposal")
    let consenting = asked.replacing(#""requires_consent""#, with: #""consent": true, "requires_consent""#)
    let approved = try world.propose(consenting, now: "2025-01-02T00:00:00Z")
    #expect(approved.entries.map(\.type).prefix(2) == [.proposal, .decision])
    #expect(approved.entries.first?.runID == waiting.run.runID && approved.entries.first?.payload["consent"] == .boolean(true))
    #expect(approved.run.waitingFor.words == ["approval from @manager"])
    // If it is sent again with a member that changes nothing, it is recorded without a decision.
    let told = try world.propose(consenting.replacing(#""consent": true"#, with: #""consent": true, "trace_id": "t""#))
    #expect(told.entries.map(\.type) == [.proposal])
    // A grant wakes the run, which has its consent still.
    let request = try #require(approved.facts.first?["request"]?.stringValue)
    let eve = #""actor": {"type": "user", "user_id": "eve", "roles": ["manager"]}"#
    _ = try world.propose(#"{"action": "grant_approval", "request": "\#(request)", \#(eve)}"#)
    let woken = try #require(try world.procedure.reevaluate(runID: waiting.run.runID, on: world.context, now: .epoch))
    #expect(woken.decision == .accepted)
    world.context = woken.context
    let found = Self.verified(world)
    #expect(found.isProven && found.replayed == found.decisions && found.decisions == 4)
  }

  @Test("a waiting run that is evaluated again with the same outcome keeps what closing appended")
  func closingIsKept() throws {
    let derived = """
      fact period.noted:
        key: [period_id]
        fields:
          period_id: text

      truth noting:
        when:
          - fact: period.closed as c
        produces:
          - fact.period.noted:
              period_id: c.period_id
          - trace.money.noting

      """
    var world = try World([("money.truths", World.money + derived)])
    let waiting = try world.propose(DecisionTests.large)
    let injected = world.procedure.inject(
      try World.json(Self.closed), actor: Entry.fixtureActor, runID: "run_x", correlationID: "cor_x", now: .epoch,
      on: world.context)
    guard case .appended(let context, _) = injected else {
      Issue.record("not appended")
      return
    }
    let outcome = try #require(try world.procedure.reevaluate(runID: waiting.run.runID, on: context, now: .epoch))
    #expect(outcome.entries.map(\.type) == [.fact, .trace], "what was derived, and no decision")
    #expect(outcome.facts.isEmpty && outcome.run.status == .waiting)
    #expect(outcome.run.factsCount == context.factsCount + 1 && outcome.after.size == context.ledger.size + 2)
    world.context = outcome.context
    #expect(world.context.ledger.size == outcome.after.size)
    #expect(Self.verified(world).isProven)
    // The next decision continues after it.
    let next = try world.propose(DecisionTests.large.replacing("5000", with: "50"))
    #expect(next.before.head == outcome.after.head)
    let found = Self.verified(world)
    #expect(found.isProven && found.replayed == 2 && found.decisions == 2)
  }
}
