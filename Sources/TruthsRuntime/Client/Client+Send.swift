package import TruthsJSON
import TruthsText

/// What goes to the session.
extension Client {
  /// Proposes. With a connection the proposal is sent with an idempotency key, so that it can be sent again when its answer is
  /// lost; without one it is queued (contract §16) and sent when there is a connection again.
  package mutating func propose(_ proposal: JSONObject, at now: Int) -> [ClientEffect] {
    var proposal = proposal
    if proposal["actor"] == nil, proposal.object("proposal")?["actor"] == nil { proposal["actor"] = .object(actor) }
    let key =
      proposal.text("idempotency_key") ?? proposal.object("proposal")?.text("idempotency_key")
      ?? ProposalKey.make(deviceID: deviceID, proposal: proposal, at: now)
    guard !outbox.contains(where: { $0.key == key }) else { return [] }
    proposal["idempotency_key"] = .text(key)
    guard isConnected else {
      let record = proposal.isQueueRecord ? completed(proposal, at: now) : queueRecord(of: proposal, key: key, at: now)
      outbox.append(OutboxItem(key: key, message: record, isQueued: true))
      return []
    }
    outbox.append(OutboxItem(key: key, message: proposal, isQueued: false))
    return [.send(.propose(proposal))]
  }

  /// Sends a control message about the run that is shown, or about the whole session where that run is done.
  ///
  /// - Returns: `nil` without a connection: control messages are not queued, since what they are about moves on meanwhile.
  package func control(_ type: ControlMessage.Kind, payload: JSONObject = JSONObject()) -> [ClientEffect]? {
    guard isConnected else { return nil }
    let run = shownRun.flatMap { $0.isDone ? nil : $0 }
    return [
      .send(
        .control(
          ControlMessage(type, jobID: run?.jobID, correlationID: run?.correlationID, actor: actor, payload: payload)))
    ]
  }

  /// Asks for the capabilities anew.
  ///
  /// - Parameter request: Members of contract §8.1's request, over those that it sends by itself.
  /// - Returns: `nil` without a connection.
  package func handshake(_ request: JSONObject) -> [ClientEffect]? {
    guard isConnected else { return nil }
    var whole = handshakeRequest
    for member in request.members { whole[member.name.string] = member.value }
    return [.send(.handshake(whole))]
  }

  /// Contract §8.1's request, with who uses the client: what it proposes and controls is by that actor.
  var handshakeRequest: JSONObject {
    [
      "request": .text("capabilities"), "device_id": .text(deviceID), "app_version": .text("1.0.0"), "actor": .object(actor),
    ]
  }

  /// Sends what has no answer yet, but for what is not safe to replay. A session knows by its key what it has answered already.
  func flush() -> [ClientEffect] {
    isConnected ? outbox.filter(\.isSentByItself).map { .send(.propose($0.message)) } : []
  }

  /// Sends what was queued and is not safe to replay, because somebody has looked at it again and says so.
  ///
  /// - Returns: `nil` without a connection.
  package mutating func force() -> [ClientEffect]? {
    guard isConnected else { return nil }
    var effects: [ClientEffect] = []
    for place in outbox.indices where !outbox[place].isSentByItself {
      outbox[place].message["forced"] = .boolean(true)
      effects.append(.send(.propose(outbox[place].message)))
    }
    return effects
  }

  /// Contract §16.2's record, with the hashes of the truths that govern the intent and of the policies that they read, as the
  /// last handshake told them: if they change meanwhile, the run halts and says so (§16.3).
  private func queueRecord(of proposal: JSONObject, key: String, at now: Int) -> JSONObject {
    var inner = proposal
    inner["idempotency_key"] = nil
    var record: JSONObject = ["idempotency_key": .text(key), "proposal": .object(inner)]
    record["truth_id"] = proposal["truth_id"]
    return completed(record, at: now)
  }

  /// A record of a queue with what it does not say itself.
  private func completed(_ given: JSONObject, at now: Int) -> JSONObject {
    var record = given
    let inner = given.object("proposal") ?? JSONObject()
    let action = inner.text("action") ?? ""
    record["truths_hash"] = given["truths_hash"] ?? inner["truths_hash"] ?? capabilities?.object("governing")?[action]
    record["policies_hash"] =
      given["policies_hash"] ?? inner["policies_hash"] ?? capabilities?.object("governing_policies")?[action]
    record["queued_at"] = given["queued_at"] ?? Timestamp(milliseconds: Int64(now)).map { .text($0.text) }
    record["replay_safe"] = given["replay_safe"] ?? .boolean(true)
    return record
  }
}

extension OutboxItem {
  /// Whether it is sent whenever there is a connection. What is not safe to replay waits until somebody forces it.
  fileprivate var isSentByItself: Bool { !isQueued || message["replay_safe"] != .boolean(false) || message.isTrue("forced") }
}

extension JSONObject {
  /// Whether it is a record of an offline queue.
  fileprivate var isQueueRecord: Bool { self["action"] == nil && object("proposal") != nil }
}
