import Foundation
import Testing
import Truths
import TruthsClientNIO

@testable import TruthsClient

/// Servers and connections that break while clients follow and propose.
@Suite(.serialized)
struct BrokenServerTests {
  /// C43, C28.
  @Test("a server that is killed, restarted and paused: all see the same, and each proposal is decided once", arguments: 0..<2)
  func kills(_ seed: Int) async throws {
    let server = try ServerProcess()
    var chance = SeededNumbers(seed: UInt64(seed) + 1)
    var clients: [LiveClient] = []
    for route in TestRoute.all { clients.append(try await route.client(of: server, timeout: 5)) }
    for client in clients { try await client.wait { $0.connectionState != .offline } }
    var submissions: [Submission] = []
    for number in 0..<50 {
      let proposer = clients[chance.next(below: clients.count)]
      submissions.append(try await proposer.propose(order("o\(number)", [1, 1, 20, 200][chance.next(below: 4)])))
      switch chance.next(below: 100) {
      case 0..<6:
        server.kill()
        try await Task.sleep(for: .milliseconds(chance.next(below: 500)))
        try server.start()
      case 6..<10:
        server.end()
        try server.start()
      case 10..<14:
        server.signal(SIGSTOP)
        try await Task.sleep(for: .milliseconds(chance.next(below: 1_000)))
        server.signal(SIGCONT)
      case 14..<18:
        let client = clients[chance.next(below: clients.count)]
        await client.disconnect()
        await client.connect()
      default: try await Task.sleep(for: .milliseconds(chance.next(below: 40)))
      }
    }
    for client in clients { try await client.wait(atMost: 60) { $0.queue.isEmpty && $0.connectionState != .reconnecting } }
    var ids: Set<String> = []
    for submission in submissions { ids.insert(try await submission.answer().proposalID ?? "") }
    #expect(ids.count == 50)
    var views: [[String]] = []
    for client in clients {
      try await client.catchUp(with: server.url, TestRoute.all[0])
      views.append(await client.common)
    }
    for client in clients { await client.close() }
    #expect(views.allSatisfy { $0 == views[0] } && views[0].count > 50)
    let proposals = try server.entries().count { $0["entry_type"] as? String == "proposal" }
    #expect(proposals == 50)
  }

  /// C44, C15.
  @Test("another stream is shown with nothing of the old one", arguments: TestRoute.all, [false, true])
  func anotherStream(_ route: TestRoute, _ isEmpty: Bool) async throws {
    let server = try ServerProcess()
    let client = try await route.client(of: server)
    for number in 0..<3 { _ = try await client.propose(order("o\(number)")).answer() }
    try await client.wait { $0.orders == 3 }
    server.kill()
    for name in try FileManager.default.contentsOfDirectory(atPath: server.folder.path) where name.hasPrefix("ledger.jsonl") {
      if name.hasSuffix(".journal") || isEmpty && name == "ledger.jsonl" {
        try FileManager.default.removeItem(at: server.folder.appending(path: name))
      }
    }
    try server.start()
    try await client.wait { $0.orders == (isEmpty ? 0 : 3) && $0.connectionState != .reconnecting && $0.missingSeqs.isEmpty }
    let answer = try await client.propose(order("o9")).answer()
    #expect(answer.decision == "accepted")
    try await client.wait { $0.orders == (isEmpty ? 1 : 4) && $0.missingSeqs.isEmpty }
    await client.close()
  }

  /// C10, C11, C12.
  @Test("what a connection drops, doubles and reorders is mended", arguments: 0..<3)
  func mends(_ seed: Int) async throws {
    let server = try ServerProcess()
    let network = LossyNetwork(seed: UInt64(seed) + 1)
    let endpoint = ServerEndpoint(server.url, token: { try TestActor.ann.token() })
    let client = try LiveClient(endpoint, actor: TestActor.ann.json, network: network, over: .webSocket)
    await client.connect()
    let plain = try await TestRoute.all[0].client(of: server)
    for number in 0..<40 { _ = try await client.propose(order("o\(number)")).answer() }
    try await plain.wait { $0.orders == 40 && $0.missingSeqs.isEmpty }
    let seq = await plain.view.seq
    try await client.wait { $0.orders == 40 && $0.seq >= seq && $0.missingSeqs.isEmpty }
    let (first, second) = (await client.common, await plain.common)
    #expect(first == second && network.faults > 5)
    await client.close()
    await plain.close()
  }

  /// C2, C3.
  @Test("it falls back in order, and looks again for what it prefers")
  func fallsBack() async throws {
    let server = try ServerProcess()
    let network = LossyNetwork(seed: 0)
    network.block([.webSocket, .stream])
    let endpoint = ServerEndpoint(server.url, token: { try TestActor.ann.token() })
    let client = try LiveClient(endpoint, actor: TestActor.ann.json, network: network, over: .webSocket)
    await client.connect()
    try await client.wait { $0.connectionState == .degraded }
    var transport = await client.link?.transport
    #expect(transport == .rest)
    network.block([])
    // Thirty seconds of its clock later.
    try await client.wait { $0.connectionState == .streaming }
    transport = await client.link?.transport
    #expect(transport == .webSocket)
    await client.close()
  }
}
