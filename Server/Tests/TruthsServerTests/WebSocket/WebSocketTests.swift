import Foundation
import Testing
import TruthsServerTestSupport

/// A WebSocket over real sockets (server §7).
@Suite(.serialized)
struct WebSocketTests {
  private func seqs(_ events: Any?) -> [Int] { (events as? [[String: Any]])?.compactMap { $0["seq"] as? Int } ?? [] }

  @Test("proposals are decided, events come before the answer to what caused them, and the answer tells where it is recorded")
  func decides() throws {
    try withServer { server in
      let client = try server.socket()
      #expect(client.head.hasPrefix("HTTP/1.1 101 "))
      // The sample of RFC 6455 §1.3.
      #expect(client.head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
      #expect(client.head.contains("Sec-WebSocket-Protocol: converge.v1\r\n"))
      client.send(#"{"resume":{"resume_from_seq":0,"subscribe":true}}"#)
      let delta = try #require(client.next("delta") as? [String: Any])
      let before = try #require(delta["current_seq"] as? Int)
      client.send(ServerProcess.proposal("o1"))
      var (seen, answer): ([Int], [String: Any]?) = ([], nil)
      while answer == nil, let frame = client.next() {
        let object = try #require(StreamText.object(Data(frame.payload)))
        if let event = object["event"] as? [String: Any], let seq = event["seq"] as? Int { seen.append(seq) }
        answer = object["answer"] as? [String: Any]
      }
      let told = try #require(answer)
      #expect(told["decision"] as? String == "accepted" && told["to"] as? String == "k-o1")
      #expect((told["decision_id"] as? String)?.hasPrefix("ctx_") == true && told["head"] != nil && told["truths"] != nil)
      #expect(seen == Array((before + 1)...(told["current_seq"] as? Int ?? 0)))
      let capabilities = try server.ask("GET", "/capabilities").json["capabilities"] as? [String: Any]
      let transports = (capabilities?["transports"] as? [[String: String]])?.compactMap { $0["type"] }
      #expect(transports == ["websocket", "sse", "rest"])
    }
  }

  @Test("the contract's bare messages are heard, and a message at fault is told so while the connection goes on")
  func messages() throws {
    try withServer { server in
      let client = try server.socket()
      client.send(#"{"request":"capabilities","device_id":"desk","app_version":"1.0.0"}"#)
      #expect((client.next("capabilities") as? [String: Any])?["packs"] as? [String] == ["shop"])
      client.send(#"{"resume_from_seq":0}"#)
      #expect(client.next("delta") != nil)
      client.send(ServerProcess.proposal("o1", amount: 20))
      #expect((client.next("answer") as? [String: Any])?["job_id"] != nil)
      client.send(#"{"control_type":"cancel"}"#)
      #expect((client.next("answer") as? [String: Any])?["to"] as? String == "cancel")
      let faults = [
        ("{x", "no JSON"), ("[]", "not a JSON object"), (#"{"action":"place_order"}"#, #"{"propose""#),
        (#"{"control_type":"stop"}"#, "`cancel`"), (#"{"resume":{}}"#, "resume_from_seq"), (#"{"hello":1}"#, "`hello`"),
      ]
      for (message, detail) in faults {
        client.send(message)
        let problem = client.next("problem") as? [String: Any]
        #expect(problem?["code"] as? String == "bad_body" && problem?["status"] as? Int == 400)
        #expect((problem?["detail"] as? String)?.contains(detail) == true, "\(problem ?? [:])")
      }
      client.send(#"{"range":{"from":1,"to":3}}"#)
      #expect(seqs(client.next("range")) == [1, 2, 3])
      client.send(#"{"snapshot":{}}"#)
      #expect((client.next("snapshot") as? [String: Any])?["snapshot"] != nil)
    }
  }

  @Test("a request that opens no WebSocket is told why, and its connection ends")
  func handshakes() throws {
    try withServer { server in
      let plain = try server.ask("GET", "/stream")
      #expect(plain.status == 426 && plain["code"] == "upgrade_required" && plain.head.contains("Upgrade: websocket"))
      let upgrade = ["Upgrade: websocket", "Connection: Upgrade"]
      let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
      let cases = [
        (["Sec-WebSocket-Version: 8", key], 426, "Sec-WebSocket-Version: 13"),
        (["Sec-WebSocket-Version: 13"], 400, "bad_handshake"),
        (["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: short"], 400, "bad_handshake"),
        (["Sec-WebSocket-Version: 13", key, "Sec-WebSocket-Protocol: chat"], 400, "converge.v1"),
        (["Sec-WebSocket-Version: 13", key, "Origin: http://evil.example"], 403, "foreign_origin"),
        (["Sec-WebSocket-Version: 13", key, "Host: evil.example"], 403, "foreign_host"),
      ]
      for (headers, status, word) in cases {
        let client = try RawClient(server.address)
        client.send(RawClient.request(server.address, "GET", "/stream", headers: upgrade + headers))
        var all = ""
        while let part = client.read() { all += part }
        #expect(all.hasPrefix("HTTP/1.1 \(status) ") && all.contains(word) && all.contains("Connection: close"), "\(all)")
      }
      #expect(try server.socket(headers: []).head.hasPrefix("HTTP/1.1 101 "))
      #expect(try server.socket(headers: ["Origin: http://\(server.address)"]).head.hasPrefix("HTTP/1.1 101 "))
    }
  }

  @Test("a connection may open a WebSocket behind other requests, and one that asks for another protocol is answered and ends")
  func upgrades() throws {
    try withServer { server in
      let client = try RawClient(server.address)
      client.send(RawClient.request(server.address, "GET", "/healthz"))
      #expect(client.read(until: "ok").contains("200 OK"))
      client.send(SocketClient.handshake(server.address))
      #expect(client.read(until: "\r\n\r\n").contains("101 Switching Protocols"))
      let other = try RawClient(server.address)
      let body = #"{"action":"place_order","order_id":"o1","amount":1}"#
      let headers = ["Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"]
      other.send(RawClient.request(server.address, "POST", "/jobs", body, headers: headers))
      other.send(String(repeating: "x", count: 200_000))
      var all = ""
      while let part = other.read() { all += part }
      #expect(all.hasPrefix("HTTP/1.1 201 ") && all.contains("Connection: close"), "\(all)")
    }
  }

  @Test("frames that are cut anywhere and come late are put together")
  func cut() throws {
    try withServer { server in
      let client = try server.socket()
      let message = Array(ServerProcess.proposal("o1").utf8)
      var bytes: [UInt8] = []
      for (place, part) in [message[..<10], message[10..<11], message[11...]].enumerated() {
        bytes += SocketClient.frame(place == 0 ? 0x01 : place == 2 ? 0x80 : 0x00, Array(part))
        bytes += SocketClient.frame(0x89, [UInt8(place)])
      }
      for (place, byte) in bytes.enumerated() {
        client.raw.send([byte])
        if place % 20 == 0 { usleep(5_000) }
      }
      // The answer may overtake the last pong, and a ping of the server's come between.
      var (pongs, decision): ([[UInt8]], String?) = ([], nil)
      while pongs.count < 3 || decision == nil, let frame = client.next() {
        if frame.opcode == 10 { pongs.append(frame.payload) }
        if frame.opcode == 1 { decision = StreamText.answer(in: Data(frame.payload))?["decision"] as? String ?? "none" }
      }
      #expect(pongs == [[0], [1], [2]] && decision == "accepted")
      // Sent twice, decided once.
      client.send(ServerProcess.proposal("o1"))
      #expect((client.next("answer") as? [String: Any])?["replay"] as? Bool == true)
    }
  }

  @Test(
    "what no client may send ends the connection, with a code and a reason",
    arguments: [
      (SocketClient.frame(0x81, [0x7B, 0x7D], isMasked: false), 1_002, "a frame is not masked"),
      (SocketClient.frame(0x82, [1]), 1_003, "messages are JSON: send text frames"),
      (SocketClient.frame(0x81, [0xC3]), 1_007, "a message is not UTF-8"),
      (SocketClient.frame(0x81, [UInt8](repeating: 0x20, count: 1_000_001)), 1_009, "a message has at most 1000000 bytes"),
      (SocketClient.frame(0x88, [3, 0xE8]), 1_000, ""),
    ])
  func ends(bytes: [UInt8], code: Int, reason: String) throws {
    try withServer { server in
      let client = try server.socket()
      client.raw.send(bytes)
      let end = client.end()
      #expect(end?.code == code && end?.reason == reason)
      client.raw.send(SocketClient.frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)]))
      #expect(client.next() == nil)
      // A message of the largest size is taken.
      let large = #"{"propose":{"action":"place_order","order_id":"o1","amount":1,"idempotency_key":"k"}"#
      let next = try server.socket()
      next.send(large + String(repeating: " ", count: 999_999 - large.utf8.count) + "}")
      #expect((next.next("answer") as? [String: Any])?["decision"] as? String == "accepted")
    }
  }

  @Test("a client that sends nothing more is closed, and so is one that goes without a word")
  func goes() throws {
    try withServer { server in
      let client = try server.socket()
      client.raw.endSending()
      #expect(client.end()?.code == 1_000)
      #expect(client.next() == nil)
      for _ in 0..<20 { _ = try server.socket() }
      #expect(try server.order("o1").status == 201)
    }
  }

  @Test("a client that reads nothing keeps nobody waiting, and finds everything or a snapshot once it reads")
  func slow() throws {
    try withServer { server in
      let slow = try server.socket()
      slow.send(#"{"resume_from_seq":0}"#)
      #expect(slow.next("delta") != nil)
      // The client sends many requests, and reads no answer.
      for _ in 0..<2_000 { slow.raw.send(SocketClient.frame(0x89, [1])) }
      let padding = String(repeating: "x", count: 200_000)
      for number in 0..<30 {
        #expect(try server.order("\(number)-\(padding)").status == 201)
      }
      let current = try #require(try server.order("last").json["current_seq"] as? Int)
      var last = 0
      while last < current, let frame = slow.next() {
        guard frame.opcode == 1, let object = StreamText.object(Data(frame.payload)) else { continue }
        let event = object["event"] as? [String: Any]
        let seq = event?["seq"] as? Int ?? (object["snapshot"] as? [String: Any])?["current_seq"] as? Int ?? last
        #expect(event == nil || last == 0 || seq == last + 1)
        last = seq
      }
      #expect(last == current)
    }
  }

  @Test("TERM answers what was sent over a WebSocket, and ends it with a reason")
  func graceful() throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder)
      defer { server.process.kill() }
      let client = try server.socket()
      for number in 0..<200 { client.send(ServerProcess.proposal("o\(number)")) }
      #expect(client.next("answer") != nil)
      let idle = try server.socket()
      let start = ContinuousClock.now
      server.process.send(SIGTERM)
      var answers = 1
      var end: (code: Int, reason: String)?
      while end == nil, let frame = client.next() {
        if frame.opcode == 8 { end = frame.close } else { answers += 1 }
      }
      for end in [end, idle.end()] { #expect(end?.code == 1_001 && end?.reason == "server_stopping") }
      #expect(server.process.wait() == 0)
      #expect(ContinuousClock.now - start < .seconds(10))
      // The answered proposals are on disk, each once.
      let next = try ServerProcess(in: folder)
      defer { next.process.kill() }
      let decisions = try next.ask("GET", "/events?entry_types=decision").json["events"] as? [[String: Any]] ?? []
      #expect(decisions.count { $0["event_type"] as? String == "decision" } == answers)
    }
  }
}
