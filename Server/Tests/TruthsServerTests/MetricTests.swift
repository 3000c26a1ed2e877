import Foundation
import Testing
import TruthsServerTestSupport

@testable import TruthsServer

/// The metrics of a server (server §5.1).
@Suite(.serialized)
struct MetricTests {
  @Test("metrics are in the format of Prometheus, and count what happened")
  func counts() throws {
    try withServer { server in
      _ = try server.order("o1", headers: ["Idempotency-Key: k1"])
      _ = try server.order("o1", headers: ["Idempotency-Key: k1"])
      _ = try server.order("o2", amount: 20)
      _ = try server.ask("POST", "/jobs", #"{"action":"plce_order"}"#)
      _ = try server.ask("GET", "/nowhere")
      _ = try server.ask("PATCH", "/jobs")
      let stream = try RawClient(server.address)
      stream.send(RawClient.request(server.address, "GET", "/events", headers: ["Accept: text/event-stream"]))
      _ = stream.read(until: "event: status\n")
      let answer = try server.ask("GET", "/metrics")
      #expect(answer.status == 200 && answer.head.contains("Content-Type: text/plain; version=0.0.4"))
      let metrics = MetricSamples(answer.body)
      #expect(metrics.faults == [])
      let expected: [String: Double] = [
        #"truths_decisions_total{outcome="accepted",truth="shop.ordering"}"#: 1,
        #"truths_decisions_total{outcome="rejected",truth="converge.proposal.wellformed"}"#: 1,
        "truths_decision_duration_seconds_count": 4, #"truths_queue_length{queue="runs"}"#: 1,
        #"truths_queue_length{queue="messages"}"#: 0, "truths_subscribers": 1, "truths_store_fault": 0,
        #"truths_http_requests_total{route="/jobs",method="POST",status="201"}"#: 3,
        #"truths_http_requests_total{route="/jobs",method="POST",status="200"}"#: 1,
        #"truths_http_requests_total{route="/jobs",method="",status="405"}"#: 1,
        #"truths_http_requests_total{route="",method="",status="404"}"#: 1,
        "truths_connections_refused_total": 0,
      ]
      for (key, value) in expected { #expect(metrics.values[key] == value, "\(key)") }
      let halted = metrics.values.filter { $0.key.hasPrefix(#"truths_decisions_total{outcome="halted""#) }
      #expect(halted.values.reduce(0, +) == 1)
      #expect(metrics.values["truths_store_sync_duration_seconds_count"] ?? 0 >= 3)
      let size = try server.ask("GET", "/ledger/head").json["size"] as? Int
      #expect(metrics.values["truths_ledger_entries"] == size.map { Double($0) })
      #expect(metrics.values["truths_connections"] ?? 0 >= 2)
    }
  }

  @Test("messages over a WebSocket and standard input are counted and timed, and what is wrong with them is logged once")
  func messages() throws {
    try withStdioProcess(["--listen", "127.0.0.1:0"]) { server in
      let ready = server.first { $0["method"] as? String == "ready" }?["params"] as? [String: Any]
      let address = try #require(ready?["http"] as? String)
      server.call(1, "propose", #"{"action":"place_order","order_id":"o1","amount":1}"#)
      #expect(server.answer(1) != nil)
      for id in [2, 3] {
        server.call(id, "propse")
        #expect(server.answer(id) != nil)
      }
      let client = try SocketClient(address)
      client.send(ServerProcess.proposal("o2"))
      #expect(client.next("answer") != nil)
      for _ in 0..<2 {
        client.send("{x")
        #expect(client.next("problem") != nil)
      }
      let metrics = MetricSamples(try RawClient.ask(address, "GET", "/metrics").body)
      let expected: [String: Double] = [
        #"truths_messages_total{transport="stdio",code=""}"#: 1,
        #"truths_messages_total{transport="stdio",code="not_found"}"#: 2,
        #"truths_messages_total{transport="websocket",code=""}"#: 1,
        #"truths_messages_total{transport="websocket",code="bad_body"}"#: 2,
        #"truths_http_requests_total{route="/stream",method="GET",status="101"}"#: 1,
        "truths_decision_duration_seconds_count": 2, "truths_connections": 2,
      ]
      #expect(metrics.faults == [])
      for (key, value) in expected { #expect(metrics.values[key] == value, "\(key): \(metrics.values)") }
      let told = server.process.messages.split(separator: "\n")
      #expect(told.count { $0.contains("a line of standard input is refused") } == 1, "\(told)")
      #expect(told.count { $0.contains(#""request":"GET /stream""#) && $0.contains("bad_body") } == 1, "\(told)")
    }
  }

  @Test("the size of the ledger is that of its file, also after a restart")
  func ledger() throws {
    try withScratchDirectory { folder in
      for _ in 0..<2 {
        let server = try ServerProcess(in: folder)
        defer { server.process.kill() }
        _ = try server.order("o\(UUID().uuidString)")
        let metrics = MetricSamples(try server.ask("GET", "/metrics").body)
        let bytes = try Data(contentsOf: folder.appending(path: "ledger.jsonl")).count
        #expect(metrics.values["truths_ledger_bytes"] == Double(bytes))
      }
    }
  }

  @Test("a disk that refuses is told by metrics and log, and reading goes on")
  func fault() throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder, fileBlocks: 32)
      defer { server.process.kill() }
      var statuses: [Int] = []
      while statuses.last ?? 201 == 201, statuses.count < 50 { statuses.append(try server.order("o\(statuses.count)").status) }
      #expect(statuses.first == 201 && statuses.last == 503)
      let metrics = MetricSamples(try server.ask("GET", "/metrics").body)
      #expect(metrics.faults == [] && metrics.values["truths_store_fault"] == 1)
      #expect(metrics.values["truths_store_pending_bytes"] ?? 0 > 0)
      #expect(try server.ask("GET", "/readyz").status == 503 && server.ask("GET", "/healthz").status == 200)
      usleep(3_200_000)
      let told = server.process.messages.components(separatedBy: #""message":"nothing is recorded"#).count - 1
      #expect(told == 1, "\(server.process.messages)")
    }
  }

  @Test("with identities only systems are told: the counts are of all organisations")
  func readers() throws {
    var issuer = IdentityServer.issuer
    issuer["actor"] = ["type": "kind", "user_id": "sub", "org_id": "org"]
    try withIdentityServer(["issuers": [issuer]]) { server in
      #expect(try server.server.ask("GET", "/metrics").status == 401)
      let person = try server.ask("GET", "/metrics", token: TestToken().with("kind", "user").text())
      #expect(person.status == 403 && person["code"] == "not_allowed")
      let system = try server.ask("GET", "/metrics", token: TestToken().with("kind", "system").text())
      #expect(system.status == 200 && MetricSamples(system.body).faults == [])
      #expect(try server.server.ask("GET", "/openapi.json").status == 200)
    }
  }

  @Test("durations are counted by their bounds, and summed without loss")
  func histogram() {
    var histogram = DurationHistogram()
    for duration in [Duration.microseconds(100), .microseconds(101), .milliseconds(5), .seconds(11), .seconds(-1)] {
      histogram.record(duration)
    }
    #expect(histogram.count == 5 && histogram.sum == 11_005_201)
    #expect(histogram.cumulative.first?.count == 2 && histogram.cumulative.last?.count == 4)
    #expect(histogram.cumulative.first { $0.bound == 5_000 }?.count == 4)
    let texts = [0, 1, 2_500, 1_000_000, 11_005_201].map(MetricText.seconds)
    #expect(texts == ["0", "0.000001", "0.0025", "1", "11.005201"])
    var text = MetricText()
    text.add("a_total", .counter, "A.", [MetricText.Sample(labels: [("b", "\"\\\n")], value: 1)])
    #expect(text.text == "# HELP a_total A.\n# TYPE a_total counter\na_total{b=\"\\\"\\\\\\n\"} 1\n")
  }
}
