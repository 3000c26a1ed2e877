import Foundation
import TruthsServerTestSupport

/// A server whose standard input and output a test has.
final class StdioProcess {
  let process: TestProcess
  private let input = Pipe()

  /// - Parameters:
  ///   - arguments: besides those that it cannot do without.
  ///   - rules: where they are; `nil`: those of the shop, in the folder.
  ///   - output: where its standard output goes; `nil`: to a file of its own.
  init(
    in folder: URL, _ arguments: [String] = [], rules: String? = nil, actor: String = ServerProcess.ann, output: URL? = nil
  ) throws {
    if rules == nil { try ServerProcess.writeRules(to: folder) }
    // Other processes must not keep it open.
    _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    let ledger = folder.appending(path: "ledger.jsonl").path
    process = try TestProcess(
      "truths-server", [rules ?? folder.path, "--ledger", ledger, "--stdio", "--actor", actor] + arguments,
      output: output ?? folder.appending(path: "said-\(UUID().uuidString)"), input: input.fileHandleForReading)
  }

  func send(_ text: String) { try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

  /// Sends a request.
  func call(_ id: Int, _ method: String, _ params: String = "{}") {
    send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"# + "\n")
  }

  func end() { try? input.fileHandleForWriting.close() }

  /// The messages of the server so far.
  var lines: [[String: Any]] { process.lines.compactMap { StreamText.object(Data($0.utf8)) } }

  /// Waits for a line, ten seconds at most.
  func first(where isWanted: ([String: Any]) -> Bool) -> [String: Any]? {
    for _ in 0..<1_000 {
      if let line = lines.first(where: isWanted) { return line }
      usleep(10_000)
    }
    return nil
  }

  /// The answer to a request.
  func answer(_ id: Int) -> [String: Any]? { first { $0["id"] as? Int == id } }
}

/// Runs work with a server over standard input and output.
func withStdioProcess(_ arguments: [String] = [], _ work: (StdioProcess) throws -> Void) throws {
  try withScratchDirectory { folder in
    let server = try StdioProcess(in: folder, arguments)
    defer { server.process.kill() }
    try work(server)
  }
}
