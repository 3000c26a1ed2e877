package import TruthsJSON
package import TruthsText

/// One event of a session's stream, contract §13.3.
///
/// The payload of an event that stands for a ledger entry is that entry, whole (`entry_id`, `actor`, `truth_id`, `payload` …). A
/// fact streamed before its decision has a payload of the same form with `"provisional": true` and neither `entry_id` nor
/// `sequence`; one dropped after a halt is sent once more, with `"dropped": true` and the `reason`. The payload of a status event
/// is §1.8's object.
package struct Event: Hashable, Sendable {
  /// The job, one per run: `job_` and what follows `run_` in the run's id.
  package var jobID: String
  package var streamID: String
  /// Place in the stream, from 1, without gaps.
  package var seq: Int
  /// Entries of the ledger at the moment of the event, this one included.
  package var contextVersion: Int
  package var correlationID: String
  package var traceID: String
  package var type: Kind
  package var timestamp: Timestamp
  package var payload: JSONObject

  package init(
    jobID: String, streamID: String, seq: Int, contextVersion: Int, correlationID: String, traceID: String, type: Kind,
    timestamp: Timestamp, payload: JSONObject
  ) {
    self.jobID = jobID
    self.streamID = streamID
    self.seq = seq
    self.contextVersion = contextVersion
    self.correlationID = correlationID
    self.traceID = traceID
    self.type = type
    self.timestamp = timestamp
    self.payload = payload
  }

  /// What an event tells of: the four kinds of entries, and the status of a run.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case fact, proposal, trace, decision, status
  }
}
