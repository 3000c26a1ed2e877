package import TruthsJSON
package import TruthsRuntime

/// What a proposal or a control message came to, for the one who sent it. Everybody else, and the sender too, sees it in events.
package struct Answer: Hashable, Sendable {
  /// The idempotency key of the proposal, or the control type.
  package var to: String
  /// `accepted`, `rejected` or `halted`; `nil` where nothing was decided (a pause, a new budget).
  package var decision: String?
  package var truthID: String?
  /// Why, for people; for a message that the session cannot carry out, why not.
  package var reason: String
  package var jobID: String?
  package var proposalID: String?
  /// The run's status object, contract §1.8.
  package var run: JSONObject?
  /// Whether the answer was given before and is repeated.
  package var isReplay: Bool
  /// Whether the message could not be carried out at all; then nothing was recorded.
  package var isRefused: Bool
  /// The last `seq` of the stream: by it a client notices that an event has not come.
  package var currentSeq: Int
  /// The entry of the decision, where it was recorded. It goes with an answer to a request, which has no events before it.
  package var decisionID: String?
  /// The ledger when the answer was given; likewise.
  package var point: ContextPoint?
  /// The hash of the truths that decided, or that were in force; likewise.
  package var truthsHash: String?
  /// The number that the sender gave the message; likewise.
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

  /// As it goes over a transport; what is `nil` is left out.
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
