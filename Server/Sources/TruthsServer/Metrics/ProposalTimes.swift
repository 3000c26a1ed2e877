import Synchronization

/// When the proposals of a connection came that are not answered yet.
final class ProposalTimes: Sendable {
  private struct State {
    var last = 0
    var began: [Int: ContinuousClock.Instant] = [:]
  }

  private let state = Mutex(State())

  /// Notes a proposal that comes.
  ///
  /// - Returns: its number.
  func begin() -> Int {
    state.withLock { state in
      state.last += 1
      state.began[state.last] = .now
      return state.last
    }
  }

  /// A proposal is answered, or was not taken in.
  ///
  /// - Returns: how long it took; `nil` where no such one is open.
  @discardableResult
  func end(_ number: Int) -> Duration? {
    state.withLock { $0.began.removeValue(forKey: number) }.map { ContinuousClock.now - $0 }
  }
}
