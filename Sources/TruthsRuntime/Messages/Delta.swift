package import TruthsJSON

/// Everything after a `seq`, contract §13.4.
package struct Delta: Hashable, Sendable {
  /// The `seq` asked for: the events begin with the one after it.
  package var resumedAtSeq: Int
  /// The last `seq` of the stream.
  package var currentSeq: Int
  package var events: [Event]

  package init(resumedAtSeq: Int, currentSeq: Int, events: [Event]) {
    self.resumedAtSeq = resumedAtSeq
    self.currentSeq = currentSeq
    self.events = events
  }

  /// The contract's object.
  package var json: JSONObject {
    [
      "resumed_at_seq": .integer(resumedAtSeq), "current_seq": .integer(currentSeq),
      "events": .array(events.map { .object($0.json) }),
    ]
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let resumed = object.integer("resumed_at_seq"),
      let current = object.integer("current_seq"), let events = object["events"].flatMap(Event.list(json:))
    else { return nil }
    self.init(resumedAtSeq: resumed, currentSeq: current, events: events)
  }
}

extension Event {
  /// A list of events as it came over a transport; `nil` where one of them is none.
  static func list(json value: JSONValue) -> [Event]? {
    guard let elements = value.arrayValue else { return nil }
    let events = elements.compactMap { Event(json: $0) }
    return events.count == elements.count ? events : nil
  }
}
