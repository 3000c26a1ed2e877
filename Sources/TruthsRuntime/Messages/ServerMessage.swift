import TruthsText
package import TruthsJSON

/// Everything that a session sends to a client.
package enum ServerMessage: Hashable, Sendable {
  /// The answer to a handshake, contract §8.1.
  case capabilities(JSONObject)
  /// One event, pushed as it happens.
  case event(Event)
  /// The answer to `resume_from_seq`: everything after it.
  case delta(Delta)
  /// The answer where the gap is too large: the state at one `seq`, and the events after it.
  case snapshot(Snapshot)
  /// The answer to a request for a range.
  case range([Event])
  /// What a proposal or control message came to.
  case answer(Answer)

  /// The message as an object with one member, its name.
  package var json: JSONObject {
    switch self {
    case .capabilities(let object): ["capabilities": .object(object)]
    case .event(let event): ["event": .object(event.json)]
    case .delta(let delta): ["delta": .object(delta.json)]
    case .snapshot(let snapshot): ["snapshot": .object(snapshot.json)]
    case .range(let events): ["range": .array(events.map { .object($0.json) })]
    case .answer(let answer): ["answer": .object(answer.json)]
    }
  }

  /// A message as it came over a transport; `nil` where it is none.
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
    default: return nil
    }
  }
}
