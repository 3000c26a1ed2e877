import Testing
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// The samples of the contract's §14: the messages of the service, and a client's use of its stream.
@Suite("Samples of the contract: the stream")
struct StreamSampleTests {
  static let service = """
    service ContextService {
      // Stream context entries (facts, proposals, traces, decisions)
      rpc Watch(WatchRequest) returns (stream ContextEntry);

      // Append a new entry (proposal, trace)
      rpc Append(AppendRequest) returns (AppendResponse);

      // Get current snapshot (for initial load or reconnect)
      rpc Snapshot(SnapshotRequest) returns (SnapshotResponse);

      // Subscribe to run status changes
      rpc WatchRun(WatchRunRequest) returns (stream RunStatus);
    }

    message ContextEntry {
      string entry_id = 1;
      string entry_type = 2;  // fact|proposal|trace|decision
      string correlation_id = 3;
      string run_id = 4;
      string truth_id = 5;
      string actor_id = 6;
      int64 sequence = 7;     // For ordering and resume
      int64 timestamp = 8;
      bytes payload = 9;
    }

    message RunStatus {
      string run_id = 1;
      string status = 2;      // running|converged|halted|waiting
      repeated string waiting_for = 3;
      int32 facts_count = 4;
      int32 pending_count = 5;
      string halt_reason = 6;
      string halt_truth_id = 7;
    }

    message WatchRequest {
      string correlation_id = 1;  // Watch specific correlation
      string run_id = 2;          // Or watch specific run
      int64 since_sequence = 3;   // Resume from sequence number
      repeated string entry_types = 4;  // Filter by type
    }
    """

  /// The fields of a message of ``service``, with its types.
  private func fields(of message: String) -> [(name: String, type: String)] {
    let lines = Self.service.split(separator: "\n").drop { $0 != "message \(message) {" }.dropFirst().prefix { $0 != "}" }
    return lines.enumerated().compactMap { place, line in
      let words = line.split(separator: ";")[0].split(separator: " ").filter { $0 != "repeated" }
      guard words.count == 4, words[2] == "=", words[3] == "\(place + 1)" else { return nil }
      return (String(words[1]), String(words[0]))
    }
  }

  /// The events of a run that is halted, and of one that is accepted.
  private func events() throws -> [Event] {
    var world = try Shop.simulation(facts: [Shop.closed("q0")])
    try world.connect(as: "ann")
    try world.propose(Shop.order("o1", 5, period: "q0"))
    try world.propose(Shop.order("o2", 5))
    return world.session.recent
  }

