import TruthsJSON
import TruthsRuntime
import TruthsText

/// The state of a session at one point of its stream, without what the ledger holds.
///
/// A compacted journal begins with it in place of all earlier lines (sessions §11).
struct JournaledState: Hashable, Sendable {
  /// The events that are kept in memory.
  var events: [JournaledEvents]
  /// The owner of each event, as `org_id`.
  var organisations: [String?]
  /// The `seq` before the first event.
  var droppedSeq: Int
  /// Size of the ledger, in entries, before the first event of an entry.
  var entriesBefore: Int
  /// State derived from all events up to ``viewSeq``.
  var view: ContextView
  var viewSeq: Int
  var requests: ApprovalRequests
  /// Numbers of facts and of waiting runs at each of the events; `nil` in a journal of an earlier server.
  var counts: OwnedCounts?
  /// Changes by control messages.
  var changes: [SteeringChange]

  /// - Parameters:
  ///   - events: the kept events with their owners.
  ///   - size: the number of the ledger's entries.
  init(
    _ events: [LoggedEvent], behind droppedSeq: Int, _ view: ContextView, upTo viewSeq: Int, _ requests: ApprovalRequests,
    _ counts: OwnedCounts, _ steering: Steering, ofLedger size: Int
  ) {
    self.events = events.reduce(into: []) { $0.note($1.event) }
    organisations = events.map(\.subject.organisation)
    self.droppedSeq = droppedSeq
    // The context version of an entry's event is the sequence of that entry.
    entriesBefore = events.first { $0.event.isOfEntry }.map { $0.event.contextVersion - 1 } ?? size
    self.view = view
    self.viewSeq = viewSeq
    self.requests = requests
    self.counts = counts
    changes = steering.changes
  }

  var json: JSONObject {
    var object: JSONObject = [
      "changes": .array(changes.map { .object($0.json) }), "dropped_seq": .integer(droppedSeq),
      "entries_before": .integer(entriesBefore), "events": .array(events.map(\.json)),
      "organisations": .array(organisations.map { $0.map { .text($0) } ?? .null }), "requests": requests.json,
      "view": .object(view.keptJSON), "view_seq": .integer(viewSeq),
    ]
    object["counts"] = counts.map { .object($0.json) }
    return object
  }

  init?(json object: JSONObject) {
    guard let changed = object["changes"]?.arrayValue, let eventValues = object["events"]?.arrayValue,
      let droppedSeq = object.integer("dropped_seq"), let entriesBefore = object.integer("entries_before"),
      let organisations = object["organisations"]?.arrayValue,
      let view = object.object("view").flatMap({ ContextView(stored: $0) }),
      let viewSeq = object.integer("view_seq"), let requests = object["requests"].flatMap({ ApprovalRequests(json: $0) })
    else { return nil }
    (changes, events) = (changed.compactMap { SteeringChange(json: $0) }, eventValues.compactMap { JournaledEvents(json: $0) })
    guard changes.count == changed.count, events.count == eventValues.count else { return nil }
    (self.droppedSeq, self.entriesBefore, self.view, self.viewSeq) = (droppedSeq, entriesBefore, view, viewSeq)
    self.organisations = organisations.map(\.stringValue)
    self.requests = requests
    counts = object.object("counts").flatMap { OwnedCounts(json: $0) }
  }
}

extension Steering {
  /// The changes that produce this state from a new one.
  var changes: [SteeringChange] {
    var changes: [SteeringChange] = [.budget(budget.members), .resumed(timeBegins)]
    changes += cancelled.map { .cancelled($0) }
    changes += heldProposals.map { .held($0) }
    changes += pausedRuns.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .pausedRun($0) }
    if isPaused { changes.append(.paused) }
    return changes
  }
}
