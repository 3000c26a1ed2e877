import Crypto
import Foundation

/// A server of the real executable, in a folder of its own, that can be killed, paused, and started again at its address.
final class ServerProcess {
  let folder: URL
  private(set) var address = "127.0.0.1:0"
  private let rules: String
  private var process: Process?

  var url: URL { URL(string: "http://\(address)") ?? URL(fileURLWithPath: "/") }

  /// - Parameters:
  ///   - rules: the path of the rules; `nil` for the rules below.
  ///   - facts: the facts of the context.
  ///   - limits: the limits in the file of identities.
  init(rules: String? = nil, facts: [[String: Any]] = [], limits: [String: Any] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "truths-client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appending(path: "truths/shop"), withIntermediateDirectories: true)
    try Self.shop.write(to: folder.appending(path: "truths/shop/shop.truths"), atomically: true, encoding: .utf8)
    self.rules = rules ?? folder.path
    if !facts.isEmpty {
      let lines = try facts.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) + "\n" }
      try lines.joined().write(to: folder.appending(path: "ledger.jsonl"), atomically: true, encoding: .utf8)
    }
    let key = ["kid": "oct", "kty": "oct", "alg": "HS256", "k": TestActor.secret.base64URL]
    try JSONSerialization.data(withJSONObject: ["keys": [key]]).write(to: folder.appending(path: "keys.json"))
    let claims = ["type": "actor_type", "user_id": "sub", "device_id": "device", "org_id": "org", "roles": "roles"]
    let issuer: [String: Any] = [
      "issuer": "https://id.example", "audience": "truths", "jwks": "keys.json", "actor": claims,
    ]
    let identities = try JSONSerialization.data(withJSONObject: ["issuers": [issuer], "limits": limits])
    try identities.write(to: folder.appending(path: "identities.json"))
    try start()
  }

  /// Starts it, and waits until it answers.
  func start() throws {
    let server = Process()
    let environment = ProcessInfo.processInfo.environment
    server.executableURL =
      environment["TRUTHS_SERVER"].map { URL(fileURLWithPath: $0) }
      ?? Self.repository.appending(path: ".build/debug/truths-server")
    server.arguments = [
      rules, "--ledger", folder.appending(path: "ledger.jsonl").path, "--identities",
      folder.appending(path: "identities.json").path, "--listen", address,
    ]
    let (output, log) = (Pipe(), folder.appending(path: "log"))
    if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
    let messages = try FileHandle(forWritingTo: log)
    messages.seekToEndOfFile()
    (server.standardOutput, server.standardError) = (output, messages)
    try server.run()
    process = server
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { throw ServerFault(said: (try? String(contentsOf: log, encoding: .utf8)) ?? "") }
      line += part
    }
    let ready = try JSONSerialization.jsonObject(with: line) as? [String: String]
    address = ready?["http"] ?? address
  }

  func signal(_ number: Int32) { if let process { _ = Foundation.kill(process.processIdentifier, number) } }

  /// Ends it without a word.
  func kill() {
    signal(SIGKILL)
    process?.waitUntilExit()
    process = nil
  }

  /// Ends it as an operator does.
  func end() {
    signal(SIGTERM)
    process?.waitUntilExit()
    process = nil
  }

  /// The entries of its ledger.
  func entries() throws -> [[String: Any]] {
    let text = try String(contentsOf: folder.appending(path: "ledger.jsonl"), encoding: .utf8)
    return text.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Small orders are accepted, those above 10 wait for a manager, those above 100 are rejected.
  private static let shop = """
    pack shop:
      version: 1.0.0

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        amount: integer

    intent place_order:
      fields:
        order_id: text
        amount: integer

    truth ordering:
      when:
        - intent: place_order
      requires:
        - order_id exists
        - amount > 0 else "An order is for something"
      invariants:
        - amount > 100 → reject("Nobody orders {amount}")
        - amount > 10 → requires_approval(manager)
      produces:
        - fact.order.placed
        - trace.shop.ordering

    """
}

/// A server that did not start.
struct ServerFault: Error {
  let said: String
}

/// A person who uses a client, with tokens of the tests' issuer.
struct TestActor: Sendable {
  let json: String

  static let ann = TestActor(["type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["clerk"]])
  static let mia = TestActor(["type": "user", "user_id": "mia", "device_id": "phone", "org_id": "acme", "roles": ["manager"]])

  init(_ members: [String: Any]) {
    let data = try? JSONSerialization.data(withJSONObject: members)
    json = data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  static let secret = Data(SHA256.hash(data: Data("a key of the tests".utf8)))

  /// A token that counts (server §6).
  func token() throws -> String {
    let actor = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
    var claims: [String: Any] = [
      "iss": "https://id.example", "aud": "truths", "exp": Int(Date().timeIntervalSince1970) + 600,
    ]
    for (claim, member) in [
      "actor_type": "type", "sub": "user_id", "device": "device_id", "org": "org_id", "roles": "roles",
    ] { claims[claim] = actor[member] }
    let parts = try [["alg": "HS256", "kid": "oct", "typ": "JWT"], claims].map {
      try JSONSerialization.data(withJSONObject: $0).base64URL
    }
    let unsigned = parts.joined(separator: ".")
    let code = HMAC<SHA256>.authenticationCode(for: Data(unsigned.utf8), using: SymmetricKey(data: Self.secret))
    return unsigned + "." + Data(code).base64URL
  }
}

extension Data {
  var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
