import Foundation
import Testing
import TruthsServerTestSupport

@testable import TruthsServer

/// Events by polling and as a stream, over real sockets.
@Suite(.serialized)
struct EventTests {
  @Test("a poll gets what came after a seq, filtered; of another stream it gets a snapshot")
  func polls() throws {
    try withServer { server in
      let first = try server.order("o1")
      let second = try server.order("o2")
      let all = try server.ask("GET", "/events")
      let events = try #require(all.json["events"] as? [[String: Any]])
      #expect(events.compactMap { $0["seq"] as? Int } == Array(1...events.count))
      let rest = try server.ask("GET", "/events?since_seq=\(events.count - 2)&stream_id=\(server.streamID)")
      #expect((rest.json["events"] as? [Any])?.count == 2)
      #expect(rest.json["current_seq"] as? Int == events.count)
      #expect(try server.ask("GET", "/events?stream_id=str_other").json["snapshot"] != nil)
      #expect(try server.ask("GET", "/events?since_seq=100000").json["snapshot"] != nil)
      let run = (second.json["run"] as? [String: Any])?["run_id"] as? String ?? ""
      let own = try server.ask("GET", "/events?run_id=\(run)&entry_types=decision,fact")
      let types = (own.json["events"] as? [[String: Any]])?.compactMap { $0["event_type"] as? String } ?? []
      #expect(types.contains("decision") && !types.contains("trace"))
      #expect(own.body.contains(second["decision_id"] ?? "-") && !own.body.contains(first["decision_id"] ?? "-"))
    }
  }

  @Test("a poll that waits is answered when something happens, and empty when nothing does")
  func longPolls() throws {
    try withServer { server in
      let current = try server.order("o1").json["current_seq"] as? Int ?? 0
      let start = ContinuousClock.now
      let nothing = try server.ask("GET", "/events?since_seq=\(current)&wait=1")
      #expect(ContinuousClock.now - start >= .milliseconds(900))
      #expect((nothing.json["events"] as? [Any])?.isEmpty == true)
      let client = try RawClient(server.address)
      client.send(RawClient.request(server.address, "GET", "/events?since_seq=\(current)&wait=30"))
      usleep(300_000)
      let second = try server.order("o2")
      #expect(client.read(until: #""current_seq""#).contains("200 OK"))
      #expect(ContinuousClock.now - start < .seconds(20))
      let id = try #require(second["job_id"])
      #expect(try server.ask("GET", "/jobs/\(id)/events?since_seq=100000&wait=1").body.hasPrefix("["))
    }
  }

  @Test("a stream has each event once and in order, and goes on behind the last id")
  func streams() throws {
    try withServer { server in
      _ = try server.order("o1")
      let client = try RawClient(server.address)
      client.send(RawClient.request(server.address, "GET", "/events", headers: ["Accept: text/event-stream"]))
      let last = try #require(try server.order("o2").json["current_seq"] as? Int)
      let text = client.read(until: "id: \(server.streamID):\(last)\n")
      #expect(text.contains("Content-Type: text/event-stream"))
      #expect(ids(in: text, of: server) == Array(1...last))
      #expect(text.contains("event: decision\n") && text.contains("event: status\n"))
      let resumed = try RawClient(server.address)
      let headers = ["Accept: text/event-stream", "Last-Event-ID: \(server.streamID):\(last - 1)"]
      resumed.send(RawClient.request(server.address, "GET", "/events", headers: headers))
      #expect(ids(in: resumed.read(until: "id: \(server.streamID):\(last)\n"), of: server) == [last])
      let other = try RawClient(server.address)
      let wrong = ["Accept: text/event-stream", "Last-Event-ID: str_other:1"]
      other.send(RawClient.request(server.address, "GET", "/events", headers: wrong))
      #expect(other.read(until: "event: snapshot\n").contains("event: snapshot\n"))
    }
  }

