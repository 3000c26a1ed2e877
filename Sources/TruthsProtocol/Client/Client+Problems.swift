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
    if let moment {
      outbox[place].isPutOff = true
      resendAt = max(moment, resendAt ?? moment)
    } else {
      (outbox[place].isQueued, outbox[place].isRefused) = (true, true)
    }
  }

  /// Drops a proposal without an answer. What was sent may be decided all the same.
  ///
  /// - Returns: Whether there was one.
  package mutating func forget(_ key: String) -> Bool {
    guard let place = outbox.firstIndex(where: { $0.key == key }) else { return false }
    outbox.remove(at: place)
    return true
  }

  /// Sends what was put off.
  mutating func resend() -> [ClientEffect] {
    resendAt = nil
    guard isConnected else { return [] }
    var effects: [ClientEffect] = []
    for place in outbox.indices where outbox[place].isPutOff {
      outbox[place].isPutOff = false
      effects.append(.send(.propose(outbox[place].message)))
    }
    return effects
  }

  /// A proposal with its actor: the client's, where it names none.
  func signed(_ proposal: JSONObject) -> JSONObject {
    guard proposal["actor"] == nil, proposal.object("proposal")?["actor"] == nil else { return proposal }
    return proposal.with("actor", .object(actor))
  }
}
