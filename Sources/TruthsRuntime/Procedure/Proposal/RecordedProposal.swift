package import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

extension RunProcedure {
  /// A proposal as its key's run recorded it, where it says the same: the id of one without an id of its own is made of how it
  /// came, bare or as a record of a queue, and would make two proposals of one (runs §5.1).
  ///
  /// - Returns: the proposal itself where its key is new, or stands for another one.
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

  /// Whether two proposals of an actor, as received, say the same under one id (runs §5.1).
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
  /// Whether its consent and override are those of another proposal. They are in no hash, and count.
  fileprivate func hasAgreements(of other: ReceivedProposal) -> Bool {
    hasConsent == other.hasConsent && override == other.override
  }
}
