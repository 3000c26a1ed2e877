import Synchronization

/// Measures the time from each proposal of a connection to its answer.
final class ProposalTimes: Sendable {
  private struct State {
    var last = 0
    var began: [Int: ContinuousClock.Instant] = [:]
  }

  private let state = Mutex(State())

  /// Records the arrival of a proposal.
  ///
  /// - Returns: the number that the proposal gets.
  func begin() -> Int {
    state.withLock { state in
      state.last += 1
      state.began[state.last] = .now
      return state.last
    }
  }

  /// Ends the measurement of a proposal that was answered or not accepted.
  ///
  /// - Returns: the time that the answer took; `nil` if no open proposal has the number.
  @discardableResult
  func end(_ number: Int) -> Duration? {
    state.withLock { $0.began.removeValue(forKey: number) }.map { ContinuousClock.now - $0 }
  }
}
