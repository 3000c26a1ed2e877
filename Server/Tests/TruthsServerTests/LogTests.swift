import Foundation
import Logging
import Synchronization
import Testing
import TruthsServerTestSupport

@testable import TruthsServer

/// The log of a server (server §5.3).
@Suite(.serialized)
struct LogTests {
  private static func objects(_ messages: String) -> [[String: String]?] {
    messages.split(separator: "\n").map { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: String]
    }
  }

  @Test("a line of the log is an object of texts, with time, level and message before the rest")
  func lines() throws {
    let lines = Mutex<[String]>([])
    var logger = withUnsafeHandler { line in lines.withLock { $0.append(line) } }
    logger[metadataKey: "hb.request.id"] = "17"
    logger.notice("a \"quoted\"\nline", metadata: ["job": "job_1", "time": "never"])
    logger.info("nobody wants to know")
    let line = try #require(lines.withLock { $0 }.first)
    #expect(lines.withLock(\.count) == 1 && line.hasSuffix("}\n"))
    #expect(line.contains(#"Z","level":"notice","message":"a \"quoted\"\nline","request_id":"17","job":"job_1"}"#), "\(line)")
    let time = try #require(Self.objects(line).first??["time"])
    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
  }

  private func withUnsafeHandler(_ write: @escaping @Sendable (String) -> Void) -> Logger {
    Logger(label: "test") { _ in JSONLogHandler { write(String(decoding: $0, as: UTF8.self)) } }
  }

  @Test("what a client does wrong is logged once for its connection, without token and values")
  func once() throws {
    try withIdentityServer { server in
      let address = server.server.address
      let client = try RawClient(address)
      let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
      for _ in 0..<5 {
        let headers = ["Authorization: Bearer secret-token", "traceparent: 00-\(trace)-00f067aa0ba902b7-01"]
        client.send(RawClient.request(address, "GET", "/jobs/job_0123456789abcdef", headers: headers))
        #expect(client.read(until: #""type":"about:blank"}"#).contains("401 Unauthorized"))
      }
      let token = try TestToken().text()
      let body = #"{"action":"place_order","order_id":"4929-1234","amount": x}"#
      for _ in 0..<2 { #expect(try server.ask("POST", "/jobs", body, token: token).status == 400) }
      #expect(try server.waits { server.messages.contains("bad_body") })
      usleep(200_000)
      let lines = Self.objects(server.messages)
      #expect(!lines.contains(nil), "\(server.messages)")
      let refused = lines.compactMap(\.self).filter { $0["code"] == "invalid_token" }
      #expect(refused.count == 1, "\(server.messages)")
      #expect(refused.first?["trace_id"] == trace && refused.first?["job"] == "job_0123456789abcdef")
      #expect(refused.first?["request"] == "GET /jobs/{job_id}" && refused.first?["status"] == "401")
      #expect(refused.first?["level"] == "notice" && refused.first?["request_id"]?.isEmpty == false)
      // Two requests over two connections.
      #expect(lines.compactMap(\.self).count { $0["code"] == "bad_body" } == 2)
      for secret in ["secret-token", String(token.prefix(30)), "4929"] { #expect(!server.messages.contains(secret)) }
    }
  }
}
