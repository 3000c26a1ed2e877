import Foundation
import Testing
import Truths
import TruthsClientNIO

@testable import TruthsClient

/// The scenario fixtures of the repository, played by this client with a server (fixtures §5).
@Suite(.serialized)
struct ScenarioTests {
  /// Every scenario over every route in long runs; else each over one of them.
  private static let told: [(Scenario, TestRoute)] = {
    if ProcessInfo.processInfo.environment["TRUTHS_SOAK"] != nil {
      return Scenario.all.flatMap { scenario in TestRoute.all.map { (scenario, $0) } }
    }
    return Scenario.all.enumerated().map { ($0.element, TestRoute.all[$0.offset % TestRoute.all.count]) }
  }()

  /// C41.
  @Test("what a scenario expects is so over each route", arguments: told)
  func scenarios(_ scenario: Scenario, over route: TestRoute) async throws { try await play(scenario, over: route) }

  /// C42.
  @Test(
    "a connection that breaks after each proposal changes nothing",
    arguments: Scenario.all.enumerated().filter { $0.offset % 4 == 1 }.map(\.element))
  func cuts(_ scenario: Scenario) async throws { try await play(scenario, over: TestRoute.all[0], isCut: true) }

  private func play(_ scenario: Scenario, over route: TestRoute, isCut: Bool = false) async throws {
    let rules = ServerProcess.repository.appending(path: "truths").path
    let server = try ServerProcess(rules: rules, facts: scenario.facts)
    let player = ScenarioPlayer(server, route, isCut: isCut)
    try await player.play(scenario)
    #expect(player.failures == [])
  }
}

/// Plays a scenario with a server and clients over one route.
private final class ScenarioPlayer {
  private let server: ServerProcess
  private let route: TestRoute
  /// Whether the connection of a proposer breaks before the answer.
  private let isCut: Bool
  private var clients: [String: (client: LiveClient, actor: TestActor)] = [:]
  private var firstName: String?
  private(set) var failures: [String] = []

  init(_ server: ServerProcess, _ route: TestRoute, isCut: Bool) {
    (self.server, self.route, self.isCut) = (server, route, isCut)
  }

  func play(_ scenario: Scenario) async throws {
    for (number, (name, step, arguments)) in scenario.story.enumerated() {
      let name = name ?? firstName ?? ""
      let place = "step \(number + 1), \(name) \(step)"
      if step == "connect" {
        let actor = TestActor(Scenario.actor(arguments["actor"] as? [String: Any] ?? [:], of: name))
        clients[name] = (try await route.client(of: server, actor), actor)
        firstName = firstName ?? name
      } else if let client = clients[name]?.client {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: arguments), as: UTF8.self)
        if step == "expect" {
          let view = try JSONSerialization.jsonObject(with: Data(await client.view.json.utf8)) as? [String: Any] ?? [:]
          failures += ScenarioExpectation(arguments, isCut: isCut).differences(from: view).map { "\(place): \($0)" }
        } else {
          do { try await take(step, json, by: client) } catch { failures.append("\(place): it cannot be taken: \(error)") }
        }
      } else {
        failures.append("\(place): nobody has this name")
      }
      try await settle(place)
    }
    for (client, _) in clients.values { await client.close() }
  }

  private func take(_ step: String, _ json: String, by client: LiveClient) async throws {
    switch step {
    case "disconnect": await client.disconnect()
    case "reconnect": await client.connect()
    case "propose":
      _ = try await client.propose(json)
      if isCut { await client.breakLink() }
    case "inject_fact": _ = try await client.control(.injectFact, json)
    case "approve": _ = try await client.control(.approve, json)
    case "reject": _ = try await client.control(.reject, json)
    case "consent": _ = try await client.control(.consent, json)
    case "cancel": _ = try await client.control(.cancel)
    default: break
    }
  }

  /// Waits until all connected clients have all events, for at most fifteen seconds.
  private func settle(_ place: String) async throws {
    let end = ContinuousClock.now + .seconds(15)
    for (client, actor) in clients.values {
      while try await !client.hasSeenEverything(of: server.url, as: actor, route) {
        guard ContinuousClock.now < end else { return failures.append("\(place): not everything is seen after 15 seconds") }
        try await Task.sleep(for: .milliseconds(5))
        if route.transport == .rest { await client.skipToNextWake() }
      }
    }
  }
}

extension LiveClient {
  /// Breaks the connection, as the network does.
  fileprivate func breakLink() {
    if let id = link?.id { linkEnded(id, .connectionFailed("the test broke it")) }
  }
}
