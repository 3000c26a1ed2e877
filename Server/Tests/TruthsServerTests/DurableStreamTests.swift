import Foundation
import Testing
import TruthsServerTestSupport

@testable import TruthsServer

/// The checks of the conformance suite of durable-streams, as far as they apply to `/events` and `/jobs` (`docs/conformance.md`,
/// Durable streams). Each test covers the cases of one group.
@Suite(.serialized)
struct DurableStreamTests {
  private static let stream = ["Accept: text/event-stream"]

  private func events(_ server: ServerProcess, _ query: String = "") throws -> [[String: Any]] {
    let answer = try server.ask("GET", "/events" + query)
    #expect(answer.status == 200)
    return try #require(answer.json["events"] as? [[String: Any]])
  }

  private func seqs(_ events: [[String: Any]]) -> [Int] { events.compactMap { $0["seq"] as? Int } }

  private func bytes(_ events: [[String: Any]]) throws -> Data {
    try JSONSerialization.data(withJSONObject: events, options: .sortedKeys)
  }

  @Test("catch-up: from the beginning, from an offset, from the tail, and beyond it")
  func catchUp() throws {
    try withServer { server in
      let none = try events(server)
      #expect(none.isEmpty)
      #expect(try server.ask("GET", "/events").json["current_seq"] as? Int == 0)
      for number in 1...4 {
        // An appended event can be read at once.
        let current = try server.order("o\(number)").json["current_seq"] as? Int
        let known = try events(server)
        #expect(seqs(known).last == current)
      }
      let all = try events(server)
      let again = try bytes(try events(server, "?since_seq=0"))
      let whole = try bytes(all)
      #expect(again == whole)
      #expect(seqs(all) == Array(1...all.count))
      for offset in 0...all.count {
        let rest = try events(server, "?since_seq=\(offset)&stream_id=\(server.streamID)")
        // Repeated reads from any position return equal data.
        let (told, due) = try (bytes(rest), bytes(Array(all.dropFirst(offset))))
        #expect(told == due)
      }
      let beyond = try server.ask("GET", "/events?since_seq=\(all.count + 1)")
      #expect(beyond.json["snapshot"] != nil)
    }
  }

  @Test(
    "an offset at fault is refused, not guessed",
    arguments: [
      "since_seq=", "since_seq=-1", "since_seq=1,2", "since_seq=1%202", "since_seq=+1", "since_seq=1.0", "since_seq=1e3",
      "since_seq=0&since_seq=1", "since_seq=99999999999999999999", "since_seq=%00", "since_seq=now", "offset=1",
    ])
  func offsets(query: String) throws {
    try withServer { server in
      for headers in [[], Self.stream] {
        let answer = try server.ask("GET", "/events?" + query, headers: headers)
        #expect(answer.status == 400 && answer["code"] == "bad_query", "\(query): \(answer.status)")
      }
    }
  }

