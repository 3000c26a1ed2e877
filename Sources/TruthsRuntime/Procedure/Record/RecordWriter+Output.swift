import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Writes the object of runtime.md §4, and hashes entries on the way.
extension RecordWriter {
  mutating func writeObject(_ record: IntentRecord, to buffer: inout ByteBuffer) {
    buffer.append(#"{"decision":"# as StaticString)
    buffer.append(words.decision.written)
    buffer.append(#","truth_id":"#, parts, words.truthID)
    buffer.append(#","reason":"#, parts, words.reason)
    buffer.append(#","violations":["# as StaticString)
    for turn in outcome.violations.indices {
      if turn > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(parts, words.openings[turn])
      buffer.append(#","source":"#, record.bytes, record.clauses[outcome.violations[turn].clause].source)
      buffer.append(UInt8(ascii: "}"))
    }
    buffer.append(UInt8(ascii: "]"))
    writeLists(to: &buffer)
    buffer.append(#","proposal_id":"#, parts, words.proposalID)
    buffer.append(#","proposal_hash":"#, parts, words.proposalHash)
    buffer.append(#","input_hash":"#, parts, words.inputHash)
    buffer.append(#","output_hash":"#, parts, words.outputHash)
    buffer.append(#","context":{"before":"# as StaticString)
    buffer.append(recorder.before)
    buffer.append(#","after":{"head":"# as StaticString)
    buffer.write(trail.tree.head)
    buffer.append(#","size":"# as StaticString)
    buffer.append(decimal: trail.tree.size)
    buffer.append(#"}},"truths":"# as StaticString)
    buffer.append(truthsHash)
    buffer.append(#","governing":"#, record.bytes, record.governing)
    buffer.append("}\n" as StaticString)
  }

  /// The run's state, and what it leaves behind.
  private mutating func writeLists(to buffer: inout ByteBuffer) {
    buffer.append(#","run":"# as StaticString)
    writeState(words.status, factsCount: recorder.factsCount + words.facts.count, waitingFor: words.waitingFor, to: &buffer)
    buffer.append(#"},"facts":["# as StaticString)
    for place in words.facts.indices {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(parts, words.facts[place].payload)
    }
    buffer.append(#"],"traces":["# as StaticString)
    for place in trail.traces.indices {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(parts, trail.traces[place].payload)
    }
    buffer.append(#"],"entries":["# as StaticString)
    writeEntries(to: &buffer)
    buffer.append(UInt8(ascii: "]"))
  }

  /// The object of contract §1.8, without the brace that ends it.
  func writeState(_ status: RunState.Status, factsCount: Int, waitingFor: Range<Int>?, to buffer: inout ByteBuffer) {
    buffer.append(#"{"run_id":"#, parts, words.runID)
    buffer.append(#","status":"# as StaticString)
    buffer.append(status.written)
    buffer.append(#","facts_count":"# as StaticString)
    buffer.append(decimal: factsCount)
    buffer.append(#","pending_proposals":"# as StaticString)
    buffer.append(decimal: recorder.waitingCount + (words.status == .waiting ? 1 : 0))
    buffer.append(#","waiting_for":"# as StaticString)
    if let waitingFor { buffer.append(parts, waitingFor) } else { buffer.append("[]" as StaticString) }
    buffer.append(#","last_activity":"#, parts, words.timestamp)
  }

  // MARK: Traces

  /// Works out the traces: one per truth that fired, in id order; one per violation that is not advisory.
  mutating func trace(_ record: IntentRecord) {
    var sequence = trail.first + 2 + words.facts.count
    for turn in outcome.fired.indices {
      let id = record.id(ofTruth: outcome.fired[turn])
      let truthID = parts.part { $0.append(record.bytes, id) }
      write(RecordTrail.Trace(truthID: truthID, reason: words.reason, isHit: false, sequence: sequence))
      sequence += 1
    }
    for turn in outcome.violations.indices where outcome.violations[turn].kind != .advisory {
      let violation = outcome.violations[turn]
      let truthID = parts.part { $0.append(record.bytes, record.clauses[violation.clause].id) }
      write(RecordTrail.Trace(truthID: truthID, reason: words.said(violation.reason), isHit: true, sequence: sequence))
      sequence += 1
    }
  }

  private mutating func write(_ given: RecordTrail.Trace) {
    var trace = given
    scratch.truncate()
    scratch.append(parts, words.runID.withoutQuotes)
    scratch.append("/", parts, trace.truthID.withoutQuotes)
    scratch.append(UInt8(ascii: "/"))
    scratch.append(decimal: trace.sequence)
    let digest = Digest(in: &scratch)
    trace.id = parts.part { $0.write("trc_", idOf: digest) }
    let start = parts.count
    parts.append(#"{"trace_id":"#, again: trace.id)
    parts.append(again: frame.run)
    if trace.isHit { parts.append(#""guardrail.hit""# as StaticString) } else { parts.writePlain(tape, at: envelope.action) }
    parts.append(#","truth_id":"#, again: trace.truthID)
    parts.append(again: frame.verdict)
    parts.append(again: trace.reason)
    parts.append(again: frame.end)
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

  /// Begins with the next run; without a tree where nothing is said of it.
  mutating func begin(first: Int, tree: MerkleTree?) {
    self.first = first
    if let tree { self.tree.restart(from: tree) }
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
