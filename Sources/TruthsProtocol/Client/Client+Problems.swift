package import TruthsJSON
import TruthsRuntime

/// Proposals by their keys, and those that a server did not take in (server §7, `problem`).
extension Client {
  /// The idempotency key under which a proposal goes that is made at a moment.
  package func key(of proposal: JSONObject, at now: Int) -> String {
    proposal.text("idempotency_key") ?? proposal.object("proposal")?.text("idempotency_key")
      ?? ProposalKey.make(deviceID: deviceID, proposal: signed(proposal), at: now)
  }

  /// The number of proposals without an answer.
  package var unansweredCount: Int { outbox.count }

  /// Whether a proposal of this key has no answer yet.
  package func isUnanswered(_ key: String) -> Bool { outbox.contains { $0.key == key } }

  /// A server did not take a proposal in.
  ///
  /// - Parameter moment: When it is sent again, under its key; `nil`: when somebody says so by ``force()``.
  package mutating func putOff(_ key: String, until moment: Int?) {
    guard let place = outbox.firstIndex(where: { $0.key == key }) else { return }
    outbox[place].isSent = false
    if let moment {
      outbox[place].isPutOff = true
      resendAt = max(moment, resendAt ?? moment)
    } else {
      (outbox[place].isQueued, outbox[place].isRefused) = (true, true)
      planNext()
    }
  }

  /// Drops a proposal without an answer. What was sent may be decided all the same.
  ///
  /// - Returns: Whether there was one.
  package mutating func forget(_ key: String) -> Bool {
    guard let place = outbox.firstIndex(where: { $0.key == key }) else { return false }
    outbox.remove(at: place)
    planNext()
    return true
  }

  /// Has one that had to wait sent at once, where there is room now.
  private mutating func planNext() {
    if isConnected, outbox.contains(where: \.isReady) { resendAt = resendAt ?? 0 }
  }

  /// Sends what was put off, and what had to wait behind it.
  mutating func resend() -> [ClientEffect] {
    resendAt = nil
    for place in outbox.indices { outbox[place].isPutOff = false }
    return sendFurther()
  }

  /// A proposal with its actor: the client's, where it names none.
  func signed(_ proposal: JSONObject) -> JSONObject {
    guard proposal["actor"] == nil, proposal.object("proposal")?["actor"] == nil else { return proposal }
    return proposal.with("actor", .object(actor))
  }
}
