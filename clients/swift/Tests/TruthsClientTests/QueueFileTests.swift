import Foundation
import Testing
import Truths
import TruthsClientNIO

@testable import TruthsClient

/// Proposals without a connection, over the end of the program.
@Suite struct QueueFileTests {
  private func withFile(_ work: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "truths-queue-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder.appending(path: "queue.json").path)
  }

  private func client(_ file: String, _ actor: TestActor = .ann) throws -> LiveClient {
    let url = try #require(URL(string: "http://127.0.0.1:1"))
    return try LiveClient(ServerEndpoint(url), actor: actor.json, network: NIONetwork(), queueFile: file)
  }

  /// C30.
  @Test("what is proposed without a connection is in the file before the call returns, and decided once there is one")
  func restarts() async throws {
    try await withFile { file in
      let server = try ServerProcess()
      let connected = try await TestRoute.all[0].client(of: server, queueFile: file)
      // The first handshake tells the rules that later proposals are made under.
      try await connected.wait { $0.connectionState == .streaming }
      _ = try await connected.propose(order("o0")).answer()
      await connected.close()
      try await later {
        let offline = try client(file)
        let submission = try await offline.propose(order("o1"))
        #expect(!submission.isAnswered)
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"o1\""))
        // The program ends without closing the client.
      }
      let again = try await TestRoute.all[1].client(of: server, queueFile: file)
      try await again.wait { $0.orders == 2 && $0.queue.isEmpty }
      await again.close()
      #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("\"o1\""))
    }
  }

  /// Runs work in a function, so that its values are released afterwards.
  private func later(_ work: () async throws -> Void) async throws { try await work() }

  /// C30.
  @Test("a file at fault, another actor's, and one that is in use are faults that name it, and no empty queue")
  func faults() async throws {
    try await withFile { file in
      try await later {
        let first = try client(file)
        _ = try await first.propose(order("o1"))
        #expect(throws: ClientFault.self) { _ = try client(file) }
        await first.close()
      }
      #expect(throws: ClientFault.self) { _ = try client(file, .mia) }
      try "{".write(toFile: file, atomically: true, encoding: .utf8)
      do {
        _ = try client(file)
        Issue.record("it was taken")
      } catch let fault as ClientFault {
        #expect(fault.description.contains(file) && fault.description.contains("move it away"))
      }
      let missing = file + "/none/queue.json"
      #expect(throws: ClientFault.self) { _ = try client(missing) }
    }
  }
}
