import TruthsEngine
import TruthsText

/// Proposals that were made at another time than they are decided (contract §16.3).
extension RunEvaluation {
  /// What stops a proposal that says by which truths and policies it was made, where others are in force now.
  var changedStop: Verdict? {
    let action = proposal.action ?? "the proposal"
    if let hash = proposal.truthsHash, hash != procedure.governingHash(of: proposal.action) {
      return Self.changed("the truths that govern \(action) changed since it was made")
    }
    if let hash = proposal.policiesHash, hash != procedure.policiesHash(of: proposal.action, in: before) {
      return Self.changed("the policies that the truths of \(action) read changed since it was made")
    }
    return nil
  }

  /// What stops a well-formed record of an offline queue: that it is not safe to replay, or that the truths which it was queued
  /// under are not the present ones, as far as the ledger tells.
  var queueStop: Verdict? {
    guard proposal.isQueueRecord else { return nil }
    if !proposal.isReplaySafe, !proposal.isForced {
      return .stop(.halted, .propose, .builtIn(.replayUnsafe, .structural, Self.unsafeReason))
    }
    guard proposal.truthsHash == nil, let queued = proposal.queuedAt, let action = proposal.action else { return nil }
    let adoption = before.adoption(at: queued)
    if adoption?.hash == procedure.truthsHash { return nil }
    guard let hash = before.runs.governingHash(ofAction: action, at: queued, since: adoption?.moment) else {
      let untold = "the ledger does not tell which truths governed \(action) at \(queued.text), when it was queued"
      return Self.changed(untold + ", and the record has no `truths_hash`")
    }
    if hash == procedure.governingHash(of: action) { return nil }
    return Self.changed("the truths that govern \(action) changed since it was queued, at \(queued.text)")
  }

  private static func changed(_ reason: String) -> Verdict {
    let words = reason + "; look at it again and propose it anew"
    return .stop(.halted, .propose, .builtIn(.truthsChanged, .structural, words))
  }

  private static let unsafeReason =
    "it was queued with `replay_safe: false`, and so is not replayed by itself; look at it again, then force it "
    + "(`truths run --force`, or `forced: true` in the record) or propose it anew"
}
