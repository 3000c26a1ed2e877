import Truths

extension Gate {
  /// Decides a proposal that this gate prepared.
  func decision(_ proposal: PreparedProposal) -> QuickDecision {
    do {
      return try decide(proposal)
    } catch {
      fail("\(error)")
    }
  }
}
