import TruthsJSON
import TruthsRuntime

/// Changes of a session that are not saved yet.
struct Unsaved: Sendable {
  /// Number of the ledger's entries that are saved or were taken for saving.
  let ledgerSize: Int
  /// Events that are not saved yet, in the journal's form.
  private(set) var events: [JournaledEvents] = []
  /// Changes by control messages that are not saved yet.
  var changes: [SteeringChange] = []
  /// First line of a new journal.
  var beginning: [UInt8] = []

  init(behind ledgerSize: Int) { self.ledgerSize = ledgerSize }

  var hasNews: Bool { !events.isEmpty || !changes.isEmpty }

  var isEmpty: Bool { !hasNews && beginning.isEmpty }

  mutating func note(_ event: Event) { events.note(event) }
}

/// Events in a journal's form. Events of entries are recreated from the ledger; others are stored.
enum JournaledEvents: Hashable, Sendable {
  /// A number of events for the ledger's next entries.
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
  /// Whether the event reports an entry of the ledger.
  var isOfEntry: Bool { payload.text("entry_id") != nil }
}
