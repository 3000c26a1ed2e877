import Truths
import TruthsDiagnostics
import TruthsJSON
import TruthsText

/// Lines that two clients send to a session: bare and wrapped messages, and JSON-RPC calls. A line `!` restores the session from
/// the data that its store keeps.
struct SessionTarget {
  private static let start = 1_740_823_200_000
  private static let actors = [
    "ann": #"{"type":"user","user_id":"ann","device_id":"d1","org_id":"acme","roles":["accountant"]}"#,
    "boss": #"{"type":"user","user_id":"boss","device_id":"d2","org_id":"acme","roles":["finance_approver"]}"#,
  ]

  /// A session with the data that its store has of it.
  private struct Kept {
    let rules: RuleSet
    var session: RunSession
    var ledger: [UInt8] = []
    var journal: [UInt8] = []

    /// Saves the entries that are not durable yet, and returns the messages to clients.
    mutating func deliver() -> [RunSession.Outgoing] {
      while let batch = session.takeUnsaved() {
        ledger += batch.ledger
        journal += batch.journal
        session.saved(batch)
      }
      return session.outgoing()
    }
  }

  func attempt(_ bytes: [UInt8]) {
    let rules = compiledRules()
    var kept = Kept(rules: rules, session: made(rules))
    for (count, line) in bytes.split(separator: UInt8(ascii: "\n")).prefix(12).enumerated() {
      let now = Self.start + count * 1_000
      if line == [UInt8(ascii: "!")] {
        makeAgain(&kept, now: now)
      } else {
        take(Array(line), &kept, now: now)
      }
    }
    makeAgain(&kept, now: Self.start + 60_000)
  }

  /// A line of the second client begins with `@`.
  private func take(_ line: [UInt8], _ kept: inout Kept, now: Int) {
    let isOther = line.first == UInt8(ascii: "@")
    let (client, text) = (isOther ? "boss" : "ann", isOther ? Array(line.dropFirst()) : line)
    let before = kept.session.currentSeq
    guard let message = message(text) else {
      return Claim.holds(kept.session.currentSeq == before, "a bad line changed something")
    }
    kept.session.receive(message, from: client, now: now, request: 1)
    kept.session.work(now: now, atMost: 64)
    var answers = 0
    for sent in kept.deliver() {
      Claim.holds(isJSON(sent.bytes), "what is sent is no JSON: \(String(decoding: sent.bytes, as: UTF8.self))")
      if sent.answer != nil, sent.client == client { answers += 1 }
      Claim.holds(sent.frames.allSatisfy { !$0.data.contains(UInt8(ascii: "\n")) }, "a frame breaks its line")
    }
    Claim.holds(answers <= 2, "\(answers) answers to one message")
  }

  private func isJSON(_ bytes: [UInt8]) -> Bool {
    if case .success = JSONReader.read(DataBytes(bytes), of: FileID(0), limits: .ledger) { return true }
    return false
  }

  /// The message of a line, as a WebSocket or standard input has it; a question changes nothing, and is only read.
  private func message(_ line: [UInt8]) -> RunMessage? {
    do {
      let call = try RunCall(line)
      if call.isQuestion { _ = try? call.question() }
      return call.isMessage ? try? call.message() : nil
    } catch let fault {
      _ = RunCall.line(fault, RunProblem(status: 400, code: "bad_body", title: "Bad Request", detail: fault.fault.description))
    }
    return try? RunMessage.frame(line)
  }

  /// Checks that a session that is restored from ledger and journal continues its stream with the same bytes.
  private func makeAgain(_ kept: inout Kept, now: Int) {
    _ = kept.deliver()
    let told = snapshot(&kept.session, now)
    var again = made(kept.rules, kept.ledger, kept.journal, now: now)
    let isSame = again.streamID == kept.session.streamID && again.currentSeq == kept.session.currentSeq
    let place = "\(again.streamID):\(again.currentSeq), was \(kept.session.streamID):\(kept.session.currentSeq)"
    Claim.holds(isSame, "made again: \(place)")
    let toldAgain = snapshot(&again, now)
    Claim.holds(told == toldAgain, "made again, it tells\n\(toldAgain)\nand told\n\(told)")
    kept.session = again
    _ = kept.deliver()
  }

  private func snapshot(_ session: inout RunSession, _ now: Int) -> String {
    guard let message = try? RunMessage.frame(Array(#"{"snapshot":{}}"#.utf8)) else { return "" }
    session.receive(message, from: "ann", now: now)
    return session.outgoing(to: "ann").map { String(decoding: $0.bytes, as: UTF8.self) }.last ?? ""
  }

  /// Returns the rules of the small set, compiled for this input alone.
  ///
  /// An engine compiles the explanation of a clause when the clause first fails, and keeps it through pointers in which Swift keeps
  /// bits of its own. With an engine that outlives the input, the leak checker would take the explanation for a leak.
  private func compiledRules() -> RuleSet {
    guard let rules = try? RuleSet([SourceText(path: FuzzWorld.path, bytes: Array(FuzzWorld.text.utf8))]) else {
      Claim.fails("the small set is at fault")
    }
    return rules
  }

  private func made(
    _ rules: RuleSet, _ ledger: [UInt8] = [], _ journal: [UInt8]? = nil, now: Int = SessionTarget.start
  ) -> RunSession {
    do {
      let file = SourceText(path: "ledger.jsonl", bytes: ledger)
      var session = try RunSession(rules, ledger: file, journal: journal, now: now)
      for (client, actor) in Self.actors.sorted(by: { $0.key < $1.key }) { try session.open(client, by: actor) }
      return session
    } catch { Claim.fails("what the session kept is refused: \(error)") }
  }
}
