package import TruthsJSON
package import TruthsLedger
package import TruthsText

/// One event of a session's stream (contract §13.3).
///
/// The payload of an event for a ledger entry is the whole entry (`entry_id`, `actor`, `truth_id`, `payload` …). A fact that is
/// streamed before its decision has a payload of the same form, with `"provisional": true` and without `entry_id` and
/// `sequence`. If the decision is no acceptance, the fact is dropped: it is sent once more, with `"dropped": true` and the
/// `reason`. The payload of a status event is the object of §1.8.
package struct Event: Hashable, Sendable {
  /// The job. There is one job for each run: `job_` and the part of the run's id after `run_`.
  package var jobID: String
  package var streamID: String
  /// The position in the stream, counted from 1, without gaps.
  package var seq: Int
  /// The `seq` of the previous event, in a subscription that omits some events; `nil` if the previous event is `seq - 1`.
  package var prevSeq: Int?
  /// The number of ledger entries at the time of the event, including the event's own entry.
  package var contextVersion: Int
  package var correlationID: String
  package var traceID: String
  package var type: Kind
  package var timestamp: Timestamp
  package var payload: JSONObject

  package init(
    jobID: String, streamID: String, seq: Int, prevSeq: Int? = nil, contextVersion: Int, correlationID: String,
    traceID: String, type: Kind, timestamp: Timestamp, payload: JSONObject
  ) {
    self.jobID = jobID
    self.streamID = streamID
    self.seq = seq
    self.prevSeq = prevSeq
    self.contextVersion = contextVersion
    self.correlationID = correlationID
    self.traceID = traceID
    self.type = type
    self.timestamp = timestamp
    self.payload = payload
  }

  /// The kind of an event: the four kinds of entries, and the status of a run.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case fact, proposal, trace, decision, status
  }
}

/// The content of an event, in the form that its writer produces at the lowest cost.
package enum EventContent {
  case entry(Entry)
  case object(JSONObject)
  /// A fact that no decision has accepted yet. `droppedBecause` is the reason for which the fact is dropped; otherwise `nil`.
  case provisional(any EntryPayload, runID: String, correlationID: String, droppedBecause: String?)

  /// The payload of the event.
  var object: JSONObject {
    switch self {
    case .object(let object): object
    case .entry, .provisional: JSONObject { writeCompact(to: &$0) }
    }
  }

  /// Appends the payload as JSON without white space.
  func writeCompact(to buffer: inout ByteBuffer) {
    switch self {
    case .object(let object): buffer.writeCompact(.object(object))
    case .entry(let entry): entry.writeCompact(to: &buffer)
    case .provisional(let fact, let runID, let correlationID, let reason):
      buffer.append(#"{"entry_type":"fact","run_id":"# as StaticString)
      buffer.write(runID)
      buffer.append(#","correlation_id":"# as StaticString)
      buffer.write(correlationID)
      buffer.append(#","provisional":true"# as StaticString)
      if let reason {
        buffer.append(#","dropped":true,"reason":"# as StaticString)
        buffer.write(reason)
      }
      buffer.append(#","payload":"# as StaticString)
      fact.writeCompact(to: &buffer)
      buffer.append(UInt8(ascii: "}"))
    }
  }
}

extension Event {
  /// The event as JSON, with the members of contract §13.3 in order.
  package var json: JSONObject {
    var object: JSONObject = ["job_id": .text(jobID), "stream_id": .text(streamID), "seq": .integer(seq)]
    object["prev_seq"] = prevSeq.map { .integer($0) }
    object["context_version"] = .integer(contextVersion)
    object["correlation_id"] = .text(correlationID)
    object["trace_id"] = .text(traceID)
    object["event_type"] = .text(type.rawValue)
    object["timestamp"] = .text(timestamp.text)
    object["payload"] = .object(payload)
    return object
  }

  /// Creates an event from JSON; `nil` if a member is missing or of the wrong kind.
  package init?(json value: JSONValue) {
    guard let object = value.objectValue, let jobID = object.text("job_id"), let streamID = object.text("stream_id"),
      let seq = object.integer("seq"), let version = object.integer("context_version"),
      let correlationID = object.text("correlation_id"), let traceID = object.text("trace_id"),
      let type = object.text("event_type").flatMap(Kind.init(rawValue:)),
      let timestamp = object.text("timestamp").flatMap(Timestamp.init(text:)), let payload = object.object("payload")
    else { return nil }
    self.init(
      jobID: jobID, streamID: streamID, seq: seq, prevSeq: object.integer("prev_seq"), contextVersion: version,
      correlationID: correlationID, traceID: traceID, type: type, timestamp: timestamp, payload: payload)
  }

  /// The run that the event belongs to; `nil` if the payload names no run.
  package var runID: String? { payload.text("run_id") }

  /// Whether the event is a fact that no decision has accepted yet.
  package var isProvisional: Bool { type == .fact && payload.isTrue("provisional") }

  /// Whether the event reports that a provisional fact was dropped.
  package var isDropped: Bool { isProvisional && payload.isTrue("dropped") }
}

/// The ids of the protocol. Each id is derived from data, so that the same session on the same context sends the same bytes.
package enum Identity {
  /// Returns the job of a run: the run's id with `job_` instead of `run_`. A run id without that prefix is hashed.
  package static func job(ofRun runID: String) -> String {
    runID.hasPrefix("run_") ? "job_" + runID.dropFirst(4) : "job_" + digest(runID)
  }

  /// Returns the id of a session's stream, derived from the context at its start and the truth set.
  package static func stream(head: String, truthsHash: String) -> String { "str_" + digest(head + "/" + truthsHash) }

  /// Returns the id of the distributed trace for the events of a run whose proposal gives no `trace_id`.
  package static func trace(ofRun runID: String) -> String { "trc_" + digest(runID) }

  /// Returns the first 16 hexadecimal digits of the SHA-256 of a text's UTF-8 bytes.
  package static func digest(_ text: String) -> String { digest(Array(text.utf8)) }

  /// Returns the first 16 hexadecimal digits of the SHA-256 of some bytes.
  package static func digest(_ bytes: [UInt8]) -> String { Digest(of: bytes).first16 }
}

extension JSONObject {
  /// Returns the text of a member; `nil` if the member is absent or not a text.
  package func text(_ name: String) -> String? { self[name]?.stringValue }

  /// Returns the whole number of a member; `nil` if the member is absent or not a whole number.
  package func integer(_ name: String) -> Int? { self[name]?.integerValue }

  /// Returns the object of a member; `nil` if the member is absent or not an object.
  package func object(_ name: String) -> JSONObject? { self[name]?.objectValue }

  /// Returns the texts of a member that is a list. Other elements are omitted; any other member gives an empty list.
  package func texts(_ name: String) -> [String] { self[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// Returns whether a member is `true`.
  package func isTrue(_ name: String) -> Bool { self[name] == .boolean(true) }

  /// Returns a copy with a member set; a new member comes last.
  package func with(_ name: String, _ value: JSONValue) -> JSONObject {
    var copy = self
    copy[name] = value
    return copy
  }
}

extension JSONValue {
  /// Returns a whole number as JSON.
  package static func integer(_ number: Int) -> JSONValue { .number(Decimal(number)) }

  /// The value as a whole number; `nil` if it is not a whole number, or too large for `Int`.
  package var integerValue: Int? {
    guard case .number(let decimal) = self, decimal.scale == 0 else { return nil }
    return Int(exactly: decimal.coefficient)
  }

  /// Returns a list of texts as JSON.
  package static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .text($0) }) }
}
