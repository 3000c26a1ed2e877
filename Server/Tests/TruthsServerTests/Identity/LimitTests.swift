import Foundation
import Testing

/// The limits of an actor, by its roles (server §6.4).
@Suite(.serialized)
struct LimitTests {
  private func identities(_ limits: [String: [String: Int]]) -> [String: Any] {
    ["issuers": [IdentityServer.issuer], "limits": limits]
  }

  private func token(_ user: String = "ann", _ roles: String...) throws -> String {
    try TestToken().with("sub", user).with("roles", roles).text()
  }

  @Test("a body has at most as many bytes as the largest limit of its roles")
  func bodies() throws {
    let limits = ["*": ["body_bytes": 80], "clerk": ["body_bytes": 120], "boss": ["body_bytes": 40]]
    try withIdentityServer(identities(limits)) { server in
      let cases: [([String], Int)] = [([], 80), (["boss"], 80), (["clerk"], 120), (["boss", "clerk"], 120)]
      for (number, (roles, most)) in cases.enumerated() {
        let token = try TestToken().with("roles", roles).text()
        for (count, status) in [(most, 201), (most + 1, 413)] {
          let start = #"{"action":"place_order","order_id":"o\#(number)","amount":1"#
          let body = start + String(repeating: " ", count: count - start.utf8.count - 1) + "}"
          let answer = try server.ask("POST", "/jobs", body, token: token)
          #expect(answer.status == status, "\(roles) \(count): \(answer.body)")
        }
      }
    }
  }

  @Test("more requests than an actor may send in a second are refused, and nobody else's")
  func rate() throws {
    try withIdentityServer(identities(["clerk": ["requests_per_second": 2]])) { server in
      let (clerk, device) = (try token("ann", "clerk"), try TestToken().with("device", "phone").text())
      var refused: [RawClient.Answer] = []
      for number in 0..<20 {
        // The limits are those of one actor on all of its devices.
        let answer = try server.ask("GET", "/ledger/head", token: number % 2 == 0 ? clerk : device)
        if answer.status != 200 { refused.append(answer) }
      }
      #expect(!refused.isEmpty)
      for answer in refused {
        #expect(answer.status == 429 && answer["code"] == "too_many_requests" && answer.head.contains("Retry-After: 1"))
      }
      #expect(try server.ask("GET", "/ledger/head", token: try token("bob", "clerk")).status == 200)
      for _ in 0..<20 { #expect(try server.ask("GET", "/ledger/head", token: try token("cid")).status == 200) }
      usleep(1_100_000)
      #expect(try server.ask("GET", "/ledger/head", token: clerk).status == 200)
    }
  }

  @Test("with as many open runs as it may have an actor begins no further one")
  func openRuns() throws {
    try withIdentityServer(identities(["*": ["open_runs": 2]])) { server in
      let (ann, bob) = (try token("ann"), try token("bob"))
      let first = try server.order("o1", amount: 20, token: ann, headers: ["Idempotency-Key: k1"])
      #expect(first.status == 201)
      #expect(try server.order("o2", amount: 20, token: ann).status == 201)
      let refused = try server.order("o3", token: ann)
      #expect(refused.status == 429 && refused["code"] == "too_many_runs" && refused.head.contains("Retry-After: "))
      let again = try server.order("o1", amount: 20, token: ann, headers: ["Idempotency-Key: k1"])
      #expect(again["job_id"] != nil && again["job_id"] == first["job_id"], "\(again.body)")
      #expect(try server.order("o4", amount: 20, token: bob).status == 201)
      let id = try #require(first["job_id"])
      #expect(try server.ask("DELETE", "/jobs/\(id)", token: ann).status == 200)
      #expect(try server.order("o5", amount: 20, token: ann).status == 201)
      #expect(try server.order("o6", token: ann).status == 429)
    }
  }

  @Test("an actor has as many streams as it may, and one that ends leaves its place to another")
  func streams() throws {
    try withIdentityServer(identities(["*": ["streams": 1]])) { server in
      let ann = try token("ann")
      var first: (client: RawClient, start: String)? = try server.stream(token: ann)
      #expect(first?.start.contains("200 OK") == true)
      let second = try server.ask("GET", "/events", token: ann, headers: ["Accept: text/event-stream"])
      #expect(second.status == 429 && second["code"] == "too_many_streams" && second.head.contains("Retry-After: "))
      let other = try server.stream(token: try token("bob"))
      #expect(other.start.contains("200 OK"))
      #expect(try server.ask("GET", "/events", token: ann).status == 200)
      first = nil
      #expect(try server.waits { try server.stream(token: ann).start.contains("200 OK") })
    }
  }
}
