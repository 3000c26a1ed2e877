import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// Contract §1.4, §1.5, §14.3 to §14.5.
@Suite struct ConnectionTests {
  /// C5.
  @Test func eachStateHasItsIndicator() {
    let lights = ConnectionState.allCases.map(\.indicator.text)
    #expect(lights == ["green", "yellow", "orange, Limited mode", "red, Offline"])
  }

  /// C1.
  @Test func aSessionBeginsWithTheHandshakeAndThenAsksForEverything() {
    var client = Client(actor: StreamEvents.ann)
    #expect(client.view.connectionState == .offline)
    #expect(client.connect(at: 0) == [.open(.grpc)])
    let effects = client.opened(.grpc, at: 0)
    #expect(
      effects == [
        .send(
          .handshake([
            "request": .text("capabilities"), "device_id": .text("ios:abc"), "app_version": .text("1.0.0"),
            "actor": .object(StreamEvents.ann),
          ])),
        .send(.resume(from: 0, subscribe: true)),
      ])
    #expect(client.view.connectionState == .streaming)
  }

  /// C2.
  @Test func whereTheStreamIsBlockedItFallsBackToSSEThenToREST() {
    var client = Client(actor: StreamEvents.ann)
    _ = client.connect(at: 0)
    #expect(client.refused(.grpc, at: 0) == [.open(.sse)])
    #expect(client.refused(.sse, at: 0) == [.open(.rest)])
    let effects = client.opened(.rest, at: 0)
    #expect(effects.last == .send(.resume(from: 0, subscribe: false)))
    #expect(client.view.connectionState == .degraded)
    #expect(client.view.indicator.label == "Limited mode")
  }

  @Test func sseIsDegradedAndPushed() {
    let client = StreamEvents.connected(over: .sse)
    #expect(client.view.connectionState == .degraded)
    #expect(client.nextWake == Client.heartbeatInterval)
  }

  /// C7.
  @Test func whereEventsArePushedItAsksNowAndThenWhetherOneWasLost() {
    var client = StreamEvents.connected()
    #expect(client.nextWake == 30_000)
    #expect(client.wake(at: 30_000) == [.send(.resume(from: 0, subscribe: false))])
    _ = client.receive(.delta(Delta(resumedAtSeq: 0, currentSeq: 1, events: [StreamEvents.event(1)])), at: 30_000)
    #expect(client.view.seq == 1)
    #expect(client.nextWake == 60_000)
  }

  /// C7.
  @Test func restPollsEveryFiveSeconds() {
    var client = StreamEvents.connected(over: .rest, at: 100)
    #expect(client.nextWake == 5_100)
    #expect(client.wake(at: 5_100) == [.send(.resume(from: 0, subscribe: false))])
    #expect(client.nextWake == 10_100)
  }

  /// C3.
  @Test func aFallenBackClientLooksForTheStreamAgain() {
    var client = Client(actor: StreamEvents.ann)
    _ = client.connect(at: 0)
    _ = client.refused(.grpc, at: 0)
    _ = client.opened(.sse, at: 0)
    #expect(client.nextWake == 30_000)
    #expect(client.wake(at: 30_000).contains(.open(.grpc)))
    #expect(client.refused(.grpc, at: 30_000) == [])
    #expect(client.view.connectionState == .degraded)
    #expect(client.wake(at: 60_000).contains(.open(.grpc)))
    _ = client.opened(.grpc, at: 60_000)
    #expect(client.view.connectionState == .streaming)
  }

  @Test func afterALossItGoesOnFromItsSeq() {
    var client = StreamEvents.connected()
    for seq in 1...3 { _ = client.receive(.event(StreamEvents.event(seq)), at: 0) }
    #expect(client.lost(at: 10) == [.open(.grpc)])
    #expect(client.view.connectionState == .reconnecting)
    #expect(
      client.opened(.grpc, at: 10).last == .send(.resume(Resumption(from: 3, subscribe: true, streamID: "str_1"))))
    _ = client.receive(.delta(Delta(resumedAtSeq: 3, currentSeq: 4, events: [StreamEvents.event(4)])), at: 10)
    #expect(client.view.resumedAtSeq == 3)
    #expect(client.view.seq == 4)
    #expect(client.view.duplicates == 0)
  }

  /// C8.
  @Test func pollsDoNotCountAsResuming() {
    var client = StreamEvents.connected(over: .rest)
    _ = client.receive(.delta(Delta(resumedAtSeq: 0, currentSeq: 1, events: [StreamEvents.event(1)])), at: 5_000)
    _ = client.receive(.delta(Delta(resumedAtSeq: 1, currentSeq: 1, events: [])), at: 10_000)
    #expect(client.view.resumedAtSeq == 0)
  }

  /// C6.
  @Test func offlineByItselfItTriesNothing() {
    var client = StreamEvents.connected()
    #expect(client.disconnect() == [.close])
    #expect(client.view.connectionState == .offline)
    #expect(client.nextWake == nil)
    #expect(client.control(.pause) == nil)
  }

  @Test func withNothingToBeHadAtFirstItIsOfflineAndKeepsTrying() {
    var client = Client(actor: StreamEvents.ann, transport: .rest)
    _ = client.connect(at: 0)
    _ = client.refused(.rest, at: 0)
    #expect(client.view.connectionState == .offline)
    #expect(client.nextWake == 1_000)
  }

  /// C15.
  @Test func anotherStreamThatBeginsAtZeroShowsNothingOfTheOldOne() {
    var client = StreamEvents.connected()
    for seq in 1...3 { _ = client.receive(.event(StreamEvents.event(seq)), at: 0) }
    #expect(client.context != ContextView() && client.view.seq == 3)
    _ = client.receive(
      .snapshot(Snapshot(streamID: "str_2", seq: 0, state: ContextView(), currentSeq: 0, events: [])), at: 10)
    #expect(client.context == ContextView() && client.view.seq == 0 && client.view.missingSeqs == [])
  }
}
