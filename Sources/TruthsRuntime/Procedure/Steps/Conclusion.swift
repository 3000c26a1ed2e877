import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

extension RunEvaluation {
  /// Writes the verdict down: the proposal, one decision, the facts, the traces, in this order (runtime.md §3).
  func conclude(_ verdict: Verdict) -> RunOutcome {
    if let continued, isUnchanged(verdict, since: continued) {
      return outcome(verdict, writer: writer(on: given), appended: [])
    }
    var writer = writer(on: before)
    if continued == nil { writer.write(proposal: proposal) }
    let payload = verdict.decisionPayload(inputHash: inputHash, outputHash: verdict.outputHash)
    writer.write(.decision, payload: payload, truthID: verdict.truthID)
    let firstSequence = writer.context.nextSequence
    let ids = writer.write(facts: verdict.facts)
    var words = TraceWords(
      action: proposal.action ?? "", truthID: "", decision: verdict.decision, reason: verdict.reason,
      hashes: (inputHash, verdict.outputHash))
    for truth in fired {
      words.truthID = truth
      writer.writeTrace(words)
    }
    for violation in verdict.violations where violation.kind != .advisory {
      writer.writeTrace(
        TraceWords(
          action: "guardrail.hit", truthID: violation.truthID, decision: verdict.decision, reason: violation.reason,
          hashes: words.hashes))
    }
    for match in verdict.matches {
      words.truthID = program.truths[match.truth].id
      words.from = match.entryIDs(ids, first: firstSequence)
      writer.writeTrace(words)
    }
    var outcome = outcome(verdict, writer: writer, appended: closing.entries + writer.entries)
    if verdict.decision == .accepted { outcome.context.markClosed() }
    return outcome
  }

  private func writer(on context: Context) -> EntryWriter {
    let claimed = isRunTaken ? nil : proposal.runID
    let runID = continued?.runID ?? claimed ?? Hashes.runID(inputHash: inputHash)
    let correlationID =
      continued?.entry.correlationID ?? proposal.correlationID ?? Hashes.correlationID(received: proposal.received.value)
    return EntryWriter(
      program: program, context: context, runID: runID, correlationID: correlationID, actor: proposal.actor, now: now)
  }

  /// A run that still waits for the same, for the same reasons, leaves nothing new.
  private func isUnchanged(_ verdict: Verdict, since record: RunRecord) -> Bool {
    guard let payload = record.decision?.payload else { return false }
    return payload["status"] == .text(verdict.status.rawValue) && payload["decision"] == .text(verdict.decision.rawValue)
      && payload["truth_id"] == .text(verdict.truthID) && payload["reason"] == .text(verdict.reason)
      && payload["violations"]?.canonical() == verdict.violationsJSON.canonical()
      && payload["waiting_for"] == .array(verdict.waitingFor.map { .text($0) })
  }

  private func outcome(_ verdict: Verdict, writer: EntryWriter, appended: [Entry]) -> RunOutcome {
    let after = writer.context
    let state = RunState(
      runID: writer.runID, status: verdict.status, factsCount: after.factsCount, pendingProposals: after.runs.waitingCount,
      waitingFor: verdict.waitingFor, lastActivity: now)
    return RunOutcome(
      decision: verdict.decision, truthID: verdict.truthID, reason: verdict.reason, violations: verdict.violations, run: state,
      facts: verdict.facts.map(\.payload), traces: writer.entries.filter { $0.type == .trace }.map(\.payload), entries: appended,
      proposalID: proposal.identity, proposalHash: proposalHash, inputHash: inputHash, outputHash: verdict.outputHash,
      before: given.point, after: after.point, truthsHash: procedure.truthsHash,
      governingHash: procedure.governingHash(of: proposal.action), steps: verdict.steps, provisionalFacts: provisional,
      examined: examined, isOutOfBudget: verdict.isOutOfBudget, isReplay: false, context: after,
      budget: budget == .standard ? nil : budget)
  }
}

extension Verdict {
  /// The violations without `source`: what hashes and entries hold does not depend on where a rule stands.
  var violationsJSON: JSONValue { .array(violations.map { .object($0.json(source: nil)) }) }

  /// The hash over what the run came to (runtime.md §2).
  var outputHash: String {
    Hashes.output(
      decision: decision.rawValue, truthID: truthID, reason: reason, violations: violationsJSON,
      facts: facts.map(\.payload))
  }

  /// The payload of the decision entry (runtime.md §3).
  func decisionPayload(inputHash: String, outputHash: String) -> JSONObject {
    [
      "status": .text(status.rawValue), "decision": .text(decision.rawValue), "truth_id": .text(truthID), "reason": .text(reason),
      "violations": violationsJSON, "waiting_for": .array(waitingFor.map { .text($0) }), "steps": .array(steps.map(\.json)),
      "input_hash": .text(inputHash), "output_hash": .text(outputHash),
    ]
  }
}
