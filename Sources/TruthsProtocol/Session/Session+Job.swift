import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The present state of one job, for clients that ask instead of following the stream (contract §15.1).
extension Session {
  /// Returns a job as a client may see it.
  ///
  /// Members are `job_id`, `run` and, of its last decision, `decision`, `truth_id`, `reason`, `decision_id`, `truths`, `facts`
  /// and `violations`.
  ///
  /// - Returns: `nil` if the job does not exist, or if the client may not read it; a client cannot distinguish the two.
  package mutating func job(_ jobID: String, for name: String) -> JSONObject? {
    guard let actor = channels[name]?.client.actor, jobID.hasPrefix("job_") else { return nil }
    let runID = "run_" + jobID.dropFirst("job_".count)
    let (record, view) = (context.runs.record(runID), state.run(runID))
    let proposal = record.flatMap { context.proposal(of: $0) }
    guard record != nil || view != nil, mayRead(ReadSubject(of: proposal?.actor ?? view?.proposer, factType: nil), actor) else {
      return nil
    }
    let decision = record.flatMap { context.decision(of: $0) }
    let status = view.flatMap { RunState.Status(rawValue: $0.status) } ?? record?.status ?? .running
    var run = runState(runID, status, waitingFor: view?.waitingFor ?? [])
    run.lastActivity = decision?.timestamp ?? proposal?.timestamp ?? run.lastActivity
    var job: JSONObject = ["job_id": .text(jobID)]
    job["proposal_id"] = (record?.proposalID ?? view?.proposalID).map { .text($0) }
    job["run"] = .object(seen(run, by: actor).json)
    guard let decision, let record else {
      // A held proposal, also if it was cancelled, is in no entry.
      job["truth_id"] = view?.truthID.map { .text($0) }
      if let view, let reason = view.reason {
        let reader = reader(actor, of: view.subject, runID: runID)
        job["reason"] = .text(masking.masked(reason: reason, truthID: view.truthID, for: reader))
      }
      return job
    }
    let shown = seen(decision, by: actor)
    for member in ["decision", "truth_id", "reason", "violations"] { job[member] = shown[member] }
    if let cancellation = context.cancellation(of: record) {
      let words = seen(cancellation, by: actor)
      for member in ["truth_id", "reason"] { job[member] = words[member] }
      job["decision"] = .text(DecisionOutcome.halted.rawValue)
    }
    job["decision_id"] = .text(decision.entryID)
    job["truths"] = DecisionRecord(decision.payload).truthsHash.map { .text($0) }
    job["facts"] = .array(facts(of: record, for: actor).map { .object($0) })
    return job
  }

  /// Whether a proposal would begin a run although its actor already has `most` open runs.
  ///
  /// A proposal under a key that the actor has used begins no run.
  package func hasOpenRuns(_ most: Int, of name: String, besides proposal: JSONObject) -> Bool {
    guard state.openCount >= most, let actor = channels[name]?.client.actor else { return false }
    let isKnown = context.runs.run(key: key(of: proposal), userID: actor.text("user_id") ?? "") != nil
    let open = state.runs.count { run in
      guard !run.isDone, let proposer = run.proposer else { return false }
      return actor.isSamePerson(as: proposer)
    }
    return !isKnown && open >= most
  }

  /// Returns the facts of a run's last decision that an actor may read.
  private mutating func facts(of record: RunRecord, for actor: JSONObject) -> [JSONObject] {
    let proposer = context.proposal(of: record)?.actor
    var facts: [JSONObject] = []
    for entry in record.resultSequences.compactMap({ context.ledger.entry(sequence: $0) }) where entry.type == .fact {
      guard mayRead(ReadSubject(of: proposer, factType: entry.payload.text("type")), actor) else { continue }
      facts.append(seen(entry, by: actor))
    }
    return facts
  }

  /// Returns the payload of an entry as an actor may see it.
  private mutating func seen(_ entry: Entry, by actor: JSONObject) -> JSONObject {
    let reader = reader(actor, of: ReadSubject(of: entry, in: context), runID: entry.runID)
    return masking.masked(["payload": .object(entry.payload)], as: entry.type, for: reader).object("payload") ?? entry.payload
  }
}
