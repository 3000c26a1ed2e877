import Truths
import TruthsSystem

/// How far a batch has come, on standard error: on a terminal one line that changes, elsewhere, where it is asked for, a line
/// every few seconds. It alone reads a clock, and what it reads goes nowhere else.
struct ProgressLine {
  private let isShown: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let output: Output
  private let start = Self.moment
  private var last = 0

  /// - Parameter isWanted: whether progress is asked for; else it is shown on a terminal alone.
  init(_ output: Output, isWanted: Bool) {
    self.output = output
    isShown = isWanted || isatty(STDERR_FILENO) == 1
  }

  /// Tells how far it is, unless that was just told.
  mutating func show(_ decided: Int, read: Int, of size: Int?) {
    guard isShown else { return }
    let elapsed = Self.moment - start
    guard elapsed - last >= (isTerminal ? 200 : 5000) else { return }
    last = elapsed
    tell(BatchProgress(decided: decided, elapsed: elapsed, share: size.map { (read, $0) }), isLast: false)
  }

  /// Tells what it came to.
  mutating func end(_ decided: Int) {
    guard isShown else { return }
    tell(BatchProgress(decided: decided, elapsed: Self.moment - start), isLast: true)
  }

  private func tell(_ progress: BatchProgress, isLast: Bool) {
    output.aside(isTerminal ? "\r\u{1B}[K\(progress.text)\(isLast ? "\n" : "")" : "\(progress.text)\n")
  }

  /// Milliseconds of a clock that never goes back.
  private static var moment: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
