import Foundation
import Testing
import TruthsServerTestSupport

@testable import TruthsServer

/// A client over standard input and output (server §8).
@Suite(.serialized)
struct StdioTests {
  private func result(_ answer: [String: Any]?) -> [String: Any]? { answer?["result"] as? [String: Any] }

  @Test("requests are answered by their ids, events are notifications, and come before the answer to what caused them")
  func calls() throws {
    try withStdioProcess { server in
      let ready = server.first { $0["method"] as? String == "ready" }?["params"] as? [String: Any]
      #expect((ready?["truths"] as? String)?.hasPrefix("sha256:") == true && ready?["http"] == nil)
      #expect(ready?["stream_id"] != nil && ready?["ledger"] != nil)
      server.call(1, "capabilities", #"{"device_id":"desk","app_version":"1.0.0"}"#)
      let capabilities = result(server.answer(1))?["capabilities"] as? [String: Any]
      #expect((capabilities?["transports"] as? [[String: String]])?.compactMap { $0["type"] } == ["stdio"])
      server.call(2, "resume", #"{"resume_from_seq":0,"subscribe":true}"#)
      #expect(result(server.answer(2))?["current_seq"] as? Int == 0)
      server.call(3, "propose", #"{"action":"place_order","order_id":"o1","amount":1}"#)
      let accepted = result(server.answer(3))
      #expect(accepted?["decision"] as? String == "accepted" && accepted?["head"] != nil && accepted?["truths"] != nil)
      let current = try #require(accepted?["current_seq"] as? Int)
      let lines = server.lines
      let place = try #require(lines.firstIndex { $0["id"] as? Int == 3 })
      let events = lines[..<place].filter { $0["method"] as? String == "event" }
      #expect(events.compactMap { ($0["params"] as? [String: Any])?["seq"] as? Int } == Array(1...current))
      #expect(lines.contains { $0["method"] as? String == "delta" })
      server.call(4, "range", #"{"from":2,"to":3}"#)
      #expect((server.answer(4)?["result"] as? [[String: Any]])?.compactMap { $0["seq"] as? Int } == [2, 3])
      server.call(5, "snapshot")
      #expect(result(server.answer(5))?["current_seq"] as? Int == current)
      #expect(server.lines.contains { $0["method"] as? String == "snapshot" })
      server.call(6, "propose", #"{"proposal":{"action":"place_order","order_id":"o2","amount":20}}"#)
      let job = try #require(result(server.answer(6))?["job_id"] as? String)
      server.call(7, "control", #"{"control_type":"cancel","job_id":"\#(job)"}"#)
      #expect(result(server.answer(7))?["decision"] as? String == "halted")
      #expect(server.lines.allSatisfy { $0["jsonrpc"] as? String == "2.0" })
    }
  }

  @Test("questions are answered as over HTTP, and nothing is recorded")
  func questions() throws {
    try withStdioProcess { server in
      server.call(1, "dry_run", #"{"action":"place_order","order_id":"o1","amount":1}"#)
      let dry = result(server.answer(1))
      #expect(dry?["decision"] as? String == "accepted" && dry?["truths"] != nil && dry?["decision_id"] == nil)
      server.call(2, "why_not", #"{"proposal":{"action":"place_order","order_id":"o1","amount":0},"facts":[]}"#)
      #expect((result(server.answer(2))?["ways"] as? [Any])?.isEmpty == false)
      server.call(3, "suggest")
      #expect(result(server.answer(3))?["suggestions"] is [Any])
      server.call(4, "suggest", #"{"x":1}"#)
      #expect((server.answer(4)?["error"] as? [String: Any])?["code"] as? Int == -32_602)
      server.call(5, "dry_run", #"{"proposal":{"action":"place_order"},"facts":[{"type":"no.such"}]}"#)
      let fault = server.answer(5)?["error"] as? [String: Any]
      #expect(fault?["code"] as? Int == -32_602 && (fault?["data"] as? [String: Any])?["findings"] != nil)
      server.call(6, "dry-run")
      let unknown = (server.answer(6)?["error"] as? [String: Any])?["message"] as? String
      #expect(unknown == "unknown method `dry-run`; did you mean `dry_run`?")
      server.call(7, "snapshot")
      #expect(result(server.answer(7))?["current_seq"] as? Int == 0)
    }
  }

  @Test("a line at fault is answered with an error, and the next one is read")
  func faults() throws {
    try withStdioProcess { server in
      let cases: [(line: String, code: Int, word: String)] = [
        ("{x", -32_700, "no JSON"), ("[]", -32_600, "a JSON object"), ("1", -32_600, "a JSON object"),
        (#"{"id":1,"method":"propose"}"#, -32_600, "jsonrpc"),
        (#"{"jsonrpc":"2.0","id":{},"method":"propose"}"#, -32_600, "`id`"),
        (#"{"jsonrpc":"2.0","id":1,"method":"propse"}"#, -32_601, "did you mean `propose`?"),
        (#"{"jsonrpc":"2.0","id":1,"method":"propose","params":[]}"#, -32_602, "`params`"),
        (#"{"jsonrpc":"2.0","id":1,"method":"control","params":{"control_type":"stop"}}"#, -32_602, "`cancel`"),
        (#"{"jsonrpc":"2.0","id":1,"method":"resume"}"#, -32_602, "resume_from_seq"),
        (#"{"jsonrpc":"2.0","id":1,"method":"capabilities","params":{"request":"x"}}"#, -32_602, "capabilities"),
        (#"{"jsonrpc":"2.0","id":1,"method":"control","params":{"control_type":"cancel"}}"#, -32_000, "nothing waits"),
        (#"{"a":""# + String(repeating: "x", count: 1_000_001) + "\"}", -32_600, "1000000 bytes"),
      ]
      for (place, (line, code, word)) in cases.enumerated() {
        server.send(line + "\n")
        server.send("\r\n")
        _ = server.first { _ in server.lines.count >= place + 2 }
        let error = server.lines.last?["error"] as? [String: Any]
        #expect(error?["code"] as? Int == code, "\(line.prefix(80)): \(error ?? [:])")
        #expect((error?["message"] as? String)?.contains(word) == true, "\(error ?? [:])")
        #expect((error?["data"] as? [String: Any])?["code"] != nil)
      }
      // A notification is performed and never answered, also with faults.
      server.send(#"{"jsonrpc":"2.0","method":"propse"}"# + "\n")
      server.send(#"{"jsonrpc":"2.0","method":"propose","params":{"action":"place_order","order_id":"n","amount":1}}"# + "\n")
      server.call(9, "propose", #"{"action":"place_order","order_id":"o1","amount":1,"idempotency_key":"k"}"#)
      #expect(result(server.answer(9))?["current_seq"] as? Int ?? 0 > 10)
      #expect(server.lines.count == cases.count + 2)
      server.call(10, "propose", #"{"action":"place_order","order_id":"o2","amount":1,"idempotency_key":"k"}"#)
      let problem = (server.answer(10)?["error"] as? [String: Any])?["data"] as? [String: Any]
      #expect(problem?["code"] as? String == "idempotency_key_conflict" && problem?["status"] as? Int == 409)
    }
  }

  @Test("the end of the input is the server's: what was sent is answered, and it ends with 0")
  func end() throws {
    try withStdioProcess { server in
      for number in 0..<300 {
        server.call(number, "propose", #"{"action":"place_order","order_id":"o\#(number)","amount":1}"#)
      }
      server.send(
        #"{"jsonrpc":"2.0","id":300,"method":"propose","params":{"action":"place_order","order_id":"last","amount":1}}"#)
      server.end()
      #expect(server.process.wait() == 0)
      let answers = server.lines.filter { $0["result"] != nil }
      #expect(answers.compactMap { $0["id"] as? Int } == Array(0...300))
      #expect(answers.allSatisfy { result($0)?["decision"] as? String == "accepted" })
      #expect(server.process.messages.isEmpty)
    }
  }

  @Test("a client that reads nothing keeps nobody from ending the server")
  func unread() throws {
    try withScratchDirectory { folder in
      let output = folder.appending(path: "pipe")
      #expect(mkfifo(output.path, 0o600) == 0)
      // A reader has the pipe open, and reads nothing.
      let reader = open(output.path, O_RDWR | O_CLOEXEC)
      defer { close(reader) }
      let server = try StdioProcess(in: folder, output: output)
      defer { server.process.kill() }
      server.call(0, "resume", #"{"resume_from_seq":0,"subscribe":true}"#)
      for number in 0..<200 {
        server.call(number, "propose", #"{"action":"place_order","order_id":"o\#(number)","amount":1}"#)
      }
      usleep(1_000_000)
      let start = ContinuousClock.now
      server.process.send(SIGTERM)
      #expect(server.process.wait() == 0)
      #expect(ContinuousClock.now - start < .seconds(10))
    }
  }

  @Test("TERM ends it too, within 10 seconds")
  func term() throws {
    try withStdioProcess { server in
      server.call(1, "propose", #"{"action":"place_order","order_id":"o1","amount":1}"#)
      #expect(server.answer(1) != nil)
      let start = ContinuousClock.now
      server.process.send(SIGTERM)
      #expect(server.process.wait() == 0)
      #expect(ContinuousClock.now - start < .seconds(10))
    }
  }

  @Test("with --listen others are served beside, and see the same stream")
  func beside() throws {
    try withStdioProcess(["--listen", "127.0.0.1:0"]) { server in
      let ready = server.first { $0["method"] as? String == "ready" }?["params"] as? [String: Any]
      let address = try #require(ready?["http"] as? String)
      server.call(1, "propose", #"{"action":"place_order","order_id":"o1","amount":1}"#)
      let current = try #require(result(server.answer(1))?["current_seq"] as? Int)
      let events = try RawClient.ask(address, "GET", "/events")
      #expect(events.json["current_seq"] as? Int == current)
      let capabilities = try RawClient.ask(address, "GET", "/capabilities").json["capabilities"] as? [String: Any]
      let transports = (capabilities?["transports"] as? [[String: String]])?.compactMap { $0["type"] }
      #expect(transports == ["websocket", "sse", "rest", "stdio"])
      // If the server cannot listen on the address, it does not serve standard input, either.
      try withStdioProcess(["--listen", address]) { other in #expect(other.process.wait() == 3) }
      server.end()
      #expect(server.process.wait() == 0)
    }
  }

  @Test("lines are cut from bytes in any portions, and one that is too long is not kept")
  func lines() {
    let bytes = Array("a\n\nbcd\nefghi\nj\n12345".utf8)
    for portion in 1...bytes.count {
      var splitter = LineSplitter(limit: 4)
      var lines: [String?] = []
      for start in stride(from: 0, to: bytes.count, by: portion) {
        lines += splitter.append(Array(bytes[start..<min(bytes.count, start + portion)])).map(text)
      }
      lines += splitter.finish().map(text)
      #expect(lines == ["a", "", "bcd", nil, "j", nil])
    }
    var whole = LineSplitter(limit: 4)
    #expect(whole.append(Array("a\n".utf8)).count == 1)
    #expect(whole.finish().isEmpty)
  }

  private func text(_ line: LineSplitter.Line) -> String? { line.map { String(decoding: $0, as: UTF8.self) } }
}
