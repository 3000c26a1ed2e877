import Foundation
import Synchronization
import Testing
import TruthsServerTestSupport

/// Rules that change while a server runs, over real sockets.
@Suite(.serialized)
struct RuleChangeTests {
  private static let later = ServerProcess.rules.replacing("amount > 10", with: "amount > 20")
  private static let trust = """
    pack trust:
      version: 1.0.0

    truth changing:
      when:
        - intent: adopt_truths
      requires:
        - \(rule)
      produces:
        - trace.trust.changing

    """
  private static let rule = #"'"owner" in actor.roles else "Owners change the rules"'"#
  private static let agreement = """
    invariant agreed:
      applies_to: [adopt_truths]
      rule: hash exists → requires_approval(lead)

    """

  /// Waits until something holds, for thirty seconds at most.
  private func wait(until holds: () throws -> Bool) throws {
    for _ in 0..<300 {
      if try holds() { return }
      usleep(100_000)
    }
    Issue.record("it does not come to it within thirty seconds")
  }

  /// Writes other rules, and waits until they are pending.
  ///
  /// - Returns: their hash.
  private func change(_ rules: String, in folder: URL, of server: ServerProcess) throws -> String {
    let before = try server.ask("GET", "/truths/pending")["truths"]
    try ServerProcess.writeRules(to: folder, rules)
    var pending: String?
    try wait {
      pending = try server.ask("GET", "/truths/pending")["truths"]
      return pending != nil && pending != before
    }
    return try #require(pending)
  }

  private func adopt(_ hash: String, on server: ServerProcess, headers: [String] = []) throws -> RawClient.Answer {
    try server.ask("POST", "/truths/adopt", #"{"truths":"\#(hash)","note":"as agreed"}"#, headers: headers)
  }

  @Test("rules that are adopted under load: each stream has each event once, each decision the rules that were in force")
  func underLoad() throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder)
      defer { server.process.kill() }
      let streams = try (0..<4).map { _ in
        let client = try RawClient(server.address)
        client.send(RawClient.request(server.address, "GET", "/events", headers: ["Accept: text/event-stream"]))
        return client
      }
      let texts = Mutex<[Int: String]>([:])
      let reading = DispatchGroup()
      for (number, client) in streams.enumerated() {
        let box = Unshared(client)
        DispatchQueue(label: "reader \(number)").async(group: reading) {
          var text = ""
          while let part = box.value.read() { text += part }
          texts.withLock { $0[number] = text }
        }
      }
      let isOver = Mutex(false)
      let told = Mutex<[(id: String, truths: String)]>([])
      let working = DispatchGroup()
      for client in 0..<4 {
        DispatchQueue(label: "client \(client)").async(group: working) {
          var number = 0
          while !isOver.withLock({ $0 }), number < 5_000 {
            number += 1
            usleep(10_000)
            guard let answer = try? server.order("\(client)-\(number)", amount: number % 3 == 0 ? 15 : 1),
              let id = answer["decision_id"], let truths = answer["truths"]
            else { continue }
            told.withLock { $0.append((id, truths)) }
          }
        }
      }
      let old = try #require(try server.ask("GET", "/truths")["truths"])
      var hashes = [old]
      for rules in [Self.later, ServerProcess.rules, Self.later] {
        let hash = try change(rules, in: folder, of: server)
        try wait {
          let shadow = try server.ask("GET", "/truths/pending").json["shadow"] as? [String: Any]
          return (shadow?["decided"] as? Int ?? 0) > 20
        }
        let answer = try adopt(hash, on: server)
        #expect(answer.status == 201 && answer["decision"] == "accepted" && answer["truths"] == hashes.last, "\(answer.body)")
        #expect(try server.ask("GET", "/truths")["truths"] == hash)
        hashes.append(hash)
        usleep(300_000)
      }
      isOver.withLock { $0 = true }
      working.wait()
      _ = try server.order("last")
      usleep(500_000)
      server.process.send(SIGTERM)
      #expect(server.process.wait() == 0)
      reading.wait()

