#if TLS
  import Foundation
  import SwiftASN1
  import Testing
  import TruthsServerTestSupport
  import X509

  /// Clients that are known by their certificates, over real sockets (server §6.6).
  @Suite(.serialized, .enabled(if: TLSTunnel.isPossible))
  struct CertificateTests {
    private static var identities: [String: Any] {
      let gateway: [String: Any] = ["type": "system", "user_id": "gateway", "org_id": "acme", "roles": ["manager"]]
      let certificates: [[String: Any]] = [["subject": "CN=gateway,O=Acme", "actor": gateway]]
      return ["issuers": [IdentityServer.issuer], "certificates": certificates]
    }

    private func withServer(_ work: (IdentityServer, TestAuthority) throws -> Void) throws {
      try withScratchDirectory { folder in
        let authority = try TestAuthority(in: folder)
        let options = TLSTests.options(try authority.issue("server", "localhost"), authority)
        let server = try IdentityServer(in: folder, Self.identities, arguments: options)
        defer { server.server.process.kill() }
        try #require(!server.server.tlsAddress.isEmpty, "\(server.messages)")
        try work(server, authority)
      }
    }

    private func tunnel(
      _ server: IdentityServer, _ authority: TestAuthority, as credential: TestAuthority.Credential?
    ) throws -> TLSTunnel {
      try TLSTunnel(to: server.server.tlsAddress, trusting: authority, as: credential)
    }

    private static func bearer(_ subject: String) throws -> String {
      "Authorization: Bearer \(try TestToken().with("sub", subject).text())"
    }

    @Test("a certificate says who speaks, over requests and WebSockets; a token of a request counts before it")
    func speaks() throws {
      try withServer { server, authority in
        let process = server.server
        let known = try tunnel(server, authority, as: try authority.issue("client", "gateway"))
        #expect(try known.order(process, "o1").status == 201)
        #expect(try known.ask(process, "GET", "/metrics").status == 200)
        #expect(try known.ask(process, "GET", "/decisions?actor=gateway").body.contains("place_order"))
        let socket = try known.socket(process)
        socket.send(ServerProcess.proposal("o2"))
        #expect((socket.next("answer") as? [String: Any])?["decision"] as? String == "accepted")
        let mistaken = try known.socket(process)
        mistaken.send(#"{"authorization":"Bearer \#(try TestToken().text())"}"#)
        #expect(mistaken.end()?.reason.hasPrefix("invalid_token: the connection says who speaks") == true)
        let token = try Self.bearer("mia")
        #expect(try known.ask(process, "GET", "/metrics", headers: [token]).status == 403)
        #expect(try known.order(process, "o3", headers: ["Authorization: Bearer x.y.z"]).status == 401)

        let none = try tunnel(server, authority, as: nil)
        #expect(try none.order(process, "o4").status == 401)
        #expect(try none.ask(process, "GET", "/healthz").status == 200)
        #expect(try none.order(process, "o4", headers: [token]).status == 201)
      }
    }

    @Test("certificates of others, and those that have expired or do not count yet, open no connection")
    func refused() throws {
      try withServer { server, authority in
        let other = try TestAuthority(in: server.folder, "other")
        let refused = [
          try other.issue("foreign", "gateway"), try authority.issue("expired", "gateway", from: -7_200, to: -3_600),
          try authority.issue("early", "gateway", from: 3_600),
        ]
        let token = try Self.bearer("mia")
        for credential in refused {
          let tunnel = try tunnel(server, authority, as: credential)
          #expect(try tunnel.order(server.server, "o1").status == 0)
          #expect(try tunnel.order(server.server, "o1", headers: [token]).status == 0)
        }
        #expect(server.messages.contains("a connection is ended: TLS"))
        #expect(!server.messages.contains("a request is not answered"))
      }
    }

    @Test("a subject counts as a whole: no part of it, no other order, case, or form of the same letters")
    func subjects() throws {
      try withServer { server, authority in
        typealias Name = ASN1ObjectIdentifier.RDNAttributeType
        let (organisation, common) = (Name.organizationName, Name.commonName)
        let subjects: [[(ASN1ObjectIdentifier, String)]] = [
          [(common, "gateway")], [(common, "gateway"), (organisation, "Acme")], [(organisation, "Acme"), (common, "Gateway")],
          [(organisation, "Acme"), (common, "gateway"), (common, "evil")],
          [(organisation, "Acme"), (common, "evil"), (common, "gateway")], [(common, "gateway,O=Acme")],
          [(organisation, "Acme"), (common, "gateway\0")], [(organisation, "Acme"), (common, "gateway\0.evil")],
          [(organisation, "Acme"), (common, "gateway ")], [(organisation, "Acme,CN=gateway")], [],
        ]
        for (index, names) in subjects.enumerated() {
          let credential = try authority.issue("subject-\(index)", try TestAuthority.subject(names))
          let answer = try tunnel(server, authority, as: credential).order(server.server, "o1")
          #expect(answer.status == 401, "\(names)")
        }
        let whole = try authority.issue("whole", try TestAuthority.subject([(organisation, "Acme"), (common, "gateway")]))
        #expect(try tunnel(server, authority, as: whole).order(server.server, "o1").status == 201)
        let named = try tunnel(server, authority, as: try authority.issue("bob", "bob")).order(server.server, "o1")
        #expect(named["detail"]?.contains("CN=bob,O=Acme is not listed") == true, "\(named.body)")
      }
    }

    @Test("a name that is taken out counts no longer on connections that are open, and streams end")
    func revoked() throws {
      try withServer { server, authority in
        let tunnel = try tunnel(server, authority, as: try authority.issue("client", "gateway"))
        let kept = try RawClient(tunnel.address)
        let request = RawClient.request(server.server.tlsAddress, "GET", "/ledger/head")
        kept.send(request)
        #expect(kept.read(until: "}").hasPrefix("HTTP/1.1 200"))
        let stream = try tunnel.stream(server.server)
        let socket = try tunnel.socket(server.server)
        try server.change(["issuers": [IdentityServer.issuer]])
        #expect(stream.client.read(until: "identity_revoked").contains("event: end"))
        #expect(socket.end()?.reason == "identity_revoked")
        kept.send(request)
        #expect(kept.read(until: "is not listed").contains("HTTP/1.1 401"))
      }
    }

    @Test("a certificate that expires ends its streams, and says nothing any more on a connection that is open")
    func expiry() throws {
      try withServer { server, authority in
        let tunnel = try tunnel(server, authority, as: try authority.issue("client", "gateway", to: 6))
        let kept = try RawClient(tunnel.address)
        let request = RawClient.request(server.server.tlsAddress, "GET", "/ledger/head")
        kept.send(request)
        #expect(kept.read(until: "}").hasPrefix("HTTP/1.1 200"))
        let socket = try tunnel.socket(server.server)
        #expect(socket.head.hasPrefix("HTTP/1.1 101"))
        let end = socket.end()
        #expect(end?.code == 1_008 && end?.reason == "certificate_expired")
        kept.send(request)
        #expect(kept.read(until: "has expired").contains("HTTP/1.1 401"))
      }
    }
  }
#endif
