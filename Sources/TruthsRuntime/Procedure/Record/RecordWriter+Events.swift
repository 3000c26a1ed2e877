import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Writes the events of a plain run as ``RunEvents`` tells them, a line each (runtime.md §4 and §5).
///
/// Only what is accepted has facts that are provisional before the decision: what is not ends before anything is produced, so
/// that nothing is dropped.
extension RecordWriter {
  mutating func writeEvents(to buffer: inout ByteBuffer) {
    nextEvent = 1
    openEvent("status", version: trail.first - 1, traceID: words.traceID, to: &buffer)
    writeState(.running, factsCount: recorder.factsCount, waitingFor: nil, to: &buffer)
    buffer.append("}}\n" as StaticString)
    writeEntries(to: &buffer)
    openEvent("status", version: trail.first + 1 + words.facts.count + trail.traces.count, traceID: words.traceID, to: &buffer)
    writeState(words.status, factsCount: recorder.factsCount + words.facts.count, waitingFor: words.waitingFor, to: &buffer)
    if words.status == .halted {
      buffer.append(#","halt_reason":"#, parts, words.reason)
      buffer.append(#","halt_truth_id":"#, parts, words.truthID)
    }
    buffer.append("}}\n" as StaticString)
  }

  /// Says what events tell of the run: its job, and the trace that they belong to.
  mutating func thread() {
    // `"run_` stands before the digits of a run's id, and a quote behind them.
    let digits = words.runID.dropFirst(5)
    words.jobID = parts.part { parts in
      parts.append(#""job_"# as StaticString)
      parts.append(again: digits)
    }
    guard envelope.traceID == 0 else {
      words.traceID = parts.part { $0.writePlain(tape, at: envelope.traceID) }
      return
    }
    scratch.truncate()
    scratch.append(parts, words.runID.withoutQuotes)
    let digest = Digest(in: &scratch)
    words.traceID = parts.part { $0.write("trc_", idOf: digest) }
  }

  /// Writes an event as far as its payload.
  mutating func openEvent(_ type: StaticString, version: Int, traceID: Range<Int>, to buffer: inout ByteBuffer) {
    buffer.append(parts, frame.event)
    buffer.append(decimal: nextEvent)
    buffer.append(#","context_version":"# as StaticString)
    buffer.append(decimal: version)
    buffer.append(parts, frame.correlation)
    buffer.append(parts, traceID)
    buffer.append(#","event_type":""# as StaticString)
    buffer.append(type)
    buffer.append(parts, frame.payload)
    nextEvent += 1
  }

  /// The facts as far as they are known before the decision.
  mutating func writeProvisionalFacts(to buffer: inout ByteBuffer) {
    guard words.decision == .accepted else { return }
    for fact in words.facts {
      openEvent("fact", version: trail.first, traceID: words.traceID, to: &buffer)
      buffer.append(#"{"entry_type":"fact","run_id":"#, parts, words.runID)
      buffer.append(#","correlation_id":"#, parts, words.correlationID)
      buffer.append(#","provisional":true,"payload":"#, parts, fact.payload)
      buffer.append("}}\n" as StaticString)
    }
  }
}
