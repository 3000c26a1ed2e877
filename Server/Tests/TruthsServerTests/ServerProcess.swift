import Foundation
import TruthsServerTestSupport

/// A server of the real executable over a small set, in a folder of its own.
struct ServerProcess {
  let process: TestProcess
  /// `127.0.0.1:PORT`; of a Unix socket alone `unix:PATH`.
  let address: String
  /// `127.0.0.1:PORT` of connections over TLS; empty where there are none.
  let tlsAddress: String
  /// The address for gRPC; empty where the server accepts no gRPC calls.
  let grpc: String
  let ledger: URL
  let streamID: String
  /// The hash of the rules that it begins with.
  let truths: String

  static let ann = #"{"type":"user","user_id":"ann","device_id":"desk","org_id":"acme","roles":["manager"]}"#

  static let rules = """
    pack shop:
      version: 1.0.0

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        amount: integer

    fact stock.counted:
      key: [sku]
      external: true
      fields:
        sku: text

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
        - amount > 10 → requires_approval(manager)
      produces:
        - fact.order.placed
        - trace.shop.ordering

    """

  /// Starts a server, and waits until it answers.
  ///
  /// - Parameters:
  ///   - access: the options for identification.
  ///   - listen: the address to listen on.
  ///   - rules: the path of the rules; `nil` for the text's rules, in the folder.
  ///   - fileBlocks: the most blocks of 512 bytes of a file that it writes; `nil` for any number.
  init(
    in folder: URL, ledger: String = "ledger.jsonl", access: [String] = ["--actor", ServerProcess.ann],
    listen: [String] = ["127.0.0.1:0"], rules: String? = nil, text: String = ServerProcess.rules, fileBlocks: Int? = nil
  ) throws {
    if rules == nil { try Self.writeRules(to: folder, text) }
    self.ledger = folder.appending(path: ledger)
    let arguments = [rules ?? folder.path, "--ledger", self.ledger.path] + listen.flatMap { ["--listen", $0] }
    let output = folder.appending(path: "said-\(UUID().uuidString)")
    process = try TestProcess("truths-server", arguments + access, output: output, fileBlocks: fileBlocks)
    process.waitForLine()
    guard let line = process.lines.first else {
      process.kill()
      throw NotReady(messages: process.messages)
    }
    let ready = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: String] ?? [:]
    (address, grpc) = (ready["http"] ?? ready["unix"].map { "unix:\($0)" } ?? "", ready["grpc"] ?? "")
    tlsAddress = ready["https"] ?? ""
    (streamID, truths) = (ready["stream_id"] ?? "", ready["truths"] ?? "")
  }

  static func writeRules(to folder: URL, _ rules: String = rules) throws {
    let pack = folder.appending(path: "truths/shop")
    try FileManager.default.createDirectory(at: pack, withIntermediateDirectories: true)
    try rules.write(to: pack.appending(path: "shop.truths"), atomically: true, encoding: .utf8)
  }

  func ask(_ method: String, _ path: String, _ body: String? = nil, headers: [String] = []) throws -> RawClient.Answer {
    try RawClient.ask(address, method, path, body, headers: headers)
  }

  /// Proposes an order; small ones are accepted, those above 10 wait.
  func order(_ id: String, amount: Int = 1, query: String = "", headers: [String] = []) throws -> RawClient.Answer {
    try ask(
      "POST", "/jobs" + query, #"{"action":"place_order","order_id":"\#(id)","amount":\#(amount)}"#, headers: headers)
  }
}

/// A server that printed no line when it should have been ready.
struct NotReady: Error {
  /// The text on standard error.
  let messages: String
}

/// Runs work with a server.
func withServer(_ work: (ServerProcess) throws -> Void) throws {
  try withScratchDirectory { folder in
    let server = try ServerProcess(in: folder)
    defer { server.process.kill() }
    try work(server)
  }
}
