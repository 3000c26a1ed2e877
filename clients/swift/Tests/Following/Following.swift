import Foundation
import Truths
import TruthsClient
import TruthsClientNIO

/// A client that follows a server and makes the proposals on standard input. `Tests/python/clients_together.py` starts it, and
/// defines the lines.
@main
struct Following {
  private static let transports: [String: RunTransport] = ["websocket": .webSocket, "sse": .sse, "rest": .rest]

  static func main() async throws {
    let words = CommandLine.arguments
    guard words.count == 6, let url = URL(string: words[1]), let transport = transports[words[3]] else {
      FileHandle.standardError.write(Data("usage: truths-following URL GRPC TRANSPORT ACTOR TOKEN\n".utf8))
      exit(64)
    }
    let token = words[5]
    let client = try LiveClient(
      ServerEndpoint(url, token: { token }, timeout: 5), actor: words[4], network: NIONetwork(), over: transport)
    await client.connect()
    say("{}")
    var submissions: [Submission] = []
    for await line in lines() {
      let parts = line.split(separator: " ", maxSplits: 1)
      switch parts[0] {
      case "propose": submissions.append(try await client.propose(String(parts[1])))
      case "settle":
        var ids: [String: String] = [:]
        for submission in submissions { ids[submission.key] = try await submission.answer().proposalID }
        say(String(decoding: try JSONEncoder().encode(ids), as: UTF8.self))
      default:
        let seq = Int(parts[1]) ?? 0
        for await view in await client.changes() where view.seq >= seq && view.missingSeqs.isEmpty {
          say(view.json)
          break
        }
      }
    }
    await client.close()
  }

  private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// Returns the lines of standard input, read on a separate thread.
  private static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
