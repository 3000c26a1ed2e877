import TruthsJSON
import TruthsRuntime

/// What a session has to keep before anybody hears of it.
struct Unsaved: Sendable {
  /// How many entries of the ledger are kept, or were given to be.
  let ledgerSize: Int
  /// The events since then, as the journal holds them.
  private(set) var events: [JournaledEvents] = []
  /// Changes of the steering since then.
  var changes: [SteeringChange] = []
  /// The first line of a journal that begins.
  var beginning: [UInt8] = []

  init(behind ledgerSize: Int) { self.ledgerSize = ledgerSize }

  /// Whether anything has happened.
  var hasNews: Bool { !events.isEmpty || !changes.isEmpty }

  var isEmpty: Bool { !hasNews && beginning.isEmpty }

  mutating func note(_ event: Event) { events.note(event) }
}

/// Events in a journal. Those of entries are made of the ledger again; others stand in the journal as they are.
enum JournaledEvents: Hashable, Sendable {
  /// The next entries of the ledger.
  case entries(Int, traceID: String)
  case other(Event)

  var json: JSONValue {
    switch self {
    case .entries(let count, let traceID): return .array([.integer(count), .text(traceID)])
    case .other(let event):
      var object = event.json
      object["seq"] = nil
      object["stream_id"] = nil
      return .object(object)
    }
  }

  init?(json value: JSONValue) {
    if let parts = value.arrayValue {
      guard parts.count == 2, let count = parts[0].integerValue, count > 0, let traceID = parts[1].stringValue else { return nil }
      self = .entries(count, traceID: traceID)
    } else {
      let numbered = value.objectValue?.with("seq", .integer(0)).with("stream_id", .text(""))
      guard let event = numbered.flatMap({ Event(json: .object($0)) }) else { return nil }
      self = .other(event)
    }
  }
}

extension [JournaledEvents] {
  /// Adds an event behind the others.
  mutating func note(_ event: Event) {
    guard event.isOfEntry else { return append(.other(event)) }
    if case .entries(let count, event.traceID) = last {
      self[self.count - 1] = .entries(count + 1, traceID: event.traceID)
    } else {
      append(.entries(1, traceID: event.traceID))
    }
  }
}

extension Event {
  /// Whether it tells of an entry of the ledger.
  var isOfEntry: Bool { payload.text("entry_id") != nil }
}
