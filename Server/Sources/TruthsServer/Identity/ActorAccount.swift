import Synchronization

/// Counts the recent requests and open streams of an actor, across its connections and tokens.
final class ActorAccount: Sendable {
  private struct Use {
    /// Requests still allowed, in thousandths. Refills over time, up to the amount of one second.
    var requests: Int
    /// Time of the last request, in milliseconds since 1970.
    var moment: Int
    var streams = 0
  }

  private let use: Mutex<Use?> = Mutex(nil)

  /// Counts a request against the rate limit.
  ///
  /// - Parameters:
  ///   - rate: requests allowed per second.
  ///   - now: milliseconds since 1970.
  /// - Returns: whether the request may be answered.
  func takeRequest(rate: Int, now: Int) -> Bool {
    use.withLock { use in
      var current = use ?? Use(requests: rate * 1_000, moment: now)
      // A clock that goes back neither adds nor removes allowance.
      let passed = min(max(0, now - current.moment), 1_000)
      current.requests = min(rate * 1_000, current.requests + passed * rate)
      current.moment = now
      let isLeft = current.requests >= 1_000
      if isLeft { current.requests -= 1_000 }
      use = current
      return isLeft
    }
  }

  /// Counts a stream until the returned value is released.
  ///
  /// - Returns: `nil` where the actor has the maximum number of streams open.
  func openStream(most: Int, now: Int) -> StreamPlace? {
    let isLeft = use.withLock { use in
      var current = use ?? Use(requests: 0, moment: now)
      guard current.streams < most else { return false }
      current.streams += 1
      use = current
      return true
    }
    return isLeft ? StreamPlace(self) : nil
  }

  /// Whether no stream is open and the last second had no request, so that the account can be dropped.
  func isIdle(now: Int) -> Bool {
    use.withLock { use in use.map { $0.streams == 0 && now - $0.moment > 1_000 } ?? true }
  }

  fileprivate func closeStream() { use.withLock { (use: inout Use?) -> Void in use?.streams -= 1 } }
}

/// Keeps a stream counted until its last reference is released, even where its body is never read.
final class StreamPlace: Sendable {
  private let account: ActorAccount

  fileprivate init(_ account: ActorAccount) { self.account = account }

  deinit { account.closeStream() }
}