  @Test("a poll that waits: at once where there is something, later what comes, and empty after its time")
  func longPoll() throws {
    try withServer { server in
      let start = ContinuousClock.now
      let last = try #require(server.order("o1").json["current_seq"] as? Int)
      let known = try events(server, "?since_seq=0&wait=30")
      #expect(seqs(known) == Array(1...last))
      #expect(ContinuousClock.now - start < .seconds(15))
      let nothing = try events(server, "?since_seq=\(last)&wait=1")
      #expect(nothing.isEmpty)
      let clients = try (0..<3).map { _ in try RawClient(server.address) }
      for client in clients {
        client.send(RawClient.request(server.address, "GET", "/events?since_seq=\(last)&wait=30"))
      }
      usleep(200_000)
      _ = try server.order("o2")
      // All waiting clients get the events, each from its position.
      for client in clients { #expect(client.read(until: #""current_seq""#).contains(#""seq":\#(last + 1)"#)) }
    }
  }

  @Test("server-sent events: head, catch-up, what happens, and no event twice over reconnections")
  func sentEvents() throws {
    try withServer { server in
      var seen: [Int] = []
      var last = try #require(server.order("o0").json["current_seq"] as? Int)
      for round in 1...5 {
        let client = try RawClient(server.address)
        let from = seen.last.map { ["Last-Event-ID: \(server.streamID):\($0)"] } ?? []
        client.send(RawClient.request(server.address, "GET", "/events", headers: Self.stream + from))
        if round % 2 == 0 { last = try #require(server.order("o\(round)").json["current_seq"] as? Int) }
        if seen.last == last { continue }
        let text = client.read(until: "id: \(server.streamID):\(last)\n")
        let head = text.components(separatedBy: "\r\n\r\n")[0].lowercased()
        #expect(head.contains("content-type: text/event-stream") && head.contains("cache-control: no-store"))
        #expect(!head.contains("content-length"))
        seen += text.components(separatedBy: "id: \(server.streamID):").dropFirst().compactMap { Int($0.prefix { $0.isNumber }) }
      }
      #expect(seen == Array(1...last))
    }
  }

  @Test(
    "line breaks in a payload end no line of a stream",
    arguments: ["a\ndata: b", "a\r\ndata: b\r\n\r\nevent: end", "a\rid: 7", "\n\nevent: end\ndata: {}\n\n", "a\u{2028}b\u{85}c"])
  func injection(text: String) throws {
    try withServer { server in
      let order = String(decoding: try JSONEncoder().encode(["action": "place_order", "order_id": text]), as: UTF8.self)
      let last = try #require(server.ask("POST", "/jobs", order).json["current_seq"] as? Int)
      let client = try RawClient(server.address)
      client.send(RawClient.request(server.address, "GET", "/events", headers: Self.stream))
      let read = client.read(until: "id: \(server.streamID):\(last)\n")
      let lines = read.components(separatedBy: "\r\n\r\n").dropFirst().joined().replacing("\r\n", with: "\n")
        .split(omittingEmptySubsequences: true) { $0 == "\n" || $0 == "\r" }
      let known = ["id: \(server.streamID):", "event: ", "data: {", ":", "data: [", "retry: "]
      for line in lines where Int(line, radix: 16) == nil {
        #expect(known.contains { line.hasPrefix($0) } && !line.hasPrefix("event: end"), "\(line)")
      }
      let told = String(decoding: try bytes(try events(server)), as: UTF8.self)
      let whole = String(decoding: try JSONEncoder().encode(text), as: UTF8.self).dropFirst().dropLast()
      #expect(told.contains(whole.replacing("\\/", with: "/")))
    }
  }

  @Test("an idempotent producer: a key stands for one proposal of one producer, whatever is sent again and when")
  func producer() throws {
    try withServer { server in
      var answers: [String: String] = [:]
      for round in 0..<2 {
        for number in 0..<6 {
          let answer = try server.order("o\(number)", headers: ["Idempotency-Key: k\(number)"])
          #expect(answer.status == (round == 0 ? 201 : 200))
          #expect(answer.json["replay"] as? Bool == (round == 1))
          let id = try #require(answer["decision_id"])
          #expect(answers.updateValue(id, forKey: "k\(number)").map { $0 == id } ?? (round == 0))
        }
      }
      let before = try events(server)
      // A late or different repetition leaves the recorded data unchanged.
      let late = try server.order("o0", headers: ["Idempotency-Key: k0"])
      #expect(late["decision_id"] == answers["k0"])
      let other = try server.order("o9", headers: ["Idempotency-Key: k0"])
      #expect(other.status == 409 && other["code"] == "idempotency_key_conflict")
      let later = try server.order("o0", headers: ["Idempotency-Key: k0"])
      #expect(later["decision_id"] == answers["k0"])
      let after = try bytes(Array(try events(server).prefix(before.count)))
      let due = try bytes(before)
      #expect(after == due)
      let orders = try events(server).count { $0["event_type"] as? String == "decision" }
      // Six orders, and the attempt to use a key for another one.
      #expect(orders == 7)
    }
  }

  @Test("a producer's request at fault leaves nothing")
  func faults() throws {
    try withServer { server in
      let order = #"{"action":"place_order","order_id":"o1","amount":1}"#
      #expect(try server.ask("POST", "/jobs", "", headers: ["Idempotency-Key: k"]).status == 400)
      #expect(try server.ask("POST", "/jobs", "{", headers: ["Idempotency-Key: k"]).status == 400)
      #expect(try server.ask("POST", "/jobs", "[]", headers: ["Idempotency-Key: k"]).status == 400)
      #expect(try server.ask("POST", "/jobs", order, headers: ["Content-Type: text/plain"]).status == 415)
      #expect(try server.ask("POST", "/jobs", order, headers: ["Idempotency-Key: k", "Idempotency-Key: j"]).status == 400)
      #expect(try server.ask("POST", "/job", order).status == 404)
      #expect(try server.ask("GET", "/jobs/job_0/events").status == 404)
      #expect(try server.ask("GET", "/jobs/job_0/events?wait=1", headers: Self.stream).status == 404)
      let none = try events(server)
      #expect(none.isEmpty)
      #expect(try server.ask("POST", "/jobs", order, headers: ["Content-Type: Application/JSON; charset=utf-8"]).status == 201)
    }
  }

  @Test("writers at the same time: all is kept, in one order for every reader, to the byte")
  func writers() throws {
    try withServer { server in
      let group = DispatchGroup()
      for writer in 0..<8 {
        DispatchQueue.global().async(group: group) {
          for number in 0..<5 {
            _ = try? server.order("w\(writer)-\(number)", headers: ["Idempotency-Key: \(writer)-\(number)"])
          }
        }
      }
      group.wait()
      let all = try events(server)
      #expect(seqs(all) == Array(1...all.count))
      #expect(all.count { $0["event_type"] as? String == "decision" } == 40)
      // Each writer's own come in its order.
      let told = String(decoding: try bytes(all.filter { $0["event_type"] as? String == "fact" }), as: UTF8.self)
      for writer in 0..<8 {
        let places = (0..<5).compactMap { told.range(of: "\"w\(writer)-\($0)\"")?.lowerBound }
        #expect(places.count == 5 && places == places.sorted())
      }
      let whole = try bytes(all)
      for _ in 0..<2 {
        let again = try bytes(try events(server))
        #expect(again == whole)
      }
    }
  }

  @Test("what a browser is told: no type is guessed, no other site reads it, nothing is kept")
  func browsers() throws {
    try withServer { server in
      _ = try server.order("o1")
      for (path, headers) in [
        ("/events", []), ("/events?since_seq=9&wait=1", []), ("/nothing", []), ("/healthz", []),
        ("/events?since_seq=x", Self.stream),
      ] {
        let head = try server.ask("GET", path, headers: headers).head.lowercased()
        #expect(head.contains("x-content-type-options: nosniff") && head.contains("cross-origin-resource-policy: same-origin"))
        #expect(head.contains("cache-control: no-store"), "\(path)")
      }
      let client = try RawClient(server.address)
      client.send(RawClient.request(server.address, "GET", "/events", headers: Self.stream))
      let head = client.read(until: "\r\n\r\n").lowercased()
      #expect(head.contains("x-content-type-options: nosniff") && head.contains("cross-origin-resource-policy: same-origin"))
    }
  }
}
