import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsRuntime
import TruthsText

/// Truths that come into force because somebody adopts them (sessions §6.1).
extension Session {
  /// Has truths ready that may be adopted, in place of those that were; those whose adoption waits stay ready. An adoption of
  /// others is refused, since nobody could go on by them.
  package mutating func offer(_ procedures: [RunProcedure], at now: Int) {
    advanceClock(to: now)
    history?.note(offered: procedures, at: clock)
    let awaited = Set(awaitedTruths)
    offered = offered.filter { awaited.contains($0.key) }
    for procedure in procedures { offered[procedure.truthsHash] = procedure }
    goThroughWaitingRuns()
  }

  /// The hashes of the truths that may be adopted, in byte order.
  package var offeredTruths: [String] { offered.keys.sorted() }

  /// The hashes of the truths that waiting adoptions are about, in the order in which these began.
  ///
  /// - Complexity: O(w log w) in the runs that wait.
  package var awaitedTruths: [String] {
    context.runs.waiting.compactMap { context.proposal(ofRun: $0) }.compactMap { ProposalRecord($0.payload).adoptedHash }
  }

  /// Refuses an adoption that would be accepted or wait, of somebody who may not adopt where no truth says who may, or of truths
  /// that are not at hand: on the record.
  ///
  /// - Returns: `nil` where the outcome is no such adoption.
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

  /// Whether the outcome of a run that waited counts: it adopts nothing, or truths that are at hand, for somebody who may adopt
  /// now. What it was asked under may be in force no more.
  mutating func allows(_ outcome: RunOutcome, ofRun runID: String) -> Bool {
    guard let adoption = Self.adoption(in: outcome) else { return true }
    return isAtHand(adoption.hash ?? "") && mayAdopt(context.proposal(ofRun: runID)?.actor ?? JSONObject())
  }

  /// Goes on by the truths that an outcome adopts. Runs that wait are evaluated by these.
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
