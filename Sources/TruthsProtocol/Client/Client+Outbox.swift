import TruthsJSON
import TruthsRuntime

/// When proposals without an answer are sent.
extension Client {
  /// Sends over a new connection what has no answer yet, but for what is not safe to replay. A session knows by its key what it
  /// has answered already.
  mutating func flush() -> [ClientEffect] {
    for place in outbox.indices { (outbox[place].isPutOff, outbox[place].isSent) = (false, false) }
    return sendFurther()
  }

  /// Sends what is not on its way, in order, as long as not too much is.
  mutating func sendFurther() -> [ClientEffect] {
    // Later proposals do not overtake one that waits to be sent again.
    guard isConnected, !isResuming, !outbox.contains(where: \.isPutOff) else { return [] }
    var room = Client.mostInFlight - outbox.count { $0.isSent }
    var effects: [ClientEffect] = []
    for place in outbox.indices where room > 0 {
      guard outbox[place].isReady else { continue }
      outbox[place].isSent = true
      effects.append(.send(.propose(outbox[place].message)))
      room -= 1
    }
    return effects
  }

  /// Sends what was queued and is not safe to replay, because somebody has looked at it again and says so; on a new connection
  /// with the others.
  ///
  /// - Returns: `nil` without a connection.
  package mutating func force() -> [ClientEffect]? {
    guard isConnected else { return nil }
    for place in outbox.indices where !outbox[place].isSentByItself {
      if outbox[place].message["replay_safe"] == .boolean(false) { outbox[place].message["forced"] = .boolean(true) }
      outbox[place].isRefused = false
    }
    return sendFurther()
  }
}

extension OutboxItem {
  /// Whether it is sent as soon as there is room.
  var isReady: Bool { isSentByItself && !isSent && !isPutOff }

  /// Whether it is sent whenever there is a connection. What is not safe to replay waits until somebody forces it.
  fileprivate var isSentByItself: Bool {
    !isRefused && (!isQueued || message["replay_safe"] != .boolean(false) || message.isTrue("forced"))
  }
}
