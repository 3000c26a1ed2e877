import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// Runtime.md §5 and contract §14.6: the highest `seq` without a gap below it, duplicates dropped, never back.
@Suite struct SequenceTests {
  private func fed(_ seqs: [Int]) -> (client: Client, effects: [ClientEffect]) {
    var client = StreamEvents.connected()
    var effects: [ClientEffect] = []
    for seq in seqs { effects += client.receive(.event(StreamEvents.event(seq)), at: 0) }
    return (client, effects)
  }

  /// C9.
  @Test func keepsTheHighestSeqWithoutAGapBelow() {
    let (client, _) = fed([1, 2, 3, 5, 6])
    #expect(client.view.seq == 3)
    #expect(client.view.eventsSeen == 3)
    #expect(client.view.missingSeqs == [4])
  }

  @Test func aSmallGapIsAskedForAsARange() {
    #expect(fed([1, 2, 5]).effects == [.send(.range(from: 3, to: 4))])
  }

  /// C12.
  @Test func aGapOfAHundredIsARangeAndAHundredAndOneASnapshot() {
    #expect(fed([1, 102]).effects == [.send(.range(from: 2, to: 101))])
    #expect(fed([1, 103]).effects == [.send(.snapshot)])
  }

  @Test func whatDidNotComeIsAskedForAgainByTheSameMeasure() {
    var (client, _) = fed([1, 102])
    #expect(client.wake(at: client.nextWake ?? 0).contains(.send(.range(from: 2, to: 101))))
    (client, _) = fed([1, 103])
    #expect(client.wake(at: client.nextWake ?? 0).contains(.send(.snapshot)))
  }

  /// C38.
  @Test func noMoreThanTenThousandEventsAreHeld() {
    var (client, _) = fed([1])
    for seq in 3...10_100 { _ = client.receive(.event(StreamEvents.event(seq)), at: 0) }
    _ = client.receive(.event(StreamEvents.event(2)), at: 0)
    #expect(client.view.seq == 10_002)
    #expect(client.view.missingSeqs.first == 10_003 && client.view.missingSeqs.last == 10_100)
  }

  @Test func aRangeIsAskedForOnce() {
    #expect(fed([1, 4, 5, 6]).effects == [.send(.range(from: 2, to: 3))])
    #expect(fed([1, 4, 7]).effects == [.send(.range(from: 2, to: 3)), .send(.range(from: 5, to: 6))])
  }

  @Test func theMissingOnesReleaseThoseThatWaited() {
    var (client, _) = fed([1, 4, 3])
    _ = client.receive(.range([StreamEvents.event(2)]), at: 0)
    #expect(client.view.seq == 4)
    #expect(client.view.eventsSeen == 4)
    #expect(client.view.missingSeqs == [])
    #expect(client.view.duplicates == 0)
  }

  /// C10.
  @Test func duplicatesAreDroppedAndCounted() {
    let (client, effects) = fed([1, 2, 2, 1, 4, 4])
    #expect(client.view.duplicates == 3)
    #expect(client.view.eventsSeen == 2)
    #expect(effects == [.send(.range(from: 3, to: 3))])
  }

  /// C11.
  @Test func reorderedEventsAreTakenInOrder() {
    var client = StreamEvents.connected()
    for (seq, type) in [(3, "c.c"), (2, "b.b"), (1, "a.a")] {
      _ = client.receive(.event(StreamEvents.fact(seq, ["type": .text(type)], id: "ctx_\(seq)")), at: 0)
    }
    #expect(client.view.facts.map { $0["type"]?.stringValue } == ["a.a", "b.b", "c.c"])
    #expect(client.view.duplicates == 0)
  }

  /// C12.
  @Test func whatStaysMissingIsAskedForAgainAfterASecond() {
    var (client, _) = fed([1, 3])
    #expect(client.nextWake == 1_000)
    #expect(client.wake(at: 1_000) == [.send(.range(from: 2, to: 2))])
    #expect(client.nextWake == 2_000)
    _ = client.receive(.range([StreamEvents.event(2)]), at: 1_000)
    #expect(client.nextWake == Client.heartbeatInterval)
  }

  /// C16.
  @Test func aSnapshotOlderThanTheViewMovesNothingBack() {
    var (client, _) = fed([1, 2, 3, 4, 5])
    let snapshot = Snapshot(seq: 2, state: ContextView(), currentSeq: 6, events: (3...6).map { StreamEvents.event($0) })
    _ = client.receive(.snapshot(snapshot), at: 0)
    #expect(client.view.seq == 6)
    #expect(client.view.eventsSeen == 6)
    #expect(client.view.duplicates == 0)
  }

  @Test func aSnapshotAndItsRecentEventsFillALargeGap() {
    var (client, effects) = fed([1, 500])
    #expect(effects == [.send(.snapshot)])
    var state = ContextView()
    state.apply(StreamEvents.fact(1, ["type": .text("past.fact")]))
    let snapshot = Snapshot(seq: 400, state: state, currentSeq: 500, events: (401...500).map { StreamEvents.event($0) })
    effects = client.receive(.snapshot(snapshot), at: 0)
    #expect(effects == [])
    #expect(client.view.seq == 500)
    #expect(client.view.missingSeqs == [])
    #expect(client.view.facts == [["type": .text("past.fact")]])
  }

  /// C17.
  @Test func anAnswerTellsOfEventsThatHaveNotCome() {
    var (client, _) = fed([1])
    _ = client.receive(.answer(Answer(to: "pause", reason: "", currentSeq: 3)), at: 0)
    #expect(client.view.missingSeqs == [2, 3])
    #expect(client.wake(at: 1_000) == [.send(.range(from: 2, to: 3))])
  }
}
