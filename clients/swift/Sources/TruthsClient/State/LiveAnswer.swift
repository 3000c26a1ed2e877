import Foundation

/// What a proposal or a control message came to (sessions §1).
public struct LiveAnswer: Sendable {
  /// The idempotency key of the proposal; of a control message its type.
  public let to: String
  /// `accepted`, `rejected`, `halted` or `waiting`; `nil` where nothing was decided.
  public let decision: String?
  /// The truth that decided.
  public let truthID: String?
  /// Why, for people.
  public let reason: String
  /// The job, and the proposal's id.
  public let jobID: String?
  /// The proposal's id.
  public let proposalID: String?
  /// `running`, `converged`, `halted` or `waiting`.
  public let runStatus: String?
  /// Whether the answer was given before.
  public let isReplay: Bool
  /// Whether it could not be carried out; then nothing was recorded.
  public let isRefused: Bool
  /// The whole answer, a JSON object.
  public let json: String

  /// `nil` where it is none.
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
