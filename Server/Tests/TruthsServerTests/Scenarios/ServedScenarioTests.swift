import Foundation
import Testing
import Truths
import TruthsServerTestSupport

/// The scenario fixtures of the repository, over real sockets (server §9).
@Suite(.serialized)
struct ServedScenarioTests {
  /// Every scenario over every transport in long runs; else each over one of them.
  private static let told: [(Scenario, RunTransport)] = {
    let transports: [RunTransport] = [.grpc, .webSocket, .sse, .rest]
    if ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil {
      return Scenario.all.flatMap { scenario in transports.map { (scenario, $0) } }
    }
    return Scenario.all.enumerated().map { ($0.element, transports[$0.offset % transports.count]) }
  }()

  @Test("what a scenario expects is so over each transport", arguments: told)
  func scenarios(_ scenario: Scenario, over transport: RunTransport) throws { try play(scenario, over: transport) }

  @Test(
    "a connection that breaks after each proposal changes nothing",
    arguments: Scenario.all.enumerated().filter { $0.offset % 4 == 0 }.map(\.element))
  func cuts(_ scenario: Scenario) throws { try play(scenario, over: .webSocket, isCut: true) }

  private func play(_ scenario: Scenario, over transport: RunTransport, isCut: Bool = false) throws {
    try withScratchDirectory { folder in
      try Self.lines(scenario.facts).write(to: folder.appending(path: "ledger.jsonl"), atomically: true, encoding: .utf8)
      var issuer = IdentityServer.issuer
      issuer["actor"] = ["type": "actor_type", "user_id": "sub", "device_id": "device", "org_id": "org", "roles": "roles"]
      let server = try IdentityServer(in: folder, ["issuers": [issuer]], rules: Self.rules, arguments: ["--grpc", "127.0.0.1:0"])
      defer { server.server.process.kill() }
      let world = ScenarioWorld(transport, at: server.server.address, grpc: server.server.grpc, isCut: isCut)
      try world.play(scenario)
      #expect(world.failures == [])
    }
  }

  @Test(
    "a scenario of one client is as it expects over standard input and output",
    arguments: Scenario.all.filter { $0.clients.count == 1 })
  func stdio(_ scenario: Scenario) throws {
    let name = try #require(scenario.clients.first)
    try withScratchDirectory { folder in
      try Self.lines(scenario.facts).write(to: folder.appending(path: "ledger.jsonl"), atomically: true, encoding: .utf8)
      let actor = scenario.story.first { $0.step == "connect" }?.arguments["actor"] as? [String: Any] ?? [:]
      let json = try JSONSerialization.data(withJSONObject: Scenario.actor(actor, of: name))
      let server = try StdioProcess(in: folder, rules: Self.rules, actor: String(decoding: json, as: UTF8.self))
      defer { server.process.kill() }
      _ = server.first { $0["method"] as? String == "ready" }
      let world = ScenarioWorld(.stdio, at: "", stdio: server)
      try world.play(scenario)
      #expect(world.failures == [])
    }
  }

  @Test("there are scenarios to tell")
  func some() { #expect(Scenario.all.count > 20) }

  private static let rules = ServerProcess.repository.appending(path: "truths").path

  private static func lines(_ facts: [[String: Any]]) throws -> String {
    try facts.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n" }.joined()
  }
}
