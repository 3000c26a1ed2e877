import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Writes the object of runtime.md §4, and hashes entries on the way.
extension RecordWriter {
  mutating func writeObject(_ record: IntentRecord, to buffer: inout ByteBuffer) {
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
    writeLists(to: &buffer)
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
    buffer.append("}\n" as StaticString)
  }

  /// The run's state, and what it leaves behind.
  private mutating func writeLists(to buffer: inout ByteBuffer) {
    buffer.append(#","run":"# as StaticString)
    writeState(words.status, factsCount: recorder.factsCount + words.facts.count, waitingFor: words.waitingFor, to: &buffer)
    buffer.append(#"},"facts":["# as StaticString)
    for (turn, fact) in words.facts.enumerated() {
      if turn > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(parts, fact.payload)
    }
    buffer.append(#"],"traces":["# as StaticString)
    for (turn, trace) in trail.traces.enumerated() {
      if turn > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(parts, trace.payload)
    }
    buffer.append(#"],"entries":["# as StaticString)
    writeEntries(to: &buffer)
    buffer.append(UInt8(ascii: "]"))
  }

  /// The object of contract §1.8, without the brace that ends it.
  func writeState(_ status: RunState.Status, factsCount: Int, waitingFor: Range<Int>?, to buffer: inout ByteBuffer) {
    buffer.append(#"{"run_id":"# as StaticString)
    buffer.append(parts, words.runID)
    buffer.append(#","status":"# as StaticString)
    buffer.append(status.written)
    buffer.append(#","facts_count":"# as StaticString)
    buffer.append(decimal: factsCount)
    buffer.append(#","pending_proposals":"# as StaticString)
    buffer.append(decimal: recorder.waitingCount + (words.status == .waiting ? 1 : 0))
    buffer.append(#","waiting_for":"# as StaticString)
    if let waitingFor { buffer.append(parts, waitingFor) } else { buffer.append("[]" as StaticString) }
    buffer.append(#","last_activity":"# as StaticString)
    buffer.append(parts, words.timestamp)
  }

  // MARK: Traces

  /// Works out the traces: one per truth that fired, in id order; one per violation that is not advisory.
  mutating func trace(_ record: IntentRecord) {
    let plan = record.plan
    var sequence = trail.first + 2 + words.facts.count
    for truth in plan.fired {
      let (id, bareID) = record.id(ofTruth: truth)
      let written = parts.part { $0.append(id) }
      write(RecordTrail.Trace(truthID: written, reason: words.reason, isHit: false, sequence: sequence), bareID)
      sequence += 1
    }
    for violation in plan.violations where violation.kind != .advisory {
      let clause = record.clauses[violation.clause]
      let written = parts.part { $0.append(clause.id) }
      let reason = parts.part { $0.append(plan.text, violation.reason.range) }
      write(RecordTrail.Trace(truthID: written, reason: reason, isHit: true, sequence: sequence), clause.bareID)
      sequence += 1
    }
  }

  private mutating func write(_ given: RecordTrail.Trace, _ truthID: [UInt8]) {
    var trace = given
    scratch.truncate()
    scratch.append(parts, words.runID.dropFirst().dropLast())
    scratch.append(UInt8(ascii: "/"))
    scratch.append(truthID)
    scratch.append(UInt8(ascii: "/"))
    scratch.append(decimal: trace.sequence)
    let digest = Digest(of: scratch)
    trace.id = parts.part { $0.write("trc_", idOf: digest) }
    let start = parts.count
    parts.append(#"{"trace_id":"# as StaticString)
    parts.append(again: trace.id)
    parts.append(#","run_id":"# as StaticString)
    parts.append(again: words.runID)
    parts.append(#","correlation_id":"# as StaticString)
    parts.append(again: words.correlationID)
    parts.append(#","actor":"# as StaticString)
    parts.append(actor.compact)
    parts.append(#","action":"# as StaticString)
    if trace.isHit { parts.append(#""guardrail.hit""# as StaticString) } else { parts.writePlain(tape, at: envelope.action) }
    parts.append(#","truth_id":"# as StaticString)
    parts.append(again: trace.truthID)
    parts.append(#","input_hash":"# as StaticString)
    parts.append(again: words.inputHash)
    parts.append(#","output_hash":"# as StaticString)
    parts.append(again: words.outputHash)
    parts.append(#","decision":"# as StaticString)
    parts.append(words.decision.written)
    parts.append(#","reason":"# as StaticString)
    parts.append(again: trace.reason)
    parts.append(#","timestamp":"# as StaticString)
    parts.append(again: words.timestamp)
    parts.append(UInt8(ascii: "}"))
    trace.payload = start..<parts.count
    trail.traces.append(trace)
  }
}

/// What a run leaves behind.
struct RecordTrail {
  /// The sequence of its first entry.
  private(set) var first = 1
  var tree = MerkleTree()
  var traces: [Trace] = []

  /// Begins with the next run.
  mutating func begin(first: Int, tree: MerkleTree) {
    self.first = first
    self.tree = tree
    traces.removeAll(keepingCapacity: true)
  }

  /// A trace, which stands in the writer's buffer.
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
