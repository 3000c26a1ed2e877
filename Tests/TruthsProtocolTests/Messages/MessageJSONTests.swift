import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// All messages of a transport are JSON, and are read back unchanged.
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
      .checkpoint(Checkpoint(seq: 9)), .checkpoint(Checkpoint(seq: 9, prevSeq: 4)),
      .delta(Delta(resumedAtSeq: 1, currentSeq: 9, events: [], checkpoint: Checkpoint(seq: 9, prevSeq: 1))),
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

  @Test func theContractsOwnObjectsAreMessages() {
    #expect(ClientMessage(json: .object(["resume_from_seq": .integer(1_234)])) == .resume(from: 1_234, subscribe: true))
    #expect(
      ClientMessage(json: .object(["resume_from_seq": .integer(3), "subscribe": .boolean(false)]))
        == .resume(from: 3, subscribe: false))
    let request: JSONObject = ["request": .text("capabilities"), "device_id": .text("d"), "app_version": .text("1")]
    #expect(ClientMessage(json: .object(request)) == .handshake(request))
    for kind in ControlMessage.Kind.allCases {
      let message = ControlMessage(kind, jobID: "job_1", correlationID: "cor_1", payload: ["why": .text("no")])
      #expect(ClientMessage(json: .object(message.json)) == .control(message))
    }
  }

  @Test(
    "what goes on where says what it wants of the stream",
    arguments: [
      StreamFilter(), StreamFilter(correlationID: "cor_1"), StreamFilter(runID: "run_1"),
      StreamFilter(correlationID: "cor_1", runID: "run_1", entryTypes: [.fact, .trace]),
    ]) func aFilterComesBack(_ filter: StreamFilter)
  {
    let message = ClientMessage.resume(Resumption(from: 7, subscribe: true, filter: filter, streamID: "str_1"))
    #expect(ClientMessage(json: .object(message.json)) == message)
  }

  @Test(
    "a filter of the wrong kind is none",
    arguments: [
      ["correlation_id": .integer(1)] as JSONObject, ["run_id": .null], ["entry_types": .text("fact")],
      ["entry_types": .texts(["fact", "status"])], ["entry_types": .texts(["event"])],
    ]) func noFilter(_ members: JSONObject)
  {
    var object: JSONObject = ["resume_from_seq": .integer(0)]
    for member in members.members { object[member.name.string] = member.value }
    #expect(ClientMessage(json: .object(object)) == nil)
  }

  /// C37.
  @Test func whatIsNoMessageIsNone() {
    #expect(ClientMessage(json: .null) == nil)
    #expect(ClientMessage(json: .object(["resume": .object([:])])) == nil)
    #expect(ClientMessage(json: .object(["control": .object(["control_type": .text("explode")])])) == nil)
    #expect(ServerMessage(json: .object(["event": .object(["seq": .text("1")])])) == nil)
    #expect(Event(json: .object(StreamEvents.event(1).json)) == StreamEvents.event(1))
  }
}
