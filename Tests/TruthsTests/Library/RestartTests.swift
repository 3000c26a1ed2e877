import Testing
import Truths

/// A session that is restored from saved data continues without a difference (sessions §11).
@Suite("Sessions that begin again")
struct RestartTests {
  private static let start = 1_740_823_200_000
  private static let rules = Result {
    try RuleSet([
      SourceText(
        path: "truths/demo/demo.truths",
        bytes: Array(
          """
          pack demo:
            version: 1.0.0

          fact stock.counted:
            key: [sku]
            external: true
            fields:
              sku: text
              amount: integer

          fact order.placed:
            key: [id]
            fields:
              id: text
              amount: integer

          intent place_order:
            fields:
              id: text
              amount: integer

          truth placing:
            when:
              - intent: place_order
            requires:
              - id exists
              - amount > 0
            invariants:
              - amount > 10 → requires_approval(manager)
              - amount > 90 → reject("Too many")
            produces:
              - fact.order.placed
              - trace.demo.placing

          """.utf8))
    ])
  }
  private static let people = [
    #"{"type":"user","user_id":"ann","device_id":"d1","org_id":"o","roles":["clerk"]}"#,
    #"{"type":"user","user_id":"mia","device_id":"d2","org_id":"o","roles":["manager"]}"#,
  ]

  /// A session with the files that a store would keep of it.
  private struct Stored {
    var session: RunSession
    var ledger: [UInt8] = []
    var journal: [UInt8] = []
    private var keptBytes = 0
    var options: RunSessionOptions

    init() throws {
      options = RunSessionOptions()
      options.operatorActor = RestartTests.people[1]
      session = try RunSession(
        RestartTests.rules.get(), ledger: SourceText(path: "ledger.jsonl", bytes: []), journal: nil, options: options,
        now: RestartTests.start)
      save()
    }

    mutating func save() {
      guard let batch = session.takeUnsaved() else { return }
      ledger += batch.ledger
      journal += batch.journal
      session.saved(batch)
    }

    /// Entries are read from the ledger from now on.
    mutating func keep() {
      session.keepEntries(in: SourceText(path: "ledger.jsonl", bytes: Array(ledger[keptBytes...])))
      keptBytes = ledger.count
    }

    /// Rewrites the journal.
    mutating func compact() {
      guard let batch = session.takeWholeJournal() else { return }
      journal = batch.journal
      session.saved(batch)
    }

    mutating func begin(now: Int) throws -> RunRecovery? {
      session = try RunSession(
        RestartTests.rules.get(), ledger: SourceText(path: "ledger.jsonl", bytes: ledger), journal: journal, options: options,
        now: now)
      let recovery = session.recovery
      (journal, keptBytes) = (Array(journal.prefix(recovery?.journalBytes ?? 0)), ledger.count)
      save()
      return recovery
    }

    /// Returns the answer to a person's message.
    mutating func ask(_ message: String, by person: Int, now: Int) throws -> String {
      session.wake(now: now)
      try session.open("asker", by: RestartTests.people[person])
      try session.receive(Array(message.utf8), from: "asker", now: now)
      session.work(now: now)
      save()
      defer { session.close("asker") }
      return session.outgoing(to: "asker").map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
    }

