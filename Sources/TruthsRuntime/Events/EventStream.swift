import TruthsJSON
import TruthsLedger
import TruthsText

/// Gives events their `seq`. One stream, one numbering from 1 without gaps.
package struct EventStream: Hashable, Sendable {
  package let streamID: String
  /// The `seq` of the last event made; 0 before the first.
  package private(set) var lastSeq = 0

  package init(streamID: String) { self.streamID = streamID }

  /// What the events of one run share.
  struct Thread: Equatable {
    var runID: String
    var correlationID: String
    var traceID: String
  }

  /// The event of a ledger entry, whose sequence is the context's version.
  mutating func event(of entry: Entry, traceID: String) -> Event {
    let thread = Thread(runID: entry.runID, correlationID: entry.correlationID, traceID: entry.traceID ?? traceID)
    return event(
      Event.Kind(entry.type), thread, version: entry.sequence, at: entry.timestamp, payload: EventContent.entry(entry).object)
  }

  /// An event that stands for no entry.
  mutating func event(
    _ kind: Event.Kind, _ thread: Thread, version: Int, at timestamp: Timestamp, payload: JSONObject
  ) -> Event {
    lastSeq += 1
    return Event(
      jobID: Identity.job(ofRun: thread.runID), streamID: streamID, seq: lastSeq, contextVersion: version,
      correlationID: thread.correlationID, traceID: thread.traceID, type: kind, timestamp: timestamp, payload: payload)
  }
}

extension Event.Kind {
  init(_ type: Entry.EntryType) {
    switch type {
    case .fact: self = .fact
    case .proposal: self = .proposal
    case .trace: self = .trace
    case .decision: self = .decision
    }
  }
}
