import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Contract §16: idempotency keys and the offline queue.
@Suite struct QueueTests {
  private let proposal: JSONObject = ["action": .text("create_invoice"), "amount": .number(Decimal(5))]

  private func sent(_ effects: [ClientEffect]) -> [JSONObject] {
    effects.compactMap { effect in
      if case .send(.propose(let proposal)) = effect { return proposal }
      return nil
    }
  }

  /// C26.
  @Test func aKeyNamesDeviceActionMomentAndFourDigitsOfTheProposal() throws {
    var client = StreamEvents.connected()
    let first = try #require(sent(client.propose(proposal, at: 1_704_067_200_000)).first?["idempotency_key"]?.stringValue)
    #expect(first.hasPrefix("ios:abc:create_invoice:1704067200000:"))
    #expect(first.dropFirst("ios:abc:create_invoice:1704067200000:".count).allSatisfy { $0.isHexDigit })
    #expect(first.utf8.count == "ios:abc:create_invoice:1704067200000:f7a2".utf8.count)
    var other = StreamEvents.connected()
    #expect(sent(other.propose(proposal, at: 1_704_067_200_000)).first?["idempotency_key"] == .text(first))
    let changed = sent(other.propose(["action": .text("create_invoice"), "amount": .number(Decimal(6))], at: 1_704_067_200_000))
    #expect(changed.first?["idempotency_key"] != .text(first))
  }

  /// C26.
  @Test func aKeyThatIsGivenStays() {
    var client = StreamEvents.connected()
    var keyed = proposal
    keyed["idempotency_key"] = .text("k1")
    #expect(sent(client.propose(keyed, at: 0)).first?["idempotency_key"] == .text("k1"))
  }

  @Test func theActorIsTheClientsUnlessTheProposalNamesOne() {
    var client = StreamEvents.connected()
    #expect(sent(client.propose(proposal, at: 0)).first?["actor"] == .object(StreamEvents.ann))
    var named = proposal
    named["actor"] = .object(StreamEvents.bob)
    #expect(sent(client.propose(named, at: 0)).first?["actor"] == .object(StreamEvents.bob))
  }

  /// C27.
  @Test func offlineItQueuesTheContractsRecord() throws {
    var client = StreamEvents.connected()
    _ = client.receive(
      .capabilities([
        "governing": .object(["create_invoice": .text("sha256:aa")]),
        "governing_policies": .object(["create_invoice": .text("sha256:bb")]),
      ]), at: 0)
    _ = client.disconnect()
    var wished = proposal
    wished["truth_id"] = .text("money.invoice.creation")
    #expect(client.propose(wished, at: 90_000) == [])
    let record = try #require(client.view.queue.first)
    #expect(record["replay_safe"] == .boolean(true))
    #expect(record["queued_at"] == .text("1970-01-01T00:01:30Z"))
    #expect(record["truths_hash"] == .text("sha256:aa"))
    #expect(record["truth_id"] == .text("money.invoice.creation"))
    #expect(record["proposal"]?["action"] == .text("create_invoice"))
    #expect(record["idempotency_key"]?.stringValue?.hasPrefix("ios:abc:create_invoice:0000000090000:") == true)
    #expect(record["policies_hash"] == .text("sha256:bb"))
  }

  /// C27. The handshake has intents without their packs (types §12.1).
  @Test func aRecordHasTheHashesOfItsIntentAlsoWithItsPack() {
    var client = StreamEvents.connected()
    let governing: JSONObject = [
      "create_invoice": .text("sha256:1"), "feed.viewed": .text("sha256:2"), "viewed": .text("sha256:3"),
    ]
    let policies: JSONObject = ["feed.viewed": .text("sha256:4")]
    _ = client.receive(.capabilities(["governing": .object(governing), "governing_policies": .object(policies)]), at: 0)
    _ = client.disconnect()
    let actions = ["create_invoice", "money.create_invoice", "feed.viewed", "shop.feed.viewed", "shop.other"]
    for action in actions { _ = client.propose(["action": .text(action)], at: 0) }
    let queue = client.view.queue
    #expect(queue.map { $0["truths_hash"]?.stringValue } == ["sha256:1", "sha256:1", "sha256:2", "sha256:2", nil])
    #expect(queue.map { $0["policies_hash"]?.stringValue } == [nil, nil, "sha256:4", "sha256:4", nil])
  }

