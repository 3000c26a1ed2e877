import Foundation
import GRPCCore
import SwiftProtobuf
import Testing
import TruthsServerMessages
import TruthsServerTestSupport

/// The identities of callers, and their limits (server §13.1).
@Suite(.serialized, .timeLimit(.minutes(10)))
struct GRPCIdentityTests {
  private func withCalls(_ identities: [String: Any], _ work: (IdentityServer) throws -> Void) throws {
    try withScratchDirectory { folder in
      let server = try IdentityServer(in: folder, identities, arguments: ["--grpc", "127.0.0.1:0"])
      defer { server.server.process.kill() }
      try work(server)
    }
  }

  private func token(_ role: String, org: String = "acme") throws -> String {
    try TestToken().with("sub", role).with("org", org).with("roles", [role]).text()
  }

  @Test("a call without a token that counts is refused, and what another organisation proposed is not there")
  func tokens() throws {
    try withCalls(["issuers": [IdentityServer.issuer]]) { server in
      let address = server.server.grpc
      try check(CallClient(address), isRefusedFor: "no_token")
      try check(CallClient(address, token: "a.b.c"), isRefusedFor: "invalid_token")
      let mine = CallClient(address, token: try token("clerk"))
      let theirs = CallClient(address, token: try token("clerk", org: "other"))
      let run = try mine.order("o1").runID
      let first = try mine.watch(1).first
      #expect(first?.runID == run)
      let watched = try CallFault { _ = try theirs.statuses(of: run) {} }
      #expect(watched?.summary == "notFound not_found 404")
      let snapshot = try theirs.snapshot()
      #expect(snapshot.runs.isEmpty && snapshot.entries.isEmpty)
      _ = try theirs.order("o2")
      let other = try theirs.watch(1).first
      #expect(other?.runID != run)
      #expect(server.messages.contains(#""code":"no_token""#))
    }
  }

  private func check(_ client: CallClient, isRefusedFor code: String) throws {
    let order = try CallFault { _ = try client.order("o1") }
    let watch = try CallFault { _ = try client.watch(1) }
    #expect([order?.summary, watch?.summary] == Array(repeating: "unauthenticated \(code) 401", count: 2))
  }

  @Test("limits hold for calls: streams, open runs, the rate and the size of a payload")
  func limits() throws {
    let limits: [String: [String: Int]] = [
      "clerk": ["streams": 1], "agent": ["open_runs": 1], "poller": ["requests_per_second": 1], "small": ["body_bytes": 80],
    ]
    try withCalls(["issuers": [IdentityServer.issuer], "limits": limits]) { server in
      func client(_ role: String) throws -> CallClient { CallClient(server.server.grpc, token: try token(role)) }
      @Sendable func refused(_ code: String, _ status: Int, _ work: () throws -> Void) throws {
        let fault = try CallFault(of: work)
        #expect(fault?.summary == "resourceExhausted \(code) \(status)")
      }
      let clerk = try client("clerk")
      _ = try clerk.order("o1")
      _ = try clerk.watch(1) { try refused("too_many_streams", 429) { _ = try clerk.watch(1) } }
      let agent = try client("agent")
      _ = try agent.order("o2", amount: 20)
      try refused("too_many_runs", 429) { _ = try agent.order("o3", amount: 20) }
      let poller = try client("poller")
      try refused("too_many_requests", 429) { for _ in 0..<10 { _ = try poller.order("o4", key: "k") } }
      let small = try client("small")
      _ = try small.order("o5")
      try refused("body_too_large", 413) { _ = try small.order(String(repeating: "x", count: 100)) }
    }
  }

  @Test("a stream ends with its token, and says so")
  func expiry() throws {
    try withCalls(["issuers": [IdentityServer.issuer]]) { server in
      // A token is valid for 60 seconds after its end.
      let token = try TestToken().with("exp", Int(Date().timeIntervalSince1970) - 57).text()
      let client = CallClient(server.server.grpc, token: token)
      let fault = try CallFault { _ = try client.watch(1_000) }
      #expect(fault?.summary == "unauthenticated invalid_token 401" && fault?.message.hasPrefix("token_expired") == true)
    }
  }
}
