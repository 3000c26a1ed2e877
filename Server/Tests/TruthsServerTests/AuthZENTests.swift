import Foundation
import Testing
import TruthsServerTestSupport

/// AuthZEN over real sockets (server §14). `Tests/python/authzen_client.py` asks the cases of its certification.
@Suite(.serialized)
struct AuthZENTests {
  static let rules = """
    pack shop:
      version: 1.0.0

    fact order.filed:
      key: [order_id]
      external: true
      fields:
        order_id: text

    intent cancel_order:
      authzen: {action: cancel, resource: order, id: order_id, subjects: clerk.known, resources: order.filed}
      fields:
        order_id: text
        amount: integer

    fact clerk.known:
      key: [user_id]
      external: true
      fields:
        user_id: text

    truth cancelling:
      when:
        - intent: cancel_order
      requires:
        - order_id exists
        - order.filed else "There is no order {order_id}"
        - clerk.known(user_id = actor.user_id) else "@{actor.user_id} is no clerk"
      invariants:
        - amount > 10 → requires_approval(manager)
      produces:
        - trace.shop.cancelling

    truth overrides:
      when:
        - fact: override.used
      produces:
        - trace.shop.override

    """

  private func withShop(_ options: [String] = [], _ work: (ServerProcess) throws -> Void) throws {
    try withScratchDirectory { folder in
      let facts = #"{"type":"clerk.known","user_id":"zoe"}"# + "\n" + #"{"type":"order.filed","order_id":"o1"}"# + "\n"
      try Data(facts.utf8).write(to: folder.appending(path: "ledger.jsonl"))
      let server = try ServerProcess(in: folder, access: ["--actor", ServerProcess.ann] + options, text: Self.rules)
      defer { server.process.kill() }
      try work(server)
    }
  }

  private func body(_ name: String, order: String = "o1", amount: Int = 1) -> String {
    let resource = #"{"type":"order","id":"\#(order)","properties":{"amount":\#(amount)}}"#
    return #"{"subject":{"type":"user","id":"\#(name)"},"action":{"name":"cancel"},"resource":\#(resource)}"#
  }

  @Test("evaluations and searches are answered, and faults in AuthZEN's words")
  func requests() throws {
    try withShop { server in
      let permitted = try server.ask("POST", "/access/v1/evaluation", body("zoe"), headers: ["X-Request-ID: r-1"])
      #expect(permitted.status == 200 && permitted.json["decision"] as? Bool == true, "\(permitted.body)")
      #expect(permitted.head.contains("X-Request-ID: r-1"))
      let refused = try server.ask("POST", "/access/v1/evaluation", body("max"))
      #expect(refused.status == 200 && refused.json["decision"] as? Bool == false && refused.body.contains("@max is no clerk"))
      #expect(!refused.head.contains("X-Request-ID"))
      let waiting = try server.ask("POST", "/access/v1/evaluation", body("zoe", amount: 20))
      #expect(waiting.json["decision"] as? Bool == false && waiting.body.contains("approval from @manager"))
      let several = try server.ask(
        "POST", "/access/v1/evaluations",
        String(body("zoe").dropLast()) + #","evaluations":[{},{"subject":{"type":"user","id":"max"}}]}"#)
      #expect((several.json["evaluations"] as? [[String: Any]])?.map { $0["decision"] as? Bool } == [true, false])
      for (target, found) in [("subject", "zoe"), ("resource", "o1"), ("action", "cancel")] {
        let answer = try server.ask("POST", "/access/v1/search/\(target)", body("zoe"))
        #expect(answer.status == 200 && (answer.json["results"] as? [Any])?.count == 1 && answer.body.contains(found))
      }
      #expect(try server.ask("POST", "/access/v1/search/other", body("zoe")).status == 404)
      for (text, type) in [("{", "application/json"), ("{}", "application/json"), (body("zoe"), "text/plain")] {
        let headers = ["Content-Type: \(type)", "X-Request-ID: r-2"]
        let answer = try server.ask("POST", "/access/v1/evaluation", text, headers: headers)
        #expect(answer.status == 400 && answer["code"] == "bad_body" && answer.head.contains("X-Request-ID: r-2"))
      }
      let metadata = try server.ask("GET", "/.well-known/authzen-configuration")
      #expect(metadata["policy_decision_point"] == "http://\(server.address)")
      #expect(metadata["access_evaluation_endpoint"] == "http://\(server.address)/access/v1/evaluation")
      #expect(try server.ask("GET", "/decisions").json["decisions"] as? [String] == [])
      let counted = try server.ask("GET", "/metrics").body
      #expect(counted.contains(#"route="/access/v1/search/subject",method="POST",status="200""#), "\(counted)")
    }
  }

  @Test("with tokens, nobody asks for others unless a rule says so")
  func others() throws {
    try withIdentityServer(text: Self.rules) { server in
      let token = try TestToken().with("sub", "zoe").with("org", "acme").with("roles", ["clerk"]).text()
      let own = try server.ask("POST", "/access/v1/evaluation", body("zoe"), token: token)
      #expect(own.status == 200 && own.body.contains("There is no order o1"))
      let other = try server.ask("POST", "/access/v1/evaluation", body("max"), token: token)
      #expect(other.status == 403 && other["code"] == "not_allowed")
      #expect(try server.ask("POST", "/access/v1/search/subject", body("zoe"), token: token).status == 403)
      #expect(try server.ask("POST", "/access/v1/search/action", body("zoe"), token: token).status == 200)
      #expect(try server.server.ask("POST", "/access/v1/evaluation", body("zoe")).status == 401)
      #expect(try server.server.ask("GET", "/.well-known/authzen-configuration").status == 200)
    }
  }

  @Test("recorded evaluations are decisions of the ledger, each of its own")
  func recorded() throws {
    try withShop(["--record-evaluations"]) { server in
      var decisions: [String] = []
      for name in ["zoe", "zoe", "max"] {
        let answer = try server.ask("POST", "/access/v1/evaluation", body(name))
        let context = answer.json["context"] as? [String: Any]
        #expect(answer.json["decision"] as? Bool == (name == "zoe"), "\(answer.body)")
        decisions.append(try #require(context?["decision_id"] as? String))
        #expect(context?["reason"] as? String != "" && context?["truths"] as? String == server.truths)
      }
      #expect(Set(decisions).count == 3)
      let listed = try server.ask("GET", "/decisions").json["decisions"] as? [[String: Any]] ?? []
      #expect(listed.compactMap { $0["decision_id"] as? String } == decisions)
      #expect(listed.map { ($0["actor"] as? [String: Any])?["user_id"] as? String } == ["zoe", "zoe", "max"])
      let waiting = try server.ask("POST", "/access/v1/evaluation", body("zoe", amount: 20))
      #expect(waiting.json["decision"] as? Bool == false)
      let inbox = try server.ask("GET", "/inbox")
      #expect((inbox.json["inbox"] as? [Any])?.count == 1)
      let missing = #"{"action":{"name":"cancel"},"resource":{"type":"order","id":"o1"},"evaluations":[{}]}"#
      let faulty = try server.ask("POST", "/access/v1/evaluations", missing)
      #expect(faulty.status == 200 && faulty.body.contains(#""status":400"#))
    }
  }
}