      let entries = try Self.entries(of: folder)
      var (inForce, used) = (old, [old])
      var truths: [String: String] = [:]
      for entry in entries {
        let payload = entry["payload"] as? [String: Any] ?? [:]
        if let hash = payload["truths_hash"] as? String, entry["entry_type"] as? String == "decision" {
          #expect(hash == inForce)
          truths[entry["entry_id"] as? String ?? ""] = hash
        }
        if payload["type"] as? String == "truths.adopted" {
          inForce = payload["hash"] as? String ?? ""
          used.append(inForce)
        }
      }
      #expect(used == hashes)
      for (id, hash) in told.withLock({ $0 }) where truths[id] != hash {
        Issue.record("\(id) was told to be decided by \(hash), and was by \(truths[id] ?? "none")")
      }
      #expect(Set(told.withLock { $0.map(\.truths) }) == Set(hashes))
      for (_, text) in texts.withLock({ $0 }) {
        let seqs = text.components(separatedBy: "id: \(server.streamID):").dropFirst().compactMap {
          Int($0.prefix { $0.isNumber })
        }
        let last = seqs.last ?? 0
        #expect(seqs == Array(1...last) && last > entries.count, "\(seqs.count) up to \(last)")
      }
      #expect(texts.withLock { $0.count } == 4)
    }
  }

  @Test("pending rules are compared, replayed and decide in shadow; who waits is decided by them once they are adopted")
  func pending() throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder)
      defer { server.process.kill() }
      #expect(try server.ask("GET", "/truths/pending").status == 404)
      let waiting = try server.order("o1", amount: 15)
      _ = try server.order("o2", amount: 50)
      let old = try server.ask("GET", "/truths")
      #expect(old["since"] != nil && old["entry_id"] == waiting["decision_id"] && old["adopted_by"] == nil)
      #expect(old.json["packs"] as? [[String: String]] == [["pack": "shop", "version": "1.0.0"]])

      let hash = try change(Self.later, in: folder, of: server)
      _ = try server.order("o3", amount: 15)
      var document: [String: Any] = [:]
      try wait {
        document = try server.ask("GET", "/truths/pending").json
        let (replay, shadow) = (document["replay"] as? [String: Any], document["shadow"] as? [String: Any])
        return document["diff"] is [String: Any] && replay?["done"] as? Bool == true && shadow?["decided"] as? Int == 1
      }
      let diff = document["diff"] as? [String: Any]
      #expect(((diff?["intents"] as? [String: Any])?["place_order"] as? [String: Any])?["change"] as? String == "looser")
      let replay = document["replay"] as? [String: Any]
      #expect(replay?["decided"] as? Int == 2 && replay?["left_out"] as? Int == 0)
      let flips = replay?["flips"] as? [[String: Any]]
      let outcomes = flips?.filter { $0["kind"] as? String == "outcome" } ?? []
      #expect(outcomes.map { $0["from"] as? String } == ["waiting"] && outcomes.first?["to"] as? String == "accepted")
      let shadow = document["shadow"] as? [String: Any]
      let counts = shadow?["flips"] as? [[String: Any]]
      #expect(counts?.count == 1 && counts?.first?["count"] as? Int == 1 && (shadow?["examples"] as? [Any])?.count == 1)
      let metrics = try server.ask("GET", "/metrics").body
      #expect(metrics.contains("\ntruths_shadow_decisions 1\n") && metrics.contains("\ntruths_shadow_flips 1\n"))
      // Nothing of it is recorded, and the old rules decide.
      #expect(try server.order("o4", amount: 15)["truths"] == old["truths"])
      #expect(try server.ask("GET", "/jobs/\(waiting["job_id"] ?? "")").body.contains(#""status":"waiting""#))

      let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
      let adopted = try adopt(hash, on: server, headers: ["traceparent: 00-\(trace)-00f067aa0ba902b7-01"])
      let events = try server.ask("GET", "/jobs/\(adopted["job_id"] ?? "")/events").body
      #expect(events.contains(#""trace_id":"\#(trace)""#))
      #expect(adopted.status == 201 && adopted.head.contains("Location: /jobs/job_"))
      let truths = try server.ask("GET", "/truths")
      #expect(truths["truths"] == hash && truths["adopted_by"] == "ann" && truths["note"] == "as agreed")
      #expect(try server.ask("GET", "/truths/pending").status == 404)
      let job = try server.ask("GET", "/jobs/\(waiting["job_id"] ?? "")")
      #expect(job.body.contains(#""status":"converged""#) && job["truths"] == hash, "\(job.body)")
      #expect(try server.order("o5", amount: 15)["decision"] == "accepted")
      // Questions are answered by them too.
      let dry = try server.ask("POST", "/dry-run", #"{"action":"place_order","order_id":"o6","amount":15}"#)
      #expect(dry["truths"] == hash && (dry.json["run"] as? [String: Any])?["status"] as? String == "converged", "\(dry.body)")
      #expect(try server.ask("GET", "/why/\(waiting["decision_id"] ?? "")")["truths"] == hash)
    }
  }

  @Test("rules with errors stay out, and the log tells why; rules that do not wait are not adopted")
  func errors() throws {
    try withScratchDirectory { folder in
      let server = try ServerProcess(in: folder)
      defer { server.process.kill() }
      let old = try #require(try server.order("o1")["truths"])
      let hash = try change(Self.later, in: folder, of: server)
      try ServerProcess.writeRules(to: folder, ServerProcess.rules.replacing("amount > 0", with: "amuont > 0"))
      try wait { server.process.messages.contains("amuont") }
      #expect(try server.ask("GET", "/truths/pending")["truths"] == hash)
      #expect(try server.order("o2")["truths"] == old)
      let other = try adopt("sha256:" + String(repeating: "0", count: 64), on: server)
      #expect(other.status == 409 && other["code"] == "not_pending" && other["detail"]?.contains(hash) == true)
      for body in ["{}", #"{"truths":"later"}"#, #"{"truths":"\#(hash)","more":"x"}"#, #"{"truths":5}"#] {
        #expect(try server.ask("POST", "/truths/adopt", body).status == 400)
      }
      // The files hold the rules in force again: nothing waits.
      try ServerProcess.writeRules(to: folder)
      try wait { try server.ask("GET", "/truths/pending").status == 404 }
      let gone = try adopt(hash, on: server)
      #expect(gone.status == 409 && gone["detail"]?.contains("none wait") == true)
      let direct = try server.ask("POST", "/jobs", #"{"action":"adopt_truths","hash":"\#(hash)"}"#)
      #expect(direct.status == 403 && direct["truth_id"] == "converge.truths.adopting")
      #expect(try server.order("o3")["truths"] == old)
    }
  }

  @Test("a restart goes on with the rules that the ledger has in force, whatever the files hold; without them nothing is served")
  func restart() throws {
    try withScratchDirectory { folder in
      let first = try ServerProcess(in: folder)
      defer { first.process.kill() }
      let old = try #require(try first.order("o1")["truths"])
      let hash = try change(Self.later, in: folder, of: first)
      #expect(try adopt(hash, on: first).status == 201)
      first.process.kill()

      // The files hold the rules of before: those that were adopted are beside the ledger.
      let second = try ServerProcess(in: folder)
      defer { second.process.kill() }
      #expect(second.truths == hash)
      #expect(try second.order("o2", amount: 15)["truths"] == hash)
      try wait { try second.ask("GET", "/truths/pending")["truths"] == old }
      #expect(try adopt(old, on: second).status == 201)
      #expect(try second.order("o3", amount: 15).json["run"].map { "\($0)".contains("waiting") } == true)
      second.process.kill()
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/ledger.jsonl.rules").sorted()
      #expect(files == [old, hash].map { $0.dropFirst(7) + ".truthpack" }.sorted())

      // The rules are no longer stored.
      try FileManager.default.removeItem(atPath: folder.path + "/ledger.jsonl.rules")
      try ServerProcess.writeRules(to: folder, Self.later)
      let output = folder.appending(path: "said")
      let arguments = [folder.path, "--ledger", folder.path + "/ledger.jsonl", "--actor", ServerProcess.ann]
      let third = try TestProcess("truths-server", arguments, output: output)
      #expect(third.wait() == 65)
      #expect(third.messages.contains(old) && third.messages.contains(hash) && third.messages.contains("in force"))
      // A stored set is used if its hash is its name.
      try FileManager.default.createDirectory(atPath: folder.path + "/ledger.jsonl.rules", withIntermediateDirectories: true)
      let forged = "\(folder.path)/ledger.jsonl.rules/\(old.dropFirst(7)).truthpack"
      try #"{"truthpack": 1}"#.write(toFile: forged, atomically: true, encoding: .utf8)
      let fourth = try TestProcess("truths-server", arguments, output: output)
      #expect(fourth.wait() == 65)
      try ServerProcess.writeRules(to: folder)
      try FileManager.default.removeItem(atPath: forged)
      let last = try ServerProcess(in: folder)
      defer { last.process.kill() }
      #expect(last.truths == old)
    }
  }

  @Test("truths say who adopts; where none does, and there is no operator, nobody")
  func authority() throws {
    for isGoverned in [false, true] {
      try withScratchDirectory { folder in
        if isGoverned { try write(Self.trust, to: folder) }
        let identities = try IdentityServer(in: folder)
        let server = identities.server
        defer { server.process.kill() }
        let (owner, clerk) = (try TestToken().with("roles", ["owner"]).text(), try TestToken().with("roles", ["clerk"]).text())
        let old = try identities.order("o1", token: owner)["truths"]
        try ServerProcess.writeRules(to: folder, Self.later)
        var pending: String?
        try wait {
          pending = try identities.ask("GET", "/truths/pending", token: clerk)["truths"]
          return pending != nil
        }
        let hash = try #require(pending)
        func adopt(_ token: String) throws -> RawClient.Answer {
          try identities.ask("POST", "/truths/adopt", #"{"truths":"\#(hash)"}"#, token: token)
        }
        let (refused, answer) = (try adopt(clerk), try adopt(owner))
        if isGoverned {
          #expect(refused["decision"] == "rejected" && refused["reason"] == "Owners change the rules", "\(refused.body)")
          #expect(answer["decision"] == "accepted" && answer["truths"] == old, "\(answer.body)")
        } else {
          for answer in [refused, answer] {
            #expect(answer.status == 403 && answer["truth_id"] == "converge.run.control", "\(answer.body)")
          }
        }
        #expect(try identities.order("o2", token: clerk)["truths"] == (isGoverned ? hash : old))
      }
    }
  }

  @Test("of pending rules one is told about decisions that one may read, and about no others")
  func readers() throws {
    try withIdentityServer { identities in
      let (acme, bolt) = (try TestToken().with("org", "acme").text(), try TestToken().with("org", "bolt").text())
      _ = try identities.order("o1", amount: 15, token: acme)
      _ = try identities.order("o2", amount: 15, token: bolt)
      _ = try identities.order("o3", amount: 15, token: bolt)
      try ServerProcess.writeRules(to: identities.folder, Self.later)
      for (token, count) in [(acme, 1), (bolt, 2)] {
        var flips: [Any]?
        try wait {
          let replay = try identities.ask("GET", "/truths/pending", token: token).json["replay"] as? [String: Any]
          flips = replay?["flips"] as? [Any]
          return replay?["done"] as? Bool == true
        }
        #expect(flips?.count == count)
      }
    }
  }

  @Test("an adoption that waits for somebody goes on after a restart, whatever the files hold then")
  func agreed() throws {
    try withScratchDirectory { folder in
      try write(Self.trust.replacing(Self.rule, with: "hash exists") + Self.agreement, to: folder)
      let owner = try TestToken().with("roles", ["owner"]).text()
      let lead = try TestToken().with("sub", "lea").with("roles", ["lead"]).text()
      let first = try IdentityServer(in: folder)
      defer { first.server.process.kill() }
      _ = try first.order("o1", token: owner)
      try ServerProcess.writeRules(to: folder, Self.later)
      var pending: String?
      try wait {
        pending = try first.ask("GET", "/truths/pending", token: lead)["truths"]
        return pending != nil
      }
      let hash = try #require(pending)
      let asked = try first.ask("POST", "/truths/adopt", #"{"truths":"\#(hash)"}"#, token: owner)
      #expect(asked.status == 201 && asked.body.contains(#""status":"waiting""#), "\(asked.body)")
      first.server.process.kill()

      let second = try IdentityServer(in: folder)
      defer { second.server.process.kill() }
      #expect(second.server.truths == first.server.truths)
      let payload = #"{"proposal_id":"\#(asked["proposal_id"] ?? "")"}"#
      let approval = #"{"control_type":"approve","payload":\#(payload)}"#
      let granted = try second.ask("POST", "/jobs/\(asked["job_id"] ?? "")/control", approval, token: lead)
      #expect(granted.status == 200 && granted["decision"] == "accepted", "\(granted.body)")
      #expect(try second.ask("GET", "/truths", token: owner)["truths"] == hash)
      #expect(try second.order("o2", amount: 15, token: owner)["decision"] == "accepted")
    }
  }

  private func write(_ trust: String, to folder: URL) throws {
    let pack = folder.appending(path: "truths/trust")
    try FileManager.default.createDirectory(at: pack, withIntermediateDirectories: true)
    try trust.write(to: pack.appending(path: "trust.truths"), atomically: true, encoding: .utf8)
  }

  private static func entries(of folder: URL) throws -> [[String: Any]] {
    let text = try String(contentsOf: folder.appending(path: "ledger.jsonl"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { StreamText.object(Data($0.utf8)) }
  }
}

/// A value that one task after another uses.
private struct Unshared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