  /// C28.
  @Test func theQueueIsSentInOrderOnceConnectedAndEmptiedByAnswers() throws {
    var client = StreamEvents.connected()
    _ = client.disconnect()
    _ = client.propose(proposal, at: 1)
    _ = client.propose(["action": .text("send_invoice")], at: 2)
    _ = client.connect(at: 3)
    #expect(sent(client.opened(.grpc, at: 3)) == [])
    let flushed = sent(client.receive(.delta(Delta(resumedAtSeq: 0, currentSeq: 0, events: [])), at: 3))
    #expect(flushed.map { $0["proposal"]?["action"]?.stringValue } == ["create_invoice", "send_invoice"])
    for record in flushed {
      let key = try #require(record["idempotency_key"]?.stringValue)
      _ = client.receive(.answer(Answer(to: key, decision: "accepted", reason: "", currentSeq: 0)), at: 4)
    }
    #expect(client.view.queue == [])
    #expect(sent(client.receive(.delta(Delta(resumedAtSeq: 0, currentSeq: 0, events: [])), at: 5)) == [])
  }

  /// Contract §16.2: a proposal that is not safe to replay waits until the user forces it.
  /// C29.
  @Test func whatIsNotSafeToReplayIsNotSentByItself() throws {
    var client = StreamEvents.connected()
    _ = client.disconnect()
    let record: JSONObject = ["proposal": .object(proposal), "replay_safe": .boolean(false)]
    _ = client.propose(record, at: 1)
    #expect(client.force() == nil)
    let queued = try #require(client.view.queue.first)
    #expect(queued["proposal"] == .object(proposal))
    #expect(queued["queued_at"] == .text("1970-01-01T00:00:00.001Z"))
    _ = client.connect(at: 2)
    _ = client.opened(.grpc, at: 2)
    #expect(sent(client.receive(.delta(Delta(resumedAtSeq: 0, currentSeq: 0, events: [])), at: 2)) == [])
    #expect(client.view.queue.count == 1)
    let effects = client.force()
    let forced = sent(try #require(effects))
    #expect(forced.count == 1 && forced[0]["forced"] == .boolean(true) && forced[0]["replay_safe"] == .boolean(false))
  }

  /// C28.
  @Test func whatHasNoAnswerIsSentAgainUnderTheSameKey() {
    var client = StreamEvents.connected()
    let first = sent(client.propose(proposal, at: 0))
    _ = client.lost(at: 1)
    _ = client.opened(.grpc, at: 1)
    #expect(sent(client.receive(.delta(Delta(resumedAtSeq: 0, currentSeq: 0, events: [])), at: 1)) == first)
  }

  /// C29.
  @Test func whatWasRefusedStaysTheClients() throws {
    var client = StreamEvents.connected()
    let sent = sent(client.propose(proposal, at: 0))
    let key = try #require(sent.first?["idempotency_key"]?.stringValue)
    _ = client.receive(.answer(Answer(to: key, reason: "too much work", isRefused: true, currentSeq: 0)), at: 1)
    #expect(client.view.queue.map { $0["idempotency_key"] } == [.text(key)])
    // It is not sent without a confirmation, also over another connection.
    _ = client.lost(at: 2)
    _ = client.opened(.grpc, at: 3)
    #expect(self.sent(client.receive(.delta(Delta(resumedAtSeq: 0, currentSeq: 0, events: [])), at: 4)).isEmpty)
    let effects = client.force()
    let forced = try #require(effects)
    #expect(self.sent(forced).map { $0["idempotency_key"] } == [.text(key)])
    _ = client.receive(.answer(Answer(to: key, decision: "accepted", reason: "", currentSeq: 0)), at: 5)
    #expect(client.view.queue.isEmpty)
  }

  @Test func whatIsSavedIsTakenUpAgain() throws {
    var client = StreamEvents.connected()
    for seq in 1...3 { _ = client.receive(.event(StreamEvents.event(seq)), at: 0) }
    let key = try #require(sent(client.propose(proposal, at: 0)).first?["idempotency_key"])
    _ = client.disconnect()
    _ = client.propose(["action": .text("other")], at: 1)
    var again = Client(actor: StreamEvents.ann)
    let isRestored = again.restore(client.saved)
    #expect(isRestored)
    #expect(again.saved == client.saved && again.view.queue == client.view.queue && again.view.runs == client.view.runs)
    _ = again.connect(at: 5)
    #expect(
      again.opened(.grpc, at: 6).last == .send(.resume(Resumption(from: 3, subscribe: true, streamID: "str_1"))))
    let flushed = sent(again.receive(.delta(Delta(resumedAtSeq: 3, currentSeq: 3, events: [])), at: 7))
    #expect(flushed.count == 2 && flushed.first?["idempotency_key"] == key)
    for fault: JSONObject in [[:], ["seq": .integer(1)], client.saved.with("outbox", .array([.integer(1)]))] {
      var other = Client(actor: StreamEvents.ann)
      let isTaken = other.restore(fault)
      #expect(!isTaken && other.saved == Client(actor: StreamEvents.ann).saved)
    }
  }