  @Test("§14.1: an entry on the stream has what a ContextEntry has; its sequence orders it, its seq resumes")
  func contextEntry() throws {
    let wanted = fields(of: "ContextEntry")
    #expect(wanted.count == 9)
    let entries = try events().filter { $0.type != .status && !$0.isProvisional }
    #expect(Set(entries.map(\.type)) == [.proposal, .decision, .trace, .fact])
    for event in entries {
      for field in wanted where field.name != "actor_id" {
        let value = try #require(event.payload[field.name], "\(field.name) of \(event.type)")
        if field.name == "sequence" { #expect(value.integerValue == event.contextVersion) }
      }
      #expect(event.payload["actor"]?["user_id"]?.stringValue != nil)
    }
  }

  @Test("§14.1: a status on the stream has what a RunStatus has, and says why it halted by which truth")
  func runStatus() throws {
    let wanted = fields(of: "RunStatus").map { $0.name == "pending_count" ? "pending_proposals" : $0.name }
    #expect(wanted.count == 7)
    let halted = try #require(try events().last { $0.type == .status && $0.payload["status"] == .text("halted") })
    for name in wanted { #expect(halted.payload[name] != nil, "\(name)") }
    #expect(halted.payload["halt_reason"] == .text("Period is closed"))
    #expect(halted.payload["halt_truth_id"] == .text("shop.period.closed_invariant"))
  }

  @Test("§14.1: what the service offers is watched, appended, asked for whole, and followed run by run")
  func rpcs() throws {
    let names = Self.service.split(separator: "\n").filter { $0.hasPrefix("  rpc ") }.map { $0.dropFirst(6).prefix { $0 != "(" } }
    #expect(names == ["Watch", "Append", "Snapshot", "WatchRun"])
    let since = fields(of: "WatchRequest").first { $0.name == "since_sequence" }
    #expect(since?.type == "int64")
    let messages: [ClientMessage] = [.resume(from: 7, subscribe: true), .propose(Shop.order("o1", 5)), .snapshot]
    for message in messages { #expect(ClientMessage(json: .object(message.json)) == message) }
    #expect(try Set(events().filter { $0.type == .status }.compactMap(\.runID)).count == 2)
  }

  @Test("§14.2: the types of entries are those of the table")
  func entryTypes() {
    #expect(Entry.EntryType.allCases.map(\.rawValue) == ["fact", "proposal", "trace", "decision"])
  }

  @Test("§14.3: first the capabilities, then the stream from the last known sequence; where that fails, SSE")
  func beginning() {
    var client = StreamEvents.connected()
    for seq in 1...3 { _ = client.receive(.event(StreamEvents.event(seq)), at: 0) }
    #expect(client.lost(at: 0) == [.open(.grpc)])
    let effects = client.opened(.grpc, at: 0)
    if case .send(.handshake)? = effects.first {} else { Issue.record("no handshake first") }
    #expect(effects.dropFirst() == [.send(.resume(Resumption(from: 3, subscribe: true, streamID: "str_1")))])
    #expect(client.state == .streaming)
    _ = client.lost(at: 1)
    #expect(client.refused(.grpc, at: 1) == [.open(.sse)])
  }

  @Test("§14.4: the back-off has the sample's beginning, step and ceiling")
  func backoff() throws {
    let sample = """
          var backoff = 1.0  // seconds
          let maxBackoff = 30.0
              backoff = min(backoff * 2, maxBackoff)
      """
    let numbers = sample.matches(of: #/(?:= |\* )([0-9.]+)/#).compactMap { Double($0.1) }
    #expect(numbers == [1, 30, 2])
    #expect(Backoff.first == Int(numbers[0] * 1_000) && Backoff.ceiling == Int(numbers[1] * 1_000))
    var backoff = Backoff()
    let (first, second) = (backoff.next(), backoff.next())
    #expect(second == first * Int(numbers[2]))
  }

  @Test("§14.5: SSE before polling, polling every 5 seconds, and the sample's light and words")
  func fallback() throws {
    let sample = """
          switch connectionState {
          case .streaming:
              Circle().fill(.green)
          case .reconnecting:
              Circle().fill(.yellow)
          case .degraded:
              HStack {
                  Circle().fill(.orange)
                  Text("Limited mode")
              }
          case .offline:
              HStack {
                  Circle().fill(.red)
                  Text("Offline")
              }
          }
      """
    let cases = sample.split(separator: "case .").dropFirst()
    #expect(cases.count == 4)
    for words in cases {
      let state = try #require(ConnectionState(rawValue: String(words.prefix { $0 != ":" })))
      #expect(words.contains("fill(.\(state.indicator.color))"))
      #expect(words.contains("Text(") == (state.indicator.label != nil))
      if let label = state.indicator.label { #expect(words.contains("Text(\"\(label)\")")) }
    }
    #expect(Client.pollInterval == Int(5.0 * 1_000))
    var client = StreamEvents.connected(over: .grpc)
    _ = client.lost(at: 0)
    #expect(client.refused(.grpc, at: 0) == [.open(.sse)])
    #expect(client.refused(.sse, at: 0) == [.open(.rest)])
    _ = client.opened(.rest, at: 0)
    #expect(client.state == .degraded)
  }

  @Test("§14.6: the sample's gap, and not one less, is filled by a snapshot")
  func gaps() throws {
    let sample = "if entry.sequence > expectedSequence + 100 {"
    let gap = try #require(sample.firstMatch(of: #/\+ ([0-9]+)/#).flatMap { Int($0.1) })
    #expect(SequenceTracker.largestRange == gap)
    var client = StreamEvents.connected()
    _ = client.receive(.event(StreamEvents.event(1)), at: 0)
    let expected = 2
    #expect(client.receive(.event(StreamEvents.event(expected + gap)), at: 0) == [.send(.range(from: 2, to: expected + gap - 1))])
    var other = StreamEvents.connected()
    _ = other.receive(.event(StreamEvents.event(1)), at: 0)
    #expect(other.receive(.event(StreamEvents.event(expected + gap + 1)), at: 0) == [.send(.snapshot)])
  }
}
