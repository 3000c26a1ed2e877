import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The samples of the contract's §13: events, resuming, control, transports.
@Suite("Samples of the contract: the protocol")
struct ProtocolSampleTests {
  @Test("§13.3: an event has the sample's members in its order, and its kinds")
  func event() throws {
    let sample = try ContractText.json(
      """
      {
        "job_id": "job_abc123",
        "stream_id": "str_xyz789",
        "seq": 1234,
        "context_version": 56,
        "correlation_id": "cor_def456",
        "trace_id": "trc_ghi789",
        "event_type": "fact|proposal|trace|decision|status",
        "timestamp": "ISO8601",
        "payload": {}
      }
      """)
    #expect(Event.Kind.allCases.map(\.rawValue) == ContractText.words(sample, "event_type"))
    for kind in Event.Kind.allCases {
      let whole = sample.with("event_type", .text(kind.rawValue)).with("timestamp", .text("2024-01-01T00:00:00Z"))
      let event = try #require(Event(json: .object(whole)))
      #expect(event.json == whole)
      #expect(event.seq == 1_234 && event.contextVersion == 56 && event.type == kind)
    }
  }

  @Test("§13.4: resume_from_seq is everything after it, and the delta has the sample's members")
  func resume() throws {
    let asked = try ContractText.json(#"{ "resume_from_seq": 1234 }"#)
    let message = ClientMessage.resume(from: 1_234, subscribe: false)
    #expect(ClientMessage(json: .object(["resume": .object(asked)])) == message)
    #expect(message.json["resume"]?["resume_from_seq"] == asked["resume_from_seq"])
    let sample = try ContractText.json(
      """
      {
        "resumed_at_seq": 1234,
        "current_seq": 1250,
        "events": [ /* seq 1235-1250 */ ]
      }
      """)
    let delta = Delta(resumedAtSeq: 1_234, currentSeq: 1_250, events: (1_235...1_250).map { StreamEvents.event($0) })
    #expect(ContractText.names(delta.json) == ContractText.names(sample))
    #expect(ContractText.differences(of: delta.json, from: sample) == [])
    #expect(delta.json["resumed_at_seq"] == sample["resumed_at_seq"] && delta.json["current_seq"] == sample["current_seq"])
    var world = try Shop.simulation()
    try world.connect(as: "ann")
    try world.propose(Shop.order("o1", 5))
    guard case .delta(let answer)? = world.sessionBacklog(after: 3) else { throw SimulationError.badStep("no delta") }
    #expect(answer.resumedAtSeq == 3 && answer.events.map(\.seq) == Array(4...answer.currentSeq))
  }

  @Test("§13.5: a control message has the sample's members, and each of its types is taken")
  func control() throws {
    let sample = try ContractText.json(
      """
      {
        "control_type": "inject_fact|approve|reject|pause|resume|update_budget|cancel",
        "job_id": "job_abc123",
        "correlation_id": "cor_def456",
        "payload": {}
      }
      """)
    for type in ContractText.words(sample, "control_type") {
      let whole = sample.with("control_type", .text(type))
      let message = try #require(ControlMessage(json: .object(whole)), "\(type)")
      #expect(message.json == whole)
    }
    // Beside the sample's types there is one: consent is given as approvals are.
    let own = Set(ControlMessage.Kind.allCases.map(\.rawValue)).subtracting(ContractText.words(sample, "control_type"))
    #expect(own == ["consent"])
  }

  @Test("§13.6: the flags of the sample are written as they stand there")
  func flags() throws {
    let sample = try ContractText.json(
      """
      {
        "capabilities": {
          "transports": [
            { "type": "h2-grpc", "status": "supported" },
            { "type": "h3-grpc", "status": "experimental" },
            { "type": "websocket", "status": "supported" },
            { "type": "sse", "status": "supported" },
            { "type": "webtransport", "status": "planned" }
          ],
          "default_transport": "h2-grpc",
          "resume_supported": true,
          "max_resume_gap": 10000
        }
      }
      """)
    var flags = TransportFlags([])
    flags.transports = (sample["capabilities"]?["transports"]?.arrayValue ?? []).compactMap { transport in
      guard let type = transport["type"]?.stringValue, let status = transport["status"]?.stringValue else { return nil }
      return TransportFlags.Flag(type, status)
    }
    #expect(["capabilities": .object(TransportFlags.record.object(of: flags))] == sample)
    #expect(flags.isStreamingSupported)
    // A planned or experimental transport offers no stream.
    flags.transports.removeAll { $0.status == "supported" && $0.type != "sse" }
    #expect(!flags.isStreamingSupported)
  }

  @Test("§13.7: each client tries its transports in the order of the list")
  func priorities() {
    #expect(TransportKind.grpc.fallbacks == [.grpc, .sse, .rest])
    #expect(TransportKind.webSocket.fallbacks == [.webSocket, .sse, .rest])
    // Nothing else leads to a process whose standard input a client has.
    for kind in TransportKind.allCases where kind != .stdio { #expect(kind.fallbacks.last == .rest) }
    #expect(TransportKind.allCases.filter { !$0.isStreaming } == [.sse, .rest])
    #expect(Client(actor: StreamEvents.ann).transports.first == .grpc)
  }

  @Test("§15.1: each endpoint has its message, and §15.2: a poll asks for what came since")
  func endpoints() throws {
    let table = """
      POST   /jobs                    → Create job, returns job_id
      GET    /jobs/{job_id}           → Get job status + latest facts
      GET    /jobs/{job_id}/events    → Poll events (include ?since_seq=N)
      POST   /jobs/{job_id}/control   → Send control message
      DELETE /jobs/{job_id}           → Cancel job
      """
    let endpoints = table.split(separator: "\n").map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    var world = try Shop.simulation()
    try world.connect(as: "ann", transport: "rest")
    var passed: [String] = []
    // A proposal is a job, and its answer names it.
    try world.propose(Shop.order("o1", 5_000))
    let answer = try #require(try world.view().lastAnswer)
    let job = try #require(answer.jobID)
    if job.hasPrefix("job_") { passed.append("POST /jobs") }
    // A poll brings what came since, and with it the job's status and the latest facts.
    #expect(try world.view().run == nil)
    try world.advance(seconds: Decimal(5))
    let view = try world.view()
    if view.run?.jobID == job, view.runStatus == "waiting", !view.facts.isEmpty { passed.append("GET /jobs/{job_id}") }
    guard case .delta(let delta)? = world.sessionBacklog(after: view.seq - 1) else { throw SimulationError.badStep("no delta") }
    if delta.events.map(\.seq) == [view.seq] { passed.append("GET /jobs/{job_id}/events") }
    let pause = ControlMessage(.pause, jobID: job, actor: nil, payload: [:])
    if ClientMessage(json: .object(ClientMessage.control(pause).json)) == .control(pause) {
      passed.append("POST /jobs/{job_id}/control")
    }
    try world.cancel()
    try world.advance(seconds: Decimal(5))
    if try world.view().runStatus == "halted" { passed.append("DELETE /jobs/{job_id}") }
    #expect(passed == endpoints)
    // `while jobStatus != .converged && jobStatus != .halted`, and `nanoseconds: 5_000_000_000`.
    #expect(try world.view().run?.isDone == true)
    #expect(Client.pollInterval * 1_000_000 == 5_000_000_000)
  }
}