    mutating func whole(now: Int) throws -> String { try ask(#"{"resume_from_seq":0,"subscribe":false}"#, by: 1, now: now) }
  }

  /// Numbers that look random and are the same each time.
  private struct Numbers {
    var state: UInt64
    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  /// Returns a message that may change something: an order, a repeated key, an answer, a fact from outside, or steering.
  private func message(_ numbers: inout Numbers, step: Int) -> (text: String, person: Int) {
    let id = numbers.next(12)
    let control = { (type: String, payload: String) in
      #"{"control_type":"\#(type)","payload":\#(payload)}"#
    }
    switch numbers.next(12) {
    case 0...4:
      let amount = [1, 5, 20, 50, 95][numbers.next(5)]
      let key = numbers.next(3) == 0 ? #","idempotency_key":"k\#(id)""# : ""
      return (
        #"{"propose":{"action":"place_order","proposal_id":"prop_\#(id)","id":"o\#(id)","amount":\#(amount)\#(key)}}"#,
        numbers.next(2)
      )
    case 5, 6: return (control("approve", #"{"proposal_id":"prop_\#(id)"}"#), 1)
    case 7: return (control("reject", #"{"proposal_id":"prop_\#(id)","why":"no"}"#), 1)
    case 8: return (control("inject_fact", #"{"type":"stock.counted","sku":"s\#(id)","amount":\#(step)}"#), numbers.next(2))
    case 9: return (control("pause", "{}"), numbers.next(2))
    case 10: return (control("resume", "{}"), 1)
    default:
      return numbers.next(2) == 0
        ? (control("cancel", "{}"), 1)
        : (control("update_budget", #"{"max_facts":\#(1_000 + id),"max_seconds":\#(10 + 3 * id)}"#), 1)
    }
  }

  @Test("whenever it begins again, what clients are told is the same to the last byte", arguments: 0..<20)
  func anywhere(seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed) &* 977 &+ 5)
    var restarts = Numbers(state: UInt64(seed) &* 31 &+ 7)
    var (steady, restarted) = (try Stored(), try Stored())
    for step in 0..<60 {
      let now = Self.start + step * 1_000
      let (text, person) = message(&numbers, step: step)
      let (first, second) = (try steady.ask(text, by: person, now: now), try restarted.ask(text, by: person, now: now))
      #expect(first == second, "step \(step): \(text)")
      if restarts.next(5) == 0 { restarted.compact() }
      if restarts.next(5) == 0 { restarted.keep() }
      guard restarts.next(4) == 0 else { continue }
      #expect(try restarted.begin(now: now)?.isContinued == true, "step \(step)")
    }
    let end = Self.start + 100_000
    #expect(try steady.whole(now: end) == restarted.whole(now: end))
    for person in 0..<2 {
      let message = #"{"snapshot":{}}"#
      let (first, second) = (try steady.ask(message, by: person, now: end), try restarted.ask(message, by: person, now: end))
      #expect(first == second)
    }
    #expect(steady.session.isPaused == restarted.session.isPaused)
    #expect(steady.session.ledger == restarted.session.ledger && steady.ledger == restarted.ledger)
    #expect(steady.session.ledger == steady.ledger)
    // An auditor can decide all of it again, also where a run was steered right behind its decision.
    let report = try Record(SourceText(path: "ledger.jsonl", bytes: steady.ledger)).verify(with: [Self.rules.get().workspace])
    #expect(report.holds, "\(report.text)")
  }

  @Test("a journal that was written anew is one line, each byte of which counts, and the stream goes on")
  func compact() throws {
    var (steady, compacted) = (try Stored(), try Stored())
    for step in 0..<60 {
      let text = #"{"propose":{"action":"place_order","id":"o\#(step)","amount":\#([1, 95, 20][step % 3])}}"#
      let (first, second) = (
        try steady.ask(text, by: 0, now: Self.start + step), try compacted.ask(text, by: 0, now: Self.start + step)
      )
      #expect(first == second)
      if step % 25 == 0 { compacted.compact() }
    }
    compacted.compact()
    let lineBreak = UInt8(ascii: "\n")
    #expect(compacted.journal.count { $0 == lineBreak } == 1)
    let (written, end) = (compacted, Self.start + 10_000)
    #expect(try compacted.begin(now: end)?.isContinued == true)
    #expect(compacted.session.streamID == steady.session.streamID && compacted.session.currentSeq == steady.session.currentSeq)
    #expect(try steady.whole(now: end) == compacted.whole(now: end))
    for place in stride(from: 0, to: written.journal.count - 1, by: written.journal.count / 50) {
      var other = written
      other.journal[place] ^= 0x01
      if other.journal[place] == lineBreak { continue }
      let recovery = try other.begin(now: end)
      #expect(recovery?.fault != nil && other.session.isPaused, "byte \(place)")
    }
    for size in [0, 1, written.journal.count / 2, written.journal.count - 1] {
      var other = written
      other.journal = Array(written.journal.prefix(size))
      #expect(try other.begin(now: end)?.isContinued == false, "\(size) bytes")
    }
  }

  @Test("a ledger holds in which a run was steered right behind its decision", arguments: ["pause", "cancel"])
  func steeredAtOnce(control: String) throws {
    var stored = try Stored()
    let waiting = try stored.ask(#"{"propose":{"action":"place_order","id":"a","amount":50}}"#, by: 0, now: Self.start)
    let job = try #require(waiting.firstMatch(of: /"job_id":"(job_[0-9a-f]+)"/)?.1)
    let answer = try stored.ask(#"{"control_type":"\#(control)","job_id":"\#(job)"}"#, by: 0, now: Self.start + 1)
    #expect(answer.contains("by @ann"))
    let report = try Record(SourceText(path: "ledger.jsonl", bytes: stored.ledger)).verify(with: [Self.rules.get().workspace])
    #expect(report.holds, "\(report.text)")
  }

  @Test("what was never acknowledged is not told of: a journal that is ahead of its ledger is cut")
  func ahead() throws {
    var stored = try Stored()
    _ = try stored.ask(#"{"propose":{"action":"place_order","id":"a","amount":1}}"#, by: 0, now: Self.start)
    let (ledger, journal, seq) = (stored.ledger, stored.journal, stored.session.currentSeq)
    let stream = stored.session.streamID
    _ = try stored.ask(#"{"propose":{"action":"place_order","id":"b","amount":1}}"#, by: 0, now: Self.start + 1)
    // The journal reached the disk, and the ledger did not.
    stored.ledger = ledger
    #expect(try stored.begin(now: Self.start + 2)?.isContinued == true)
    #expect(stored.journal == journal && stored.session.currentSeq == seq && stored.session.streamID == stream)
  }

  @Test("where the journal is lost, behind or of another ledger, the stream is another one")
  func another() throws {
    var stored = try Stored()
    _ = try stored.ask(#"{"propose":{"action":"place_order","id":"a","amount":1}}"#, by: 0, now: Self.start)
    let (early, stream) = (stored.journal, stored.session.streamID)
    _ = try stored.ask(#"{"propose":{"action":"place_order","id":"b","amount":1}}"#, by: 0, now: Self.start + 1)
    let seq = stored.session.currentSeq
    for journal in [[], early] {
      var other = stored
      other.journal = journal
      let recovery = try other.begin(now: Self.start + 2)
      #expect(recovery?.isContinued == false && recovery?.journalBytes == 0)
      #expect((recovery?.fault == nil) == journal.isEmpty)
      #expect(other.session.streamID != stream && !other.session.isPaused)
      // A client that resumes the old stream gets a snapshot, and not events with the old numbers.
      let resumed = try other.ask(#"{"resume_from_seq":\#(seq - 1),"stream_id":"\#(stream)"}"#, by: 0, now: Self.start + 3)
      #expect(resumed.hasPrefix(#"{"snapshot":"#))
    }
  }

  @Test("each byte of a journal that is changed is noticed, and the session is paused until somebody has looked")
  func changed() throws {
    var stored = try Stored()
    _ = try stored.ask(#"{"propose":{"action":"place_order","id":"a","amount":50}}"#, by: 0, now: Self.start)
    _ = try stored.ask(#"{"control_type":"pause"}"#, by: 1, now: Self.start + 1)
    _ = try stored.ask(#"{"propose":{"action":"place_order","id":"b","amount":1}}"#, by: 0, now: Self.start + 2)
    let stream = stored.session.streamID
    let lineBreak = UInt8(ascii: "\n")
    for place in stride(from: 0, to: stored.journal.count, by: 7) where stored.journal[place] != lineBreak {
      var other = stored
      other.journal[place] ^= 0x01
      if other.journal[place] == lineBreak { continue }
      let recovery = try other.begin(now: Self.start + 3)
      #expect(recovery?.fault != nil && other.session.streamID != stream && other.session.isPaused, "byte \(place)")
    }
  }

  @Test("a torn last line counts for nothing")
  func torn() throws {
    var stored = try Stored()
    _ = try stored.ask(#"{"propose":{"action":"place_order","id":"a","amount":50}}"#, by: 0, now: Self.start)
    let (journal, stream) = (stored.journal, stored.session.streamID)
    stored.journal += Array(#"{"changes":[{"change":"paus"#.utf8)
    #expect(try stored.begin(now: Self.start + 1)?.isContinued == true)
    #expect(stored.journal == journal && stored.session.streamID == stream && !stored.session.isPaused)
  }
}