  /// C32.
  @Test func whatIsPutOffIsSentAgain() {
    var client = StreamEvents.connected()
    let key = client.key(of: proposal, at: 0)
    let first = sent(client.propose(proposal, at: 0))
    client.putOff(key, until: 5_000)
    let early = client.wake(at: 4_999)
    #expect(early == [] && client.nextWake == 5_000)
    let again = sent(client.wake(at: 5_000))
    #expect(again == first && client.nextWake == 30_000)
    client.putOff(key, until: nil)
    #expect(client.nextWake == 30_000 && client.view.queue.count == 1)
    let forced = sent(client.force() ?? [])
    #expect(forced == first)
    let isForgotten = client.forget(key)
    #expect(isForgotten && client.unansweredCount == 0)
  }

  /// C34.
  @Test func soManyAreOnTheirWayAtOnce() {
    var client = StreamEvents.connected()
    _ = client.disconnect()
    for number in 0..<(2 * Client.mostInFlight) {
      _ = client.propose(["action": .text("send_invoice"), "idempotency_key": .text("k\(number)")], at: 0)
    }
    _ = client.connect(at: 0)
    _ = client.opened(.grpc, at: 0)
    let delta = ServerMessage.delta(Delta(resumedAtSeq: 0, currentSeq: 0, events: []))
    let first = sent(client.receive(delta, at: 0))
    #expect(first.count == Client.mostInFlight && first.last?["idempotency_key"] == .text("k\(Client.mostInFlight - 1)"))
    let next = sent(client.receive(.answer(Answer(to: "k0", decision: "accepted", reason: "", currentSeq: 0)), at: 1))
    #expect(next.map { $0["idempotency_key"] } == [.text("k\(Client.mostInFlight)")])
    // One that is refused for good makes room too, at once; one that is put off does when it is sent again.
    client.putOff("k1", until: nil)
    let third = sent(client.wake(at: 2))
    #expect(third.map { $0["idempotency_key"] } == [.text("k\(Client.mostInFlight + 1)")])
    client.putOff("k2", until: 1_000)
    let held = sent(client.receive(.answer(Answer(to: "k3", decision: "accepted", reason: "", currentSeq: 0)), at: 3))
    #expect(held.isEmpty, "none overtakes it")
    let again = sent(client.wake(at: 1_000))
    #expect(again.map { $0["idempotency_key"] } == [.text("k2"), .text("k\(Client.mostInFlight + 2)")])
    // Over a new connection all of it is sent from the beginning.
    _ = client.lost(at: 1_001)
    _ = client.opened(.grpc, at: 1_001)
    let anew = sent(client.receive(delta, at: 1_001))
    #expect(anew.count == Client.mostInFlight && anew.first?["idempotency_key"] == .text("k2"))
  }

  @Test func theQueueIsSavedAloneAndIsOneActors() {
    var client = StreamEvents.connected()
    _ = client.receive(.event(StreamEvents.event(1)), at: 0)
    _ = client.disconnect()
    _ = client.propose(proposal, at: 0)
    var again = Client(actor: StreamEvents.ann)
    let isTaken = again.restore(client.savedQueue)
    #expect(isTaken && again.view.queue == client.view.queue && again.view.seq == 0)
    var other = Client(actor: StreamEvents.bob)
    let isOthers = other.restore(client.savedQueue)
    #expect(!isOthers && other.unansweredCount == 0)
  }
}
