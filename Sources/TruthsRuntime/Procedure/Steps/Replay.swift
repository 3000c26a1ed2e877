import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

extension RunEvaluation {
  /// The answer that was given before, with its facts, traces and hashes, and no entries (runtime.md §3, step 1).
  func replay(_ record: RunRecord) -> RunOutcome {
    let payload = record.decision?.payload ?? [:]
    let words = record.cancellation?.payload ?? payload
    let decision = payload["decision"]?.stringValue.flatMap(Decision.init) ?? .halted
    let entries = record.resultSequences.compactMap { before.ledger.entry(sequence: $0) }
    let facts = entries.filter { $0.type == .fact }.map(\.content)
    let traces = entries.filter { $0.type == .trace }.map(\.content)
    let violations = payload["violations"]?.arrayValue?.compactMap { Violation(recorded: $0, program: program) } ?? []
    let state = RunState(
      runID: record.runID, status: record.status, factsCount: before.factsCount, pendingProposals: before.runs.waitingCount,
      waitingFor: record.cancellation == nil ? payload["waiting_for"]?.arrayValue?.compactMap(\.stringValue) ?? [] : [],
      lastActivity: (record.cancellation ?? record.decision ?? record.entry).timestamp)
    return RunOutcome(
      decision: decision, truthID: words["truth_id"]?.stringValue ?? "", reason: words["reason"]?.stringValue ?? "",
      violations: violations, run: state, factContents: facts, traceContents: traces, entries: [],
      correlationID: record.entry.correlationID, proposalID: record.proposalID,
      proposalHash: record.proposalHash.prefixed, inputHash: payload["input_hash"]?.stringValue ?? "",
      outputHash: payload["output_hash"]?.stringValue ?? "", before: before.point, after: before.point,
      truthsHash: procedure.truthsHash, governingHash: procedure.governingHash(of: proposal.action),
      steps: Step.recorded(payload),
      provisionalFacts: [], examined: [], isOutOfBudget: words["truth_id"] == .text(BuiltInTruth.budget.rawValue), isReplay: true,
      continuation: ContextContinuation(added: ContextAddition(to: before), isClosed: false, procedure: procedure))
  }
}

extension Step {
  /// The steps of a decision entry.
  fileprivate static func recorded(_ payload: JSONObject) -> [Step] {
    payload["steps"]?.arrayValue?.compactMap { json in
      guard let name = json["step"]?.stringValue.flatMap(Name.init), let result = json["result"]?.stringValue.flatMap(Result.init)
      else {
        return nil
      }
      return Step(name, result)
    } ?? []
  }
}

extension Violation {
  /// A violation as a decision entry holds it; its place in the source is found again by the clause.
  fileprivate init?(recorded json: JSONValue, program: Program) {
    guard let truthID = json["truth_id"]?.stringValue, let clause = json["clause"]?.stringValue,
      let kind = json["kind"]?.stringValue.flatMap(Kind.init), let reason = json["reason"]?.stringValue
    else { return nil }
    let clauses =
      program.truths.flatMap { $0.requires + $0.invariants + $0.moves.map(\.clause) + $0.ensures }
      + program.invariants.map(\.clause)
    let source = clauses.first { $0.id == truthID && $0.name == clause }
    self.init(
      truthID: truthID, declaredBy: truthID, clause: clause, place: .builtIn, position: 0, kind: kind, reason: reason,
      values: json["values"]?.objectValue ?? [:], span: source?.span)
    approvedBy = json["approved_by"]?.stringValue
    isOverridden = json["overridden"] == .boolean(true)
    overrideFault = json["override"]?["why"]?.stringValue
  }
}
