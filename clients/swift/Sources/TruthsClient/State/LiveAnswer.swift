import Foundation

/// The answer to a proposal or a control message (sessions §1).
public struct LiveAnswer: Sendable {
  /// The idempotency key of the proposal, or the type of the control message.
  public let to: String
  /// The decision: `accepted`, `rejected`, `halted` or `waiting`; `nil` where nothing was decided.
  public let decision: String?
  /// The truth that decided.
  public let truthID: String?
  /// The reason in words.
  public let reason: String
  /// The id of the run's job.
  public let jobID: String?
  /// The proposal's id.
  public let proposalID: String?
  /// The status of the run: `running`, `converged`, `halted` or `waiting`.
  public let runStatus: String?
  /// Whether the server repeats an earlier answer.
  public let isReplay: Bool
  /// Whether the message could not be carried out. Nothing was recorded then.
  public let isRefused: Bool
  /// The whole answer, a JSON object.
  public let json: String

  /// Reads an answer; `nil` where the JSON is not one.
  init?(_ body: ArraySlice<UInt8>) {
    struct Members: Decodable {
      struct Run: Decodable { var status: String? }
      var to: String
      var decision, truth_id, reason, job_id, proposal_id: String?
      var run: Run?
      var replay, refused: Bool?
    }
    guard let members = try? JSONDecoder().decode(Members.self, from: Data(body)) else { return nil }
    (to, decision, truthID, reason) = (members.to, members.decision, members.truth_id, members.reason ?? "")
    (jobID, proposalID, runStatus) = (members.job_id, members.proposal_id, members.run?.status)
    (isReplay, isRefused) = (members.replay ?? false, members.refused ?? false)
    json = String(decoding: body, as: UTF8.self)
  }
}
