import Dispatch
import Synchronization
import Truths

/// A thread for what takes long and answers nobody: checking files, comparing rule sets, deciding once more what was decided.
final class RuleThread: Sendable {
  private let queue = DispatchQueue(label: "truths.rules", qos: .utility)

  /// The result of some work there, which follows what was given before.
  func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}

/// A trial of rules, which goes on on a ``RuleThread`` while others read how far it has come.
final class RunningTrial: @unchecked Sendable {
  /// Touched on the thread alone.
  private var trial: RulesTrial
  private let thread: RuleThread
  private let published: Mutex<TrialReport>

  init(_ trial: RulesTrial, on thread: RuleThread) {
    self.trial = trial
    self.thread = thread
    published = Mutex(trial.report)
  }

  /// What came of it so far.
  var report: TrialReport { published.withLock { $0 } }

  /// Decides what some entries have decided.
  func take(_ slice: LedgerSlice) async {
    await thread.run {
      self.trial.take(slice)
      let report = self.trial.report
      self.published.withLock { $0 = report }
    }
  }
}
