import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Everything that goes over a transport is JSON, and comes back as it was.
@Suite struct MessageJSONTests {
  @Test(
    arguments: [
      ClientMessage.handshake(["request": .text("capabilities")]), .resume(from: 1234, subscribe: true),
      .resume(from: 0, subscribe: false), .range(from: 3, to: 9), .snapshot, .propose(["action": .text("act")]),
      .control(ControlMessage(.pause, jobID: "job_1", correlationID: "cor_1", actor: StreamEvents.ann)),
      .control(ControlMessage(.reject, actor: StreamEvents.bob, payload: ["why": .text("no")])),
    ]) func aClientsMessageComesBack(_ message: ClientMessage)
  {
    #expect(ClientMessage(json: .object(message.json)) == message)
  }

  @Test func aSessionsMessagesComeBack() {
    var state = ContextView()
    for event in [
      StreamEvents.status(1, "running"), StreamEvents.proposal(2), StreamEvents.provisional(3, ["type": .text("a.b")]),
      StreamEvents.decision(4, "halted", status: "halted"), StreamEvents.fact(5, ["type": .text("c.d")]),
    ] { state.apply(event) }
    let messages: [ServerMessage] = [
      .capabilities(["packs": .array([])]), .event(StreamEvents.proposal(7)),
      .delta(Delta(resumedAtSeq: 1, currentSeq: 2, events: [StreamEvents.event(2)])),
      .snapshot(Snapshot(seq: 5, state: state, currentSeq: 6, events: [StreamEvents.event(6)])), .range([StreamEvents.event(3)]),
      .answer(
        Answer(
          to: "k", decision: "halted", truthID: "a.b", reason: "no", jobID: "job_1", proposalID: "prop_1",
          run: ["status": .text("halted")], isReplay: true, isRefused: false, currentSeq: 9)),
    ]
    for message in messages { #expect(ServerMessage(json: .object(message.json)) == message) }
  }

  @Test func anEventHasTheContractsFieldsInOrder() {
    let names = StreamEvents.event(1).json.members.map(\.name.string)
    #expect(
      names == [
        "job_id", "stream_id", "seq", "context_version", "correlation_id", "trace_id", "event_type", "timestamp", "payload",
      ])
  }

  @Test func whatIsNoMessageIsNone() {
    #expect(ClientMessage(json: .null) == nil)
    #expect(ClientMessage(json: .object(["resume": .object([:])])) == nil)
    #expect(ClientMessage(json: .object(["control": .object(["control_type": .text("explode")])])) == nil)
    #expect(ServerMessage(json: .object(["event": .object(["seq": .text("1")])])) == nil)
    #expect(Event(json: .object(StreamEvents.event(1).json)) == StreamEvents.event(1))
  }
}
