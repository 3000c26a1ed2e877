import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Rewritten journals of sessions that keep few events in memory (sessions §11).
struct WholeJournalTests {
  /// A session with the files that a store keeps of it.
  private struct Stored {
    var session: Session
    var ledger: [UInt8] = []
    var journal: [UInt8] = []
    private let procedure: RunProcedure

    private static var options: SessionOptions {
      var options = SessionOptions(maxResumeGap: 30, recentEvents: 5)
      options.keptEvents = 40
      options.operators = .everybody
      return options
    }

    init() throws {
      procedure = try Shop.procedure(Shop.manyOrders)
      session =
        Session.restored(
          procedure: procedure, context: procedure.emptyContext, journal: nil, start: .epoch, options: Self.options
        ).session
      save()
    }

    mutating func save() {
      guard let batch = session.takeUnsaved() else { return }
      ledger += batch.ledger
      journal += batch.journal
      session.saved(batch)
    }

    mutating func compact() throws {
      let taken = session.takeWholeJournal()
      let batch = try #require(taken)
      #expect(batch.isWholeJournal && batch.ledger.isEmpty)
      journal = batch.journal
      session.saved(batch)
    }

    /// Makes the journal, of one line, that of a server that did not count for its readers.
    mutating func leaveOutCounts() throws {
      let file = SourceFile(id: FileID(0), path: "journal", bytes: journal)
      var line = try #require(try JSONReader.read(file).get().value.objectValue)
      var state = try #require(line.object("state"))
      #expect(state["counts"] != nil)
      state["counts"] = nil
      (line["state"], line["hash"]) = (.object(state), nil)
      line["hash"] = .text(Digest(of: JSONValue.object(line).canonical()).prefixed)
      journal = JSONValue.object(line).canonical() + [UInt8(ascii: "\n")]
    }

    mutating func begin() throws {
      let reading = LedgerReader.read(SourceFile(id: FileID(0), path: "ledger.jsonl", bytes: ledger))
      let context = try procedure.context(from: reading.entries)
      let restored = Session.restored(
        procedure: procedure, context: context, journal: journal, start: .epoch, options: Self.options)
      session = restored.session
      #expect(session.recovery == .continued && restored.validBytes == journal.count)
    }
  }

  @Test("what was dropped from memory is dropped, and all else is there again, also what belongs to whom")
  func bounded() throws {
    var (steady, restarted) = (try Stored(), try Stored())
    for step in 0..<150 {
      let amount = [50, 5_000, 70][step % 3]
      var actor = StreamEvents.ann
      actor["org_id"] = .text(["org", "other"][step / 4 % 2])
      for isSteady in [true, false] {
        var stored = isSteady ? steady : restarted
        _ = stored.session.propose(Shop.order("o\(step)", amount), by: actor, at: step)
        if step % 10 == 4 {
          let payload: JSONObject = ["proposal_id": .text("prop_o\(step - (step + 2) % 3)")]
          stored.session.control(ControlMessage(.approve, payload: payload), by: StreamEvents.bob, at: step)
        }
        if step % 13 == 0 { stored.session.control(ControlMessage(step / 13 % 2 == 0 ? .pause : .resume), at: step) }
        stored.save()
        if isSteady { steady = stored } else { restarted = stored }
      }
      if step % 7 == 3 { try restarted.compact() }
      if step % 11 == 5 { try restarted.begin() }
      #expect(steady.session.currentSeq == restarted.session.currentSeq && steady.ledger == restarted.ledger)
      #expect(steady.session.recent.first?.seq == restarted.session.recent.first?.seq, "step \(step)")
    }
    #expect(steady.session.transcript == restarted.session.transcript)
    #expect(restarted.journal.count < steady.journal.count)
    var stranger = StreamEvents.bob
    stranger["org_id"] = .text("other")
    for actor in [StreamEvents.ann, StreamEvents.bob, stranger] {
      for seq in [0, steady.session.currentSeq - 20] {
        let (first, second) = (steady.session.backlog(after: seq, by: actor), restarted.session.backlog(after: seq, by: actor))
        #expect(first.map { JSONValue.object($0.json).canonical() } == second.map { JSONValue.object($0.json).canonical() })
      }
    }
  }

  @Test("a journal without numbers for each reader begins again with those of the ledger")
  func withoutCounts() throws {
    var (steady, restarted) = (try Stored(), try Stored())
    for step in 0..<70 {
      var actor = StreamEvents.ann
      actor["org_id"] = .text(["org", "other"][step / 4 % 2])
      for isSteady in [true, false] {
        var stored = isSteady ? steady : restarted
        _ = stored.session.propose(Shop.order("o\(step)", [50, 5_000, 70][step % 3]), by: actor, at: step)
        if step % 10 == 4 {
          let payload: JSONObject = ["proposal_id": .text("prop_o\(step - (step + 2) % 3)")]
          stored.session.control(ControlMessage(.approve, payload: payload), by: StreamEvents.bob, at: step)
        }
        stored.save()
        if isSteady { steady = stored } else { restarted = stored }
      }
      guard step == 50 else { continue }
      try restarted.compact()
      try restarted.leaveOutCounts()
      try restarted.begin()
    }
    var stranger = StreamEvents.bob
    stranger["org_id"] = .text("other")
    for actor in [StreamEvents.ann, stranger] {
      let backlogs = [steady, restarted].map { stored in
        var session = stored.session
        return session.backlog(after: session.currentSeq - 25, by: actor).map { JSONValue.object($0.json).canonical() }
      }
      #expect(backlogs[0] == backlogs[1] && backlogs[0] != nil)
    }
  }
}
