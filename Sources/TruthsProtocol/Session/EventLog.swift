import TruthsRuntime

/// The recent events of a stream, in order. Older ones are dropped: who asks for them gets a snapshot, or reads the store.
struct EventLog: Sendable {
  /// How many are kept at least.
  private let limit: Int
  private var events: [LoggedEvent] = []
  /// The `seq` before the first one that is kept.
  private(set) var droppedSeq = 0

  /// - Parameter droppedSeq: the `seq` before the first one.
  init(keeping limit: Int, behind droppedSeq: Int = 0) {
    self.limit = max(1, limit)
    self.droppedSeq = droppedSeq
  }

  /// The `seq` of the last event; 0 before the first.
  var lastSeq: Int { droppedSeq + events.count }

  /// Appends an event, whose `seq` is the next one.
  ///
  /// - Complexity: O(1) on average: old events are dropped many at a time.
  mutating func append(_ event: LoggedEvent) {
    events.append(event)
    guard events.count >= 2 * limit else { return }
    events.removeFirst(events.count - limit)
    droppedSeq = event.event.seq - events.count
  }

  /// The event of a `seq`; `nil` where it is not kept.
  subscript(seq: Int) -> LoggedEvent? {
    let place = seq - droppedSeq - 1
    return events.indices.contains(place) ? events[place] : nil
  }

  /// The events from one `seq` to another, both included, as far as they are kept.
  func slice(from first: Int, to last: Int) -> ArraySlice<LoggedEvent> {
    let (start, end) = (max(first, droppedSeq + 1), min(last, lastSeq))
    return start <= end ? events[(start - droppedSeq - 1)...(end - droppedSeq - 1)] : []
  }

  /// All that are kept.
  var all: [Event] { events.map(\.event) }

  /// All that are kept, with whose they are.
  var logged: [LoggedEvent] { events }
}

/// An event, and what decides who may see it.
struct LoggedEvent: Sendable {
  var event: Event
  var subject: ReadSubject
}
