package import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

extension RunProcedure {
  /// Returns the recorded proposal with the same idempotency key, if both proposals state the same (runs §5.1).
  ///
  /// A proposal without an id gets an id derived from its received form. If the same proposal arrives once bare and once in a
  /// queue record, it would otherwise count as two proposals.
  ///
  /// - Returns: `proposal` itself if its key is new, or belongs to a different proposal.
  func recorded(_ proposal: ReceivedProposal, in context: Context, _ scratch: inout HashScratch) -> ReceivedProposal {
    guard language >= .three, proposal.proposalID == nil, proposal.actorMismatch == nil, let key = proposal.idempotencyKey,
      let run = context.runs.run(key: key, userID: proposal.userID), run.proposalID != proposal.identity
    else { return proposal }
    var named = proposal
    named.identity = run.proposalID
    guard named.hash(in: language, &scratch) == run.proposalHash, let entry = context.proposal(of: run),
      entry.actor.organisation == proposal.organisation
    else { return proposal }
    let known = ProposalReader.read(
      LocatedJSON(unlocated: .object(entry.payload)), actor: entry.actor, language: language, &scratch)
    return known.hasAgreements(of: proposal) ? known : proposal
  }

  /// Returns whether two proposals received from an actor state the same under one id (runs §5.1).
  package func areSame(_ one: JSONObject, _ other: JSONObject, by actor: JSONObject) -> Bool {
    var scratch = HashScratch()
    let read = [one, other].map {
      ProposalReader.read(LocatedJSON(unlocated: .object($0)), actor: actor, language: language, &scratch)
    }
    let hashes = read.map { $0.hash(in: language, &scratch) }
    return hashes[0] == hashes[1] && read[0].hasAgreements(of: read[1])
  }
}

extension ReceivedProposal {
  /// Returns whether consent and override are the same as in another proposal. No hash covers them, but they affect the
  /// decision.
  fileprivate func hasAgreements(of other: ReceivedProposal) -> Bool {
    hasConsent == other.hasConsent && override == other.override
  }
}
