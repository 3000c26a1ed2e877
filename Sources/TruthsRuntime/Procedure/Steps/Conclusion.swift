import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

extension RunEvaluation {
  /// Writes the verdict down: the proposal, one decision, the facts, the traces, in this order (runtime.md §3).
  func conclude(_ verdict: Verdict) -> RunOutcome {
    if let continued, isUnchanged(verdict, since: continued) {
      return outcome(
        verdict, runID: continued.runID, added: ContextAddition(to: given),
        outputHash: verdict.outputHash(verdict.violationsJSON))
    }
    let violations = verdict.violationsJSON
    let outputHash = verdict.outputHash(violations)
    var writer = EntryWriter(context: before, envelope: envelope)
    if continued == nil { writer.write(proposal: proposal) }
    writer.write(
      decision: verdict.decisionPayload(violations, inputHash: inputHash, outputHash: outputHash), truthID: verdict.truthID)
    let firstSequence = writer.nextSequence
    let ids = writer.write(facts: verdict.facts)
    let (action, hashes) = (proposal.action ?? "", (inputHash, outputHash))
    for truth in fired {
      writer.write(trace: action, truthID: truth, decision: verdict.decision, reason: verdict.reason, hashes: hashes)
    }
    for violation in verdict.violations where violation.kind != .advisory {
      writer.write(
        trace: "guardrail.hit", truthID: violation.truthID, decision: verdict.decision, reason: violation.reason, hashes: hashes)
    }
    for match in verdict.matches {
      writer.write(
        trace: action, truthID: program.truths[match.truth].id, decision: verdict.decision, reason: verdict.reason,
        hashes: hashes, from: match.entryIDs(ids, first: firstSequence))
    }
    return outcome(verdict, runID: writer.envelope.runID, added: writer.added, outputHash: outputHash)
  }

  /// What all entries of the run say alike.
  private var envelope: EntryEnvelope {
    let claimed = isRunTaken ? nil : proposal.runID
    return EntryEnvelope(
      timestamp: now,
      correlationID: continued?.entry.correlationID ?? proposal.correlationID
        ?? Hashes.correlationID(received: proposal.canonical),
      runID: continued?.runID ?? claimed ?? Hashes.runID(inputHash: inputHash), actor: proposal.actor)
  }

  /// A run that still waits for the same, for the same reasons, leaves nothing new.
  private func isUnchanged(_ verdict: Verdict, since record: RunRecord) -> Bool {
    guard let payload = record.decision?.payload else { return false }
    return payload["status"] == .text(verdict.status.rawValue) && payload["decision"] == .text(verdict.decision.rawValue)
      && payload["truth_id"] == .text(verdict.truthID) && payload["reason"] == .text(verdict.reason)
      && payload["violations"]?.canonical() == verdict.violationsJSON.canonical()
      && payload["waiting_for"] == .array(verdict.waitingFor.map { .text($0) })
  }

  private func outcome(_ verdict: Verdict, runID: String, added: ContextAddition, outputHash: String) -> RunOutcome {
    let isClosed = verdict.decision == .accepted
    let state = RunState(
      runID: runID, status: verdict.status, factsCount: added.factsCount, pendingProposals: pending(verdict, runID, added),
      waitingFor: verdict.waitingFor, lastActivity: now)
    return RunOutcome(
      decision: verdict.decision, truthID: verdict.truthID, reason: verdict.reason, violations: verdict.violations, run: state,
      facts: verdict.facts.map(\.payload), traceContents: added.entries.filter { $0.type == .trace }.map(\.content),
      entries: added.entries.isEmpty || closing.entries.isEmpty ? added.entries : closing.entries + added.entries,
      proposalID: proposal.identity, proposalHash: proposalHash, inputHash: inputHash, outputHash: outputHash,
      before: given.point, after: added.point, truthsHash: procedure.truthsHash,
      governingHash: procedure.governingHash(of: proposal.action), steps: verdict.steps, provisionalFacts: provisional,
      examined: examined, isOutOfBudget: verdict.isOutOfBudget, isReplay: false,
      continuation: ContextContinuation(added: added, isClosed: isClosed, program: program),
      budget: budget == .standard ? nil : budget)
  }

  /// How many runs wait once this one is written down.
  private func pending(_ verdict: Verdict, _ runID: String, _ added: ContextAddition) -> Int {
    let runs = before.runs
    if added.entries.isEmpty { return given.runs.waitingCount }
    let waited = runs.record(runID).map { $0.status == .waiting ? 1 : 0 } ?? 0
    return runs.waitingCount - waited + (verdict.status == .waiting ? 1 : 0)
  }
}

extension Verdict {
  /// The violations without `source`: what hashes and entries hold does not depend on where a rule stands.
  var violationsJSON: JSONValue { .array(violations.map { .object($0.json(source: nil)) }) }

  /// The hash over what the run came to (runtime.md §2).
  ///
  /// - Parameter violations: ``violationsJSON``.
  func outputHash(_ violations: JSONValue) -> String {
    Hashes.output(
      decision: decision.rawValue, truthID: truthID, reason: reason, violations: violations, facts: facts.map(\.payload))
  }

  /// The payload of the decision entry (runtime.md §3).
  ///
  /// - Parameter violations: ``violationsJSON``.
  func decisionPayload(_ violations: JSONValue, inputHash: String, outputHash: String) -> JSONObject {
    [
      "status": .text(status.rawValue), "decision": .text(decision.rawValue), "truth_id": .text(truthID), "reason": .text(reason),
      "violations": violations, "waiting_for": .array(waitingFor.map { .text($0) }), "steps": Step.json(of: steps),
      "input_hash": .text(inputHash), "output_hash": .text(outputHash),
    ]
  }
}
