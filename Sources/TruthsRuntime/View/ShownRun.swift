package import TruthsJSON

/// A run as a client shows it: what its events came to so far.
package struct ShownRun: Hashable, Sendable {
  package var runID: String
  package var jobID: String
  /// The intent that its proposal names.
  package var action: String?
  package var proposalID: String?
  /// Who proposed it.
  package var proposer: JSONObject?
  /// `running`, `converged`, `halted` or `waiting` (contract §1.8).
  package var status: String
  package var waitingFor: [String] = []
  /// The reason and truth of the last decision; what a halt is explained with.
  package var decision: String?
  package var truthID: String?
  package var reason: String?
  /// The correlation of its first entry.
  package var correlationID: String
  /// Entries of the run seen so far.
  package var entries = 0
  /// Whether one of its facts stood on the screen while it was still running.
  package var isRenderedBeforeDone = false

  init(runID: String, jobID: String, correlationID: String) {
    self.runID = runID
    self.jobID = jobID
    self.correlationID = correlationID
    status = RunState.Status.running.rawValue
  }

  /// Whether nothing more happens in it: the contract's "done" (§1.3).
  package var isDone: Bool { status == RunState.Status.converged.rawValue || status == RunState.Status.halted.rawValue }

  /// Whether it grants or denies an approval, or consents: a step within another run's story, which nobody waits for by itself.
  var isAboutAnotherRun: Bool { ["grant_approval", "deny_approval", "give_consent"].contains(action) }

  /// As it stands in a view and in a snapshot.
  package var json: JSONObject {
    var object: JSONObject = ["run_id": .text(runID), "job_id": .text(jobID), "correlation_id": .text(correlationID)]
    object["action"] = action.map { .text($0) }
    object["proposal_id"] = proposalID.map { .text($0) }
    object["proposer"] = proposer.map { .object($0) }
    object["status"] = .text(status)
    object["waiting_for"] = .texts(waitingFor)
    object["decision"] = decision.map { .text($0) }
    object["truth_id"] = truthID.map { .text($0) }
    object["reason"] = reason.map { .text($0) }
    object["entries"] = .integer(entries)
    object["rendered_before_done"] = .boolean(isRenderedBeforeDone)
    return object
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let runID = object.text("run_id"), let jobID = object.text("job_id"),
      let correlationID = object.text("correlation_id"), let status = object.text("status"),
      let entries = object.integer("entries")
    else { return nil }
    self.init(runID: runID, jobID: jobID, correlationID: correlationID)
    self.action = object.text("action")
    self.proposalID = object.text("proposal_id")
    self.proposer = object.object("proposer")
    self.status = status
    self.waitingFor = object.texts("waiting_for")
    self.decision = object.text("decision")
    self.truthID = object.text("truth_id")
    self.reason = object.text("reason")
    self.entries = entries
    self.isRenderedBeforeDone = object.isTrue("rendered_before_done")
  }
}
