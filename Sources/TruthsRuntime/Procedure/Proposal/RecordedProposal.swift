import TruthsJSON
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
    // They are in no hash, and count: with another one it is not the same.
    guard known.hasConsent == proposal.hasConsent, known.override == proposal.override else { return proposal }
    return known
  }
}
