import TruthsJSON
import TruthsRuntime

/// The sending of unanswered proposals.
extension Client {
  /// Sends all unanswered proposals over a new connection, except those that are not safe to replay. The session recognizes by
  /// its key a proposal that it answered already.
  mutating func flush() -> [ClientEffect] {
    for place in outbox.indices { (outbox[place].isPutOff, outbox[place].isSent) = (false, false) }
    return sendFurther()
  }

  /// Sends proposals that are not sent yet, in order, up to ``mostInFlight`` at a time.
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

  /// Sends also the queued proposals that are not safe to replay, because the user checked and confirmed them.
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
  /// Whether the proposal is sent as soon as there is room.
  var isReady: Bool { isSentByItself && !isSent && !isPutOff }

  /// Whether the proposal is sent without a confirmation. A queued one that is not safe to replay waits for ``Client/force()``.
  fileprivate var isSentByItself: Bool {
    !isRefused && (!isQueued || message["replay_safe"] != .boolean(false) || message.isTrue("forced"))
  }
}
