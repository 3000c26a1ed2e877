import Foundation
import Testing
import TruthsServerTestSupport

/// Files of identities that change while a server runs, and connections whose token expires (server §6).
@Suite(.serialized)
struct RotationTests {
  @Test("a new key counts, and tokens of one that is gone count no longer, also where they were known")
  func rotation() throws {
    try withIdentityServer { server in
      let old = try TestToken("ed").text()
      let other = try #require(TestKey.others["ec"])
      let new = try TestToken("next", other).text(by: other)
      #expect(try server.order("o1", token: old).status == 201)
      #expect(try server.order("o2", token: new).status == 401)
      let stream = try server.stream(token: old)
      let keys = server.folder.appending(path: "keys.json")
      try TestKey.set(of: ["next": other]).write(to: keys, options: .atomic)
      let isRead = try server.waits { try server.ask("GET", "/ledger/head", token: new).status == 200 }
      try #require(isRead)
      #expect(try server.order("o3", token: old).status == 401)
      #expect(stream.client.read(until: "event: end").contains("event: end"))
    }
  }

  @Test("a file at fault is logged once, and what was read before stays in force until it is mended")
  func fault() throws {
    try withIdentityServer { server in
      let file = server.folder.appending(path: "identities.json")
      let token = try TestToken().text()
      try Data("{\"issuers\": [{}]}".utf8).write(to: file, options: .atomic)
      #expect(try server.waits { server.messages.contains("issuers[0].issuer is not a text") })
      usleep(2_500_000)
      #expect(server.messages.components(separatedBy: "issuers[0].issuer").count == 2)
      #expect(try server.order("o1", token: token).status == 201)
      try FileManager.default.removeItem(at: server.folder.appending(path: "keys.json"))
      let issuers: [String: Any] = ["issuers": [IdentityServer.issuer], "limits": ["*": ["body_bytes": 10]]]
      try JSONSerialization.data(withJSONObject: issuers).write(to: file, options: .atomic)
      #expect(try server.waits { server.messages.contains("keys.json cannot be read") })
      #expect(try server.order("o2", token: token).status == 201)
      try TestKey.set(of: TestKey.all).write(to: server.folder.appending(path: "keys.json"), options: .atomic)
      #expect(try server.waits { try server.order("o3", token: token).status == 413 })
    }
  }

  @Test("a key that is taken away counts no longer, also while the identities file is at fault")
  func keysBesideFault() throws {
    try withIdentityServer { server in
      let file = server.folder.appending(path: "identities.json")
      let token = try TestToken().text()
      let sound = try Data(contentsOf: file)
      #expect(try server.order("o1", token: token).status == 201)
      try Data("{".utf8).write(to: file, options: .atomic)
      #expect(try server.waits { server.messages.contains("the identities stay as they were") })
      let stream = try server.stream(token: token)
      let others = try TestKey.set(of: TestKey.others.filter { $0.key == "ec" })
      try others.write(to: server.folder.appending(path: "keys.json"), options: .atomic)
      #expect(try server.waits { try server.order("o2", token: token).status == 401 })
      #expect(server.messages.contains("the keys of the identities in force were read again"))
      #expect(stream.client.read(until: "event: end").contains("event: end"))
      try sound.write(to: file, options: .atomic)
      #expect(try server.waits { server.messages.contains("the identities were read again") })
      #expect(try server.order("o3", token: token).status == 401)
    }
  }

  @Test("a key that is taken away counts no longer, also while another key set is at fault, whose keys stay")
  func keysBesideFaultyKeys() throws {
    var second = IdentityServer.issuer
    second["issuer"] = "https://other.example"
    second["jwks"] = "others.json"
    try withScratchDirectory { folder in
      let others = folder.appending(path: "others.json")
      try TestKey.set(of: TestKey.all).write(to: others, options: .atomic)
      let server = try IdentityServer(in: folder, ["issuers": [IdentityServer.issuer, second]])
      defer { server.server.process.kill() }
      let (token, other) = (try TestToken().text(), try TestToken().with("iss", "https://other.example").text())
      #expect(try server.order("o1", token: token).status == 201)
      #expect(try server.order("o2", token: other).status == 201)
      try Data("{".utf8).write(to: others, options: .atomic)
      #expect(try server.waits { server.messages.contains("the identities stay as they were") })
      #expect(try server.order("o3", token: other).status == 201)
      let left = try TestKey.set(of: TestKey.others.filter { $0.key == "ec" })
      try left.write(to: folder.appending(path: "keys.json"), options: .atomic)
      #expect(try server.waits { try server.order("o4", token: token).status == 401 })
      #expect(try server.order("o5", token: other).status == 201)
      try left.write(to: others, options: .atomic)
      #expect(try server.waits { try server.order("o6", token: other).status == 401 })
    }
  }

  @Test("a stream ends with its token, and says so", arguments: ["token_expired", "token_revoked"])
  func stream(reason: String) throws {
    try withIdentityServer { server in
      // A token is valid for 60 seconds after its end.
      let now = Int(Date().timeIntervalSince1970)
      let token = reason == "token_expired" ? TestToken().with("exp", now - 55) : TestToken()
      let stream = try server.stream(token: try token.text())
      #expect(stream.start.contains("200 OK"))
      let start = ContinuousClock.now
      if reason == "token_revoked" {
        let keys = try TestKey.set(of: TestKey.others.filter { $0.key == "ec" })
        try keys.write(to: server.folder.appending(path: "keys.json"), options: .atomic)
      }
      let end = stream.client.read(until: reason)
      #expect(end.contains("event: end\ndata: {\"reason\":\"\(reason)\"}"), "\(end)")
      #expect(ContinuousClock.now - start < .seconds(15))
    }
  }
}
