#if TLS
  import Foundation
  import GRPCCore
  import GRPCNIOTransportHTTP2Posix
  import SwiftProtobuf
  import Testing
  import TruthsServerMessages
  import TruthsServerTestSupport

  @testable import TruthsServer

  /// Calls over TLS, and callers who are known by their certificates (server §2.1, §6.6, §13).
  @Suite(.serialized, .timeLimit(.minutes(10)))
  struct GRPCTLSTests {
    private static var identities: [String: Any] {
      let gateway: [String: Any] = ["type": "system", "user_id": "gateway", "org_id": "acme", "roles": ["manager"]]
      let certificates: [[String: Any]] = [["subject": "CN=gateway,O=Acme", "actor": gateway]]
      return ["issuers": [IdentityServer.issuer], "certificates": certificates]
    }

    private func withServer(_ work: (IdentityServer, TestAuthority) throws -> Void) throws {
      try withScratchDirectory { folder in
        let authority = try TestAuthority(in: folder)
        let options = TLSTests.options(try authority.issue("server", "localhost"), authority) + ["--grpc", "127.0.0.1:0"]
        let server = try IdentityServer(in: folder, Self.identities, arguments: options)
        defer { server.server.process.kill() }
        try #require(!server.server.grpc.isEmpty, "\(server.messages)")
        try work(server, authority)
      }
    }

    private func client(
      _ server: IdentityServer, _ authority: TestAuthority, as credential: TestAuthority.Credential? = nil, token: String? = nil
    ) -> CallClient {
      let security = HTTP2ClientTransport.Posix.TransportSecurity.tls { tls in
        tls.trustRoots = .certificates([.file(path: authority.credential.certificate, format: .pem)])
        guard let credential else { return }
        tls.certificateChain = [.file(path: credential.certificate, format: .pem)]
        tls.privateKey = .file(path: credential.key, format: .pem)
      }
      return CallClient(server.server.grpc, token: token, security: security)
    }

    @Test("calls and streams come over TLS, beside requests, and in clear there is no connection")
    func serves() throws {
      try withServer { server, authority in
        let token = try TestToken().text()
        let caller = client(server, authority, token: token)
        #expect(try caller.order("o1").decision == "accepted")
        let watched = try caller.watch(2) { _ = try caller.order("o2") }
        #expect(watched.count == 2)
        let clear = try CallFault { _ = try CallClient(server.server.grpc, token: token).order("o3") }
        #expect(clear?.code == .unavailable, "\(clear?.summary ?? "")")
        let stranger = client(server, try TestAuthority(in: server.folder, "other"), token: token)
        let untrusted = try CallFault { _ = try stranger.order("o4") }
        #expect(untrusted?.code == .unavailable, "\(untrusted?.summary ?? "")")
        let raw = try RawClient(server.server.grpc)
        raw.send([UInt8](repeating: 0xFF, count: 5_000))
        raw.endSending()
        _ = raw.readAll()
        #expect(server.messages.contains("a connection is ended: TLS"), "\(server.messages)")
        #expect(try caller.order("o5").decision == "accepted")
      }
    }

    @Test("a certificate says who calls, and a token counts before it; others open no connection")
    func speaks() throws {
      try withServer { server, authority in
        let gateway = try authority.issue("client", "gateway")
        let known = client(server, authority, as: gateway)
        #expect(try known.order("o1").decision == "accepted")
        #expect(try known.watch(1).first?.actorID == "gateway")
        let mia = client(server, authority, as: gateway, token: try TestToken().with("sub", "mia").text())
        let run = try mia.order("o2").runID
        #expect(try mia.watch(1, .with { $0.runID = run }).first?.actorID == "mia")
        let mistaken = try CallFault { _ = try client(server, authority, as: gateway, token: "x.y.z").order("o3") }
        #expect(mistaken?.summary == "unauthenticated invalid_token 401")
        let none = try CallFault { _ = try client(server, authority).order("o4") }
        #expect(none?.summary == "unauthenticated no_token 401")
        let bob = try CallFault { _ = try client(server, authority, as: try authority.issue("bob", "bob")).order("o5") }
        #expect(bob?.summary == "unauthenticated no_token 401")
        #expect(bob?.message.contains("CN=bob,O=Acme is not listed") == true, "\(bob?.message ?? "")")
        let other = try TestAuthority(in: server.folder, "other")
        let refused = [
          try other.issue("foreign", "gateway"), try authority.issue("expired", "gateway", from: -7_200, to: -3_600),
        ]
        for credential in refused {
          let fault = try CallFault { _ = try client(server, authority, as: credential).order("o6") }
          #expect(fault?.code == .unavailable, "\(fault?.summary ?? "")")
        }
      }
    }

    @Test("a stream ends where its name is taken out of the file, and where its certificate expires")
    func ends() throws {
      try withServer { server, authority in
        let short = client(server, authority, as: try authority.issue("short", "gateway", to: 6))
        #expect(try short.order("o1").decision == "accepted")
        let expired = try CallFault { _ = try short.watch(1_000) }
        #expect(expired?.code == .unauthenticated && expired?.message.hasPrefix("certificate_expired") == true)
        let known = client(server, authority, as: try authority.issue("client", "gateway"))
        let file = server.folder.appending(path: "identities.json")
        let changed = try JSONSerialization.data(withJSONObject: ["issuers": [IdentityServer.issuer]])
        let revoked = try CallFault { _ = try known.watch(1_000) { try changed.write(to: file, options: .atomic) } }
        #expect(revoked?.code == .unauthenticated && revoked?.message.hasPrefix("identity_revoked") == true)
        let again = try CallFault { _ = try known.order("o2") }
        #expect(again?.summary == "unauthenticated no_token 401")
      }
    }

    @Test("files are read again for new connections")
    func reload() throws {
      try withServer { server, authority in
        let token = try TestToken().text()
        #expect(try client(server, authority, token: token).order("o1").decision == "accepted")
        let other = try TestAuthority(in: server.folder, "other")
        _ = try other.issue("server", "localhost")
        let after = client(server, other, token: token)
        let isServed = try server.waits { try CallFault { _ = try after.order("o2") } == nil }
        #expect(isServed, "\(server.messages)")
      }
    }

    @Test("over TLS, calls may come from other machines, and need no requests beside them")
    func addresses() throws {
      let files = try TLSFiles.named(certificate: "server.pem", key: "server.key", clientCA: nil)
      let options = try ServerOptions(
        rules: [], ledger: "ledger.jsonl", listen: ["unix:/tmp/s"], grpc: "0.0.0.0:9090", tls: files, actor: nil,
        identities: "identities.json")
      #expect(options.places.grpc?.text == "0.0.0.0:9090" && options.places.address == nil)
    }
  }
#endif
