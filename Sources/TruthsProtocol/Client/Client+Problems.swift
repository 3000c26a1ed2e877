package import TruthsJSON
import TruthsRuntime

/// Access to the client's proposals by key, also to those that a server answered with a `problem` (server §7).
extension Client {
  /// Returns the idempotency key with which a proposal made at this moment (ms since 1970) is sent.
  package func key(of proposal: JSONObject, at now: Int) -> String {
    proposal.text("idempotency_key") ?? proposal.object("proposal")?.text("idempotency_key")
      ?? ProposalKey.make(deviceID: deviceID, proposal: signed(proposal), at: now)
  }

  package var unansweredCount: Int { outbox.count }

  /// Whether the proposal with this key has no answer yet.
  package func isUnanswered(_ key: String) -> Bool { outbox.contains { $0.key == key } }

  /// Marks a proposal that the server answered with a `problem` instead of processing it, so that it is sent again.
  ///
  /// - Parameter moment: when it is sent again under its key (ms since 1970); `nil` if it waits for ``force()``.
  package mutating func putOff(_ key: String, until moment: Int?) {
    guard let index = outbox.firstIndex(where: { $0.key == key }) else { return }
    outbox[index].isSent = false
    if let moment {
      outbox[index].isPutOff = true
      resendAt = max(moment, resendAt ?? moment)
    } else {
      (outbox[index].isQueued, outbox[index].isRefused) = (true, true)
      planNext()
    }
  }

  /// Drops a proposal without an answer. If it was sent, it may be decided all the same.
  ///
  /// - Returns: `false` if the client has no such proposal.
  package mutating func forget(_ key: String) -> Bool {
    guard let place = outbox.firstIndex(where: { $0.key == key }) else { return false }
    outbox.remove(at: place)
    planNext()
    return true
  }

  /// Lets a delayed proposal be sent at once if there is room for it now.
  private mutating func planNext() {
    if isConnected, outbox.contains(where: \.isReady) { resendAt = resendAt ?? 0 }
  }

  /// Sends the proposals that ``putOff(_:until:)`` delayed, and those that waited behind them.
  mutating func resend() -> [ClientEffect] {
    resendAt = nil
    for place in outbox.indices { outbox[place].isPutOff = false }
    return sendFurther()
  }

  /// Returns the proposal with the client's actor, unless it names one.
  func signed(_ proposal: JSONObject) -> JSONObject {
    guard proposal["actor"] == nil, proposal.object("proposal")?["actor"] == nil else { return proposal }
    return proposal.with("actor", .object(actor))
  }
}
