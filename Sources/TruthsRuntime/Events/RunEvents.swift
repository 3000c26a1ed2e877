import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// The events of one run, in the order in which they happen (runtime.md §4 and §5).
///
/// The status `running`; what closing the context appended; the proposal; the facts as far as they are known, provisional; the
/// decision; after a decision other than an acceptance every provisional fact once more, dropped; the entries that follow; the
/// run's status last. An answer that was given before appended nothing: its decision is told with `"replay": true`, then its
/// status.
package enum RunEvents {
  /// The events of an outcome, numbered from 1: what `truths run --format ndjson` prints, one a line.
  package static func events(of outcome: RunOutcome) -> [Event] {
    var stream = EventStream(streamID: Identity.stream(head: outcome.before.head, truthsHash: outcome.truthsHash))
    return events(of: outcome, stream: &stream)
  }

  /// The events of an outcome, numbered on from what the stream has told already.
  package static func events(of outcome: RunOutcome, stream: inout EventStream) -> [Event] {
    var telling = Telling(outcome: outcome, stream: stream)
    let events = telling.events()
    stream = telling.stream
    return events
  }
}

/// One outcome while it is told.
private struct Telling {
  let outcome: RunOutcome
  var stream: EventStream
  private let thread: EventStream.Thread
  private let entries: [JSONObject]
  private var version: Int

  init(outcome: RunOutcome, stream: EventStream) {
    self.outcome = outcome
    self.stream = stream
    entries = outcome.entries.map { $0.json }
    version = outcome.before.size
    let decision = entries.last { $0.text("entry_type") == "decision" }
    let proposal = entries.first { $0.text("entry_type") == "proposal" }?.object("payload")
    let correlation = decision?.text("correlation_id") ?? outcome.traces.first?.text("correlation_id") ?? ""
    let trace = proposal?.text("trace_id") ?? proposal?.object("proposal")?.text("trace_id")
    let runID = outcome.run.runID
    thread = EventStream.Thread(runID: runID, correlationID: correlation, traceID: trace ?? Identity.trace(ofRun: runID))
  }

  mutating func events() -> [Event] {
    if outcome.entries.isEmpty { return [replayedDecision(), finalStatus()] }
    var events = [runningStatus()]
    for (entry, json) in zip(outcome.entries, entries) {
      let isDecision = json.text("entry_type") == "decision" && json.text("run_id") == thread.runID
      if isDecision { events += outcome.provisionalFacts.map { provisional($0, isDropped: false) } }
      version = json.integer("sequence") ?? version + 1
      events.append(stream.event(ofEntry: json, traceID: thread.traceID, at: entry.timestamp))
      if isDecision, outcome.decision != .accepted { events += outcome.provisionalFacts.map { provisional($0, isDropped: true) } }
    }
    events.append(finalStatus())
    return events
  }

  private mutating func runningStatus() -> Event {
    var state = outcome.run
    let added = outcome.entries.indices.count { entries[$0].text("entry_type") == "fact" }
    state.status = .running
    state.waitingFor = []
    state.factsCount = max(0, state.factsCount - added)
    return stream.event(.status, thread, version: version, at: state.lastActivity, payload: state.json)
  }

  private mutating func finalStatus() -> Event {
    var payload = outcome.run.json
    if outcome.run.status == .halted {
      payload["halt_reason"] = .text(outcome.reason)
      payload["halt_truth_id"] = .text(outcome.truthID)
    }
    return stream.event(.status, thread, version: outcome.after.size, at: outcome.run.lastActivity, payload: payload)
  }

  private mutating func provisional(_ fact: JSONObject, isDropped: Bool) -> Event {
    var payload: JSONObject = [
      "entry_type": .text("fact"), "run_id": .text(thread.runID), "correlation_id": .text(thread.correlationID),
      "provisional": .boolean(true),
    ]
    if isDropped {
      payload["dropped"] = .boolean(true)
      payload["reason"] = .text(outcome.reason)
    }
    payload["payload"] = .object(fact)
    return stream.event(.fact, thread, version: version, at: outcome.run.lastActivity, payload: payload)
  }

  /// The decision of an answer that was given before; it has no entry of its own now, so no `entry_id`.
  private mutating func replayedDecision() -> Event {
    let decision: JSONObject = [
      "status": .text(outcome.run.status.rawValue), "decision": .text(outcome.decision.rawValue),
      "truth_id": .text(outcome.truthID), "reason": .text(outcome.reason),
      "violations": .array(outcome.violations.map { .object($0.json(source: nil)) }),
      "waiting_for": .texts(outcome.run.waitingFor), "input_hash": .text(outcome.inputHash),
      "output_hash": .text(outcome.outputHash),
    ]
    let payload: JSONObject = [
      "entry_type": .text("decision"), "run_id": .text(thread.runID), "correlation_id": .text(thread.correlationID),
      "truth_id": .text(outcome.truthID), "replay": .boolean(true), "payload": .object(decision),
    ]
    return stream.event(.decision, thread, version: version, at: outcome.run.lastActivity, payload: payload)
  }
}
