package import TruthsJSON
package import TruthsRuntime
import TruthsText

/// A message from a session to a client.
package enum ServerMessage: Hashable, Sendable {
  /// The answer to a handshake (contract §8.1).
  case capabilities(JSONObject)
  case event(Event)
  /// The answer to `resume_from_seq`: all events after the given `seq`.
  case delta(Delta)
  /// The answer to `resume_from_seq` if the gap is too large: the state at one `seq`, and the events after it.
  case snapshot(Snapshot)
  /// The answer to a request for a range.
  case range([Event])
  /// The result of a proposal or control message.
  case answer(Answer)
  /// A heartbeat that says up to which `seq` the client's view is complete.
  case checkpoint(Checkpoint)

  /// The message as a JSON object whose only member is named after the case.
  package var json: JSONObject {
    switch self {
    case .capabilities(let object): ["capabilities": .object(object)]
    case .event(let event): ["event": .object(event.json)]
    case .delta(let delta): ["delta": .object(delta.json)]
    case .snapshot(let snapshot): ["snapshot": .object(snapshot.json)]
    case .range(let events): ["range": .array(events.map { .object($0.json) })]
    case .answer(let answer): ["answer": .object(answer.json)]
    case .checkpoint(let checkpoint): ["checkpoint": .object(checkpoint.json)]
    }
  }

  /// Parses a message received over a transport; `nil` if it is invalid.
  package init?(json value: JSONValue) {
    guard let object = value.objectValue, object.members.count == 1, let member = object.members.first else { return nil }
    switch member.name.string {
    case "capabilities":
      guard let capabilities = member.value.objectValue else { return nil }
      self = .capabilities(capabilities)
    case "event":
      guard let event = Event(json: member.value) else { return nil }
      self = .event(event)
    case "delta":
      guard let delta = Delta(json: member.value) else { return nil }
      self = .delta(delta)
    case "snapshot":
      guard let snapshot = Snapshot(json: member.value) else { return nil }
      self = .snapshot(snapshot)
    case "range":
      guard let events = Event.list(json: member.value) else { return nil }
      self = .range(events)
    case "answer":
      guard let answer = Answer(json: member.value) else { return nil }
      self = .answer(answer)
    case "checkpoint":
      guard let checkpoint = Checkpoint(json: member.value) else { return nil }
      self = .checkpoint(checkpoint)
    default: return nil
    }
  }
}

/// A statement that every event of a client's view up to a `seq` was sent. An event that the client does not have was lost, or is
/// not part of its view.
package struct Checkpoint: Hashable, Sendable {
  package var seq: Int
  /// Last event of the view up to `seq`, if the view leaves events out.
  package var prevSeq: Int?

  package init(seq: Int, prevSeq: Int? = nil) {
    self.seq = seq
    self.prevSeq = prevSeq
  }

  package var json: JSONObject {
    var object: JSONObject = ["seq": .integer(seq)]
    object["prev_seq"] = prevSeq.map { .integer($0) }
    return object
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let seq = object.integer("seq") else { return nil }
    self.init(seq: seq, prevSeq: object.integer("prev_seq"))
  }
}

/// All events after a `seq` (contract §13.4).
package struct Delta: Hashable, Sendable {
  /// The requested `seq`; the events begin with the next one.
  package var resumedAtSeq: Int
  /// Last `seq` of the stream.
  package var currentSeq: Int
  package var events: [Event]
  /// End of the events, in a view that leaves some out.
  package var checkpoint: Checkpoint?

  package init(resumedAtSeq: Int, currentSeq: Int, events: [Event], checkpoint: Checkpoint? = nil) {
    self.resumedAtSeq = resumedAtSeq
    self.currentSeq = currentSeq
    self.events = events
    self.checkpoint = checkpoint
  }

  package var json: JSONObject {
    var object: JSONObject = ["resumed_at_seq": .integer(resumedAtSeq), "current_seq": .integer(currentSeq)]
    object["checkpoint"] = checkpoint.map { .object($0.json) }
    object["events"] = .array(events.map { .object($0.json) })
    return object
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let resumed = object.integer("resumed_at_seq"),
      let current = object.integer("current_seq"), let events = object["events"].flatMap(Event.list(json:))
    else { return nil }
    self.init(
      resumedAtSeq: resumed, currentSeq: current, events: events,
      checkpoint: object["checkpoint"].flatMap { Checkpoint(json: $0) })
  }
}

extension Event {
  /// Parses a list of events received over a transport; `nil` if one of them is invalid.
  static func list(json value: JSONValue) -> [Event]? {
    guard let elements = value.arrayValue else { return nil }
    let events = elements.compactMap { Event(json: $0) }
    return events.count == elements.count ? events : nil
  }
}

/// The state at one `seq` and the events after it, for a client whose gap is too large for a delta.
package struct Snapshot: Hashable, Sendable {
  package var streamID: String?
  /// The last event that the state includes.
  package var seq: Int
  /// State derived from the events up to `seq`.
  package var state: ContextView
  /// Last `seq` of the stream.
  package var currentSeq: Int
  /// The recent events: those after `seq`.
  package var events: [Event]
  /// End of the events, in a view that leaves some out.
  package var checkpoint: Checkpoint?

  package init(
    streamID: String? = nil, seq: Int, state: ContextView, currentSeq: Int, events: [Event], checkpoint: Checkpoint? = nil
  ) {
    self.streamID = streamID
    self.seq = seq
    self.state = state
    self.currentSeq = currentSeq
    self.events = events
    self.checkpoint = checkpoint
  }

  package var json: JSONObject {
    var object: JSONObject = ["resumed_at_seq": .integer(seq), "current_seq": .integer(currentSeq)]
    object["checkpoint"] = checkpoint.map { .object($0.json) }
    object["stream_id"] = streamID.map { .text($0) }
    object["snapshot"] = .object(state.json)
    object["events"] = .array(events.map { .object($0.json) })
    return object
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let seq = object.integer("resumed_at_seq"),
      let current = object.integer("current_seq"), let state = object["snapshot"].flatMap(ContextView.init(json:)),
      let events = object["events"].flatMap(Event.list(json:))
    else { return nil }
    self.init(
      streamID: object.text("stream_id"), seq: seq, state: state, currentSeq: current, events: events,
      checkpoint: object["checkpoint"].flatMap { Checkpoint(json: $0) })
  }
}
