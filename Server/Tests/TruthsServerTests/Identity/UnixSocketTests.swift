import Foundation
import Testing
import TruthsServerTestSupport

/// Unix sockets: the identities of clients, and the files of the sockets (server §1, §2, §6.5).
@Suite(.serialized)
struct UnixSocketTests {
  private static func actor(_ name: String, _ more: [String: Any] = [:]) -> [String: Any] {
    ["user_id": name, "org_id": "acme", "roles": ["manager"]].merging(more) { $1 }
  }

  private static func mode(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
  }

  @Test("without identities a socket serves the user of the server as the actor, and its file is theirs alone")
  func actor() throws {
    try withScratchDirectory { folder in
      let path = folder.appending(path: "s").path
      let server = try ServerProcess(in: folder, listen: ["unix:\(path)"])
      defer { server.process.kill() }
      #expect(server.address == "unix:\(path)", "\(server.process.messages)")
      #expect(Self.mode(path) == 0o600)
      #expect(try server.order("o1").status == 201)
      #expect(try server.ask("GET", "/decisions").body.contains(#""user_id":"ann""#))
      let socket = try server.socket()
      socket.send(ServerProcess.proposal("o2"))
      #expect((socket.next("answer") as? [String: Any])?["decision"] as? String == "accepted")
      let transports = try server.ask("GET", "/capabilities").body
      #expect(transports.contains("websocket") && transports.contains("sse"))
      server.process.send(SIGTERM)
      #expect(server.process.wait() == 0)
      #expect(Self.mode(path) == nil)
    }
  }

  @Test("an address and a socket are served together, by the same session, and limits hold for both")
  func both() throws {
    try withScratchDirectory { folder in
      let path = folder.appending(path: "s").path
      let server = try ServerProcess(in: folder, listen: ["unix:\(path)", "127.0.0.1:0"])
      defer { server.process.kill() }
      let line = server.process.lines.first ?? ""
      #expect(line.contains(#""unix":"\#(path)""#) && server.address.hasPrefix("127.0.0.1:"), "\(line)")
      let stream = try RawClient(server.address)
      stream.send(RawClient.request(server.address, "GET", "/events", headers: ["Accept: text/event-stream"]))
      _ = stream.read(until: "\r\n\r\n")
      let body = #"{"action":"place_order","order_id":"o1","amount":1}"#
      #expect(try RawClient.ask("unix:\(path)", "POST", "/jobs", body).status == 201)
      // If one address cannot be listened on, the server does not serve the other, either.
      let other = folder.appending(path: "other")
      try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
      let busy = try TestProcess(
        "truths-server",
        [
          folder.path, "--ledger", other.appending(path: "ledger.jsonl").path, "--actor", ServerProcess.ann,
          "--listen", "unix:\(path)2", "--listen", server.address,
        ], output: other.appending(path: "said"))
      #expect(busy.wait() == 3 && busy.messages.contains("it cannot be listened to"))
      #expect(stream.read(until: #""order_id":"o1""#).contains("event: decision"))
      server.process.send(SIGTERM)
      #expect(stream.readAll().contains("server_stopping"))
      #expect(server.process.wait() == 0)
    }
  }

