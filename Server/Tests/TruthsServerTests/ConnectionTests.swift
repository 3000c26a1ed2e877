import Foundation
import Testing
import TruthsServerTestSupport

@testable import TruthsServer

/// Connections that are slow, that send invalid HTTP, or that exceed the limit of their number (server §12).
@Suite(.serialized)
struct ConnectionTests {
  private static func count(_ text: String, in lines: [String]) -> Int { lines.count { $0.contains(text) } }

  @Test(
    "what is no HTTP is answered, logged once, and the server goes on",
    arguments: [
      ("GARBAGE\r\n\r\n", 400, "bad_request"), ("GET / HTTP/1.1\r\nHost\r\n\r\n", 400, "bad_request"),
      ("GET /healthz HTTP/9.9\r\n\r\n", 400, "bad_request"), ("GET /healthz HTTP/1.1\r\na b: c\r\n\r\n", 400, "bad_request"),
      ("\u{16}\u{3}\u{1}\u{0}\u{5}TLS\r\n\r\n", 400, "bad_request"),
      ("POST /jobs HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400, "bad_request"),
      (
        "POST /jobs HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\nzz\r\n", 400,
        "bad_request"
      ),
      ("GET /healthz HTTP/1.1\r\nA: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431, "headers_too_large"),
      ("GET /\(String(repeating: "a", count: 70_000)) HTTP/1.1\r\n\r\n", 431, "headers_too_large"),
      (
        "GET /healthz HTTP/1.1\r\n" + (0..<101).map { "A\($0): a\r\n" }.joined() + "\r\n", 431, "headers_too_large"
      ),
    ])
  func malformed(request: String, status: Int, code: String) async throws {
    try await withInProcessServer(.short()) { address, log in
      let client = try RawClient(address)
      client.send(request)
      let answer = client.readAll()
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
      #expect(answer.contains("application/problem+json") && answer.contains(#""code":"\#(code)""#), "\(answer)")
      #expect(answer.contains("Connection: close") || answer.contains("connection: close"))
      #expect(Self.count("a connection is ended", in: log()) == 1, "\(log())")
      #expect(try RawClient.ask(address, "GET", "/healthz").status == 200)
    }
  }

  @Test("a client that waits for 100 before it sends its body gets it once its body is read")
  func expectation() async throws {
    try await withInProcessServer(.short()) { address, _ in
      let client = try RawClient(address)
      let body = #"{"action":"count_nothing"}"#
      client.send(
        "POST /dry-run HTTP/1.1\r\nHost: \(address)\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n")
      #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 Continue\r\n\r\n"))
      client.send(body)
      #expect(client.read(until: "}").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test("100 comes neither before a refusal, nor into the answer to a request before")
  func expectationInTurn() async throws {
    try await withInProcessServer(.short()) { address, _ in
      let body = #"{"action":"count_nothing"}"#
      func head(_ length: Int) -> String {
        "POST /dry-run HTTP/1.1\r\nHost: \(address)\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
          + "Content-Length: \(length)\r\n\r\n"
      }
      let large = try RawClient(address)
      large.send(head(99_000_000))
      #expect(large.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
      let stream = try RawClient(address)
      stream.send("GET /events HTTP/1.1\r\nHost: \(address)\r\nAccept: text/event-stream\r\n\r\n")
      #expect(stream.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
      stream.send(head(body.utf8.count))
      stream.wait(atMost: 500)
      #expect(!stream.readAll().contains("100 Continue"))
      let pipelined = try RawClient(address)
      let first = RawClient.request(address, "POST", "/dry-run", body)
      pipelined.send(first + head(body.utf8.count))
      let answer = pipelined.read(until: "HTTP/1.1 100 Continue")
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("HTTP/1.1 100 Continue\r\n\r\n"), "\(answer)")
      pipelined.send(body)
      #expect(pipelined.read(until: "}").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test(
    "a request says one host, that of the server",
    arguments: [
      ("Host: HERE", 200), ("Host: HERE\r\nHost: HERE", 400), ("Host: HERE\r\nhost: evil.example", 400),
      ("Host: evil.example", 403), ("X: y", 403),
    ])
  func hosts(headers: String, status: Int) async throws {
    try await withInProcessServer(.short()) { address, _ in
      let client = try RawClient(address)
      client.send("GET /ledger/head HTTP/1.1\r\n\(headers)\r\nConnection: close\r\n\r\n".replacing("HERE", with: address))
      let answer = client.readAll()
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    }
  }

  @Test("who sends no head, or no whole body, is told that it took too long")
  func halfOpen() async throws {
    try await withInProcessServer(.short()) { address, log in
      let head = "POST /jobs HTTP/1.1\r\nHost: \(address)\r\nContent-Type: application/json\r\n"
      for sent in ["", "GET /healthz HTTP/1.1\r\nHost: ", head + "Content-Length: 100\r\n\r\n{"] {
        let client = try RawClient(address)
        client.send(sent)
        let start = ContinuousClock.now
        let answer = client.readAll()
        #expect(answer.hasPrefix("HTTP/1.1 408 ") && answer.contains(#""code":"request_timeout""#), "\(sent): \(answer)")
        #expect(ContinuousClock.now - start < .seconds(10))
      }
      #expect(Self.count("no request came", in: log()) == 2 && Self.count("too slowly", in: log()) == 1, "\(log())")
      // A drop now and then does not keep a connection open.
      let trickle = try RawClient(address)
      trickle.send(head + "Content-Length: 100000\r\n\r\n")
      let start = ContinuousClock.now
      for _ in 0..<200 where !trickle.isReadable {
        trickle.send(" ")
        usleep(100_000)
      }
      #expect(trickle.readAll().hasPrefix("HTTP/1.1 408 "))
      #expect(ContinuousClock.now - start < .seconds(15))
      #expect(try RawClient.ask(address, "GET", "/healthz").status == 200)
    }
  }

  @Test("a body that comes steadily has its time, and a connection that is kept alive is closed when nothing comes")
  func steady() async throws {
    try await withInProcessServer(.short()) { address, log in
      let client = try RawClient(address)
      let body = #"{"action":"place_order","order_id":"o1","amount":1,"payload":null}"#
      let padding = String(repeating: " ", count: 8_000)
      let length = body.utf8.count + 3 * padding.utf8.count
      client.send(
        "POST /jobs HTTP/1.1\r\nHost: \(address)\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n\(padding)"
      )
      for _ in 0..<2 {
        usleep(500_000)
        client.send(padding)
      }
      client.send(body)
      #expect(client.read(until: #""truths":"#).contains("HTTP/1.1 201 "))
      let start = ContinuousClock.now
      #expect(client.readAll() == "")
      #expect(ContinuousClock.now - start > .milliseconds(500) && ContinuousClock.now - start < .seconds(15))
      #expect(log().isEmpty, "\(log())")
    }
  }

  @Test("a client that takes nothing of its stream is let go, and misses nothing when it comes back")
  func slowReaders() async throws {
    try await withInProcessServer(.short()) { address, log in
      let slow = try RawClient(address)
      slow.send(RawClient.request(address, "GET", "/events", headers: ["Accept: text/event-stream"]))
      _ = slow.read(until: ":\n\n")
      let padding = String(repeating: "x", count: 400_000)
      for number in 0..<24 {
        let body = #"{"action":"place_order","order_id":"\#(number)-\#(padding)","amount":1}"#
        #expect(try RawClient.ask(address, "POST", "/jobs", body).status == 201)
      }
      var tries = 0
      while Self.count("the client read nothing", in: log()) == 0, tries < 100 {
        usleep(50_000)
        tries += 1
      }
      #expect(Self.count("the client read nothing", in: log()) == 1, "\(log())")
      let metrics = MetricSamples(try RawClient.ask(address, "GET", "/metrics").body)
      #expect(metrics.values["truths_subscribers"] == 0)
    }
  }

  @Test("more connections than there may be are refused with an answer, and served once there is room")
  func tooMany() async throws {
    try await withInProcessServer(.short(most: 8)) { address, log in
      // Each one has a stream, so the server does not close it.
      var streams = try (0..<8).map { _ in
        let client = try RawClient(address)
        client.send(RawClient.request(address, "GET", "/events", headers: ["Accept: text/event-stream"]))
        _ = client.read(until: ":\n\n")
        return client
      }
      for _ in 0..<3 {
        let answer = try RawClient.ask(address, "GET", "/healthz")
        #expect(answer.status == 503 && answer["code"] == "too_many_connections", "\(answer)")
        #expect(answer.head.contains("Retry-After: 1"))
      }
      #expect(Self.count("connections are refused", in: log()) == 1, "\(log())")
      streams.removeAll()
      var status = 0
      for _ in 0..<100 where status != 200 {
        status = try RawClient.ask(address, "GET", "/healthz").status
        usleep(50_000)
      }
      #expect(status == 200)
    }
  }

  @Test("10,000 connections are open at once, as far as the system allows, and each is served")
  func tenThousand() throws {
    let wanted = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 500 : 9_900
    try withServer { server in
      var clients: [RawClient] = []
      for _ in 0..<wanted {
        let client = try RawClient(server.address)
        client.send(RawClient.request(server.address, "GET", "/healthz"))
        #expect(client.read(until: "ok").contains("200 OK"))
        clients.append(client)
      }
      let metrics = MetricSamples(try server.ask("GET", "/metrics").body)
      #expect(metrics.values["truths_connections"] ?? 0 > Double(wanted))
      #expect(try server.order("o1").status == 201)
    }
  }
}
