import Foundation
import Testing
import TruthsCheck
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The samples of the contract that this repository holds as files, and those that are proposals.
@Suite("Samples of the contract: packs, fixtures and the queue")
struct ContractSampleTests {
  /// §17.2, letter for letter.
  static let fixture = """
    {
      "id": "truth.halt_on_violation",
      "context": {
        "facts": [{ "type": "period.closed", "period_id": "2024-Q1" }]
      },
      "proposal": {
        "action": "create_invoice",
        "period_id": "2024-Q1"
      },
      "expected": {
        "decision": "halted",
        "truth_id": "money.period.closed_invariant",
        "reason_contains": "Period is closed"
      }
    }

    """

  func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: Repository.root.appending(path: path)), as: UTF8.self)
  }

  @Test("§17.2's fixture stands in the core suite letter for letter, and passes")
  func fixtureAsItStands() throws {
    #expect(try text(of: "Fixtures/core/truth.halt_on_violation.json") == Self.fixture)
    let set = try Repository.truths()
    #expect(
      FixtureRunner(EvalSubject(set)).run(try Repository.fixture("truth.halt_on_violation", against: set)).outcome == .passed)
  }

  @Test("§9.2's truth and §9.3's job stand in pack money letter for letter")
  func packAsItStands() throws {
    let truth = """
      # money.invoice.creation.truths
      truth invoice_creation:
        when:
          - intent: create_invoice
          - pack: money
        requires:
          - customer_id exists
          - line_items not empty
          - amount > 0
        invariants:
          - amount > approval_threshold → requires_approval
          - period.closed → reject("Period is closed")
        produces:
          - fact.invoice.created
          - trace.invoice.creation

      """
    #expect(try text(of: "truths/money/money.invoice.creation.truths") == truth)
    let job = """
      # money.invoice.jtbd
      jtbd send_invoice:
        verb: Send
        object: Invoice
        outcome: "Customer receives accurate invoice promptly"
        triggers:
          - work_completed
          - milestone_reached
        artifacts:
          - draft_invoice → sent_invoice
        guardrails:
          - must_not: send without line items
          - must_not: send to invalid email

      """
    #expect(try text(of: "jtbd/money/money.invoice.jtbd") == job)
  }

  /// §16.2: the proposal and the time, which the sample leaves out, are added; nothing else changes.
  @Test("§16.2's record is a proposal as it stands: on a new ledger it is decided, under other truths it halts and says so")
  func queueRecord() throws {
    let sample = """
      {
        "idempotency_key": "ios:abc:create_invoice:1704067200000:f7a2",
        "proposal": { ... },
        "truth_id": "money.invoice.creation",
        "queued_at": "ISO8601",
        "replay_safe": true
      }
      """
    let proposal = """
      {"action": "create_invoice", "invoice_id": "INV-1", "customer_id": "C-7", "period_id": "2024-Q1", "amount": 500,
        "line_items": [{"sku": "A-1", "quantity": 5, "unit_price": 100}]}
      """
    let record = located(
      sample.replacing("{ ... }", with: proposal).replacing("ISO8601", with: "2024-01-01T00:00:00Z"))
    let procedure = EvalSubject(try Repository.truths()).procedureOfAllPacks
    var hashed = try #require(record.value.objectValue)
    for hash in [nil, procedure.governingHash(of: "create_invoice")] {
      hashed["truths_hash"] = hash.map { .text($0) }
      let decided = try procedure.run(RunRequest(proposal: LocatedJSON(unlocated: .object(hashed))), on: procedure.emptyContext)
      #expect(decided.decision == .accepted && decided.truthID == "money.invoice.creation")
      #expect(decided.facts.first?["type"] == .text("invoice.created"))
    }
    hashed["truths_hash"] = .text("sha256:" + String(repeating: "0", count: 64))
    let others = try procedure.run(RunRequest(proposal: LocatedJSON(unlocated: .object(hashed))), on: procedure.emptyContext)
    #expect(others.decision == .halted && others.truthID == "converge.truths.changed")
  }

  /// §6, §17.1 `determinism.no_llm_mode`: words of a model around a proposal do not change the bytes of the decision.
  ///
  /// Approvals are an exception. They are for the proposal as it was shown (hashes §3), so an approval without the model's words
  /// does not count for a proposal with them.
  @Test(
    "what a model says of a proposal changes no decision of the core packs",
    arguments: ["money", "customers", "delivery", "people"])
  func withAndWithoutAModel(pack: String) throws {
    let set = try Repository.truths()
    var sources = set.sources
    let files = try Repository.files(in: "Fixtures/\(pack)", endings: [".json"])
    let suite = FixtureSuite(
      files.map { FixtureFile(sources.add(path: $0.path, bytes: $0.bytes)) }, against: EvalSubject(set), filter: FixtureFilter())
    var compared = 0
    for fixture in suite.fixtures {
      guard case .decision(let proposal, _) = fixture.body, var object = proposal.value.objectValue,
        object["confidence"] == nil, object["action"] != nil
      else { continue }
      let typed = try fixture.procedure.run(RunRequest(proposal: proposal, now: fixture.now), on: fixture.context)
      object["proposal_id"] = .text(typed.proposalID)
      object["confidence"] = .number(try Decimal(literal: "0.99"))
      object["trace_id"] = .text("trc_xyz789")
      object["reason"] = object["reason"] ?? .text("Frequency-based")
      let predicted = try fixture.procedure.run(
        RunRequest(proposal: LocatedJSON(unlocated: .object(object)), now: fixture.now), on: fixture.context)
      guard fixture.context.approvals.isEmpty else { continue }
      func decision(_ outcome: RunOutcome) -> [JSONValue] {
        [.text(outcome.decision.rawValue), .text(outcome.truthID), .text(outcome.reason)]
          + outcome.violations.map { .object($0.json(source: nil)) }
      }
      func facts(_ outcome: RunOutcome) -> String {
        String(decoding: JSONValue.array(outcome.facts.map { .object($0) }).canonical(), as: UTF8.self)
      }
      // The ids of requests depend on the shown proposal.
      let named = /req_[0-9a-f]{16}|sha256:[0-9a-f]{64}/
      let isBound = facts(typed).contains(named)
      #expect(decision(predicted) == decision(typed), "\(fixture.id)")
      #expect(facts(predicted).replacing(named, with: "") == facts(typed).replacing(named, with: ""), "\(fixture.id)")
      #expect(isBound || predicted.outputHash == typed.outputHash, "\(fixture.id)")
      compared += 1
    }
    #expect(compared > 50)
  }
}
