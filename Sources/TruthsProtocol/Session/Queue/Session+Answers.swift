import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Answers to approval requests and waiting proposals that the answering actor may not read.
///
/// For that actor they do not exist, and so cannot be granted, denied or consented to (sessions §10.1).
extension Session {
  /// Whether an actor may read a run.
  mutating func mayRead(run runID: String, _ actor: JSONObject) -> Bool {
    let proposer = context.proposal(ofRun: runID)?.actor ?? state.run(runID)?.proposer
    return mayRead(ReadSubject(of: proposer, factType: nil), actor)
  }

  /// Refuses an accepted answer about a run that its actor may not read, with the reason for an unknown request. The attempt is
  /// recorded.
  ///
  /// - Returns: `nil` if the outcome is not such an answer.
  mutating func refusal(ofAnswer outcome: RunOutcome, _ proposal: JSONObject, by actor: JSONObject) -> Answer? {
    for entry in outcome.entries where entry.type == .fact {
      guard let addressed = addressedProposal(by: entry), let runID = context.runs.openRun(hash: addressed.hash)?.runID,
        !mayRead(run: runID, actor)
      else { continue }
      return refuse(proposal, truthID: addressed.truthID, reason: addressed.unknown, by: actor)
    }
    return nil
  }

  /// Returns the proposal that a grant, a denial or a consent is about, and the reason to give if that proposal is unknown.
  private func addressedProposal(by entry: Entry) -> (hash: Digest, truthID: String, unknown: String)? {
    let kind = entry.payload.text("type").flatMap { BuiltInFact(rawValue: $0) }
    let request = entry.payload.text("request") ?? ""
    let addressed: (hash: String?, truthID: String, unknown: String)
    switch kind {
    case .approvalGranted:
      addressed = (context.approvals.proposalHash(of: request), "converge.approval.granting", "No request \(request) is known")
    case .approvalDenied:
      addressed = (context.approvals.proposalHash(of: request), "converge.approval.denying", "No request \(request) is known")
    case .consentGiven:
      let hash = entry.payload.text("proposal_hash") ?? ""
      addressed = (hash, "converge.consent.giving", "no proposal \(hash) waits for consent")
    default: return nil
    }
    return addressed.hash.flatMap { Digest(prefixed: $0) }.map { ($0, addressed.truthID, addressed.unknown) }
  }
}
