import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

extension RunEvaluation {
  /// Writes the verdict as entries: the proposal, one decision, the facts, the traces (runs §3).
  func finalize(_ verdict: Verdict) -> RunOutcome {
    var violations = ByteBuffer()
    violations.writeList(verdict.violations) { $1.writeCanonical(to: &$0) }
    let canonical = violations.bytes
    spend(writing: verdict, violations: canonical.count)
    // An outcome that will be discarded, or is too large already, is not written first.
    if !verdict.isOutOfBudget, isOverworked || canonical.count + reasonBytes(of: verdict) > EntrySize.ofRun {
      return finalize(.tooMuch)
    }
    let own = { (fact: ProducedFact) in fired.contains { program.truths[$0].id == fact.truthID } }
    let (outputHash, factBytes) = verdict.outputHash(canonical, isOwn: own, &hasher.scratch)
    guard let outputHash else { return finalize(.tooMuch) }
    var writer = EntryWriter(context: before, envelope: envelope, hasher)
    if isAppended { writer.write(proposal: proposal) }
    if let continued, isUnchanged(verdict, canonical, since: continued) {
      return outcome(verdict, runID: continued.runID, added: writer.added, outputHash: outputHash)
    }
    let hashes = DecisionHashes(input: inputHash, output: outputHash)
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
    if isTooMuch(verdict, writer.added, bytes: canonical.count + factBytes) { return finalize(.tooMuch) }
    return outcome(verdict, runID: writer.envelope.runID, added: writer.added, outputHash: outputHash)
  }

  /// Returns a lower bound for the bytes of the reasons in the decision and its traces. Matches and advisories add more bytes.
  private func reasonBytes(of verdict: Verdict) -> Int {
    let violated = verdict.violations.reduce(0) { $0 + ($1.kind == .advisory ? 0 : $1.reason.utf8.count) }
    return verdict.reason.utf8.count * (1 + fired.count) + violated
  }

  /// Counts the work of writing the violations, and of writing the traces that state the same again.
  private func spend(writing verdict: Verdict, violations bytes: Int) {
    // A run that halts at another limit writes little, and must not fail at this one.
    guard let work = initialContext.store.work, !verdict.isOutOfBudget else { return }
    work.spend(WorkMeter.stepsPerTrace * (fired.count + verdict.violations.count))
    work.spend((2 * bytes + reasonBytes(of: verdict)) / WorkMeter.bytesWrittenPerStep)
  }

  /// Returns whether a run's own entries exceed the size limit for one proposal. Entries that truths derive from facts do not
  /// count (limits §4).
  ///
  /// - Parameter bytes: the size of the run's facts and violations. If it is small, the entries need not be measured.
  private func isTooMuch(_ verdict: Verdict, _ added: ContextAddition, bytes: Int) -> Bool {
    // The proposal and the envelopes are smaller than the rest.
    guard bytes + reasonBytes(of: verdict) > EntrySize.ofRun / 2, !verdict.isOutOfBudget else { return false }
    let derived = Set(program.truths.filter { !$0.matches.isEmpty }.map(\.id))
    let own = added.entries.filter { $0.follows == nil && !($0.type == .fact && derived.contains($0.truthID ?? "")) }
    return own.reduce(0) { $0 + $1.leaf.count } > EntrySize.ofRun
  }

  /// The members that all entries of the run share.
  private var envelope: EntryEnvelope {
    let claimed = isRunTaken ? nil : proposal.runID
    return EntryEnvelope(
      timestamp: now, correlationID: continued.flatMap { before.proposal(of: $0) }?.correlationID ?? proposal.correlation,
      runID: continued?.runID ?? claimed ?? Hashes.runID(inputHash: inputHash), actor: proposal.actor)
  }

  /// The inputs of the decision that its entry records.
  private var basis: DecisionBasis {
    DecisionBasis(
      language: procedure.language, truths: procedure.truthsHash, governing: procedure.governingHash(of: proposal.action),
      contextHead: initialContext.head,
      budget: budget.isStandard ? nil : budget.json)
  }

