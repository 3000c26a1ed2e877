#if TLS
  import Foundation
  import NIOCore
  import Testing
  import TruthsServerTestSupport

  @testable import TruthsServer

  /// Connections over TLS, with a client that is not of this package (server §2.1).
  @Suite(.serialized, .enabled(if: TLSTunnel.isPossible))
  struct TLSTests {
    static func options(_ server: TestAuthority.Credential, _ clients: TestAuthority? = nil) -> [String] {
      let authority = clients.map { ["--tls-client-ca", $0.credential.certificate] } ?? []
      return ["--tls-certificate", server.certificate, "--tls-key", server.key] + authority
    }

    /// A server over TLS without identities.
    private func withTLSServer(
      _ work: (ServerProcess, TestAuthority, URL) throws -> Void
    ) throws {
      try withScratchDirectory { folder in
        let authority = try TestAuthority(in: folder)
        let options = Self.options(try authority.issue("server", "localhost"))
        let server = try ServerProcess(in: folder, access: ["--actor", ServerProcess.ann] + options)
        defer { server.process.kill() }
        try #require(!server.tlsAddress.isEmpty, "\(server.process.messages)")
        try work(server, authority, folder)
      }
    }

    @Test("requests, streams and WebSockets come over TLS 1.2 and 1.3, and not over older ones")
    func serves() throws {
      try withTLSServer { server, authority, _ in
        #expect(server.process.lines.first?.contains(#""http""#) == false)
        for version in ["TLSv1_2", "TLSv1_3"] {
          let tunnel = try TLSTunnel(to: server.tlsAddress, trusting: authority, version: version)
          #expect(try tunnel.order(server, version).status == 201, "\(tunnel.said)")
          #expect(tunnel.said.first == "open \(version.replacing("_", with: "."))")
          let stream = try tunnel.stream(server)
          let socket = try tunnel.socket(server)
          socket.send(ServerProcess.proposal("socket-\(version)"))
          #expect((socket.next("answer") as? [String: Any])?["decision"] as? String == "accepted")
          #expect(stream.client.read(until: "socket-\(version)").contains("event: fact"))
          let large = String(repeating: "x", count: 900_000)
          #expect(try tunnel.ask(server, "POST", "/dry-run", #"{"action":"place_order","order_id":"\#(large)"}"#).status == 200)
        }
        let old = try TLSTunnel(to: server.tlsAddress, trusting: authority, version: "TLSv1_1")
        #expect(try old.order(server, "o3").status == 0)
        #expect(old.said.first?.hasPrefix("error") == true, "\(old.said)")
        let tunnel = try TLSTunnel(to: server.tlsAddress, trusting: authority)
        let access = try tunnel.ask(server, "GET", "/.well-known/authzen-configuration")
        #expect(access["policy_decision_point"] == "https://\(server.tlsAddress)")
        for (origin, status) in [("https", 200), ("http", 403)] {
          let headers = ["Origin: \(origin)://\(server.tlsAddress)"]
          #expect(try tunnel.ask(server, "GET", "/ledger/head", headers: headers).status == status)
        }
      }
    }

    @Test("what is no TLS is closed and logged once, and others are served")
    func clear() throws {
      try withTLSServer { server, authority, _ in
        for bytes in [
          Array("GET /ledger/head HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8), [UInt8](repeating: 0xFF, count: 5_000), [0x16],
        ] {
          let client = try RawClient(server.tlsAddress)
          client.send(bytes)
          client.endSending()
          #expect(!client.readAll().contains("HTTP/1.1"))
        }
        let tunnel = try TLSTunnel(to: server.tlsAddress, trusting: authority)
        #expect(try tunnel.order(server, "o1").status == 201)
        #expect(
          server.process.messages.components(separatedBy: "a connection is ended: TLS").count == 3, "\(server.process.messages)")
      }
    }

    @Test("a handshake that is not ended is, and counts as a connection until then")
    func halfOpen() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "truths-tls-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let authority = try TestAuthority(in: folder)
      let credential = try authority.issue("server", "localhost")
      let files = try TLSFiles.named(certificate: credential.certificate, key: credential.key, clientCA: nil)
      var limits = ConnectionLimits.short(most: 2)
      limits.head = .seconds(6)
      try await withInProcessServer(limits, tls: files) { address, log in
        let tunnel = try TLSTunnel(to: address, trusting: authority)
        let held = try (0..<2).map { _ in try RawClient(address) }
        for client in held { client.send([0x16, 0x03, 0x01, 0x02]) }
        // Both are taken in as soon as the server comes to it.
        var (refused, asked) = (RawClient.Answer(status: 0, head: "", body: ""), 0)
        while refused.status != 503, asked < 40 {
          refused = try RawClient.ask(tunnel.address, "GET", "/healthz", headers: ["Host: \(address)"])
          usleep(50_000)
          asked += 1
        }
        #expect(refused.status == 503 && refused["code"] == "too_many_connections")
        let start = ContinuousClock.now
        for client in held { #expect(client.read() == nil) }
        #expect(ContinuousClock.now - start < .seconds(20))
        var (status, tries) = (0, 0)
        while status != 200, tries < 100 {
          usleep(100_000)
          status = try RawClient.ask(tunnel.address, "GET", "/healthz", headers: ["Host: \(address)"]).status
          tries += 1
        }
        #expect(status == 200)
        #expect(log().filter { $0.contains("no TLS handshake within 6 s") }.count == 2)
      }
    }

    @Test("files are read again for new connections; one at fault is logged once and changes nothing")
    func reload() throws {
      try withTLSServer { server, authority, folder in
        let before = try TLSTunnel(to: server.tlsAddress, trusting: authority)
        let kept = try before.socket(server)
        #expect(try before.order(server, "o1").status == 201)
        let other = try TestAuthority(in: folder, "other")
        let after = try TLSTunnel(to: server.tlsAddress, trusting: other)
        #expect(try after.order(server, "o2").status == 0)
        try Data("no PEM".utf8).write(to: folder.appending(path: "server.key"))
        for _ in 0..<100 where !server.process.messages.contains("TLS stays as it was") { usleep(100_000) }
        usleep(2_000_000)
        #expect(server.process.messages.components(separatedBy: "TLS stays as it was").count == 2)
        #expect(try before.order(server, "o3").status == 201)
        _ = try other.issue("server", "localhost")
        var answer = try after.order(server, "o4")
        for _ in 0..<50 where answer.status == 0 {
          usleep(100_000)
          answer = try after.order(server, "o4")
        }
        #expect(answer.status == 201, "\(server.process.messages)")
        #expect(try before.order(server, "o5").status == 0)
        kept.send(ServerProcess.proposal("o6"))
        #expect((kept.next("answer") as? [String: Any])?["decision"] as? String == "accepted")
      }
    }

    @Test("a server does not start with files at fault, or options that say nothing")
    func faults() throws {
      try withScratchDirectory { folder in
        try ServerProcess.writeRules(to: folder)
        let authority = try TestAuthority(in: folder)
        let (first, second) = (try authority.issue("first", "a"), try authority.issue("second", "b"))
        let actor = ["--actor", ServerProcess.ann]
        let cases: [(options: [String], status: Int32, message: String)] = [
          (actor + ["--tls-certificate", first.certificate], 64, "TLS takes both"),
          (actor + ["--tls-client-ca", first.certificate], 64, "TLS takes both"),
          (actor + Self.options(first, authority), 64, "--identities"),
          (actor + Self.options(first) + ["--stdio"], 64, "add --listen"),
          (actor + Self.options(first) + ["--listen", "unix:\(folder.path)/s"], 64, "add --listen"),
          (actor + Self.options(first) + ["--listen", "0.0.0.0:0"], 64, "this machine alone"),
          (actor + ["--tls-certificate", folder.path + "/none", "--tls-key", first.key], 66, "none: it cannot be read"),
          (actor + ["--tls-certificate", first.key, "--tls-key", first.key], 65, "no certificates in PEM"),
          (actor + ["--tls-certificate", first.certificate, "--tls-key", first.certificate], 65, "no private key in PEM"),
          (actor + ["--tls-certificate", first.certificate, "--tls-key", second.key], 65, "it is not the key"),
        ]
        for (options, status, message) in cases {
          let arguments = [folder.path, "--ledger", folder.appending(path: "ledger.jsonl").path] + options
          let process = try TestProcess("truths-server", arguments, output: folder.appending(path: "said"))
          #expect(process.wait() == status, "\(options)")
          #expect(process.messages.contains(message), "\(process.messages)")
        }
      }
    }
  }
#endif
