import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The messages to a client, their order, and those that are kept for it (sessions §1 and §4).
@Suite struct ChannelTests {
  private static func names(_ frames: [ServerMessage]) -> [String] { frames.compactMap { $0.json.members.first?.name.string } }

  @Test func anAnswerComesBehindTheEventsBeforeIt() throws {
    var session = try Shop.simulation().session
    session.open("ann", by: StreamEvents.ann)
    session.receive(.resume(from: 0, subscribe: true), from: "ann", at: 0)
    session.receive(.propose(Shop.order("o1", 5)), from: "ann", at: 0)
    session.receive(.range(from: 1, to: 3), from: "ann", at: 0)
    session.workAll(at: 0)
    session.receive(.snapshot, from: "ann", at: 0)
    let frames = session.takeFrames(for: "ann")
    let events = frames.count { if case .event = $0 { true } else { false } }
    // Requests that only read are answered at once; the proposal's answer follows its events.
    #expect(Self.names(frames) == ["delta", "range"] + Array(repeating: "event", count: events) + ["answer", "snapshot"])
    #expect(events == session.currentSeq)
    let rest = session.takeFrames(for: "ann")
    #expect(rest.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 7])
  func takenInParts(_ most: Int) throws {
    var (whole, parts) = (
      try Shop.simulation(truths: Shop.manyOrders).session, try Shop.simulation(truths: Shop.manyOrders).session
    )
    var (first, second): ([ServerMessage], [ServerMessage]) = ([], [])
    for round in 0..<6 {
      for session in [\Self.Pair.whole, \Self.Pair.parts] {
        var pair = Pair(whole: whole, parts: parts)
        if round == 0 {
          pair[keyPath: session].open("ann", by: StreamEvents.ann)
          pair[keyPath: session].receive(.resume(from: 0, subscribe: true), from: "ann", at: 0)
        }
        pair[keyPath: session].receive(.propose(Shop.order("o\(round)", 5)), from: "ann", at: round)
        pair[keyPath: session].workAll(at: round)
        (whole, parts) = (pair.whole, pair.parts)
      }
      second += parts.takeFrames(for: "ann", atMost: most)
    }
    first = whole.takeFrames(for: "ann")
    while true {
      let more = parts.takeFrames(for: "ann", atMost: most)
      if more.isEmpty { break }
      second += more
    }
    // The way in which a client takes them makes no difference, except for checkpoints.
    #expect(first == second)
  }

  private struct Pair {
    var whole: Session
    var parts: Session
  }

  @Test func aSlowSubscriberGetsASnapshot() throws {
    var options = SessionOptions(maxResumeGap: 10, recentEvents: 5)
    options.keptEvents = 20
    var session = try Shop.simulation(truths: Shop.manyOrders, options: options).session
    session.open("ann", by: StreamEvents.ann)
    session.receive(.resume(from: 0, subscribe: true), from: "ann", at: 0)
    for round in 0..<30 { _ = session.propose(Shop.order("o\(round)", 5), at: round) }
    let frames = session.takeFrames(for: "ann")
    #expect(Self.names(frames) == ["delta", "snapshot"])
    var client = StreamEvents.connected()
    for frame in frames { _ = client.receive(frame, at: 0) }
    #expect(client.view.seq == session.currentSeq && client.view.facts.count == 30 && client.view.missingSeqs == [])
    // Events that are no longer kept are replaced by a snapshot.
    session.receive(.range(from: 2, to: 9), from: "ann", at: 0)
    #expect(Self.names(session.takeFrames(for: "ann")) == ["snapshot"])
    // From there on it follows as before.
    _ = session.propose(Shop.order("p", 5), at: 31)
    let more = session.takeFrames(for: "ann")
    #expect(Set(Self.names(more)) == ["event"])
    for frame in more { _ = client.receive(frame, at: 0) }
    #expect(client.view.seq == session.currentSeq && client.view.facts.count == 31)
  }

  @Test func whatIsTooMuchIsRefused() throws {
    var options = SessionOptions()
    (options.waitingMessages, options.allWaitingMessages) = (3, 5)
    var session = try Shop.simulation(truths: Shop.manyOrders, options: options).session
    session.open("ann", by: StreamEvents.ann)
    session.open("bob", by: StreamEvents.bob)
    for number in 0..<5 { session.receive(.propose(Shop.order("a\(number)", 5)), from: "ann", at: 0) }
    for number in 0..<5 { session.receive(.propose(Shop.order("b\(number)", 5)), from: "bob", at: 0) }
    session.workAll(at: 0)
    func refused(_ name: String) -> [Bool] {
      session.takeFrames(for: name).compactMap { if case .answer(let answer) = $0 { answer.isRefused } else { nil } }
    }
    #expect(refused("ann").count { $0 } == 2 && refused("bob").count { $0 } == 3)
    #expect(session.context.factsCount == 5)
    // Once there is room, it is taken.
    session.receive(.propose(Shop.order("b4", 5)), from: "bob", at: 1)
    session.workAll(at: 1)
    #expect(refused("bob") == [false] && session.context.factsCount == 6)
  }

  @Test func anAnswerIsForItsConnectionAlone() throws {
    var session = try Shop.simulation().session
    session.open("x", by: StreamEvents.ann)
    session.receive(.propose(Shop.order("o1", 5)), from: "x", at: 0)
    session.open("x", by: StreamEvents.bob)
    session.workAll(at: 0)
    let frames = session.takeFrames(for: "x")
    #expect(frames.isEmpty && session.context.factsCount == 1)
    #expect(session.context.ledger.entries.allSatisfy { $0.actor == StreamEvents.ann })
  }
}
