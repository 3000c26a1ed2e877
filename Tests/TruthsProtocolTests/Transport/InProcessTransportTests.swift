import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// The in-process transport: the order of messages, and the effects of faults.
@Suite struct InProcessTransportTests {
  private func connected() -> InProcessTransport {
    var transport = InProcessTransport()
    #expect(opens(&transport, "ann", .grpc, at: 0))
    return transport
  }

  private func opens(_ transport: inout InProcessTransport, _ client: String, _ kind: TransportKind, at now: Int = 0) -> Bool {
    transport.open(client, over: kind, at: now)
  }

  /// The `seq`s that arrive until a moment, 0 for a lost connection.
  private func seqs(_ transport: inout InProcessTransport, at now: Int = 0) -> [Int] {
    var seqs: [Int] = []
    while let arrival = transport.receive(at: now) {
      switch arrival {
      case .atClient(_, let frame):
        if case .event(let event)? = ServerMessage(json: frame) { seqs.append(event.seq) }
      case .lost: seqs.append(0)
      case .atSession: break
      }
    }
    return seqs
  }

  private func sent(_ fault: Fault?, _ events: ClosedRange<Int> = 1...5) -> [Int] {
    var transport = connected()
    if let fault { transport.add(fault, at: 0) }
    for seq in events { transport.send(.event(StreamEvents.event(seq)), to: "ann", at: 0) }
    return seqs(&transport)
  }

  @Test func eventsArriveInOrder() { #expect(sent(nil) == [1, 2, 3, 4, 5]) }

  @Test func dropLosesThoseMeant() {
    #expect(sent(Fault(.drop, seq: 3)) == [1, 2, 4, 5])
    #expect(sent(Fault(.drop, after: 1, count: 2)) == [1, 4, 5])
    #expect(sent(Fault(.drop, client: "bob")) == [1, 2, 3, 4, 5])
    #expect(sent(Fault(.drop, eventType: .fact)) == [1, 2, 3, 4, 5])
  }

  @Test func duplicateSendsTwice() { #expect(sent(Fault(.duplicate, seq: 2)) == [1, 2, 2, 3, 4, 5]) }

  @Test func reorderTurnsThoseMeantAround() {
    #expect(sent(Fault(.reorder)) == [2, 1, 3, 4, 5])
    #expect(sent(Fault(.reorder, after: 1, count: 3)) == [1, 4, 3, 2, 5])
    #expect(sent(Fault(.reorder, after: 3, count: 9)) == [1, 2, 3, 5, 4])
  }

  @Test func delayHoldsWhatFollowsBehind() {
    var transport = connected()
    transport.add(Fault(.delay, seq: 2, duration: 10_000), at: 0)
    for seq in 1...3 { transport.send(.event(StreamEvents.event(seq)), to: "ann", at: 0) }
    #expect(seqs(&transport) == [1])
    #expect(transport.nextArrival == 10_000)
    #expect(seqs(&transport, at: 10_000) == [2, 3])
  }

  @Test func cutBreaksBeforeTheOneMeant() { #expect(sent(Fault(.cut, seq: 3)) == [1, 2, 0]) }

  @Test func aCutAtOnceLosesWhatIsOnItsWay() {
    var transport = connected()
    transport.send(.event(StreamEvents.event(1)), to: "ann", at: 0)
    transport.add(Fault(.cut, client: "ann", duration: 3_000), at: 0)
    #expect(seqs(&transport) == [0])
    #expect(!opens(&transport, "ann", .grpc, at: 2_999))
    #expect(opens(&transport, "ann", .grpc, at: 3_000))
  }

  @Test func aCutWithoutAnEndLastsUntilItIsRestored() {
    var transport = connected()
    transport.add(Fault(.cut), at: 0)
    #expect(!opens(&transport, "ann", .rest, at: 1_000_000))
    transport.add(Fault(.restore), at: 0)
    #expect(opens(&transport, "ann", .rest, at: 1_000_000))
  }

  @Test func blockedTransportsCannotBeHadAndOthersCan() {
    var transport = connected()
    transport.add(Fault(.block), at: 0)
    #expect(seqs(&transport) == [0])
    #expect(!opens(&transport, "ann", .grpc, at: 0))
    #expect(!opens(&transport, "later", .webSocket, at: 0))
    #expect(opens(&transport, "ann", .sse, at: 0))
    transport.add(Fault(.unblock), at: 0)
    #expect(opens(&transport, "ann", .grpc, at: 0))
  }

  @Test func framesOfAnEarlierConnectionNeverArrive() {
    var transport = connected()
    transport.send(.event(StreamEvents.event(1)), to: "ann", at: 0)
    transport.close("ann")
    #expect(opens(&transport, "ann", .grpc, at: 0))
    transport.send(.event(StreamEvents.event(2)), to: "ann", at: 0)
    #expect(seqs(&transport) == [2])
  }
}
