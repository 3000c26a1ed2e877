import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Events that a filter leaves out are not gaps in a client's view (sessions §4).
@Suite struct FilterTests {
  private static let eve: JSONObject = [
    "type": .text("user"), "user_id": .text("eve"), "device_id": .text("cli:2"), "org_id": .text("other"),
    "roles": .array([.text("manager")]),
  ]
  private static let everyFilter: [StreamFilter] = {
    let kinds: [Event.Kind] = [.fact, .proposal, .trace, .decision]
    let types = (0..<16).map { bits in Set(kinds.indices.filter { bits >> $0 & 1 == 1 }.map { kinds[$0] }) }
    return types.map { StreamFilter(entryTypes: $0.isEmpty ? nil : $0) }
  }()

  /// A session in which two organisations order, and one order waits.
  private static func busy() throws -> Session {
    var session = try Shop.simulation(facts: [Shop.closed("q9")], truths: Shop.manyOrders).session
    for round in 0..<4 {
      _ = session.propose(Shop.order("a\(round)", 5), by: StreamEvents.ann, at: round)
      _ = session.propose(Shop.order("e\(round)", round == 2 ? 5_000 : 5), by: eve, at: round)
    }
    return session
  }

  /// Events of a client that subscribed before anything happened, and of one that resumes afterwards.
  private static func events(_ frames: [ServerMessage]) -> [Event] {
    frames.flatMap { frame -> [Event] in
      switch frame {
      case .event(let event): [event]
      case .delta(let delta): delta.events
      default: []
      }
    }
  }

  /// C13.
  @Test(arguments: everyFilter)
  func whatIsLeftOutIsNoGap(_ filter: StreamFilter) throws {
    var live = try Shop.simulation(facts: [Shop.closed("q9")], truths: Shop.manyOrders).session
    live.open("live", by: StreamEvents.ann)
    live.receive(.resume(Resumption(from: 0, subscribe: true, filter: filter)), from: "live", at: 0)
    for round in 0..<4 {
      _ = live.propose(Shop.order("a\(round)", 5), by: StreamEvents.ann, at: round)
      _ = live.propose(Shop.order("e\(round)", round == 2 ? 5_000 : 5), by: Self.eve, at: round)
    }
    let frames = live.takeFrames(for: "live")
    let seen = Self.events(frames)
    // No actor sees the runs of another organisation.
    #expect(!seen.contains { $0.payload.object("actor")?.text("org_id") == "other" })
    let orders = seen.filter { $0.type == .fact && !$0.isProvisional }.compactMap {
      $0.payload.object("payload")?.text("order_id")
    }
    #expect(orders == (filter.entryTypes?.contains(.fact) == false ? [] : ["a0", "a1", "a2", "a3"]))
    if let types = filter.entryTypes { #expect(seen.allSatisfy { $0.type == .status || types.contains($0.type) }) }
    // Each event names the one before it.
    var before = 0
    for event in seen {
      #expect((event.prevSeq ?? event.seq - 1) == before, "seq \(event.seq)")
      if !filter.isEmpty { #expect(event.prevSeq != nil) }
      before = event.seq
    }
    // A client that resumes at any position gets equal events.
    for place in [0, 1, 5, before, live.currentSeq] {
      live.open("late", by: StreamEvents.ann)
      let late = live.ask(.resume(Resumption(from: place, subscribe: false, filter: filter)), from: "late")
      guard case .delta(let delta)? = late else {
        Issue.record("no delta")
        return
      }
      #expect(delta.events == seen.filter { $0.seq > place }, "from \(place)")
    }
    // A client's tracker finds no gap in it, and a lost event is one.
    var tracker = SequenceTracker()
    for event in seen { _ = tracker.receive(event) }
    #expect(tracker.missing.isEmpty && tracker.firstHole == nil)
    var gappy = SequenceTracker()
    for (place, event) in seen.enumerated() where place != 3 { _ = gappy.receive(event) }
    #expect(gappy.firstHole != nil)
  }

  /// C14.
  @Test func aCheckpointTellsThatNothingIsToCome() throws {
    var session = try Shop.simulation().session
    session.open("ann", by: StreamEvents.ann)
    session.receive(.resume(from: 0, subscribe: true), from: "ann", at: 0)
    _ = session.propose(Shop.order("e1", 5), by: Self.eve, at: 0)
    session.receive(.propose(Shop.order("a1", 5)), from: "ann", at: 1)
    session.workAll(at: 1)
    _ = session.propose(Shop.order("e2", 5), by: Self.eve, at: 2)
    let frames = session.takeFrames(for: "ann")
    var client = StreamEvents.connected()
    for frame in frames { _ = client.receive(frame, at: 2) }
    #expect(client.view.missingSeqs == [] && client.view.facts.count == 1)
    guard case .checkpoint(let checkpoint)? = frames.last else {
      Issue.record("no checkpoint")
      return
    }
    #expect(checkpoint.seq == session.currentSeq && checkpoint.prevSeq == Self.events(frames).last?.seq)
    #expect(client.view.seq == session.currentSeq)
    // One that comes behind a lost event fills no gap.
    var other = StreamEvents.connected()
    let lost = frames.lastIndex { if case .event = $0 { true } else { false } }
    for (place, frame) in frames.enumerated() where place != lost { _ = other.receive(frame, at: 2) }
    #expect(!other.view.missingSeqs.isEmpty && other.view.seq < session.currentSeq)
  }

  @Test func aSnapshotShowsWhatItsReaderMaySee() throws {
    var session = try Self.busy()
    for (reader, mine, others) in [(StreamEvents.ann, "a", "e"), (Self.eve, "e", "a")] {
      session.open("reader", by: reader)
      guard
        case .snapshot(let snapshot)? = session.ask(
          .resume(Resumption(from: 0, subscribe: false, streamID: "str_0")), from: "reader")
      else {
        Issue.record("no snapshot")
        return
      }
      var view = snapshot.state
      for event in snapshot.events { view.apply(event) }
      let orders = view.facts.compactMap { $0.payload.text("order_id") }
      #expect(orders.allSatisfy { $0.hasPrefix(mine) } && orders.count >= 3)
      #expect(view.facts.contains { $0.payload.text("period_id") == "q9" })
      #expect(view.runs.allSatisfy { ($0.proposalID ?? "").hasPrefix("prop_\(mine)") || $0.proposer == nil })
      #expect(!String(decoding: JSONValue.object(snapshot.json).canonical(), as: UTF8.self).contains("\"\(others)1\""))
    }
  }
}
