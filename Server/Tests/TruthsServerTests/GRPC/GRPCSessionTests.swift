import Foundation
import Testing
import TruthsServerTestSupport

/// The session's protocol over one stream (server §13.5).
@Suite(.serialized, .timeLimit(.minutes(10)))
struct GRPCSessionTests {
  private func withSession(_ work: (ServerProcess, CallLink) throws -> Void) throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder, access: ["--actor", ServerProcess.ann, "--grpc", "127.0.0.1:0"])
      defer { server.process.kill() }
      try work(server, CallLink(CallClient(server.grpc)))
    }
  }

  private func send(_ link: CallLink, _ message: String) { link.send(Array(message.utf8)) }

  @Test("what is sent is answered behind the events before it, gRPC is the default transport, and the client ends the stream")
  func decides() throws {
    try withSession { server, link in
      send(link, #"{"request":"capabilities","device_id":"desk","app_version":"1.0.0"}"#)
      let capabilities = try #require(link.receive(upTo: "capabilities").last?.body as? [String: Any])
      let flags = try #require(capabilities["capabilities"] as? [String: Any])
      #expect(flags["default_transport"] as? String == "h2-grpc")
      let types = (flags["transports"] as? [[String: String]])?.compactMap { $0["type"] }
      #expect(types == ["h2-grpc", "websocket", "sse", "rest"])
      send(link, #"{"resume":{"resume_from_seq":0,"subscribe":true}}"#)
      let delta = try #require(link.receive(upTo: "delta").last?.body as? [String: Any])
      let before = try #require(delta["current_seq"] as? Int)
      send(link, ServerProcess.proposal("o1"))
      link.finish()
      let told = link.receive(upTo: "answer")
      let answer = try #require(told.last?.body as? [String: Any])
      #expect(answer["decision"] as? String == "accepted" && answer["decision_id"] != nil && answer["head"] != nil)
      let seqs = told.compactMap { ($0.body as? [String: Any])?["seq"] as? Int }
      #expect(seqs == Array((before + 1)...(answer["current_seq"] as? Int ?? 0)))
      for _ in 0..<1_000 where link.isOpen { usleep(5_000) }
      #expect(!link.isOpen)
    }
  }

  @Test("what is no message, or too large, is told so, and the stream goes on")
  func faults() throws {
    try withSession { _, link in
      let large = ServerProcess.proposal(String(repeating: "x", count: 1_000_000))
      for (message, code) in [("{x", "bad_body"), (#"{"hello":1}"#, "bad_body"), (large, "body_too_large")] {
        send(link, message)
        let problem = link.receive(upTo: "problem").last?.body as? [String: Any]
        #expect(problem?["code"] as? String == code, "\(problem ?? [:])")
      }
      send(link, ServerProcess.proposal("o1"))
      #expect((link.receive(upTo: "answer").last?.body as? [String: Any])?["decision"] as? String == "accepted")
    }
  }
}
