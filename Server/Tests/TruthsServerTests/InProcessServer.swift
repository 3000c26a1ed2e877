import Foundation
import NIOCore
import Synchronization
import TruthsServerTestSupport

@testable import TruthsServer

/// Times that a test can wait for.
extension ConnectionLimits {
  static func short(most: Int = 1_000) -> ConnectionLimits {
    ConnectionLimits(
      head: .milliseconds(400), idle: .milliseconds(800), body: .milliseconds(600), slowestBody: 1_024,
      write: .milliseconds(800), most: most)
  }
}

/// Collects the log lines from before the server exists.
private final class LogLines: Sendable {
  let lines = Mutex<[String]>([])
}

/// Runs work, which may block, with a server that has given limits.
func withInProcessServer(
  _ limits: ConnectionLimits, tls: TLSFiles? = nil,
  _ work: @escaping @Sendable (_ address: String, _ log: @Sendable () -> [String]) throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "truths-server-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  try ServerProcess.writeRules(to: folder)
  let options = try ServerOptions(
    rules: [folder.path], ledger: folder.appending(path: "ledger.jsonl").path, listen: ["127.0.0.1:0"], tls: tls,
    actor: ServerProcess.ann)
  let log = LogLines()
  var server = try await RunningServer(options) { line in
    log.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
  }
  server.connectionLimits = limits
  let (lines, printer) = AsyncStream<String>.makeStream()
  let running = Task { [server] in try await server.run { printer.yield($0) } }
  var ready = lines.makeAsyncIterator()
  let line = await ready.next() ?? ""
  let places = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
  let address = places?["http"] ?? places?["https"] ?? ""
  // Threads of the pool are the server's.
  let result: Result<Void, any Error> = await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(returning: Result { try work(address) { log.lines.withLock { $0 } } })
    }
  }
  running.cancel()
  _ = await running.result
  try result.get()
}
