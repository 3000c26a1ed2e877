import Crypto
import Foundation
import Testing

/// Identification by tokens, over real sockets (server §6).
@Suite(.serialized)
struct TokenTests {
  @Test("a token of each algorithm lets its actor speak", arguments: ["ed", "ec", "rsa", "oct"])
  func algorithms(id: String) throws {
    try withIdentityServer { server in
      let now = Int(Date().timeIntervalSince1970)
      let good = [
        TestToken(id), TestToken(id).with("aud", ["other", "truths"]), TestToken(id).with("exp", now - 45),
        TestToken(id).with("exp", Double(now) + 100.5), TestToken(id).with("nbf", now + 45),
      ]
      for (number, token) in good.enumerated() {
        let text = try token.text()
        let first = try server.order("o\(number)", token: text)
        #expect(first.status == 201 && first["decision"] == "accepted", "\(first.body)")
        // The second time it is remembered.
        #expect(try server.order("p\(number)", token: text).status == 201)
      }
      let events = try server.ask("GET", "/events", token: try TestToken(id).text())
      #expect(events.body.contains(#""device_id":"desk","org_id":"acme","roles":["clerk"],"type":"user","user_id":"ann""#))
    }
  }

  @Test("a token at fault is refused, and the answer says why", arguments: ["ed", "ec", "rsa", "oct"])
  func faults(id: String) throws {
    try withIdentityServer { server in
      for (token, detail) in try headerFaults(id) + claimFaults(id) + signatureFaults(id) {
        let answer = try server.order("o1", token: token)
        #expect(answer.status == 401 && answer["code"] == "invalid_token", "\(detail)")
        #expect(answer["detail"]?.contains(detail) == true, "\(detail): \(answer.body)")
        #expect(answer.head.contains(#"WWW-Authenticate: Bearer error="invalid_token", error_description=""#), "\(detail)")
      }
      #expect(try server.order("o1", token: try TestToken(id).text()).status == 201)
      // The log contains no token.
      #expect(!server.messages.contains(try TestToken(id).unsigned().prefix(20)))
    }
  }

  private func headerFaults(_ id: String) throws -> [(token: String, detail: String)] {
    let key = try #require(TestKey.all[id])
    var none = TestToken(id)
    none.header["alg"] = "none"
    var unknown = TestToken(id)
    unknown.header["kid"] = "unknown"
    var nameless = TestToken(id)
    nameless.header["kid"] = nil
    var critical = TestToken(id)
    critical.header["crit"] = ["exp"]
    var foreign = TestToken(id)
    foreign.header["alg"] = "PS256"
    // The public part of a key is not a secret. A server that took it for one would accept tokens of anyone.
    var confused = TestToken(id)
    confused.header["alg"] = id == "oct" ? "RS256" : "HS256"
    let secret = TestKey.secret(SymmetricKey(data: key.publicBytes + Data(repeating: 0, count: 32)))
    return [
      (try none.unsigned() + ".", "its `alg` is `none`"), (try none.text(by: key), "its `alg` is `none`"),
      (try unknown.text(by: key), "no key `unknown`"), (try nameless.text(by: key), "no `kid`"),
      (try critical.text(by: key), "`crit`"), (try foreign.text(by: key), "its `alg` is `PS256`"),
      (try confused.text(by: secret), "and that of its key \(key.algorithm)"),
    ]
  }

  private func claimFaults(_ id: String) throws -> [(token: String, detail: String)] {
    let (token, now) = (TestToken(id), Int(Date().timeIntervalSince1970))
    let cases: [(String, Any?, String)] = [
      ("iss", "https://evil.example", "`iss`"), ("iss", nil, "`iss`"), ("iss", 1, "`iss`"),
      ("aud", "other", "another audience"),
      ("aud", ["other"], "another audience"), ("aud", nil, "another audience"), ("exp", now - 61, "expired"),
      ("exp", nil, "`exp`"),
      ("exp", "\(now + 600)", "`exp`"), ("exp", true, "`exp`"), ("nbf", now + 600, "`nbf`"), ("nbf", "\(now)", "`nbf`"),
    ]
    return try cases.map { (try token.with($0.0, $0.1).text(), $0.2) }
  }

  private func signatureFaults(_ id: String) throws -> [(token: String, detail: String)] {
    let (token, other) = (try TestToken(id).text(), try #require(TestKey.others[id]))
    let parts = token.split(separator: ".").map(String.init)
    let changed = try TestToken(id).with("sub", "bob").unsigned()
    let fault = "its signature does not hold"
    return [
      (try TestToken(id, other).text(by: other), fault), (changed + "." + parts[2], fault),
      (parts[0] + "." + parts[1] + ".", fault),
      (parts[0] + "." + parts[1] + ".AAAA", fault), (parts[0] + "." + parts[1], "malformed"), (token + ".", "malformed"),
      ("x", "malformed"), ("..", "malformed"), ("e30.W10." + parts[2], "malformed"), ("*" + token, "malformed"),
      (token + "=", "malformed"), ("W10." + parts[1] + "." + parts[2], "malformed"),
    ]
  }

  @Test("without a token nobody is known, and only whoever watches over the process is answered")
  func noToken() throws {
    try withIdentityServer { server in
      let token = try TestToken().text()
      for headers in [[], ["Authorization: Basic YW5uOmFubg=="], ["Authorization: Bearer"], ["Authorization: \(token)"]] {
        for path in ["/events", "/ledger/head", "/nothing"] {
          let answer = try server.server.ask("GET", path, headers: headers)
          #expect(answer.status == 401 && answer["code"] == "no_token")
          #expect(answer.head.contains("WWW-Authenticate: Bearer") && !answer.head.contains("error="))
        }
      }
      #expect(try server.server.ask("GET", "/healthz").status == 200)
      #expect(try server.server.ask("GET", "/readyz").status == 200)
      #expect(try server.server.ask("GET", "/ledger/head", headers: ["Authorization: bearer \(token)"]).status == 200)
      // There is no operator.
      let pause = try server.ask("POST", "/control", #"{"control_type":"pause"}"#, token: token)
      #expect(pause.status == 403, "\(pause.body)")
    }
  }

  @Test("a request is its token's, and no other one's on the same connection")
  func connection() throws {
    try withIdentityServer { server in
      let client = try RawClient(server.server.address)
      for (user, id) in [("ann", "o1"), ("bob", "o2")] {
        let token = try TestToken().with("sub", user).text()
        let body = #"{"action":"place_order","order_id":"\#(id)","amount":1}"#
        client.send(RawClient.request(server.server.address, "POST", "/jobs", body, headers: ["Authorization: Bearer \(token)"]))
        #expect(client.read(until: #""truths""#).contains("201 Created"))
        let events = try server.ask("GET", "/events?entry_types=proposal", token: token)
        let list = events.json["events"] as? [[String: Any]] ?? []
        let proposal = list.last { $0["event_type"] as? String == "proposal" }?["payload"] as? [String: Any]
        #expect((proposal?["actor"] as? [String: Any])?["user_id"] as? String == user, "\(events.body)")
      }
      client.send(RawClient.request(server.server.address, "GET", "/events"))
      #expect(client.read(until: #""no_token""#).contains("401 Unauthorized"))
    }
  }
}
