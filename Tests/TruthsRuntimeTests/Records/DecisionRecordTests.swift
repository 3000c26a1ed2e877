import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The record of a decision is read once; invalid content gives no invented values.
@Suite struct DecisionRecordTests {
  /// The entry of a decision and the output of its run tell the same (runs §10.5, ledgers §4).
  @Test func entryAndOutputTellTheSame() throws {
    var world = try World()
    let outcome = try world.propose(DecisionTests.large)
    let entry = try #require(outcome.entries.first { $0.type == .decision })
    let records = [DecisionRecord(entry.payload), DecisionRecord(output: outcome.json { _ in "shop:1:1" })]
    for record in records {
      #expect(record.ending == .waiting && record.decision == "halted" && record.status == "waiting")
      #expect(record.tells(outcome))
      #expect(record.wait.awaited == outcome.run.waitingFor && record.wait.awaited.words == ["approval from @manager"])
      #expect(record.inputHash == outcome.inputHash && record.outputHash == outcome.outputHash)
      #expect(record.budget == .standard)
      let violation = try #require(record.violations.first)
      #expect(record.violations.count == 1 && violation.kind == .acceptance && violation.reason == outcome.reason)
      #expect(violation.truthID == outcome.truthID && violation.clause == outcome.violations[0].clause)
      #expect(violation.values == outcome.violations[0].values && violation.approvers.isEmpty && !violation.isOverridden)
    }
    #expect(records[0].truthsHash == world.procedure.truthsHash && records[0].language == .current)
    #expect(records.map { $0.violations[0].source } == [nil, "shop:1:1"])
    let violation = RecordedViolation(outcome.violations[0]) { _ in "shop:1:1" }
    #expect(violation.source == "shop:1:1" && violation.reason == outcome.reason && violation.kind == .acceptance)
    // The engine made the reason of the clause's text; a record does not tell that.
    #expect(violation.tellsItsText && !records[1].violations[0].tellsItsText)
  }

  @Test func anotherDecisionIsNotTheSame() throws {
    var world = try World()
    let outcome = try world.propose(DecisionTests.large)
    var payload = try #require(outcome.entries.first { $0.type == .decision }).payload
    for name in ["decision", "status", "truth_id", "reason"] {
      let value = payload[name]
      payload[name] = .text("another")
      #expect(!DecisionRecord(payload).tells(outcome), "\(name)")
      payload[name] = value
    }
    #expect(DecisionRecord(payload).tells(outcome))
  }

  /// A hostile record: members that are missing, or of another type.
  @Test(
    arguments: [
      [:],
      [
        "decision": .boolean(true), "status": .array([]), "truth_id": .null, "reason": .integer(1), "violations": .text("none"),
        "waiting_for": .text("resume"), "steps": .null, "input_hash": .null, "output_hash": .array([]), "truths_hash": .null,
        "language": .text("3"), "budget": .array([]), "run": .text("run"),
      ],
    ] as [JSONObject])
  func nothingIsMadeUp(_ payload: JSONObject) {
    for record in [DecisionRecord(payload), DecisionRecord(output: payload)] {
      #expect(record.decision == nil && record.status == nil && record.ending == nil)
      #expect(record.truthID == nil && record.reason == nil && record.violations.isEmpty && record.wait.awaited.isEmpty)
      #expect(record.inputHash == nil && record.outputHash == nil && record.proposalHash == nil && record.truthsHash == nil)
      #expect(record.language == nil && record.budget == .standard)
    }
  }

  @Test func violationsOfAHostileRecord() {
    let violations = DecisionRecord([
      "violations": .array([.null, .object(["kind": .text("worse"), "overridden": .integer(1)])])
    ])
    .violations
    #expect(violations.count == 2)
    #expect(violations.allSatisfy { $0 == RecordedViolation(.null) })
    #expect(RecordedViolation(.null).kind == nil && RecordedViolation(.null).values == [:])
  }

  /// A trace repeats its decision (runs §3); a trace of a violation is called `guardrail.hit`.
  @Test func traces() throws {
    var world = try World()
    let outcome = try world.propose(DecisionTests.large)
    let traces = outcome.traces.map { TraceRecord($0) }
    #expect(traces.first?.isOfViolation == false && traces.last?.isOfViolation == true)
    for trace in traces {
      #expect(trace.decision == "halted" && trace.reason == outcome.reason && trace.truthID != nil)
      #expect(trace.inputHash == outcome.inputHash && trace.outputHash == outcome.outputHash)
    }
    #expect(traces[0].action == "create_invoice")
    #expect(TraceRecord([:]).action == nil && !TraceRecord([:]).isOfViolation)
  }
}
