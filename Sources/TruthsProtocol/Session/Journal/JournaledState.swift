import TruthsJSON
import TruthsRuntime
import TruthsText

/// What a session is at one point of its stream, as far as the ledger does not say it: a journal begins with it in the place of
/// all lines that led there (sessions §11).
struct JournaledState: Hashable, Sendable {
  /// The events that are kept in memory, and by event the organisation that it belongs to.
  var events: [JournaledEvents]
  var organisations: [String?]
  /// The `seq` before the first of them.
  var droppedSeq: Int
  /// How many entries the ledger has before the first of them that is one.
  var entriesBefore: Int
  /// What all events up to a `seq` come to.
  var view: ContextView
  var viewSeq: Int
  var requests: ApprovalRequests
  /// What control messages have set.
  var changes: [SteeringChange]

  /// - Parameters:
  ///   - events: those that are kept, with whose they are.
  ///   - size: how many entries the ledger has.
  init(
    _ events: [LoggedEvent], behind droppedSeq: Int, _ view: ContextView, upTo viewSeq: Int, _ requests: ApprovalRequests,
    _ steering: Steering, ofLedger size: Int
  ) {
    self.events = events.reduce(into: []) { $0.note($1.event) }
    organisations = events.map(\.subject.organisation)
    self.droppedSeq = droppedSeq
    // The version of the context behind an entry is its sequence.
    entriesBefore = events.first { $0.event.isOfEntry }.map { $0.event.contextVersion - 1 } ?? size
    self.view = view
    self.viewSeq = viewSeq
    self.requests = requests
    changes = steering.changes
  }

  var json: JSONObject {
    [
      "changes": .array(changes.map { .object($0.json) }), "dropped_seq": .integer(droppedSeq),
      "entries_before": .integer(entriesBefore), "events": .array(events.map(\.json)),
      "organisations": .array(organisations.map { $0.map { .text($0) } ?? .null }), "requests": requests.json,
      "view": .object(view.keptJSON), "view_seq": .integer(viewSeq),
    ]
  }

  init?(json object: JSONObject) {
    guard let changed = object["changes"]?.arrayValue, let told = object["events"]?.arrayValue,
      let droppedSeq = object.integer("dropped_seq"), let entriesBefore = object.integer("entries_before"),
      let organisations = object["organisations"]?.arrayValue,
      let view = object.object("view").flatMap({ ContextView(kept: $0) }),
      let viewSeq = object.integer("view_seq"), let requests = object["requests"].flatMap({ ApprovalRequests(json: $0) })
    else { return nil }
    (changes, events) = (changed.compactMap { SteeringChange(json: $0) }, told.compactMap { JournaledEvents(json: $0) })
    guard changes.count == changed.count, events.count == told.count else { return nil }
    (self.droppedSeq, self.entriesBefore, self.view, self.viewSeq) = (droppedSeq, entriesBefore, view, viewSeq)
    self.organisations = organisations.map(\.stringValue)
    self.requests = requests
  }
}

extension Steering {
  /// Changes that lead to it from the beginning.
  var changes: [SteeringChange] {
    var changes: [SteeringChange] = [.budget(budget.members), .resumed(timeBegins)]
    changes += cancelled.map { .cancelled($0) }
    changes += held.map { .held($0) }
    changes += pausedRuns.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .pausedRun($0) }
    if isPaused { changes.append(.paused) }
    return changes
  }
}
