import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsText

/// The events of one run, in the order in which they happen (runtime.md §4 and §5).
///
/// The status `running`; what closing the context appended; the proposal; the facts as far as they are known, provisional; the
/// decision; after a decision other than an acceptance every provisional fact once more, dropped; the entries that follow; the
/// run's status last. An answer that was given before appended nothing: its decision is told with `"replay": true`, then its
/// status.
package enum RunEvents {
  /// The events of an outcome, numbered from 1.
  package static func events(of outcome: RunOutcome) -> [Event] {
    var stream = EventStream(streamID: Identity.stream(head: outcome.before.head, truthsHash: outcome.truthsHash))
    return events(of: outcome, stream: &stream)
  }

  /// The events of an outcome, numbered on from what the stream has told already.
  package static func events(of outcome: RunOutcome, stream: inout EventStream) -> [Event] {
    Telling(outcome).told.map {
      stream.event($0.kind, $0.thread, version: $0.version, at: $0.timestamp, payload: $0.content.object)
    }
  }

  /// Appends the events of an outcome, numbered from 1, a line each: what `truths run --format ndjson` prints.
  package static func write(_ outcome: RunOutcome, to buffer: inout ByteBuffer) {
    let streamID = Identity.stream(head: outcome.before.head, truthsHash: outcome.truthsHash)
    for (place, told) in Telling(outcome).told.enumerated() {
      told.write(to: &buffer, streamID: streamID, seq: place + 1)
      buffer.append(UInt8(ascii: "\n"))
    }
  }
}

/// An event before it is numbered.
private struct ToldEvent {
  var kind: Event.Kind
  var thread: EventStream.Thread
  var version: Int
  var timestamp: Timestamp
  var content: EventContent

  /// Appends the object of contract §13.3, in its field order.
  func write(to buffer: inout ByteBuffer, streamID: String, seq: Int) {
    buffer.append(#"{"job_id":"# as StaticString)
    buffer.write(Identity.job(ofRun: thread.runID))
    buffer.append(#","stream_id":"# as StaticString)
    buffer.write(streamID)
    buffer.append(#","seq":"# as StaticString)
    buffer.append(decimal: seq)
    buffer.append(#","context_version":"# as StaticString)
    buffer.append(decimal: version)
    buffer.append(#","correlation_id":"# as StaticString)
    buffer.write(thread.correlationID)
    buffer.append(#","trace_id":"# as StaticString)
    buffer.write(thread.traceID)
    buffer.append(#","event_type":"# as StaticString)
    buffer.write(kind.rawValue)
    buffer.append(#","timestamp":"# as StaticString)
    buffer.write(timestamp.text)
    buffer.append(#","payload":"# as StaticString)
    content.writeCompact(to: &buffer)
    buffer.append(UInt8(ascii: "}"))
  }
}

/// One outcome while it is told.
private struct Telling {
  private let outcome: RunOutcome
  private let thread: EventStream.Thread
  private var version: Int
  private(set) var told: [ToldEvent] = []

  init(_ outcome: RunOutcome) {
    self.outcome = outcome
    version = outcome.before.size
    let proposal = outcome.entries.first { $0.type == .proposal }?.payload
    let trace = proposal?.text("trace_id") ?? proposal?.object("proposal")?.text("trace_id")
    let runID = outcome.run.runID
    thread = EventStream.Thread(
      runID: runID, correlationID: outcome.correlationID, traceID: trace ?? Identity.trace(ofRun: runID))
    tell()
  }

  private mutating func tell() {
    if outcome.entries.isEmpty {
      add(.decision, .object(replayedDecision))
      return addFinalStatus()
    }
    addRunningStatus()
    for entry in outcome.entries {
      let isDecision = entry.type == .decision && entry.runID == thread.runID
      if isDecision { for fact in outcome.provisionalFacts { add(provisional: fact, isDropped: false) } }
      version = entry.sequence
      let own = EventStream.Thread(
        runID: entry.runID, correlationID: entry.correlationID, traceID: entry.traceID ?? thread.traceID)
      told.append(
        ToldEvent(
          kind: Event.Kind(entry.type), thread: own, version: version, timestamp: entry.timestamp, content: .entry(entry)))
      if isDecision, outcome.decision != .accepted {
        for fact in outcome.provisionalFacts { add(provisional: fact, isDropped: true) }
      }
    }
    addFinalStatus()
  }

  private mutating func add(_ kind: Event.Kind, _ content: EventContent) {
    told.append(
      ToldEvent(kind: kind, thread: thread, version: version, timestamp: outcome.run.lastActivity, content: content))
  }

  private mutating func addRunningStatus() {
    var state = outcome.run
    let added = outcome.entries.count { $0.type == .fact }
    state.status = .running
    state.waitingFor = []
    state.factsCount = max(0, state.factsCount - added)
    add(.status, .object(state.json))
  }

  private mutating func addFinalStatus() {
    var payload = outcome.run.json
    if outcome.run.status == .halted {
      payload["halt_reason"] = .text(outcome.reason)
      payload["halt_truth_id"] = .text(outcome.truthID)
    }
    version = outcome.after.size
    add(.status, .object(payload))
  }

  private mutating func add(provisional fact: ProducedFact, isDropped: Bool) {
    let reason = isDropped ? outcome.reason : nil
    add(.fact, .provisional(fact.payload, runID: thread.runID, correlationID: thread.correlationID, droppedBecause: reason))
  }

  /// The decision of an answer that was given before; it has no entry of its own now, so no `entry_id`.
  private var replayedDecision: JSONObject {
    let decision: JSONObject = [
      "status": .text(outcome.run.status.rawValue), "decision": .text(outcome.decision.rawValue),
      "truth_id": .text(outcome.truthID), "reason": .text(outcome.reason),
      "violations": .array(outcome.violations.map { .object($0.json(source: nil)) }),
      "waiting_for": .texts(outcome.run.waitingFor), "input_hash": .text(outcome.inputHash),
      "output_hash": .text(outcome.outputHash),
    ]
    return [
      "entry_type": .text("decision"), "run_id": .text(thread.runID), "correlation_id": .text(thread.correlationID),
      "truth_id": .text(outcome.truthID), "replay": .boolean(true), "payload": .object(decision),
    ]
  }
}
