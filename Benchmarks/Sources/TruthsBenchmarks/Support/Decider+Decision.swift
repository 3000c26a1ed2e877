import Truths

extension Decider {
  /// Decides a proposal that this decider prepared.
  func decision(_ proposal: PreparedProposal) -> QuickDecision {
    do {
      return try decide(proposal)
    } catch {
      fail("\(error)")
    }
  }
}
