import Testing
import TruthsCheck
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime

/// Each fixture of the core suite fails when the feature that it tests is broken, in a decision or in its records.
@Suite struct BrokenDecisionTests {
  @Test func withoutTheInvariantCheckProposalsBecomeFacts() throws {
    let breakage = FaultInjection(program: { program in
      var program = program
      for index in program.truths.indices { program.truths[index].invariants = [] }
      return program
    })
    #expect(try breakage.result(of: "truth.fact_from_proposal").outcome.isFailure)
  }

  @Test func whereNothingBecomesAFact() throws {
    let breakage = FaultInjection(program: { program in
      var program = program
      for index in program.truths.indices { program.truths[index].outputs = [] }
      return program
    })
    #expect(try breakage.result(of: "truth.fact_from_proposal").outcome == .failed)
  }

  @Test func withoutTheClosedPeriodNothingHalts() throws {
    let lenient = FaultInjection(program: { RuleRemoval("money.period.closed_invariant", from: $0)?.program ?? $0 })
    #expect(try lenient.isNoticed(by: "truth.halt_on_violation"))
  }

  @Test func tracesWithoutATruthAreNoticed() throws {
    let forgetful = FaultInjection(outcome: { outcome in
      var outcome = outcome
      outcome.traceContents = outcome.traces.map { trace in
        var trace = trace
        trace["truth_id"] = nil
        return GivenPayload(trace)
      }
      return outcome
    })
    #expect(try forgetful.result(of: "truth.trace_has_truth_id").outcome.isFailure)
    let onlyOne = FaultInjection(outcome: { outcome in
      var outcome = outcome
      outcome.traceContents.append(GivenPayload(["trace_id": .text("trc_0"), "action": .text("create_invoice")]))
      return outcome
    })
    #expect(try onlyOne.result(of: "truth.trace_has_truth_id").mismatches.map(\.path) == ["expected.no_traces[0]"])
    let loud = FaultInjection(outcome: { outcome in
      var outcome = outcome
      outcome.traceContents.append(GivenPayload(["action": .text("guardrail.hit"), "truth_id": .text("money.invoice.creation")]))
      return outcome
    })
    #expect(try loud.result(of: "truth.trace_has_truth_id.accepted").mismatches.map(\.path) == ["expected.no_traces[1]"])
  }

  @Test func aDecisionThatNeedsAModelIsNoticed() throws {
    let breakage = FaultInjection(
      truths: ("money.invoice.creation.truths", "    - amount > 0\n", "    - amount > 0\n    - proposal.confidence > 0.5\n"))
    #expect(try breakage.result(of: "determinism.no_llm_mode").mismatches.map(\.path).contains("expected.decision"))
    #expect(try breakage.result(of: "determinism.no_llm_mode.predicted").mismatches.map(\.path) == ["expected.output_hash"])
  }

  /// The comparison notices a decision that depends on a model. Without a model, no decision changes.
  @Test func aDecisionThatListensToAModelIsNoticed() throws {
    let path = "money.invoice.creation.truths"
    let timid = FaultInjection(truths: (path, "    - amount > 0\n", "    - amount > 0\n    - not (proposal.confidence > 0.9)\n"))
    #expect(try timid.result(of: "determinism.no_llm_mode.predicted").mismatches.map(\.path).contains("expected.decision"))
    let swayed = FaultInjection(
      truths: (
        path, "    - period.closed →", "    - period.closed and (proposal.confidence missing or proposal.confidence < 0.9) →"
      ))
    #expect(try !swayed.result(of: "determinism.no_llm_mode.halted").mismatches.map(\.path).contains("expected.decision"))
    #expect(
      try swayed.result(of: "determinism.no_llm_mode.halted.predicted").mismatches.map(\.path).contains("expected.decision"))
  }
}
