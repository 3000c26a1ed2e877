import Testing
import TruthsEval
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// Fixtures of the core suite fail where a client takes a transport that it should not, or does not show which one it has.
@Suite struct BrokenTransportTests {
  /// A client that gets another transport than the first of its list.
  private static func told(_ right: String, _ wrong: String) -> FaultInjection {
    .capabilities { answer in
      guard var inner = answer["capabilities"]?.objectValue, inner.text("default_transport") == right else { return answer }
      inner["default_transport"] = .text(wrong)
      var answer = answer
      answer["capabilities"] = .object(inner)
      return answer
    }
  }

  /// A falsified screen over one transport.
  private static func shown(
    over transport: String, _ change: @escaping @Sendable (inout ClientView) -> Void
  ) -> FaultInjection {
    .screen { view in
      if view.capabilities?.object("capabilities")?.text("default_transport") == transport { change(&view) }
    }
  }

  @Test func aStreamThatDoesNotComeFirstIsNoticed() throws {
    #expect(try Self.told("h2-grpc", "sse").isNoticed(by: "stream.transport.chain"))
  }

  @Test func pollingBeforeServerSentEventsIsNoticed() throws {
    #expect(try Self.told("sse", "rest").isNoticed(by: "stream.transport.chain"))
  }

  @Test func pollingBeforeServerSentEventsInABrowserIsNoticed() throws {
    #expect(try Self.told("sse", "rest").isNoticed(by: "stream.transport.websocket"))
  }

  @Test func pollingThatPassesForAStreamIsNoticed() throws {
    #expect(try Self.shown(over: "rest") { $0.connectionState = .streaming }.isNoticed(by: "stream.transport.chain"))
  }

  @Test func aLastResortThatIsNotThereIsNoticed() throws {
    let given = FaultInjection.capabilities { answer in
      answer.object("capabilities")?.text("default_transport") == "rest" ? nil : answer
    }
    #expect(try given.isNoticed(by: "stream.transport.chain"))
  }

  @Test func factsThatComeBeforeThePollAreNoticed() throws {
    let pushed = Self.shown(over: "rest") { $0.facts = [["type": .text("period.closed"), "period_id": .text("2024-Q1")]] }
    #expect(try pushed.isNoticed(by: "stream.transport.chain"))
  }

  @Test func aPollThatLeavesOutWhatIsNewIsNoticed() throws {
    #expect(try FaultInjection.resumption { if $0.seq == 0 { $0.seq = 2 } }.isNoticed(by: "stream.transport.chain"))
  }

  @Test func aPollThatBeginsAnewIsNoticed() throws {
    #expect(try FaultInjection.resumption { $0.seq = 0 }.isNoticed(by: "stream.transport.chain"))
  }

  @Test func aFallbackThatIsNeverLeftIsNoticed() throws {
    let stuck = FaultInjection.screen { if $0.seq == 4, $0.connectionState == .streaming { $0.connectionState = .degraded } }
    #expect(try stuck.isNoticed(by: "stream.transport.chain"))
  }

  @Test func aFallbackThatBringsNothingIsNoticed() throws {
    let frozen = FaultInjection(
      wire: Tampering(toClient: { message, client in
        if case .delta(let delta) = message, client == "ada", !delta.events.isEmpty { return nil }
        return message
      }))
    #expect(try frozen.isNoticed(by: "stream.degraded_indicator"))
  }

  @Test func aTransportThatIsNotServedIsNoticed() throws {
    let unserved = FaultInjection(wire: Tampering(toSession: { message, client in client == "browser" ? nil : message }))
    #expect(try unserved.isNoticed(by: "stream.transport.same_over_each"))
  }

  @Test func anotherProtocolOverAnotherTransportIsNoticed() throws {
    let dialect = FaultInjection.event { event, client in client == "sse" ? event.withInner("period_id", .text("2024")) : event }
    #expect(try dialect.isNoticed(by: "stream.transport.same_over_each"))
  }

  @Test func aLiveConnectionThatLooksLimitedIsNoticed() throws {
    let modest = FaultInjection.screen { if $0.connectionState == .streaming { $0.connectionState = .degraded } }
    #expect(try modest.isNoticed(by: "stream.degraded_indicator"))
  }

  @Test func aRetryThatLooksOfflineIsNoticed() throws {
    let hopeless = FaultInjection.screen { if $0.connectionState == .reconnecting { $0.connectionState = .offline } }
    #expect(try hopeless.isNoticed(by: "stream.reconnecting"))
  }

  @Test func limitedModeThatLooksLikeARetryIsNoticed() throws {
    let stubborn = FaultInjection.screen { if $0.connectionState == .degraded { $0.connectionState = .reconnecting } }
    #expect(try stubborn.isNoticed(by: "stream.degraded_indicator"))
  }

  @Test func offlineThatLooksLikeARetryIsNoticed() throws {
    let hopeful = FaultInjection.screen { if $0.connectionState == .offline { $0.connectionState = .reconnecting } }
    #expect(try hopeful.isNoticed(by: "offline.queue"))
  }
}
