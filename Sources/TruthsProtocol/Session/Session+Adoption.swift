import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsRuntime
import TruthsText

/// Adoption: putting other truths into force by a proposal (sessions §6.1).
extension Session {
  /// Replaces the truth sets that may be adopted. Those with a waiting adoption stay available.
  ///
  /// Adoptions of other truth sets are refused, because the session could not decide by them.
  package mutating func offer(_ procedures: [RunProcedure], at now: Int) {
    advanceClock(to: now)
    history?.note(offered: procedures, at: clock)
    let awaited = Set(awaitedTruths)
    offered = offered.filter { awaited.contains($0.key) }
    for procedure in procedures { offered[procedure.truthsHash] = procedure }
    goThroughWaitingRuns()
  }

  /// Hashes of the truth sets that may be adopted, in byte order.
  package var offeredTruths: [String] { offered.keys.sorted() }

  /// Hashes of the truth sets of waiting adoptions, in the order in which these began.
  ///
  /// - Complexity: O(w log w) in the number of waiting runs.
  package var awaitedTruths: [String] {
    context.runs.waiting.compactMap { context.proposal(ofRun: $0) }.compactMap { ProposalRecord($0.payload).adoptedHash }
  }

  /// Refuses an adoption that would be accepted or wait, and records that.
  ///
  /// Reasons are that no truth governs adoption and the actor may not adopt by default, or that the truth set is not available.
  ///
  /// - Returns: `nil` if the outcome is not such an adoption.
  mutating func refusal(ofAdoption outcome: RunOutcome, _ proposal: JSONObject, by actor: JSONObject) -> Answer? {
    let (adoption, record) = (Self.adoption(in: outcome), ProposalRecord(proposal))
    guard adoption != nil || outcome.run.status == .waiting && !outcome.isReplay && record.isAdoption else { return nil }
    guard mayAdopt(actor) else {
      let reason = "no truth names who adopts truths, so that the actor does whom the server was started with, and nobody else"
      return refuse(proposal, truthID: BuiltInTruth.control.rawValue, reason: reason, by: actor)
    }
    let hash = adoption?.hash ?? record.adoptedHash ?? ""
    if isAtHand(hash) { return nil }
    let known = offeredTruths.joined(separator: ", ")
    let help = known.isEmpty ? "there are none that could be adopted" : "these could be adopted: \(known)"
    let reason = "the truths \(hash) are not at hand here, and would decide nothing; \(help)"
    return refuse(proposal, truthID: "converge.truths.adopting", reason: reason, by: actor)
  }

  /// Whether the outcome of a waiting run may be committed.
  ///
  /// An adoption needs an available truth set and an actor who may adopt now; the rules may have changed since it was proposed.
  mutating func allows(_ outcome: RunOutcome, ofRun runID: String) -> Bool {
    guard let adoption = Self.adoption(in: outcome) else { return true }
    return isAtHand(adoption.hash ?? "") && mayAdopt(context.proposal(ofRun: runID)?.actor ?? JSONObject())
  }

  /// Replaces the session's truths by those that an outcome adopts, and evaluates waiting runs by them.
  mutating func bringIntoForce(adoptedBy outcome: RunOutcome) {
    guard let hash = Self.adoption(in: outcome)?.hash, hash != procedure.truthsHash, let next = offered[hash] else { return }
    replaceProcedure(with: next)
    goThroughWaitingRuns()
  }

  private func mayAdopt(_ actor: JSONObject) -> Bool {
    options.operators == .everybody || authority.mayAdopt(actor)
  }

  private func isAtHand(_ hash: String) -> Bool { hash == procedure.truthsHash || offered[hash] != nil }

  private static func adoption(in outcome: RunOutcome) -> AdoptionRecord? {
    outcome.entries.last { $0.builtInFact == .truthsAdopted }.flatMap { AdoptionRecord($0) }
  }
}
