import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsText

/// The events of one run, in order (runs §10.5 and sessions §2.2).
///
/// The order is: the status `running`; the entries of closing the context; the proposal; the provisional facts; the decision.
/// If the decision is not an acceptance, every provisional fact follows again, as dropped. Then the other entries and the final
/// status of the run follow. A repeated answer appends no entries: its events are its decision with `"replay": true`, and its
/// status.
package enum RunEvents {
  /// Returns the events of an outcome, numbered from 1.
  package static func events(of outcome: RunOutcome) -> [Event] {
    var stream = EventStream(streamID: Identity.stream(head: outcome.before.head, truthsHash: outcome.truthsHash))
    return events(of: outcome, stream: &stream)
  }

  /// Returns the events of an outcome, numbered after the last event of the stream.
  package static func events(of outcome: RunOutcome, stream: inout EventStream) -> [Event] {
    RunEventList(outcome).events.map {
      stream.event($0.kind, $0.thread, version: $0.version, at: $0.timestamp, payload: $0.content.object)
    }
  }

  /// Appends the events of an outcome, one event in each line, numbered from 1. `truths run --format ndjson` prints this form.
  package static func write(_ outcome: RunOutcome, to buffer: inout ByteBuffer) {
    let streamID = Identity.stream(head: outcome.before.head, truthsHash: outcome.truthsHash)
    for (place, event) in RunEventList(outcome).events.enumerated() {
      event.write(to: &buffer, streamID: streamID, seq: place + 1)
      buffer.append(UInt8(ascii: "\n"))
    }
  }
}

/// An event before it is numbered.
private struct UnnumberedEvent {
  var kind: Event.Kind
  var thread: EventStream.Thread
  var version: Int
  var timestamp: Timestamp
  var content: EventContent

  /// Appends the object of contract §13.3, with its members in order.
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

/// Collects the events of one outcome.
private struct RunEventList {
  private let outcome: RunOutcome
  private let thread: EventStream.Thread
  private var version: Int
  private(set) var events: [UnnumberedEvent] = []

  init(_ outcome: RunOutcome) {
    self.outcome = outcome
    version = outcome.before.size
    let proposal = outcome.entries.first { $0.type == .proposal }?.payload
    let trace = proposal?.text("trace_id") ?? proposal?.object("proposal")?.text("trace_id")
    let runID = outcome.run.runID
    thread = EventStream.Thread(
      runID: runID, correlationID: outcome.correlationID, traceID: trace ?? Identity.trace(ofRun: runID))
    collect()
  }

  private mutating func collect() {
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
      events.append(
        UnnumberedEvent(
          kind: Event.Kind(entry.type), thread: own, version: version, timestamp: entry.timestamp, content: .entry(entry)))
      if isDecision, outcome.decision != .accepted {
        for fact in outcome.provisionalFacts { add(provisional: fact, isDropped: true) }
      }
    }
    addFinalStatus()
  }

  private mutating func add(_ kind: Event.Kind, _ content: EventContent) {
    events.append(
      UnnumberedEvent(kind: kind, thread: thread, version: version, timestamp: outcome.run.lastActivity, content: content))
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

  /// The decision of an answer that repeats an earlier one. No entry is appended for it, so it has no `entry_id`.
  private var replayedDecision: JSONObject {
    let decision: JSONObject = [
      "status": .text(outcome.run.status.rawValue), "decision": .text(outcome.decision.rawValue),
      "truth_id": .text(outcome.truthID), "reason": .text(outcome.reason),
      "violations": .array(outcome.violations.map { .object($0.json(source: nil)) }),
      "waiting_for": .texts(outcome.run.waitingFor.words), "input_hash": .text(outcome.inputHash),
      "output_hash": .text(outcome.outputHash),
    ]
    return [
      "entry_type": .text("decision"), "run_id": .text(thread.runID), "correlation_id": .text(thread.correlationID),
      "truth_id": .text(outcome.truthID), "replay": .boolean(true), "payload": .object(decision),
    ]
  }
}

/// Numbers the events of one stream from 1, without gaps.
package struct EventStream: Hashable, Sendable {
  package let streamID: String
  /// The `seq` of the last event made; 0 before the first.
  package private(set) var lastSeq = 0

  /// Creates a stream.
  ///
  /// - Parameter lastSeq: the last number that the stream has used; 0 if it has used none.
  package init(streamID: String, lastSeq: Int = 0) {
    self.streamID = streamID
    self.lastSeq = lastSeq
  }

  /// The ids that the events of one run share.
  package struct Thread: Equatable {
    package var runID: String
    package var correlationID: String
    package var traceID: String

    package init(runID: String, correlationID: String, traceID: String) {
      self.runID = runID
      self.correlationID = correlationID
      self.traceID = traceID
    }
  }

  /// Returns the event of a ledger entry. The entry's sequence is the event's context version.
  package mutating func event(of entry: Entry, traceID: String) -> Event {
    let thread = Thread(runID: entry.runID, correlationID: entry.correlationID, traceID: entry.traceID ?? traceID)
    return event(
      Event.Kind(entry.type), thread, version: entry.sequence, at: entry.timestamp, payload: EventContent.entry(entry).object)
  }

  /// Returns an earlier event with the next number of this stream.
  package mutating func event(again event: Event) -> Event {
    lastSeq += 1
    var numbered = event
    (numbered.streamID, numbered.seq) = (streamID, lastSeq)
    return numbered
  }

  /// Returns an event that has no ledger entry.
  package mutating func event(
    _ kind: Event.Kind, _ thread: Thread, version: Int, at timestamp: Timestamp, payload: JSONObject
  ) -> Event {
    lastSeq += 1
    return Event(
      jobID: Identity.job(ofRun: thread.runID), streamID: streamID, seq: lastSeq, contextVersion: version,
      correlationID: thread.correlationID, traceID: thread.traceID, type: kind, timestamp: timestamp, payload: payload)
  }
}

extension Event.Kind {
  init(_ type: Entry.EntryType) {
    switch type {
    case .fact: self = .fact
    case .proposal: self = .proposal
    case .trace: self = .trace
    case .decision: self = .decision
    }
  }
}
