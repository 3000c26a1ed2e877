import Foundation
import Testing
import Truths
import TruthsClientNIO

@testable import TruthsClient

/// A network and a transport for a test.
struct TestRoute: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let network: any ClientNetwork
  let transport: RunTransport

  static let all: [TestRoute] = [
    TestRoute(testDescription: "NIO, WebSocket", network: NIONetwork(), transport: .webSocket),
    TestRoute(testDescription: "NIO, SSE", network: NIONetwork(), transport: .sse),
    TestRoute(testDescription: "NIO, polling", network: NIONetwork(), transport: .rest),
    TestRoute(testDescription: "URLSession, SSE", network: URLSessionNetwork(), transport: .sse),
    TestRoute(testDescription: "URLSession, polling", network: URLSessionNetwork(), transport: .rest),
  ]

  /// A client that begins to connect.
  func client(
    of server: ServerProcess, _ actor: TestActor = .ann, queueFile: String? = nil, timeout: Double = 10
  ) async throws -> LiveClient {
    let endpoint = ServerEndpoint(server.url, token: { try actor.token() }, timeout: timeout)
    let client = try LiveClient(
      endpoint, actor: actor.json, network: network, over: transport, queueFile: queueFile, clock: LiveClock())
    await client.connect()
    return client
  }
}

extension LiveClient {
  /// Waits until a condition holds, for at most a number of seconds. A polling client polls at once.
  func wait(
    atMost seconds: Double = 30, until holds: @Sendable (LiveView) -> Bool, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while !holds(view) {
      guard ContinuousClock.now < end else {
        Issue.record("after \(seconds) s: \(view.json.prefix(1_000)), \(String(describing: lastFault))", sourceLocation: location)
        return
      }
      try await Task.sleep(for: .milliseconds(50))
      if core.isConnected { skipToNextWake() }
    }
  }

  /// Returns whether all messages of the server have arrived, and every proposal is answered.
  func hasSeenEverything(of server: URL, as actor: TestActor, _ route: TestRoute) async throws -> Bool {
    // A client that is offline on purpose has nothing to wait for.
    if link == nil, opening == nil, core.nextWake == nil { return true }
    guard core.isConnected, core.unansweredCount == 0 else { return false }
    let endpoint = ServerEndpoint(server, token: { try actor.token() })
    let answer = try await route.network.ask(try await endpoint.request("GET", "/events?since_seq=\(view.seq)"))
    guard let last = JSONSlice.integer("current_seq", of: answer.body[...]) else { return false }
    return view.seq >= last && view.missingSeqs.isEmpty
  }

  /// Waits until that is so.
  func catchUp(
    with server: URL, as actor: TestActor = .ann, _ route: TestRoute, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !hasSeenEverything(of: server, as: actor, route) {
      guard ContinuousClock.now < end else {
        Issue.record("after 60 s: \(view.json.prefix(1_000)), \(String(describing: lastFault))", sourceLocation: location)
        return
      }
      try await Task.sleep(for: .milliseconds(20))
      if core.isConnected { skipToNextWake() }
    }
  }

  /// The facts and runs of the view, which are equal for all people who may read the same data.
  var common: [String] {
    let runs = JSONSlice.member("runs", of: Array(view.json.utf8)[...]).flatMap(JSONSlice.elements(of:)) ?? []
    return view.facts.sorted()
      + runs.map { run in
        let members = JSONSlice.members(of: run) ?? []
        return members.filter { $0.name != "rendered_before_done" }
          .map { "\($0.name): \(String(decoding: $0.value, as: UTF8.self))" }.joined(separator: ", ")
      }
  }
}

extension LiveView {
  /// The number of orders that were placed.
  var orders: Int { facts.count { $0.contains("\"order.placed\"") } }
}

/// A proposal to order something.
func order(_ id: String, _ amount: Int = 1) -> String {
  #"{"action": "place_order", "order_id": "\#(id)", "amount": \#(amount)}"#
}
