import Foundation
import Testing

/// The identities of WebSocket clients, and their limits (server §6, §7).
@Suite(.serialized)
struct WebSocketIdentityTests {
  private func open(_ server: IdentityServer, _ token: String) throws -> SocketClient {
    try server.server.socket(headers: ["Authorization: Bearer \(token)"])
  }

  private func proposer(_ client: SocketClient, of id: String) -> String? {
    client.send(#"{"resume":{"resume_from_seq":0,"subscribe":true}}"#)
    _ = client.next("delta")
    client.send(ServerProcess.proposal(id))
    while let event = client.next("event") as? [String: Any] {
      let actor = (event["payload"] as? [String: Any])?["actor"] as? [String: Any]
      if let actor { return actor["user_id"] as? String }
    }
    return nil
  }

  @Test("a header says who speaks, or a first message, which may be followed by others at once")
  func tokens() throws {
    try withIdentityServer { server in
      let token = try TestToken().with("sub", "mia").text()
      #expect(proposer(try open(server, token), of: "o1") == "mia")
      let client = try server.server.socket()
      #expect(client.head.hasPrefix("HTTP/1.1 101 "))
      client.send(#"{"authorization":"Bearer \#(token)"}"#)
      #expect(proposer(client, of: "o2") == "mia")
      let hasty = try server.server.socket()
      let messages = [#"{"authorization":"Bearer \#(token)"}"#, ServerProcess.proposal(String(repeating: "x", count: 100_000))]
      hasty.raw.send(messages.flatMap { SocketClient.frame(0x81, Array($0.utf8)) })
      #expect((hasty.next("answer") as? [String: Any])?["decision"] as? String == "accepted")
    }
  }

  @Test("a token at fault is refused: in a header by 401, in a first message by an end with a reason")
  func faults() throws {
    try withIdentityServer { server in
      let client = try open(server, "x.y.z")
      #expect(client.head.hasPrefix("HTTP/1.1 401 ") && client.head.contains("WWW-Authenticate: Bearer error="))
      let messages = [
        (#"{"authorization":"Bearer x.y.z"}"#, "invalid_token: the token is refused"), (#"{"authorization":"x"}"#, "no_token: "),
        (ServerProcess.proposal("o1"), "no_token: a first message"), ("[", "no_token: a first message"),
      ]
      for (message, reason) in messages {
        let client = try server.server.socket()
        client.send(message)
        let end = client.end()
        #expect(end?.code == 1_008 && end?.reason.hasPrefix(reason) == true, "\(end?.reason ?? "")")
      }
      let large = try server.server.socket()
      large.send(#"{"authorization":"Bearer \#(String(repeating: "x", count: 20_000))"}"#)
      #expect(large.end()?.code == 1_009)
      #expect(server.messages.components(separatedBy: #""code":"invalid_token""#).count == 3)
    }
  }

  @Test("who says nothing for five seconds is no longer waited for")
  func silence() throws {
    try withIdentityServer { server in
      let client = try server.server.socket()
      let start = ContinuousClock.now
      let end = client.end()
      #expect(end?.code == 1_008 && end?.reason.hasPrefix("no_token") == true)
      let time = ContinuousClock.now - start
      #expect(time > .milliseconds(4_500) && time < .seconds(10))
    }
  }

  @Test("a WebSocket ends with its token, and says so")
  func expiry() throws {
    try withIdentityServer { server in
      // A token is valid for 60 seconds after its end.
      let token = try TestToken().with("exp", Int(Date().timeIntervalSince1970) - 57).text()
      let end = try open(server, token).end()
      #expect(end?.code == 1_008 && end?.reason == "token_expired")
    }
  }

  @Test("limits hold for a WebSocket: streams, open runs, the rate and the size of messages")
  func limits() throws {
    let limits: [String: [String: Int]] = [
      "clerk": ["streams": 1], "agent": ["open_runs": 1], "poller": ["requests_per_second": 3], "small": ["body_bytes": 150],
    ]
    try withIdentityServer(["issuers": [IdentityServer.issuer], "limits": limits]) { server in
      func token(_ role: String) throws -> String { try TestToken().with("sub", role).with("roles", [role]).text() }
      let first = try open(server, try token("clerk"))
      #expect(first.head.hasPrefix("HTTP/1.1 101 "))
      #expect(try open(server, try token("clerk")).head.hasPrefix("HTTP/1.1 429 "))
      let second = try server.server.socket()
      second.send(#"{"authorization":"Bearer \#(try token("clerk"))"}"#)
      #expect(second.end()?.reason.hasPrefix("too_many_streams") == true)

      let agent = try open(server, try token("agent"))
      for id in ["o1", "o2"] { agent.send(ServerProcess.proposal(id, amount: 20)) }
      #expect((agent.next("answer") as? [String: Any])?["to"] as? String == "k-o1")
      let problem = agent.next("problem") as? [String: Any]
      #expect(problem?["code"] as? String == "too_many_runs" && problem?["to"] as? String == "k-o2")

      let poller = try open(server, try token("poller"))
      for _ in 0..<10 { poller.send(#"{"request":"capabilities","device_id":"desk","app_version":"1.0.0"}"#) }
      let refused = poller.next("problem") as? [String: Any]
      #expect(refused?["code"] as? String == "too_many_requests" && refused?["to"] as? String == "handshake")

      let small = try open(server, try token("small"))
      small.send(ServerProcess.proposal("o3"))
      #expect((small.next("answer") as? [String: Any])?["decision"] as? String == "accepted")
      small.send(ServerProcess.proposal(String(repeating: "x", count: 100)))
      #expect(small.end()?.reason == "a message has at most 150 bytes")
    }
  }
}
