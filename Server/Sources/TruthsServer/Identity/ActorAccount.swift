import Synchronization

/// What an actor has asked for of late, whatever connections and tokens it uses.
final class ActorAccount: Sendable {
  private struct Use {
    /// How many requests may come at once, in thousandths; it grows with time up to those of one second.
    var requests: Int
    /// In milliseconds since 1970.
    var moment: Int
    var streams = 0
  }

  private let use: Mutex<Use?> = Mutex(nil)

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - rate: how many may come in a second.
  ///   - now: in milliseconds since 1970.
  /// - Returns: whether it may be answered.
  func takeRequest(rate: Int, now: Int) -> Bool {
    use.withLock { use in
      var current = use ?? Use(requests: rate * 1_000, moment: now)
      // A clock that goes back gives nothing, and takes nothing away.
      let passed = min(max(0, now - current.moment), 1_000)
      current.requests = min(rate * 1_000, current.requests + passed * rate)
      current.moment = now
      let isLeft = current.requests >= 1_000
      if isLeft { current.requests -= 1_000 }
      use = current
      return isLeft
    }
  }

  /// Counts a stream for as long as what is returned is kept.
  ///
  /// - Returns: `nil` where the actor has as many as it may.
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

  /// Whether nothing is open, and nothing was asked for in the last second: then it may be forgotten.
  func isIdle(now: Int) -> Bool {
    use.withLock { use in use.map { $0.streams == 0 && now - $0.moment > 1_000 } ?? true }
  }

  fileprivate func closeStream() { use.withLock { (use: inout Use?) -> Void in use?.streams -= 1 } }
}

/// A stream that counts until the last who knows of it is gone, also where its body is never asked for.
final class StreamPlace: Sendable {
  private let account: ActorAccount

  fileprivate init(_ account: ActorAccount) { self.account = account }

  deinit { account.closeStream() }
}
