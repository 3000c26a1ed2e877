import Foundation
import TruthsServerTestSupport

/// A server that identifies speakers by tokens, in a separate folder.
struct IdentityServer {
  let server: ServerProcess
  let folder: URL

  /// An issuer whose tokens ``TestToken`` has, as the file of identities names it.
  static var issuer: [String: Any] {
    [
      "issuer": "https://id.example", "audience": "truths", "jwks": "keys.json",
      "actor": ["user_id": "sub", "device_id": "device", "org_id": "org", "roles": "roles"],
    ]
  }

  /// - Parameters:
  ///   - rules: where they are; `nil`: those of the text, in the folder.
  ///   - arguments: further ones of the server.
  init(
    in folder: URL, _ identities: [String: Any] = ["issuers": [issuer]], listen: [String] = ["127.0.0.1:0"],
    rules: String? = nil, text: String = ServerProcess.rules, arguments: [String] = []
  ) throws {
    try TestKey.set(of: TestKey.all).write(to: folder.appending(path: "keys.json"), options: .atomic)
    try Self.write(identities, to: folder)
    let access = ["--identities", folder.appending(path: "identities.json").path] + arguments
    server = try ServerProcess(in: folder, access: access, listen: listen, rules: rules, text: text)
    self.folder = folder
  }

  private static func write(_ identities: [String: Any], to folder: URL) throws {
    let file = folder.appending(path: "identities.json")
    try JSONSerialization.data(withJSONObject: identities).write(to: file, options: .atomic)
  }

  /// Gives the server another file of identities; it reads it within some seconds.
  func change(_ identities: [String: Any]) throws { try Self.write(identities, to: folder) }

  /// The server's log so far.
  var messages: String { server.process.messages }

  /// Asks with a token.
  func ask(
    _ method: String, _ path: String, _ body: String? = nil, token: String, headers: [String] = []
  ) throws -> RawClient.Answer {
    try server.ask(method, path, body, headers: ["Authorization: Bearer \(token)"] + headers)
  }

  /// Proposes an order; small ones are accepted, those above 10 wait.
  func order(_ id: String, amount: Int = 1, token: String, headers: [String] = []) throws -> RawClient.Answer {
    try server.order(id, amount: amount, headers: ["Authorization: Bearer \(token)"] + headers)
  }

  /// Opens the stream of events, and reads the head of the answer.
  func stream(token: String) throws -> (client: RawClient, start: String) {
    let client = try RawClient(server.address)
    let headers = ["Accept: text/event-stream", "Authorization: Bearer \(token)"]
    client.send(RawClient.request(server.address, "GET", "/events", headers: headers))
    return (client, client.read(until: "\r\n\r\n"))
  }

  /// Asks again and again until an answer is as it should be, for ten seconds at most.
  func waits(until isDone: () throws -> Bool) throws -> Bool {
    for _ in 0..<100 {
      if try isDone() { return true }
      usleep(100_000)
    }
    return false
  }
}

/// Runs work with a server that has a file of identities.
func withIdentityServer(
  _ identities: [String: Any] = ["issuers": [IdentityServer.issuer]], text: String = ServerProcess.rules,
  _ work: (IdentityServer) throws -> Void
) throws {
  try withScratchDirectory { folder in
    let server = try IdentityServer(in: folder, identities, text: text)
    defer { server.server.process.kill() }
    try work(server)
  }
}
