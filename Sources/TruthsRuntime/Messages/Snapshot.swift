package import TruthsJSON

/// The state at one `seq` and the events after it: what a client gets whose gap is too large for a delta.
package struct Snapshot: Hashable, Sendable {
  /// The last event that the state holds.
  package var seq: Int
  /// What the events up to `seq` come to.
  package var state: ContextView
  /// The last `seq` of the stream.
  package var currentSeq: Int
  /// The recent events: those after `seq`.
  package var events: [Event]

  package init(seq: Int, state: ContextView, currentSeq: Int, events: [Event]) {
    self.seq = seq
    self.state = state
    self.currentSeq = currentSeq
    self.events = events
  }

  /// As it goes over a transport.
  package var json: JSONObject {
    [
      "resumed_at_seq": .integer(seq), "current_seq": .integer(currentSeq), "snapshot": .object(state.json),
      "events": .array(events.map { .object($0.json) }),
    ]
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let seq = object.integer("resumed_at_seq"),
      let current = object.integer("current_seq"), let state = object["snapshot"].flatMap(ContextView.init(json:)),
      let events = object["events"].flatMap(Event.list(json:))
    else { return nil }
    self.init(seq: seq, state: state, currentSeq: current, events: events)
  }
}
