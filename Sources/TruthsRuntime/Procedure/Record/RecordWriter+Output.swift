import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Writes the object of runtime.md §4, and hashes entries on the way.
extension RecordWriter {
  mutating func write(_ record: IntentRecord, to buffer: inout ByteBuffer) {
    let plan = record.plan
    buffer.append(#"{"decision":"# as StaticString)
    buffer.append(words.decision.written)
    buffer.append(#","truth_id":"# as StaticString)
    buffer.append(parts, words.truthID)
    buffer.append(#","reason":"# as StaticString)
    buffer.append(parts, words.reason)
    buffer.append(#","violations":["# as StaticString)
    for (turn, violation) in plan.violations.enumerated() {
      if turn > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.open(violation, record)
      buffer.append(#","source":"# as StaticString)
      buffer.append(record.clauses[violation.clause].source)
      buffer.append(UInt8(ascii: "}"))
    }
    buffer.append(UInt8(ascii: "]"))
    writeRun(to: &buffer)
    trail.begin(first: recorder.nextSequence, tree: recorder.tree)
    writeFacts(to: &buffer)
    writeTraces(record, to: &buffer)
    writeEntries(record, to: &buffer)
    buffer.append(#","proposal_id":"# as StaticString)
    buffer.append(parts, words.proposalID)
    buffer.append(#","proposal_hash":"# as StaticString)
    buffer.append(parts, words.proposalHash)
    buffer.append(#","input_hash":"# as StaticString)
    buffer.append(parts, words.inputHash)
    buffer.append(#","output_hash":"# as StaticString)
    buffer.append(parts, words.outputHash)
    buffer.append(#","context":{"before":"# as StaticString)
    buffer.append(recorder.before)
    buffer.append(#","after":{"head":"# as StaticString)
    buffer.write(trail.tree.head)
    buffer.append(#","size":"# as StaticString)
    buffer.append(decimal: trail.tree.size)
    buffer.append(#"}},"truths":"# as StaticString)
    buffer.append(recorder.truthsHash)
    buffer.append(#","governing":"# as StaticString)
    buffer.append(record.governing)
    buffer.append(UInt8(ascii: "}"))
  }

  private func writeRun(to buffer: inout ByteBuffer) {
    buffer.append(#","run":{"run_id":"# as StaticString)
    buffer.append(parts, words.runID)
    buffer.append(#","status":"# as StaticString)
    buffer.append(words.status.written)
    buffer.append(#","facts_count":"# as StaticString)
    buffer.append(decimal: recorder.factsCount + words.facts.count)
    buffer.append(#","pending_proposals":"# as StaticString)
    buffer.append(decimal: recorder.waitingCount + (words.status == .waiting ? 1 : 0))
    buffer.append(#","waiting_for":"# as StaticString)
    buffer.append(parts, words.waitingFor)
    buffer.append(#","last_activity":"# as StaticString)
    buffer.append(parts, words.timestamp)
    buffer.append(UInt8(ascii: "}"))
  }

  private mutating func writeFacts(to buffer: inout ByteBuffer) {
    buffer.append(#","facts":["# as StaticString)
    for (turn, fact) in words.facts.enumerated() {
      if turn > 0 { buffer.append(UInt8(ascii: ",")) }
      trail.facts.append(buffer.part { $0.append(parts, fact.payload) })
    }
    buffer.append(UInt8(ascii: "]"))
  }

  // MARK: Traces

  /// One per truth that fired, in id order; one per violation that is not advisory.
  private mutating func writeTraces(_ record: IntentRecord, to buffer: inout ByteBuffer) {
    let plan = record.plan
    buffer.append(#","traces":["# as StaticString)
    var sequence = trail.first + 2 + words.facts.count
    for truth in plan.fired {
      let (id, bareID) = record.id(ofTruth: truth)
      let written = parts.part { $0.append(id) }
      let isFirst = trail.traces.isEmpty
      let trace = RecordTrail.Trace(truthID: written, reason: words.reason, isHit: false, sequence: sequence)
      write(trace, bareID, isFirst: isFirst, to: &buffer)
      sequence += 1
    }
    for violation in plan.violations where violation.kind != .advisory {
      let clause = record.clauses[violation.clause]
      let written = parts.part { $0.append(clause.id) }
      let reason = parts.part { $0.append(plan.text, violation.reason.range) }
      let trace = RecordTrail.Trace(truthID: written, reason: reason, isHit: true, sequence: sequence)
      write(trace, clause.bareID, isFirst: trail.traces.isEmpty, to: &buffer)
      sequence += 1
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private mutating func write(
    _ given: RecordTrail.Trace, _ truthID: [UInt8], isFirst: Bool, to buffer: inout ByteBuffer
  ) {
    var trace = given
    scratch.truncate()
    scratch.append(parts, words.runID.dropFirst().dropLast())
    scratch.append(UInt8(ascii: "/"))
    scratch.append(truthID)
    scratch.append(UInt8(ascii: "/"))
    scratch.append(decimal: trace.sequence)
    let digest = Digest(of: scratch)
    trace.id = parts.part { $0.write("trc_", idOf: digest) }
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    trace.payload = buffer.part { buffer in
      buffer.append(#"{"trace_id":"# as StaticString)
      buffer.append(parts, trace.id)
      buffer.append(#","run_id":"# as StaticString)
      buffer.append(parts, words.runID)
      buffer.append(#","correlation_id":"# as StaticString)
      buffer.append(parts, words.correlationID)
      buffer.append(#","actor":"# as StaticString)
      buffer.append(actor.compact)
      buffer.append(#","action":"# as StaticString)
      writeAction(of: trace, to: &buffer)
      buffer.append(#","truth_id":"# as StaticString)
      buffer.append(parts, trace.truthID)
      buffer.append(#","input_hash":"# as StaticString)
      buffer.append(parts, words.inputHash)
      buffer.append(#","output_hash":"# as StaticString)
      buffer.append(parts, words.outputHash)
      buffer.append(#","decision":"# as StaticString)
      buffer.append(words.decision.written)
      buffer.append(#","reason":"# as StaticString)
      buffer.append(parts, trace.reason)
      buffer.append(#","timestamp":"# as StaticString)
      buffer.append(parts, words.timestamp)
      buffer.append(UInt8(ascii: "}"))
    }
    trail.traces.append(trace)
  }

  func writeAction(of trace: RecordTrail.Trace, to buffer: inout ByteBuffer) {
    if trace.isHit { buffer.append(#""guardrail.hit""# as StaticString) } else { buffer.writePlain(tape, at: envelope.action) }
  }
}

/// What a run leaves behind.
struct RecordTrail {
  /// The sequence of its first entry.
  private(set) var first = 1
  var tree = MerkleTree()
  /// Where the payloads of its facts stand in the output.
  var facts: [Range<Int>] = []
  var traces: [Trace] = []

  /// Begins with the next run.
  mutating func begin(first: Int, tree: MerkleTree) {
    self.first = first
    self.tree = tree
    facts.removeAll(keepingCapacity: true)
    traces.removeAll(keepingCapacity: true)
  }

  /// A trace; but for the payload, which stands in the output, everything stands in the writer's buffer.
  struct Trace {
    var truthID: Range<Int>
    var reason: Range<Int>
    /// Whether it is that of a violation.
    var isHit: Bool
    var sequence: Int
    var id = 0..<0
    var payload = 0..<0
  }
}
