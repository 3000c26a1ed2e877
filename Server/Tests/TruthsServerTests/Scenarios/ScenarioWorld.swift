import Foundation
import Truths
import TruthsServerTestSupport

/// A scenario that clients play with a server, over real sockets.
final class ScenarioWorld {
  /// A person with a client.
  private final class Party {
    var client: RunClient
    let token: String
    var link: (any ScenarioLink)?
    /// Whether the connection has brought an answer: one that breaks before counts as refused.
    var isAnswered = false
    /// The time of the client's own clock. The test moves it forward instead of waiting for the next poll.
    var now = Int(Date().timeIntervalSince1970 * 1_000)

    init(_ client: RunClient, token: String) { (self.client, self.token) = (client, token) }

    var view: [String: Any] { StreamText.object(Data(client.view.utf8)) ?? [:] }
  }

  private let transport: RunTransport
  private let address: String
  private let grpc: String
  private let stdio: StdioProcess?
  /// Whether the connection of a proposer breaks before the answer.
  private let isCut: Bool
  private var parties: [String: Party] = [:]
  private var firstName: String?
  /// The differences from the expectations.
  private(set) var failures: [String] = []

  /// - Parameter server: one with identities, or over standard input and output.
  init(_ transport: RunTransport, at address: String, grpc: String = "", stdio: StdioProcess? = nil, isCut: Bool = false) {
    (self.transport, self.address, self.grpc) = (transport, address, grpc)
    (self.stdio, self.isCut) = (stdio, isCut)
  }

  func play(_ scenario: Scenario) throws {
    for (number, (name, step, arguments)) in scenario.story.enumerated() {
      let name = name ?? firstName ?? ""
      let place = "step \(number + 1), \(name) \(step)"
      if step == "connect" {
        try connect(name, arguments["actor"] as? [String: Any] ?? [:])
      } else if step == "expect" {
        let expectation = ScenarioExpectation(arguments, isCut: isCut)
        failures += expectation.differences(from: parties[name]?.view ?? [:]).map { "\(place): \($0)" }
      } else if step != "replay" {
        guard try take(step, arguments, by: name) else {
          failures.append("\(place): it cannot be taken")
          return
        }
      }
      try settle()
    }
  }

  private func connect(_ name: String, _ actor: [String: Any]) throws {
    let actor = Scenario.actor(actor, of: name)
    var token = TestToken().with("actor_type", actor["type"]).with("sub", actor["user_id"]).with("device", actor["device_id"])
    token = token.with("org", actor["org_id"]).with("roles", actor["roles"])
    let json = String(decoding: try JSONSerialization.data(withJSONObject: actor), as: UTF8.self)
    let party = Party(try RunClient(actor: json, over: transport), token: try token.text())
    parties[name] = party
    firstName = firstName ?? name
    try perform(party.client.connect(now: party.now), party)
  }

  /// - Returns: whether it could be taken.
  private func take(_ step: String, _ arguments: [String: Any], by name: String) throws -> Bool {
    guard let party = parties[name] else { return false }
    let json = String(decoding: try JSONSerialization.data(withJSONObject: arguments), as: UTF8.self)
    let effects: [RunClient.Effect]?
    switch step {
    case "disconnect": effects = party.client.disconnect()
    case "reconnect": effects = party.client.connect(now: party.now)
    case "propose": effects = try party.client.propose(json, now: party.now)
    case "inject_fact": effects = try party.client.control(.injectFact, json)
    case "approve": effects = try party.client.control(.approve, json)
    case "reject": effects = try party.client.control(.reject, json)
    case "consent": effects = try party.client.control(.consent, json)
    case "cancel": effects = try party.client.control(.cancel)
    default: effects = nil
    }
    try perform(effects ?? [], party)
    if isCut, step == "propose", party.link != nil {
      party.link = nil
      try perform(party.client.lost(now: party.now), party)
    }
    return effects != nil
  }

  private func perform(_ effects: [RunClient.Effect], _ party: Party) throws {
    for effect in effects {
      switch effect {
      case .close: party.link = nil
      case .send(let message): try party.link?.send(message)
      case .open(let wanted):
        guard wanted == transport else { return try perform(party.client.refused(wanted, now: party.now), party) }
        switch wanted {
        case .webSocket: party.link = try SocketLink(address, token: party.token)
        case .sse, .rest: party.link = RequestLink(address, token: party.token, isPushed: wanted == .sse)
        case .grpc: party.link = CallLink(CallClient(grpc, token: party.token))
        case .stdio: party.link = stdio.map { StdioLink($0) }
        }
        party.isAnswered = false
        try perform(party.client.opened(wanted, now: party.now), party)
      }
    }
  }

  /// Waits until all connected clients have all events, for at most ten seconds.
  private func settle() throws {
    let connected = parties.values.filter { $0.link != nil }
    var quietRounds = 0
    for _ in 0..<1_000 {
      var isQuiet = true
      for party in connected {
        for message in party.link?.receive() ?? [] {
          isQuiet = false
          party.isAnswered = party.isAnswered || ["delta", "snapshot"].contains { message.starts(with: "{\"\($0)\"".utf8) }
          try perform(party.client.receive(message, now: party.now), party)
        }
        if party.link?.isWaiting == true { isQuiet = false }
      }
      let last = try currentSeq(connected)
      let late = connected.filter {
        !$0.isAnswered || $0.view["seq"] as? Int ?? 0 < last || ($0.view["queue"] as? [Any])?.isEmpty == false
      }
      if isQuiet, late.isEmpty { return }
      quietRounds = isQuiet ? quietRounds + 1 : 0
      // A polling client polls at once. Others request missing events when nothing arrives for a while.
      for party in late where transport == .rest && isQuiet || quietRounds > 200 {
        party.now = max(party.now, party.client.nextWake ?? 0)
        try perform(party.client.wake(now: party.now), party)
      }
    }
    failures.append("nobody has seen everything after ten seconds")
  }

  private func currentSeq(_ connected: [Party]) throws -> Int {
    guard let someone = connected.first, stdio == nil else { return 0 }
    let headers = ["Authorization: Bearer \(someone.token)"]
    let last = someone.view["seq"] as? Int ?? 0
    return try RawClient.ask(address, "GET", "/events?since_seq=\(last)", headers: headers).json["current_seq"] as? Int ?? 0
  }
}
