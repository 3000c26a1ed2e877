package import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

extension RunProcedure {
  /// Returns the proposal that the run of its key recorded, if both say the same (runs §5.1).
  ///
  /// A proposal without an id gets one derived from its received form. The same proposal, once bare and once in a queue record,
  /// would otherwise count as two.
  ///
  /// - Returns: the proposal itself where its key is new, or belongs to another proposal.
  func recorded(_ proposal: ReceivedProposal, in context: Context, _ scratch: inout HashScratch) -> ReceivedProposal {
    guard language >= .three, proposal.proposalID == nil, proposal.actorMismatch == nil, let key = proposal.idempotencyKey,
      let run = context.runs.run(key: key, userID: proposal.userID), run.proposalID != proposal.identity
    else { return proposal }
    var named = proposal
    named.identity = run.proposalID
    guard named.hash(in: language, &scratch) == run.proposalHash, let entry = context.proposal(of: run) else { return proposal }
    let known = ProposalReader.read(
      LocatedJSON(unlocated: .object(entry.payload)), actor: entry.actor, language: language, &scratch)
    return known.hasAgreements(of: proposal) ? known : proposal
  }

  /// Returns whether two received proposals of an actor say the same under one id (runs §5.1).
  package func saySame(_ one: JSONObject, _ other: JSONObject, by actor: JSONObject) -> Bool {
    var scratch = HashScratch()
    let read = [one, other].map {
      ProposalReader.read(LocatedJSON(unlocated: .object($0)), actor: actor, language: language, &scratch)
    }
    let hashes = read.map { $0.hash(in: language, &scratch) }
    return hashes[0] == hashes[1] && read[0].hasAgreements(of: read[1])
  }
}

extension ReceivedProposal {
  /// Returns whether consent and override are those of another proposal. No hash covers them, but they decide.
  fileprivate func hasAgreements(of other: ReceivedProposal) -> Bool {
    hasConsent == other.hasConsent && override == other.override
  }
}