  @Test("the stream of a job has that job's events alone")
  func jobStreams() throws {
    try withServer { server in
      _ = try server.order("o1")
      let second = try server.order("o2")
      let id = try #require(second["job_id"])
      let client = try RawClient(server.address)
      client.send(RawClient.request(server.address, "GET", "/jobs/\(id)/events", headers: ["Accept: text/event-stream"]))
      let text = client.read(until: "\"status\":\"converged\"")
      #expect(text.contains("event: status\n") && text.contains(#""job_id":"\#(id)""#))
      #expect(!text.contains(#""order_id":"o1""#))
    }
  }

  @Test("a stream on which nothing happens has a checkpoint within 15 seconds")
  func heartbeat() throws {
    try withServer { server in
      let client = try RawClient(server.address)
      client.send(RawClient.request(server.address, "GET", "/events", headers: ["Accept: text/event-stream"]))
      let start = ContinuousClock.now
      #expect(client.read(until: "event: checkpoint\n").contains("event: checkpoint\n"))
      #expect(ContinuousClock.now - start < .seconds(15))
    }
  }

  @Test("TERM ends streams with a reason and answers what waits, and the server ends within 10 seconds")
  func graceful() throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder)
      defer { server.process.kill() }
      _ = try server.order("o1")
      let stream = try RawClient(server.address)
      stream.send(RawClient.request(server.address, "GET", "/events", headers: ["Accept: text/event-stream"]))
      _ = stream.read(until: "event: status\n")
      let poll = try RawClient(server.address)
      poll.send(RawClient.request(server.address, "GET", "/events?since_seq=7&wait=60"))
      let idle = try RawClient(server.address)
      idle.send(RawClient.request(server.address, "GET", "/healthz"))
      _ = idle.read(until: "ok")
      usleep(300_000)
      let start = ContinuousClock.now
      server.process.send(SIGTERM)
      #expect(stream.read(until: "server_stopping").contains("event: end\ndata: {\"reason\":\"server_stopping\"}"))
      #expect(poll.read(until: "current_seq").contains("200 OK"))
      #expect(server.process.wait() == 0)
      #expect(ContinuousClock.now - start < .seconds(10))
    }
  }

  @Test("a client that reads nothing keeps nobody waiting, and not the end")
  func slow() throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder)
      defer { server.process.kill() }
      let slow = try RawClient(server.address)
      slow.send(RawClient.request(server.address, "GET", "/events", headers: ["Accept: text/event-stream"]))
      _ = slow.read(until: ":\n\n")
      let padding = String(repeating: "x", count: 200_000)
      for number in 0..<24 {
        let answer = try server.order("\(number)-\(padding)")
        #expect(answer.status == 201)
      }
      let start = ContinuousClock.now
      server.process.send(SIGTERM)
      #expect(server.process.wait() == 0)
      #expect(ContinuousClock.now - start < .seconds(10))
    }
  }

  @Test("a client that goes leaves nothing open")
  func gone() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "truths-server-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try ServerProcess.writeRules(to: folder)
    let options = try ServerOptions(
      rules: [folder.path], ledger: folder.appending(path: "ledger.jsonl").path, listen: ["127.0.0.1:0"],
      actor: ServerProcess.ann)
    let server = try await RunningServer(options)
    let (lines, printer) = AsyncStream<String>.makeStream()
    let running = Task { try await server.run { printer.yield($0) } }
    var ready = lines.makeAsyncIterator()
    let line = await ready.next() ?? ""
    let address = (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])?["http"] ?? ""
    for _ in 0..<20 {
      let client = try RawClient(address)
      client.send(RawClient.request(address, "GET", "/events", headers: ["Accept: text/event-stream"]))
      _ = client.read(until: ":\n\n")
    }
    var tries = 0
    while await server.openConnections > 0, tries < 100 {
      try await Task.sleep(for: .milliseconds(50))
      tries += 1
    }
    #expect(await server.openConnections == 0)
    running.cancel()
    _ = await running.result
  }

  private func ids(in text: String, of server: ServerProcess) -> [Int] {
    text.components(separatedBy: "id: \(server.streamID):").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
  }
}
