import TruthsText

/// Counts the runs and the work of one search. Both have limits, so that a search ends for every truth set.
///
/// Work is counted in steps and never in time, so that answers do not depend on the machine.
final class TrialMeter {
  let work: WorkMeter
  private(set) var runs = 0
  private var limit: Int
  /// The additional work of each run, in steps, for its proposal and its record.
  private let stepsPerRun: Int
  /// Whether half of the runs and half of the work are reserved for a later search.
  var isHalved = false

  init(runs: Int, work: Int, stepsPerRun: Int = 0) {
    limit = runs
    self.work = WorkMeter(limit: work)
    self.stepsPerRun = stepsPerRun
  }

  /// Whether a limit was reached. If so, the search may have missed results.
  var isExhausted: Bool {
    runs >= limit || work.isExceeded || isHalved && (runs >= limit / 2 || work.spent >= work.limit / 2)
  }

  /// Counts a run.
  ///
  /// - Returns: whether the run may be made; `false` if a limit was reached.
  func takeRun() -> Bool {
    guard !isExhausted else { return false }
    runs += 1
    spendOnProposal()
    return true
  }

  /// Counts the work of reading the proposal once.
  func spendOnProposal() { work.spend(stepsPerRun) }

  /// Lowers the number of runs that may still be made.
  func leave(runs: Int) { limit = min(limit, self.runs + runs) }
}
