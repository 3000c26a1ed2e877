import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

extension RunEvaluation {
  /// Writes the verdict down: the proposal, one decision, the facts, the traces, in this order (runtime.md §3).
  func finalize(_ verdict: Verdict) -> RunOutcome {
    var violations = ByteBuffer()
    violations.writeList(verdict.violations) { $1.writeCanonical(to: &$0) }
    let canonical = violations.bytes
    let (outputHash, factBytes) = verdict.outputHash(canonical, &hasher.scratch)
    var writer = EntryWriter(context: before, envelope: envelope, hasher)
    if isAppended { writer.write(proposal: proposal) }
    if let continued, isUnchanged(verdict, canonical, since: continued) {
      return outcome(verdict, runID: continued.runID, added: writer.added, outputHash: outputHash)
    }
    let hashes = (inputHash, outputHash)
    writer.write(
      decision: DecisionPayload(verdict, violations: canonical, hashes: hashes, basis: basis), truthID: verdict.truthID)
    let firstSequence = writer.nextSequence
    let ids = writer.write(facts: verdict.facts, givingIDs: !verdict.matches.isEmpty)
    let action = proposal.action ?? ""
    for truth in fired {
      writer.write(
        trace: action, truthID: program.truths[truth].id, decision: verdict.decision, reason: verdict.reason, hashes: hashes,
        names: program.truths[truth].traces)
    }
    for violation in verdict.violations where violation.kind != .advisory {
      writer.write(
        trace: "guardrail.hit", truthID: violation.truthID, decision: verdict.decision, reason: violation.reason, hashes: hashes)
    }
    for match in verdict.matches {
      writer.write(
        trace: action, truthID: program.truths[match.truth].id, decision: verdict.decision, reason: verdict.reason,
        hashes: hashes, from: match.entryIDs(ids, first: firstSequence), names: program.truths[match.truth].traces)
    }
    if let tooMuch = tooMuch(verdict, writer.added, bytes: canonical.count + factBytes) { return finalize(tooMuch) }
    return outcome(verdict, runID: writer.envelope.runID, added: writer.added, outputHash: outputHash)
  }

  /// What a run comes to instead whose own entries are larger than may be appended for one proposal; what truths on facts derive
  /// is not counted (runtime-2.md §2).
  ///
  /// - Parameter bytes: of its facts and violations, which decide mostly whether there is anything to count.
  private func tooMuch(_ verdict: Verdict, _ added: ContextAddition, bytes: Int) -> Verdict? {
    let told = verdict.violations.reduce(verdict.reason.utf8.count * (1 + fired.count)) { $0 + $1.reason.utf8.count }
    // A proposal and the envelopes have less than the rest.
    guard bytes + told > EntrySize.ofRun / 2, verdict.truthID != BuiltInTruth.budget.rawValue else { return nil }
    let derived = Set(program.truths.filter { !$0.matches.isEmpty }.map(\.id))
    let own = added.entries.filter { $0.follows == nil && !($0.type == .fact && derived.contains($0.truthID ?? "")) }
    let size = own.reduce(0) { $0 + $1.leaf.count }
    guard size > EntrySize.ofRun else { return nil }
    let reason = "the entries of the run come to \(size.grouped) bytes, and \(EntrySize.ofRun.grouped) (64 MiB) is the most"
    return .stop(.halted, .record, .builtIn(.budget, .structural, reason))
  }

  /// What all entries of the run say alike.
  private var envelope: EntryEnvelope {
    let claimed = isRunTaken ? nil : proposal.runID
    return EntryEnvelope(
      timestamp: now, correlationID: continued?.entry.correlationID ?? proposal.correlation,
      runID: continued?.runID ?? claimed ?? Hashes.runID(inputHash: inputHash), actor: proposal.actor)
  }

  /// What the decision was made with.
  private var basis: DecisionBasis {
    DecisionBasis(
      truths: procedure.truthsHash, governing: procedure.governingHash(of: proposal.action), contextHead: given.head,
      budget: budget.isStandard ? nil : budget.json)
  }

  /// A run that still waits for the same, for the same reasons, leaves no decision.
  private func isUnchanged(_ verdict: Verdict, _ violations: [UInt8], since record: RunRecord) -> Bool {
    guard verdict.facts.isEmpty, let payload = record.decision?.payload else { return false }
    return payload["status"] == .text(verdict.status.rawValue) && payload["decision"] == .text(verdict.decision.rawValue)
      && payload["truth_id"] == .text(verdict.truthID) && payload["reason"] == .text(verdict.reason)
      && payload["violations"]?.canonical() == violations
      && payload["waiting_for"] == .array(verdict.waitingFor.map { .text($0) })
  }

  private func outcome(_ verdict: Verdict, runID: String, added: ContextAddition, outputHash: Digest) -> RunOutcome {
    let isClosed = verdict.decision == .accepted
    let state = RunState(
      runID: runID, status: verdict.status, factsCount: added.factsCount, pendingProposals: pending(verdict, runID, added),
      waitingFor: verdict.waitingFor, lastActivity: now)
    return RunOutcome(
      decision: verdict.decision, truthID: verdict.truthID, reason: verdict.reason, violations: verdict.violations, run: state,
      factContents: verdict.facts.map(\.payload),
      traceContents: added.entries.compactMap { $0.type == .trace ? $0.content : nil },
      entries: closed.isEmpty ? added.entries : closed + added.entries,
      correlationID: continued?.entry.correlationID ?? proposal.correlation,
      proposalID: proposal.identity, proposalHash: proposalHash.prefixed, inputHash: inputHash.prefixed,
      outputHash: outputHash.prefixed,
      before: given.point, after: added.point(&hasher.scratch.hash), truthsHash: procedure.truthsHash,
      governingHash: procedure.governingHash(of: proposal.action), steps: verdict.steps, provisionalFacts: provisional,
      evaluated: evaluated, isOutOfBudget: verdict.isOutOfBudget, isReplay: false,
      continuation: ContextContinuation(added: added, isClosed: isClosed, procedure: procedure),
      budget: budget.isStandard ? nil : budget)
  }

  /// How many runs wait once this one is written down.
  private func pending(_ verdict: Verdict, _ runID: String, _ added: ContextAddition) -> Int {
    let runs = before.runs
    let waited = runs.record(runID).map { $0.status == .waiting ? 1 : 0 } ?? 0
    return runs.waitingCount - waited + (verdict.status == .waiting ? 1 : 0)
  }
}

extension Verdict {
  /// The hash over what the run came to (runtime.md §2).
  ///
  /// - Parameters:
  ///   - violations: JCS of the violations without `source`: what hashes hold does not depend on where a rule stands.
  ///   - scratch: what it is hashed in.
  /// - Returns: the hash, and how many bytes the facts have.
  fileprivate func outputHash(_ violations: [UInt8], _ scratch: inout HashScratch) -> (hash: Digest, factBytes: Int) {
    var factBytes = 0
    let hash = Hashes.output(decision: decision.rawValue, truthID: truthID, reason: reason, &scratch) {
      $0.append(violations)
    } facts: { buffer in
      let before = buffer.count
      defer { factBytes = buffer.count - before }
      for place in facts.indices {
        if place > 0 { buffer.append(UInt8(ascii: ",")) }
        facts[place].payload.writeCanonical(to: &buffer)
      }
    }
    return (hash, factBytes)
  }
}
