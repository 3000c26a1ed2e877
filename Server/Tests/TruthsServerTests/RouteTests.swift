import Foundation
import Testing

/// Each path with good and wrong input, over real sockets.
@Suite(.serialized)
struct RouteTests {
  @Test("a proposal is decided, and its job can be asked for")
  func jobs() throws {
    try withServer { server in
      let answer = try server.order("o1")
      #expect(answer.status == 201)
      #expect(answer["decision"] == "accepted")
      #expect(answer["truths"]?.hasPrefix("sha256:") == true)
      let id = try #require(answer["job_id"])
      #expect(answer.head.contains("Location: /jobs/\(id)"))
      let head = try #require(answer.json["head"] as? [String: Any])
      #expect(head["size"] as? Int ?? 0 > 0)
      let job = try server.ask("GET", "/jobs/\(id)")
      #expect(job.status == 200)
      #expect(job["decision_id"] == answer["decision_id"])
      #expect(job["decision_id"]?.hasPrefix("ctx_") == true)
      #expect((job.json["run"] as? [String: Any])?["status"] as? String == "converged")
      #expect((job.json["facts"] as? [[String: Any]])?.first?["type"] as? String == "order.placed")
      let events = try server.ask("GET", "/jobs/\(id)/events")
      #expect(events.body.hasPrefix("[") && events.body.contains(#""event_type":"decision""#))
      let wrapped = try server.ask("POST", "/jobs", #"{"proposal":{"action":"place_order","order_id":"o2","amount":1}}"#)
      #expect(wrapped["decision"] == "accepted")
      let rejected = try server.ask("POST", "/jobs", #"{"action":"plce_order"}"#)
      #expect(rejected.status == 201)
      #expect(rejected["truth_id"] == "converge.proposal.wellformed")
      let rejectedID = try #require(rejected["job_id"])
      #expect(try server.ask("GET", "/jobs/\(rejectedID)")["decision"] == "rejected")
    }
  }

  @Test(
    "a request at fault is told so, with the status that says how",
    arguments: [
      ("POST", "/jobs", "{x", 400, "bad_body"), ("POST", "/jobs", "[]", 400, "bad_body"),
      ("POST", "/jobs", "", 400, "bad_body"), ("POST", "/control", #"{"control_type":"stop"}"#, 400, "bad_body"),
      ("POST", "/jobs/job_none/control", #"{"control_type":"cancel"}"#, 404, "not_found"),
      ("POST", "/control", #"{"control_type":"cancel"}"#, 409, "nothing_to_steer"),
      ("POST", "/capabilities", #"{"device_id":"d","app_version":"1","on_behalf_of":1}"#, 400, "bad_body"),
      ("POST", "/capabilities", "{}", 400, "bad_body"),
      ("POST", "/jobs?wait=soon", "{}", 400, "bad_query"), ("POST", "/jobs?wait=1&wait=2", "{}", 400, "bad_query"),
    ])
  func bodies(method: String, path: String, body: String, status: Int, code: String) throws {
    try withServer { server in
      let answer = try server.ask(method, path, body)
      #expect(answer.status == status)
      #expect(answer["code"] == code)
      #expect(answer.head.contains("application/problem+json"))
      #expect(answer["detail"]?.isEmpty == false)
    }
  }

  @Test("paths, methods, parameters, types and sizes that are none are told so")
  func requests() throws {
    try withServer { server in
      let jobs = try server.ask("GET", "/jobs")
      #expect(jobs.status == 405 && jobs.head.contains("Allow: POST"))
      #expect(try server.ask("GET", "/nothing").status == 404)
      #expect(try server.ask("GET", "/jobs/job_none").status == 404)
      #expect(try server.ask("DELETE", "/jobs/job_none").status == 404)
      #expect(try server.ask("GET", "/jobs/job_none/events").status == 404)
      let unknown = try server.ask("GET", "/events?since_sq=1")
      #expect(unknown.status == 400 && unknown["detail"]?.contains("did you mean `since_seq`?") == true)
      #expect(try server.ask("GET", "/events?since_seq=-1").status == 400)
      #expect(try server.ask("GET", "/events?entry_types=facts").status == 400)
      #expect(try server.ask("GET", "/events", headers: ["Last-Event-ID: 17"]).status == 400)
      #expect(try server.ask("POST", "/jobs", "{}", headers: ["Content-Type: text/plain"]).status == 415)
      #expect(try server.ask("POST", "/jobs", "{}", headers: ["Content-Type: application/json; charset=utf-8"]).status == 201)
      let large = try server.ask("POST", "/jobs", #"{"action":"\#(String(repeating: "a", count: 1_000_001))"}"#)
      #expect(large.status == 413 && large["code"] == "body_too_large")
    }
  }

  @Test("a request for another host, or from a page of another site, is refused")
  func browsers() throws {
    try withServer { server in
      let port = server.address.split(separator: ":").last ?? ""
      let cases = [
        ("Host: evil.example", 403), ("Host: 127.0.0.1:1", 403), ("Origin: http://evil.example", 403), ("Origin: null", 403),
        ("Origin: http://\(server.address)", 200), ("Host: localhost:\(port)", 200),
      ]
      for (header, status) in cases {
        let answer = try server.ask("GET", "/healthz", headers: [header])
        #expect(answer.status == status, "\(header)")
      }
    }
  }

  @Test("one key stands for one proposal, in the header or in the body")
  func keys() throws {
    try withServer { server in
      let key = ["Idempotency-Key: 6f1c"]
      let first = try server.order("o1", headers: key)
      #expect(first.status == 201)
      let again = try server.order("o1", headers: key)
      #expect(again.status == 200)
      #expect(again["decision_id"] == first["decision_id"])
      #expect(again.json["replay"] as? Bool == true)
      let other = try server.order("o2", headers: key)
      #expect(other.status == 409 && other["code"] == "idempotency_key_conflict")
      let body = #"{"action":"place_order","order_id":"o3","amount":1,"idempotency_key":"k3"}"#
      #expect(try server.ask("POST", "/jobs", body).status == 201)
      #expect(try server.ask("POST", "/jobs", body, headers: ["Idempotency-Key: k3"]).status == 200)
      #expect(try server.ask("POST", "/jobs", body, headers: key).status == 400)
    }
  }

  @Test("the operator steers the session and the jobs; what nobody may do is refused with its truth")
  func control() throws {
    try withServer { server in
      let waiting = try server.order("o1", amount: 20)
      let id = try #require(waiting["job_id"])
      let proposal = try #require(waiting["proposal_id"])
      let approval = #"{"control_type":"approve","payload":{"proposal_id":"\#(proposal)"}}"#
      let refused = try server.ask("POST", "/jobs/\(id)/control", approval)
      #expect(refused.status == 403 && refused["truth_id"]?.hasPrefix("converge.") == true)
      #expect(refused["reason"]?.isEmpty == false)
      #expect(try server.ask("POST", "/jobs/job_1/control", #"{"control_type":"pause","job_id":"job_2"}"#).status == 400)
      #expect(try server.ask("POST", "/control", #"{"control_type":"pause"}"#).status == 200)
      let held = try server.order("o2")
      #expect((held.json["run"] as? [String: Any])?["waiting_for"] as? [String] == ["resume"])
      #expect(try server.ask("POST", "/control", #"{"control_type":"resume"}"#).status == 200)
      let heldID = try #require(held["job_id"])
      #expect(try server.ask("GET", "/jobs/\(heldID)")["decision"] == "accepted")
      #expect(try server.ask("DELETE", "/jobs/\(id)").status == 200)
      let cancelled = try server.ask("GET", "/jobs/\(id)")
      #expect((cancelled.json["run"] as? [String: Any])?["status"] as? String == "halted")
      #expect(cancelled["truth_id"] == "converge.run.cancelled")
      let fact = #"{"control_type":"inject_fact","payload":{"type":"stock.counted","sku":"pen"}}"#
      #expect(try server.ask("POST", "/control", fact)["decision"] == "accepted")
    }
  }

  @Test("a proposal that waits holds its request until it is done, or for so many seconds")
  func waits() throws {
    try withServer { server in
      let start = ContinuousClock.now
      let waiting = try server.order("o1", amount: 20, query: "?wait=1")
      #expect(ContinuousClock.now - start >= .milliseconds(900))
      #expect((waiting.json["run"] as? [String: Any])?["status"] as? String == "waiting")
      let client = try RawClient(server.address)
      let body = #"{"action":"place_order","order_id":"o2","amount":20}"#
      client.send(RawClient.request(server.address, "POST", "/jobs?wait=30", body))
      usleep(300_000)
      #expect(try server.ask("POST", "/control", #"{"control_type":"cancel"}"#).status == 200)
      let answer = client.read(until: "\"truths\"")
      #expect(answer.contains("201 Created") && answer.contains("converge.run.cancelled"))
      #expect(ContinuousClock.now - start < .seconds(20))
    }
  }

  @Test("what a server says of itself")
  func about() throws {
    try withServer { server in
      #expect(try server.ask("GET", "/healthz")["status"] == "ok")
      let accepted = try server.order("o1")
      let size = (accepted.json["head"] as? [String: Any])?["size"] as? Int
      let ready = try server.ask("GET", "/readyz")
      #expect(ready.status == 200 && ready.json["verified_to"] as? Int == size)
      let head = try server.ask("GET", "/ledger/head")
      #expect(head.json["size"] as? Int == size && head["truths"] == accepted["truths"])
      let shaken = try server.ask("POST", "/capabilities", #"{"device_id":"d","app_version":"1"}"#)
      for answer in [try server.ask("GET", "/capabilities"), shaken] {
        #expect(answer.status == 200 && answer["truths"] == accepted["truths"])
        #expect(answer.body.contains(#"{"status":"supported","type":"sse"}"#))
      }
    }
  }
}
