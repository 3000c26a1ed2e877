package import TruthsJSON
import TruthsText

extension Event {
  /// The object of contract §13.3, in its field order.
  package var json: JSONObject {
    [
      "job_id": .text(jobID), "stream_id": .text(streamID), "seq": .integer(seq), "context_version": .integer(contextVersion),
      "correlation_id": .text(correlationID), "trace_id": .text(traceID), "event_type": .text(type.rawValue),
      "timestamp": .text(timestamp.text), "payload": .object(payload),
    ]
  }

  /// An event as it came over a transport; `nil` where a field is missing or of the wrong kind.
  package init?(json value: JSONValue) {
    guard let object = value.objectValue, let jobID = object.text("job_id"), let streamID = object.text("stream_id"),
      let seq = object.integer("seq"), let version = object.integer("context_version"),
      let correlationID = object.text("correlation_id"), let traceID = object.text("trace_id"),
      let type = object.text("event_type").flatMap(Kind.init(rawValue:)),
      let timestamp = object.text("timestamp").flatMap(Timestamp.init(text:)), let payload = object.object("payload")
    else { return nil }
    self.init(
      jobID: jobID, streamID: streamID, seq: seq, contextVersion: version, correlationID: correlationID, traceID: traceID,
      type: type, timestamp: timestamp, payload: payload)
  }

  /// The run that the event belongs to.
  package var runID: String? { payload.text("run_id") }

  /// Whether this is a fact that no decision has accepted yet.
  package var isProvisional: Bool { type == .fact && payload.isTrue("provisional") }

  /// Whether this takes a provisional fact back.
  package var isDropped: Bool { isProvisional && payload.isTrue("dropped") }
}
