import Foundation
import Testing
import Truths
import TruthsServerTestSupport

/// The settings with which a server does not start, and its messages about them (command-line §3).
@Suite(.serialized)
struct StartTests {
  @Test("who speaks has to be said, and without identities only this machine is served")
  func wrongUse() throws {
    try withScratchDirectory { folder in
      try ServerProcess.writeRules(to: folder)
      let ledger = folder.appending(path: "ledger.jsonl").path
      let nobody = try start([folder.path, "--ledger", ledger], in: folder)
      #expect(nobody.status == 64 && nobody.messages.contains(#"--actor '{"type": "user""#))
      for address in ["0.0.0.0:0", "192.0.2.1:80", "localhost:80", "127.0.0.1", "127.0.0.1:70000", "[::]:0"] {
        let arguments = [folder.path, "--ledger", ledger, "--actor", ServerProcess.ann, "--listen", address]
        let refused = try start(arguments, in: folder)
        #expect(refused.status == 64 && refused.messages.contains("--listen \(address)"), "\(address)")
      }
      #expect(try start([folder.path, "--actor", ServerProcess.ann], in: folder).status == 64)
      #expect(!FileManager.default.fileExists(atPath: ledger))
    }
  }

  @Test("rules, ledgers and actors at fault are not served")
  func badData() throws {
    try withScratchDirectory { folder in
      let ledger = folder.appending(path: "ledger.jsonl")
      let arguments = [folder.path, "--ledger", ledger.path, "--actor", ServerProcess.ann]
      let missing = try start(["/nowhere/at/all"] + arguments.dropFirst(), in: folder)
      #expect(missing.status == 66)
      #expect(try start(arguments, in: folder).status == 66)
      try ServerProcess.writeRules(to: folder, ServerProcess.rules + "truth ordering:\n  when: nothing\n")
      let faulty = try start(arguments, in: folder)
      #expect(faulty.status == 65 && faulty.messages.contains("truths/shop/shop.truths"))
      try ServerProcess.writeRules(to: folder)
      let nobody = try start([folder.path, "--ledger", ledger.path, "--actor", #"{"type":"user"}"#], in: folder)
      #expect(nobody.status == 65)
      let server = try ServerProcess(in: folder)
      let accepted = try? server.order("o1")
      server.process.kill()
      #expect(accepted?.status == 201)
      let kept = try String(contentsOf: ledger, encoding: .utf8)
      try kept.replacing(#""order_id":"o1""#, with: #""order_id":"o2""#).write(to: ledger, atomically: true, encoding: .utf8)
      let damaged = try start(arguments, in: folder)
      #expect(damaged.status == 65 && damaged.messages.contains("does not hold"))
      try "[]\n".write(to: ledger, atomically: true, encoding: .utf8)
      #expect(try start(arguments, in: folder).status == 65)
    }
  }

  @Test("an address in use, and a folder in which another process writes, are faults of the system")
  func inUse() throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder)
      defer { server.process.kill() }
      let arguments = [folder.path, "--actor", ServerProcess.ann]
      let locked = try start(arguments + ["--ledger", folder.appending(path: "ledger.jsonl").path], in: folder)
      #expect(locked.status == 3 && locked.messages.contains("another process writes"))
      try withScratchDirectory { other in
        let ledger = other.appending(path: "ledger.jsonl").path
        let used = try start(arguments + ["--ledger", ledger, "--listen", server.address], in: folder)
        #expect(used.status == 3 && used.messages.contains(server.address))
      }
    }
  }

  @Test("a ledger whose journal fits is served while it is checked, and no further if it does not hold")
  func disproved() throws {
    try withScratchDirectory { folder in
      let ledger = folder.appending(path: "ledger.jsonl")
      let first = try ServerProcess(in: folder)
      let accepted = try? first.order("o1")
      first.process.kill()
      #expect(accepted?.status == 201)
      let second = try ServerProcess(in: folder)
      let checked = try? Self.readiness(of: second) { $0.json["verified_to"] as? Int != 0 }
      let size = try? second.ask("GET", "/ledger/head").json["size"] as? Int
      second.process.kill()
      #expect(checked?.status == 200 && checked?.json["verified_to"] as? Int == size)
      // A forger who changes a ledger can also make a journal that fits it.
      let forged = try String(contentsOf: ledger, encoding: .utf8).replacing(#""order_id":"o1""#, with: #""order_id":"o2""#)
      let rules = try RuleSet([SourceText(path: "truths/shop/shop.truths", bytes: Array(ServerProcess.rules.utf8))])
      var session = try RunSession(
        rules, ledger: SourceText(path: "ledger.jsonl", bytes: Array(forged.utf8)), journal: nil, now: 1_740_823_200_000)
      let unsaved = session.takeUnsaved()
      try forged.write(to: ledger, atomically: true, encoding: .utf8)
      try Data(unsaved?.journal ?? []).write(to: folder.appending(path: "ledger.jsonl.journal"))
      let third = try ServerProcess(in: folder)
      defer { third.process.kill() }
      #expect(third.streamID == session.streamID)
      let refused = try Self.readiness(of: third) { $0.status != 200 }
      #expect(refused.status == 503 && refused.body.contains("does not hold"))
      #expect(try third.order("o3").status == 503)
      #expect(third.process.messages.contains("does not hold"))
    }
  }

  /// Returns the server's readiness once it is as wanted, or after ten seconds.
  private static func readiness(
    of server: ServerProcess, until isWanted: (RawClient.Answer) -> Bool
  ) throws -> RawClient.Answer {
    for _ in 0..<200 {
      let answer = try server.ask("GET", "/readyz")
      if isWanted(answer) { return answer }
      usleep(50_000)
    }
    return try server.ask("GET", "/readyz")
  }

  @Test("a journal that does not count is kept under another name, and a new stream begins")
  func journal() throws {
    try withScratchDirectory { folder in
      let first = try ServerProcess(in: folder)
      let accepted = try? first.order("o1")
      first.process.kill()
      #expect(accepted?.status == 201)
      let journal = folder.appending(path: "ledger.jsonl.journal")
      let changed = try String(contentsOf: journal, encoding: .utf8).replacing("\"moment\"", with: "\"Moment\"")
      try changed.write(to: journal, atomically: true, encoding: .utf8)
      let second = try ServerProcess(in: folder)
      #expect(second.streamID != first.streamID)
      let events = try? second.ask("GET", "/events")
      second.process.kill()
      #expect(second.process.messages.contains("ledger.jsonl.journal.1"))
      #expect(try String(contentsOf: folder.appending(path: "ledger.jsonl.journal.1"), encoding: .utf8) == changed)
      #expect(events?.body.contains(#""order_id":"o1""#) == true)
      let third = try ServerProcess(in: folder)
      third.process.kill()
      #expect(third.streamID == second.streamID)
    }
  }

  private func start(_ arguments: [String], in folder: URL) throws -> (status: Int32, messages: String) {
    let process = try TestProcess("truths-server", arguments, output: folder.appending(path: "said"))
    return (process.wait(), process.messages)
  }
}
