package import TruthsJSON
package import TruthsRuntime

/// The result of a proposal or control message, for its sender. Other clients, and the sender too, see it in events.
package struct Answer: Hashable, Sendable {
  /// Idempotency key of the proposal, or the control type.
  package var to: String
  /// Decision: `accepted`, `rejected` or `halted`; `nil` if nothing was decided (a pause, a new budget).
  package var decision: String?
  package var truthID: String?
  /// Explanation for people; for a refused message, why the session cannot carry it out.
  package var reason: String
  package var jobID: String?
  package var proposalID: String?
  /// The run's status object (contract §1.8).
  package var run: JSONObject?
  /// Whether this repeats an earlier answer.
  package var isReplay: Bool
  /// Whether the message could not be carried out; then nothing was recorded.
  package var isRefused: Bool
  /// Last `seq` of the stream, by which a client notices a missing event.
  package var currentSeq: Int
  /// Entry of the decision, if it was recorded. Only in the answer to a request, which comes without events.
  package var decisionID: String?
  /// State of the ledger when the answer was given. Only in the answer to a request.
  package var point: ContextPoint?
  /// Hash of the truths that decided or, without a decision, were in force. Only in the answer to a request.
  package var truthsHash: String?
  /// Number that the sender gave to the message. Only in the answer to a request.
  package var request: Int?

  package init(
    to: String, decision: String? = nil, truthID: String? = nil, reason: String, jobID: String? = nil, proposalID: String? = nil,
    run: JSONObject? = nil, isReplay: Bool = false, isRefused: Bool = false, currentSeq: Int
  ) {
    self.to = to
    self.decision = decision
    self.truthID = truthID
    self.reason = reason
    self.jobID = jobID
    self.proposalID = proposalID
    self.run = run
    self.isReplay = isReplay
    self.isRefused = isRefused
    self.currentSeq = currentSeq
  }

  /// The answer as JSON for a transport; members that are `nil` are left out.
  package var json: JSONObject {
    var object: JSONObject = ["to": .text(to)]
    object["decision"] = decision.map { .text($0) }
    object["truth_id"] = truthID.map { .text($0) }
    object["reason"] = .text(reason)
    object["job_id"] = jobID.map { .text($0) }
    object["proposal_id"] = proposalID.map { .text($0) }
    object["run"] = run.map { .object($0) }
    object["replay"] = .boolean(isReplay)
    object["refused"] = .boolean(isRefused)
    object["current_seq"] = .integer(currentSeq)
    return object
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let to = object.text("to"), let reason = object.text("reason"),
      let currentSeq = object.integer("current_seq")
    else { return nil }
    self.init(
      to: to, decision: object.text("decision"), truthID: object.text("truth_id"), reason: reason, jobID: object.text("job_id"),
      proposalID: object.text("proposal_id"), run: object.object("run"), isReplay: object.isTrue("replay"),
      isRefused: object.isTrue("refused"), currentSeq: currentSeq)
  }
}
