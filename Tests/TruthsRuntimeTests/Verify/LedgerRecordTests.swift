import Testing
import TruthsJSON
import TruthsLedger
import TruthsRuntime

/// The consistency of a run's entries is verified without rules (hashes §3), also when the input hash is not that of the run.
@Suite("What a ledger says of itself")
struct LedgerRecordTests {
  private static let zeros = "sha256:" + String(repeating: "0", count: 64)

  /// Returns the entries of a run that waits for an approval (proposal, decision, request, two traces) and of an accepted one
  /// (proposal, decision, fact, trace).
  private static func entries() throws -> [Entry] {
    var world = try World()
    _ = try world.propose(DecisionTests.large)
    _ = try world.propose(DecisionTests.small.replacing("i1", with: "i2"))
    return world.context.ledger.entries
  }

  /// Returns the difference that verification finds after a change of an entry with a valid id, without rules.
  private static func difference(
    at place: Int, correlationID: String? = nil, _ change: (inout JSONObject) -> Void = { _ in }
  ) throws -> String? {
    var entries = try entries()
    let entry = entries[place]
    var payload = entry.payload
    change(&payload)
    entries[place] = Entry.make(
      type: entry.type, timestamp: entry.timestamp, correlationID: correlationID ?? entry.correlationID, runID: entry.runID,
      actor: entry.actor, truthID: entry.truthID, payload: payload, sequence: entry.sequence, proposalID: entry.proposalID)
    var verifier = LedgerVerifier(entries: entries, procedures: [])
    return verifier.verify().difference?.subject
  }

  @Test func whatWasWrittenHolds() throws { #expect(try Self.difference(at: 0) == nil) }

  @Test func anInputHashIsThatOfTheRun() throws {
    #expect(try Self.difference(at: 1) { $0["input_hash"] = .text(Self.zeros) } == "entry 2, run_id")
    #expect(try Self.difference(at: 1) { $0["input_hash"] = nil } == "entry 2, input_hash")
    #expect(try Self.difference(at: 1) { $0["input_hash"] = .text("sha256:zz") } == "entry 2, input_hash")
    #expect(try Self.difference(at: 1) { $0["input_hash"] = .number(.zero) } == "entry 2, input_hash")
  }

  @Test(arguments: ["decision", "input_hash", "output_hash"])
  func aTraceRepeatsItsDecision(_ member: String) throws {
    #expect(try Self.difference(at: 3) { $0[member] = .text(Self.zeros) } == "entry 4, \(member)")
    #expect(try Self.difference(at: 8) { $0[member] = .text(Self.zeros) } == "entry 9, \(member)")
  }

  @Test func aCorrelationIDIsThatOfTheProposal() throws {
    #expect(try Self.difference(at: 0, correlationID: "cor_bogus") == "entry 1, correlation_id")
    #expect(try Self.difference(at: 1, correlationID: "cor_bogus") == "entry 2, correlation_id")
  }

  @Test func aRequestIsBoundToItsProposal() throws {
    #expect(try Self.difference(at: 2) { $0["proposal_hash"] = .text(Self.zeros) } == "entry 2, output_hash")
    // With the output hash written anew as well.
    for (member, value) in [("proposal_hash", Self.zeros), ("request", "req_0000000000000000"), ("role", "intern")] {
      let found = try Self.resealed { $0[member] = .text(value) }
      #expect(found == "entry 3, \(member == "role" ? "request" : member)")
    }
  }

  /// Returns the difference after a change of the request, with a recomputed output hash of its decision.
  private static func resealed(_ change: (inout JSONObject) -> Void) throws -> String? {
    var entries = try entries()
    var request = entries[2].payload
    change(&request)
    var decision = entries[1].payload
    decision["output_hash"] = .text(
      Hashes.output(
        decision: decision["decision"]?.stringValue ?? "", truthID: decision["truth_id"]?.stringValue ?? "",
        reason: decision["reason"]?.stringValue ?? "", violations: decision["violations"] ?? .array([]), facts: [request]
      ).prefixed)
    for (place, payload) in [(1, decision), (2, request)] {
      let entry = entries[place]
      entries[place] = Entry.make(
        type: entry.type, timestamp: entry.timestamp, correlationID: entry.correlationID, runID: entry.runID, actor: entry.actor,
        truthID: entry.truthID, payload: payload, sequence: entry.sequence, proposalID: entry.proposalID)
    }
    var verifier = LedgerVerifier(entries: entries, procedures: [])
    return verifier.verify().difference?.subject
  }
}