  @Test("a host other than localhost, and pages of others, are refused as over an address")
  func hosts() throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder, listen: ["unix:\(folder.appending(path: "s").path)"])
      defer { server.process.kill() }
      let cases: [(headers: [String], status: Int)] = [
        (["Host: localhost"], 200), (["Host: localhost:9000"], 200), (["Host: localhost:x"], 403), (["Host: evil.example"], 403),
        (["Host: localhost.evil.example"], 403), (["Host: 127.0.0.1"], 403),
        (["Host: localhost:9000", "Origin: http://localhost:9000"], 200),
        (["Host: localhost:9000", "Origin: http://localhost:3000"], 403),
        (["Host: localhost", "Origin: http://evil.example"], 403),
      ]
      for (headers, status) in cases {
        #expect(try server.ask("GET", "/ledger/head", headers: headers).status == status, "\(headers)")
      }
    }
  }

  @Test("the system says whose process it is; a token counts before that")
  func peers() throws {
    try withScratchDirectory { folder in
      let path = folder.appending(path: "s").path
      let me = Self.actor("mia", ["type": "system"])
      let identities: [String: Any] = ["issuers": [IdentityServer.issuer], "sockets": [["uid": Int(getuid()), "actor": me]]]
      let server = try IdentityServer(in: folder, identities, listen: ["unix:\(path)"])
      defer { server.server.process.kill() }
      #expect(Self.mode(path) == 0o666)
      let claimed = #"{"action":"place_order","order_id":"o1","amount":1,"actor":{"type":"user","user_id":"bob"}}"#
      #expect(try server.server.ask("POST", "/jobs", claimed).body.contains("converge.actor.mismatch"))
      #expect(try server.server.order("o1").status == 201)
      #expect(try server.server.ask("GET", "/metrics").status == 200)
      let decisions = try server.server.ask("GET", "/decisions?actor=mia").body
      #expect(decisions.contains(#""order_id":"o1""#) || decisions.contains("place_order"), "\(decisions)")
      #expect(try server.order("o2", token: try TestToken().with("sub", "eve").text()).status == 201)
      #expect(try server.ask("GET", "/metrics", token: try TestToken().text()).status == 403)
      #expect(try server.order("o3", token: "x.y.z").status == 401)
      #expect(try server.server.ask("GET", "/decisions", headers: ["Authorization: Basic x"]).status == 401)
    }
  }

  @Test("whom the file does not name has no say without a token, and streams end when a name is taken out")
  func changes() throws {
    try withScratchDirectory { folder in
      let path = folder.appending(path: "s").path
      let listed: [String: Any] = ["sockets": [["uid": Int(getuid()), "actor": Self.actor("mia")]]]
      let server = try IdentityServer(in: folder, listed, listen: ["unix:\(path)"])
      defer { server.server.process.kill() }
      let kept = try RawClient(server.server.address)
      kept.send(RawClient.request(server.server.address, "GET", "/ledger/head"))
      #expect(kept.read(until: "}}").hasPrefix("HTTP/1.1 200"))
      let stream = try RawClient(server.server.address)
      stream.send(RawClient.request(server.server.address, "GET", "/events", headers: ["Accept: text/event-stream"]))
      _ = stream.read(until: "\r\n\r\n")
      let socket = try server.server.socket()
      #expect(socket.head.hasPrefix("HTTP/1.1 101 "))
      let renamed = try server.server.socket()
      renamed.send(#"{"authorization":"Bearer \#(try TestToken().text())"}"#)
      #expect(renamed.end()?.reason.hasPrefix("invalid_token: the connection says who speaks") == true)

      try server.change(["issuers": [IdentityServer.issuer], "sockets": [["uid": 4_000_000_000, "actor": Self.actor("mia")]]])
      #expect(stream.read(until: "identity_revoked").contains("event: end\n"))
      let end = socket.end()
      #expect(end?.code == 1_008 && end?.reason == "identity_revoked")
      kept.send(RawClient.request(server.server.address, "GET", "/ledger/head"))
      let refused = kept.read(until: "}")
      #expect(refused.hasPrefix("HTTP/1.1 401") && refused.contains("uid \(getuid()) is not listed"), "\(refused)")
      #expect(server.messages.contains(#""client":"uid \#(getuid())""#))
      #expect(try server.order("o1", token: try TestToken().text()).status == 201)
      let late = try server.server.socket()
      late.send(#"{"authorization":"Bearer \#(try TestToken().text())"}"#)
      late.send(ServerProcess.proposal("o2"))
      #expect((late.next("answer") as? [String: Any])?["decision"] as? String == "accepted")
      #expect(try server.server.ask("GET", "/healthz").status == 200)
    }
  }

  @Test("another user is refused by the kernel's word, whatever the mode of the file", .enabled(if: getuid() == 0))
  func others() throws {
    try withScratchDirectory { folder in
      chmod(folder.path, 0o755)
      let path = folder.appending(path: "s").path
      let script = """
        import os, socket, sys
        os.setgid(65534); os.setuid(65534)
        client = socket.socket(socket.AF_UNIX)
        client.connect(sys.argv[1])
        client.sendall(b"GET /ledger/head HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n")
        while part := client.recv(65536): sys.stdout.write(part.decode())
        """
      func ask() throws -> (status: Int32, answer: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, path]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
      }
      let server = try ServerProcess(in: folder, listen: ["unix:\(path)"])
      #expect(try ask().status != 0)
      chmod(path, 0o666)
      let refused = try ask()
      #expect(refused.answer.hasPrefix("HTTP/1.1 403") && refused.answer.contains("foreign_user"), "\(refused)")
      server.process.kill()
      let identities: [String: Any] = [
        "sockets": [["uid": 0, "actor": Self.actor("root")], ["uid": 65_534, "actor": Self.actor("nobody")]]
      ]
      let other = try IdentityServer(in: folder, identities, listen: ["unix:\(path)"])
      defer { other.server.process.kill() }
      let served = try ask()
      #expect(served.answer.hasPrefix("HTTP/1.1 200"), "\(served) \(other.messages)")
    }
  }

  @Test("a socket whose server was killed is replaced; one in use, and a file that is none, are left alone")
  func files() throws {
    try withScratchDirectory { folder in
      let path = folder.appending(path: "s").path
      let killed = try ServerProcess(in: folder, listen: ["unix:\(path)"])
      killed.process.kill()
      #expect(Self.mode(path) != nil)
      let server = try ServerProcess(in: folder, listen: ["unix:\(path)"])
      defer { server.process.kill() }
      #expect(try server.order("o1").status == 201)
      try withScratchDirectory { other in
        func start(_ places: [String]) throws -> (status: Int32, messages: String) {
          let arguments = [folder.path, "--ledger", other.appending(path: "ledger.jsonl").path, "--actor", ServerProcess.ann]
          let options = places.flatMap { ["--listen", $0] }
          let process = try TestProcess("truths-server", arguments + options, output: other.appending(path: "said"))
          return (process.wait(), process.messages)
        }
        let used = try start(["unix:\(path)"])
        #expect(used.status == 3 && used.messages.contains("another process listens"))
        #expect(try server.order("o2").status == 201)
        let file = other.appending(path: "file")
        try Data("kept".utf8).write(to: file)
        let link = other.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        for place in [file.path, link, other.path] {
          let kept = try start(["unix:\(place)"])
          #expect(kept.status == 3 && kept.messages.contains("no socket has this path"), "\(kept)")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "kept")
        #expect(try start(["unix:\(other.path)/no/folder"]).status == 3)
        for places in [
          ["unix:"], ["unix:\(other.path)/"], ["unix:/" + String(repeating: "x", count: 103)],
          ["unix:\(path)", "unix:\(path)2"], ["127.0.0.1:0", "127.0.0.1:0"],
        ] {
          #expect(try start(places).status == 64, "\(places)")
        }
      }
      // A file that is no longer the server's own remains.
      try FileManager.default.removeItem(atPath: path)
      try Data("new".utf8).write(to: URL(fileURLWithPath: path))
      server.process.send(SIGTERM)
      #expect(server.process.wait() == 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    }
  }
}
