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
  struct Thread {
    var runID: String
    var correlationID: String
    var traceID: String
  }

  /// The event of a ledger entry, whose sequence is the context's version.
  mutating func event(ofEntry entry: JSONObject, traceID: String, at timestamp: Timestamp) -> Event {
    let kind = entry.text("entry_type").flatMap(Event.Kind.init(rawValue:)) ?? .trace
    let ownTrace = kind == .trace ? entry.object("payload")?.text("trace_id") : nil
    let runID = entry.text("run_id") ?? ""
    let thread = Thread(runID: runID, correlationID: entry.text("correlation_id") ?? "", traceID: ownTrace ?? traceID)
    return event(kind, thread, version: entry.integer("sequence") ?? 0, at: timestamp, payload: entry)
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
