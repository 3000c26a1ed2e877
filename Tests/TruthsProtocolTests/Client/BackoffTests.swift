import Testing
import TruthsProtocol
import TruthsRuntime

/// Contract §14.4: 1 s doubling to 30 s.
@Suite struct BackoffTests {
  @Test func doublesFromOneSecondToThirty() {
    var backoff = Backoff()
    var waits: [Int] = []
    for _ in 0..<7 { waits.append(backoff.next()) }
    #expect(waits == [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  }

  @Test func beginsAgainAfterAConnection() {
    var backoff = Backoff()
    _ = backoff.next()
    _ = backoff.next()
    backoff.reset()
    let wait = backoff.next()
    #expect(wait == 1_000)
  }

  /// C4.
  @Test func aClientTriesAtThoseMoments() {
    var client = StreamEvents.connected(over: .rest)
    var tries: [Int] = []
    var now = 0
    var effects = client.lost(at: now)
    for _ in 0..<8 {
      #expect(effects == [.open(.rest)])
      tries.append(now)
      #expect(client.refused(.rest, at: now) == [])
      #expect(client.state == .reconnecting)
      now = client.nextWake ?? -1
      effects = client.wake(at: now)
    }
    #expect(tries == [0, 1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000])
  }

  /// C4.
  @Test func aConnectionWithoutAnAnswerCountsAsRefused() {
    var client = Client(actor: StreamEvents.ann, transport: .webSocket)
    _ = client.connect(at: 0)
    var tried: [[ClientEffect]] = []
    for kind in [TransportKind.webSocket, .sse, .rest] {
      _ = client.opened(kind, at: 0)
      tried.append(client.lost(at: 0))
    }
    #expect(tried == [[.open(.sse)], [.open(.rest)], []])
    #expect(client.state == .reconnecting && client.nextWake == 1_000)
    _ = client.wake(at: 1_000)
    for kind in [TransportKind.webSocket, .sse, .rest] { _ = client.refused(kind, at: 1_000) }
    #expect(client.nextWake == 3_000)
  }
}
