import Testing
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime

/// Fixtures of the core suite fail where a halt does not hold, or where a record of a decision lacks something.
@Suite struct BrokenRecordTests {
  private static let creation = "money.invoice.creation.truths"

  // MARK: Halts

  @Test func aHaltThatGoesOnIsNoticed() throws {
    #expect(try FaultInjection.outcome { $0.decision = .accepted }.isNoticed(by: "truth.halt_on_violation"))
  }

  @Test func aHaltThatPassesForARejectionIsNoticed() throws {
    #expect(try FaultInjection.outcome { $0.decision = .rejected }.isNoticed(by: "truth.halt_on_violation"))
  }

  @Test func aHaltWithAnotherReasonIsNoticed() throws {
    let silent = FaultInjection(truths: (Self.creation, "\"Period is closed\"", "\"Sorry\""))
    #expect(try silent.isNoticed(by: "truth.halt_on_violation"))
  }

  @Test func aHaltForEverIsNoticed() throws {
    let endless = FaultInjection(truths: (Self.creation, "    - period.closed →", "    - period_id exists →"))
    #expect(try endless.isNoticed(by: "truth.restart"))
  }

  @Test func aViolationThatOnlyWarnsIsNoticed() throws {
    let advisory = FaultInjection(truths: (Self.creation, "reject(", "warn("))
    #expect(try advisory.isNoticed(by: "truth.halt_on_violation"))
  }

  @Test func anotherOutputHashIsNoticed() throws {
    #expect(try FaultInjection.outcome { $0.outputHash = $0.inputHash }.isNoticed(by: "determinism.no_llm_mode"))
  }

  // MARK: Traces

  @Test func aDecisionWithoutATraceIsNoticed() throws {
    #expect(try FaultInjection.outcome { $0.traceContents = [] }.isNoticed(by: "truth.trace_has_truth_id"))
  }

  @Test func aGuardrailThatLeavesNoTraceIsNoticed() throws {
    let discreet = FaultInjection.outcome { outcome in
      outcome.traceContents = outcome.traces.filter { $0["action"] != .text("guardrail.hit") }.map { GivenPayload($0) }
    }
    #expect(try discreet.isNoticed(by: "truth.trace_has_truth_id"))
  }

  @Test func aTraceOfAnotherActionIsNoticed() throws {
    let other = FaultInjection.traces { $0["action"] = .text("send_invoice") }
    #expect(try other.isNoticed(by: "truth.trace_has_truth_id.accepted"))
  }

  @Test func aTraceWithoutItsDecisionIsNoticed() throws {
    #expect(try FaultInjection.traces { $0["decision"] = nil }.isNoticed(by: "truth.trace_has_truth_id"))
  }

  @Test func aTraceByNobodyIsNoticed() throws {
    #expect(try FaultInjection.traces { $0["actor"] = nil }.isNoticed(by: "truth.trace_has_truth_id"))
  }

  // MARK: Entries

  @Test func anEntryWithoutATruthIsNoticed() throws {
    let forgetful = FaultInjection.event { event, _ in
      event.type == .trace ? event.with("truth_id", nil).withInner("truth_id", nil) : event
    }
    #expect(try forgetful.isNoticed(by: "truth.trace_has_truth_id.live"))
  }

  @Test func anEntryWithoutACorrelationIsNoticed() throws {
    let loose = FaultInjection.event { event, _ in event.type == .fact ? event.with("correlation_id", nil) : event }
    #expect(try loose.isNoticed(by: "context.correlation_linked"))
  }

  @Test func anEntryOfAnotherRunIsNoticed() throws {
    let strayed = FaultInjection.event { event, _ in
      event.type == .proposal ? event : event.with("run_id", .text("run_other"))
    }
    #expect(try strayed.isNoticed(by: "context.correlation_linked"))
  }

  @Test func anApprovalUnderAnotherCorrelationIsNoticed() throws {
    let apart = FaultInjection.event { event, _ in
      event.userID == "max" ? event.with("correlation_id", .text("cor_other")) : event
    }
    #expect(try apart.isNoticed(by: "context.correlation_linked"))
  }
}
