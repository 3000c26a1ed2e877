import Dispatch
import Synchronization
import Truths

/// A thread for slow work that answers no request: checking files, comparing rule sets, and deciding past proposals again.
final class RuleThread: Sendable {
  private let queue = DispatchQueue(label: "truths.rules", qos: .utility)

  /// Runs work on the thread, after all work submitted before, and returns its result.
  func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}

/// A trial of waiting rules that runs on a ``RuleThread`` while other tasks read its progress.
final class RunningTrial: @unchecked Sendable {
  /// Accessed on the thread only.
  private var trial: RulesTrial
  private let thread: RuleThread
  private let published: Mutex<TrialReport>

  init(_ trial: RulesTrial, on thread: RuleThread) {
    self.trial = trial
    self.thread = thread
    published = Mutex(trial.report)
  }

  /// The report of the trial so far.
  var report: TrialReport { published.withLock { $0 } }

  /// Decides the proposals of some ledger entries again with the waiting rules.
  func take(_ slice: LedgerSlice) async {
    await thread.run {
      self.trial.take(slice)
      let report = self.trial.report
      self.published.withLock { $0 = report }
    }
  }
}