  /// Returns whether a run still waits with the same verdict. If so, no new decision is appended.
  private func isUnchanged(_ verdict: Verdict, _ violations: [UInt8], since record: RunRecord) -> Bool {
    guard verdict.facts.isEmpty, let payload = initialContext.decision(of: record)?.payload else { return false }
    return payload["status"] == .text(verdict.status.rawValue) && payload["decision"] == .text(verdict.decision.rawValue)
      && payload["truth_id"] == .text(verdict.truthID) && payload["reason"] == .text(verdict.reason)
      && payload["violations"]?.canonical() == violations
      && payload["waiting_for"] == .texts(verdict.waitingFor.words)
  }

  private func outcome(_ verdict: Verdict, runID: String, added: ContextAddition, outputHash: Digest) -> RunOutcome {
    let isClosed = verdict.decision == .accepted
    let state = RunState(
      runID: runID, status: verdict.status, factsCount: added.factsCount, pendingProposals: pending(verdict, runID, added),
      waitingFor: verdict.waitingFor, lastActivity: now)
    return RunOutcome(
      decision: verdict.decision, truthID: verdict.truthID, reason: verdict.reason, heldClauses: verdict.heldClauses,
      violations: verdict.violations, run: state,
      factContents: verdict.facts.map(\.payload),
      traceContents: added.entries.compactMap { $0.type == .trace ? $0.content : nil },
      entries: closed.isEmpty ? added.entries : closed + added.entries,
      correlationID: continued.flatMap { before.proposal(of: $0) }?.correlationID ?? proposal.correlation,
      proposalID: proposal.identity, proposalHash: proposalHash.prefixed, inputHash: inputHash.prefixed,
      outputHash: outputHash.prefixed,
      before: initialContext.point, after: added.point(&hasher.scratch.hash), truthsHash: procedure.truthsHash,
      governingHash: procedure.governingHash(of: proposal.action), steps: verdict.steps, provisionalFacts: provisional,
      evaluated: evaluated, isOutOfBudget: verdict.isOutOfBudget, isReplay: false,
      continuation: ContextContinuation(added: added, isClosed: isClosed, procedure: procedure),
      budget: budget.isStandard ? nil : budget,
      reads: notesReads && verdict.status == .waiting ? reads(of: verdict) : nil)
  }

  /// Returns the number of runs that wait in the context after this run.
  private func pending(_ verdict: Verdict, _ runID: String, _ added: ContextAddition) -> Int {
    let runs = before.runs
    let waited = runs.record(runID).map { $0.status == .waiting ? 1 : 0 } ?? 0
    return runs.waitingCount - waited + (verdict.status == .waiting ? 1 : 0)
  }
}

extension Verdict {
  /// The verdict of a run whose own entries exceed the size limit.
  fileprivate static let tooMuch = Self.stop(
    .halted, .record,
    .builtIn(
      .budget, .structural,
      "the entries of the run come to more than \(EntrySize.ofRun.grouped) bytes (64 MiB), which is the most"))

  /// Returns the output hash (hashes §3).
  ///
  /// - Parameters:
  ///   - violations: the violations as JCS without `source`, because the position of a rule in a file must not affect the hash.
  ///   - isOwn: returns whether a truth of the proposal itself makes a fact. Such facts come before the derived facts.
  ///   - scratch: the hash memory to reuse.
  /// - Returns: the hash, and the size of the facts in bytes. The hash is `nil` if the proposal's own facts exceed the size
  ///   limit, at which writing stops.
  fileprivate func outputHash(
    _ violations: [UInt8], isOwn: (ProducedFact) -> Bool, _ scratch: inout HashScratch
  ) -> (hash: Digest?, factBytes: Int) {
    var factBytes = 0
    var isTooMuch = false
    let hash = Hashes.output(decision: decision.rawValue, truthID: truthID, reason: reason, &scratch) {
      $0.append(violations)
    } facts: { buffer in
      let before = buffer.count
      defer { factBytes = buffer.count - before }
      for place in facts.indices {
        if place > 0 { buffer.append(UInt8(ascii: ",")) }
        facts[place].payload.writeCanonical(to: &buffer)
        if buffer.count - before > EntrySize.ofRun, isOwn(facts[place]) {
          isTooMuch = true
          return
        }
      }
    }
    return (isTooMuch ? nil : hash, factBytes)
  }
}
