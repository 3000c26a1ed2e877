import TruthsRuntime

/// The recent events of a stream, in order. For older ones clients get a snapshot, or the store is read.
struct EventLog: Sendable {
  /// Minimum number of kept events; up to twice as many are kept.
  private let limit: Int
  private var events: [LoggedEvent] = []
  /// The `seq` before the first kept event.
  private(set) var droppedSeq = 0

  /// - Parameter droppedSeq: the `seq` before the first event.
  init(keeping limit: Int, behind droppedSeq: Int = 0) {
    self.limit = max(1, limit)
    self.droppedSeq = droppedSeq
  }

  /// The `seq` of the last event; 0 before the first.
  var lastSeq: Int { droppedSeq + events.count }

  /// Appends an event, whose `seq` must be the next one.
  ///
  /// - Complexity: O(1) amortized: old events are dropped many at a time.
  mutating func append(_ event: LoggedEvent) {
    events.append(event)
    guard events.count >= 2 * limit else { return }
    events.removeFirst(events.count - limit)
    droppedSeq = event.event.seq - events.count
  }

  /// The event with a `seq`; `nil` if it is not kept.
  subscript(seq: Int) -> LoggedEvent? {
    let place = seq - droppedSeq - 1
    return events.indices.contains(place) ? events[place] : nil
  }

  /// Returns the kept events from one `seq` to another, both included.
  func slice(from first: Int, to last: Int) -> ArraySlice<LoggedEvent> {
    let (start, end) = (max(first, droppedSeq + 1), min(last, lastSeq))
    return start <= end ? events[(start - droppedSeq - 1)...(end - droppedSeq - 1)] : []
  }

  var all: [Event] { events.map(\.event) }

  /// All kept events with their owners.
  var logged: [LoggedEvent] { events }
}

/// An event with the owner that decides who may read it.
struct LoggedEvent: Sendable {
  var event: Event
  var subject: ReadSubject
}
