package import TruthsJSON
package import TruthsRuntime
import TruthsText

/// A request to resume a stream after a `seq`, with the filter for its events.
package struct Resumption: Hashable, Sendable {
  /// The `seq` after which the client continues.
  package var seq: Int
  /// Whether the client also wants future events. A poll of the REST fallback does not.
  package var isSubscribing: Bool
  package var filter: StreamFilter
  /// Stream to which `seq` belongs; `nil` if the client does not say.
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

  /// - Parameter subscribes: the value of `subscribe` if the object has no such member.
  init?(json object: JSONObject, subscribes: Bool) {
    guard let seq = object.integer("resume_from_seq"), let filter = StreamFilter(json: object) else { return nil }
    let subscribe = object["subscribe"].map { $0 == .boolean(true) } ?? subscribes
    self.init(from: seq, subscribe: subscribe, filter: filter, streamID: object.text("stream_id"))
  }
}

/// The events of a stream that a client wants (contract §14.1). A status event has no entry type; it passes if its run does.
package struct StreamFilter: Hashable, Sendable {
  package var correlationID: String?
  package var runID: String?
  /// Types of the wanted entries; `nil` means all. An event of a provisional fact counts as one of a fact.
  package var entryTypes: Set<Event.Kind>?

  package init(correlationID: String? = nil, runID: String? = nil, entryTypes: Set<Event.Kind>? = nil) {
    self.correlationID = correlationID
    self.runID = runID
    self.entryTypes = entryTypes
  }

  /// Whether the filter passes every event.
  package var isEmpty: Bool { correlationID == nil && runID == nil && entryTypes == nil }

  func includes(_ event: Event) -> Bool {
    (correlationID.map { Text($0) == Text(event.correlationID) } ?? true)
      && (runID.map { Text($0) == event.runID.map { Text($0) } } ?? true)
      && (entryTypes.map { event.type == .status || $0.contains(event.type) } ?? true)
  }

  /// Whether the filter passes the events of a run.
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

  /// - Returns: `nil` if a member has the wrong kind or names an unknown entry type. An empty list means all.
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
