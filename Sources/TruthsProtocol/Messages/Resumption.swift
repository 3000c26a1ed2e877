package import TruthsJSON
package import TruthsRuntime
import TruthsText

/// Where a client goes on in a stream, and what of it it wants.
package struct Resumption: Hashable, Sendable {
  /// The `seq` behind which it goes on.
  package var seq: Int
  /// Whether it also wants what comes from now on. A poll of the REST fallback does not.
  package var isSubscribing: Bool
  package var filter: StreamFilter
  /// The stream that its `seq` is of; `nil`: it does not say.
  package var streamID: String?

  package init(from seq: Int, subscribe: Bool, filter: StreamFilter = StreamFilter(), streamID: String? = nil) {
    self.seq = seq
    isSubscribing = subscribe
    self.filter = filter
    self.streamID = streamID
  }

  var json: JSONObject {
    var object: JSONObject = ["resume_from_seq": .integer(seq), "subscribe": .boolean(isSubscribing)]
    object["stream_id"] = streamID.map { .text($0) }
    for member in filter.json.members { object[member.name.string] = member.value }
    return object
  }

  /// - Parameter subscribes: whether it subscribes where it does not say.
  init?(json object: JSONObject, subscribes: Bool) {
    guard let seq = object.integer("resume_from_seq"), let filter = StreamFilter(json: object) else { return nil }
    let subscribe = object["subscribe"].map { $0 == .boolean(true) } ?? subscribes
    self.init(from: seq, subscribe: subscribe, filter: filter, streamID: object.text("stream_id"))
  }
}

/// Which events of a stream a client wants (contract §14.1); a status has no entry type, and comes in any case of its run.
package struct StreamFilter: Hashable, Sendable {
  package var correlationID: String?
  package var runID: String?
  /// `nil` means all; an event of a provisional fact is one of a fact.
  package var entryTypes: Set<Event.Kind>?

  package init(correlationID: String? = nil, runID: String? = nil, entryTypes: Set<Event.Kind>? = nil) {
    self.correlationID = correlationID
    self.runID = runID
    self.entryTypes = entryTypes
  }

  /// Whether it leaves nothing out.
  package var isEmpty: Bool { correlationID == nil && runID == nil && entryTypes == nil }

  func includes(_ event: Event) -> Bool {
    (correlationID.map { Text($0) == Text(event.correlationID) } ?? true)
      && (runID.map { Text($0) == event.runID.map { Text($0) } } ?? true)
      && (entryTypes.map { event.type == .status || $0.contains(event.type) } ?? true)
  }

  /// Whether a run is one of those that it lets through.
  func includes(_ run: RunView) -> Bool {
    (correlationID.map { Text($0) == Text(run.correlationID) } ?? true) && (runID.map { Text($0) == Text(run.runID) } ?? true)
  }

  var json: JSONObject {
    var object = JSONObject()
    object["correlation_id"] = correlationID.map { .text($0) }
    object["run_id"] = runID.map { .text($0) }
    object["entry_types"] = entryTypes.map { .texts($0.map(\.rawValue).sorted()) }
    return object
  }

  /// - Returns: `nil` where a member is of the wrong kind, or names no entry type; an empty list means all.
  package init?(json object: JSONObject) {
    for name in ["correlation_id", "run_id"] where object[name] != nil && object.text(name) == nil { return nil }
    self.init(correlationID: object.text("correlation_id"), runID: object.text("run_id"))
    guard let given = object["entry_types"] else { return }
    guard let names = given.arrayValue else { return nil }
    let kinds = names.map { $0.stringValue.flatMap(Event.Kind.init(rawValue:)) }
    if kinds.contains(where: { $0 == nil || $0 == .status }) { return nil }
    if !kinds.isEmpty { entryTypes = Set(kinds.compactMap(\.self)) }
  }
}
