import TruthsText

/// Counts the runs of one search, and the work of these and of finding what is tried. Each has a limit, so that a search ends
/// whatever a truth set makes of it; work is counted in steps and not in time, so that answers do not depend on the machine.
final class TrialMeter {
  let work: WorkMeter
  private(set) var runs = 0
  private var limit: Int
  /// Steps that a run takes besides the work of its clauses and the words of its record.
  private let stepsPerRun: Int
  /// Whether the second half of the runs and of the work is kept for a search that comes later.
  var isHalved = false

  init(runs: Int, work: Int, stepsPerRun: Int = 0) {
    limit = runs
    self.work = WorkMeter(limit: work)
    self.stepsPerRun = stepsPerRun
  }

  /// Whether a limit was reached: there may be more than was found.
  var isExhausted: Bool {
    runs >= limit || work.isExceeded || isHalved && (runs >= limit / 2 || work.spent >= work.limit / 2)
  }

  /// Takes one of the runs that are left.
  ///
  /// - Returns: `false` where none is left.
  func takeRun() -> Bool {
    guard !isExhausted else { return false }
    runs += 1
    spendOnProposal()
    return true
  }

  /// Counts what it takes to go through the proposal once.
  func spendOnProposal() { work.spend(stepsPerRun) }

  /// Leaves no more than so many runs from here on.
  func leave(runs: Int) { limit = min(limit, self.runs + runs) }
}
