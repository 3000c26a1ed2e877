import Foundation
import Synchronization
import Testing
import TruthsServerTestSupport

/// Servers that are killed under load.
@Suite(.serialized)
struct KillTests {
  /// The results that clients received: the decision for each key, and the keys without an answer.
  private final class Told: Sendable {
    let decisions = Mutex<[String: String]>([:])
    let unanswered = Mutex<Set<String>>([])
  }

  @Test("no acknowledged decision is lost, none is made twice, and the stream goes on with the same seq")
  func kills() throws {
    let rounds = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 5 : 200
    try withScratchDirectory { folder in
      let told = Told()
      var streamID: String?
      var seen: [String] = []
      for round in 0..<rounds {
        let server = try ServerProcess(in: folder)
        // Nothing is left behind where a check throws.
        defer { server.process.kill() }
        #expect(streamID == nil || server.streamID == streamID)
        streamID = server.streamID
        try check(told, by: server)
        // The last received events are sent again unchanged, and the stream continues after them.
        let known = min(seen.count, 200)
        let events = try events(of: server, after: seen.count - known)
        #expect(Array(events.prefix(known)) == Array(seen.suffix(known)))
        seen += events.dropFirst(known)
        let group = DispatchGroup()
        for client in 0..<4 {
          DispatchQueue.global().async(group: group) { Self.propose(told, to: server, "\(round)-\(client)") }
        }
        usleep(UInt32(100_000 + 37_000 * (round % 7)))
        server.process.kill()
        group.wait()
      }
      let server = try ServerProcess(in: folder)
      defer { server.process.kill() }
      try check(told, by: server)
      #expect(told.decisions.withLock(\.count) > rounds)
      let ledger = try String(contentsOf: folder.appending(path: "ledger.jsonl"), encoding: .utf8)
      let decisions = ledger.split(separator: "\n").count { $0.contains(#""entry_type":"decision""#) }
      #expect(decisions == told.decisions.withLock(\.count))
    }
  }

  /// Proposes until the server has ended.
  private static func propose(_ told: Told, to server: ServerProcess, _ name: String) {
    for number in 0..<10_000 {
      let key = "\(name)-\(number)"
      guard let answer = try? server.order(key, headers: ["Idempotency-Key: \(key)"]), answer.status == 201,
        let decision = answer["decision_id"]
      else {
        _ = told.unanswered.withLock { $0.insert(key) }
        return
      }
      told.decisions.withLock { $0[key] = decision }
    }
  }

  /// Checks that received decisions are kept, and that each proposal without an answer is decided once.
  private func check(_ told: Told, by server: ServerProcess) throws {
    for (key, decision) in told.decisions.withLock({ $0 }) {
      let answer = try server.order(key, headers: ["Idempotency-Key: \(key)"])
      #expect(answer.status == 200 && answer["decision_id"] == decision)
    }
    for key in told.unanswered.withLock({ $0 }) {
      let answer = try server.order(key, headers: ["Idempotency-Key: \(key)"])
      #expect(answer.status == 200 || answer.status == 201)
      let decision = try #require(answer["decision_id"])
      told.decisions.withLock { $0[key] = decision }
    }
    told.unanswered.withLock { $0 = [] }
  }

  /// Returns the events of the server after a `seq`, each as canonical JSON.
  private func events(of server: ServerProcess, after seq: Int) throws -> [String] {
    let events = try server.ask("GET", "/events?since_seq=\(seq)").json["events"] as? [[String: Any]] ?? []
    return try events.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys), as: UTF8.self)
    }
  }
}
