import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// The entries of a run: the proposal, one decision, the facts, the traces (runtime.md §3).
extension RecordWriter {
  mutating func writeEntries(to buffer: inout ByteBuffer) {
    let beginnings = begin()
    var sequence = trail.first
    open("proposal")
    scratch.append(canonical)
    scratch.append(#","proposal_id":"# as StaticString)
    scratch.append(parts, words.proposalID)
    let named = envelope.truthID == 0 ? nil : parts.part { $0.writePlain(tape, at: envelope.truthID) }
    close(sequence, beginnings, truthID: named, "proposal", to: &buffer)
    buffer.writeCompact(tape, at: 0)
    end(sequence, hasProposalID: true, to: &buffer)
    if form == .events { writeProvisionalFacts(to: &buffer) }

    sequence += 1
    open("decision")
    writeSortedDecision()
    close(sequence, beginnings, truthID: words.truthID, "decision", to: &buffer)
    writeDecision(to: &buffer)
    end(sequence, to: &buffer)

    for fact in words.facts {
      sequence += 1
      open("fact")
      scratch.append(parts, fact.sorted)
      close(sequence, beginnings, truthID: fact.truthID, "fact", to: &buffer)
      buffer.append(parts, fact.payload)
      end(sequence, to: &buffer)
    }
    for trace in trail.traces {
      sequence += 1
      open("trace")
      writeSorted(trace)
      close(sequence, beginnings, truthID: trace.truthID, traceID: trace.id, "trace", to: &buffer)
      buffer.append(parts, trace.payload)
      end(sequence, to: &buffer)
    }
  }

  /// What the two hashes of every entry take in first: that of its id, and that of the leaf.
  private struct Beginnings {
    var id: DigestBeginning
    var leaf: DigestBeginning
  }

  private mutating func begin() -> Beginnings {
    scratch.truncate()
    scratch.append(0)
    scratch.append(parts, words.opening)
    return Beginnings(id: DigestBeginning(scratch, from: 1), leaf: DigestBeginning(scratch))
  }

  /// Begins with JCS of an entry behind what all say alike, as far as its payload. The id stands in it as zeros until it is
  /// known.
  private mutating func open(_ type: StaticString) {
    scratch.truncate()
    scratch.append(#","entry_id":"ctx_0000000000000000","entry_type":""# as StaticString)
    scratch.append(type)
    scratch.append(#"","payload":"# as StaticString)
  }

  /// Ends JCS of the entry, hashes it, and writes the entry as far as its payload.
  private mutating func close(
    _ sequence: Int, _ beginnings: Beginnings, truthID: Range<Int>?, traceID: Range<Int>? = nil, _ type: StaticString,
    to buffer: inout ByteBuffer
  ) {
    scratch.append(#","run_id":"# as StaticString)
    scratch.append(parts, words.runID)
    scratch.append(#","sequence":"# as StaticString)
    scratch.append(decimal: sequence)
    scratch.append(#","timestamp":"# as StaticString)
    scratch.append(parts, words.timestamp)
    scratch.append(#","truth_id":"# as StaticString)
    if let truthID { scratch.append(parts, truthID) } else { scratch.append("null" as StaticString) }
    scratch.append(UInt8(ascii: "}"))
    let rest = Self.identity.utf8CodeUnitCount
    let digest = Digest(beginnings.id, andOf: scratch, from: rest)
    switch form {
    case .object: if sequence > trail.first { buffer.append(UInt8(ascii: ",")) }
    case .events: openEvent(type, version: sequence, traceID: traceID ?? words.traceID, to: &buffer)
    }
    buffer.append(#"{"entry_id":""# as StaticString)
    let id = buffer.part { $0.append("ctx_", idOf: digest) }
    if form == .object { addLeaf(buffer, id, at: rest - 1 - id.count, beginnings.leaf) }
    buffer.append(#"","entry_type":""# as StaticString)
    buffer.append(type)
    buffer.append(UInt8(ascii: "\""))
    buffer.append(parts, words.envelope)
    buffer.append(#","truth_id":"# as StaticString)
    if let truthID { buffer.append(parts, truthID) } else { buffer.append("null" as StaticString) }
    buffer.append(#","payload":"# as StaticString)
  }

  /// Adds the leaf of an entry to the tree, which events say nothing of.
  ///
  /// - Parameters:
  ///   - id: where the entry's id stands in the output.
  ///   - place: where it belongs in what is hashed.
  private mutating func addLeaf(
    _ buffer: borrowing ByteBuffer, _ id: Range<Int>, at place: Int, _ beginning: DigestBeginning
  ) {
    buffer.withBytes { bytes in
      scratch.replace(at: place, with: UnsafeBufferPointer(rebasing: bytes.assumingMemoryBound(to: UInt8.self)[id]))
    }
    trail.tree.append(leafHash: Digest(beginning, andOf: scratch, from: 0))
  }

  private static let identity: StaticString = #","entry_id":"ctx_0000000000000000""#

  /// Writes what stands behind an entry's payload.
  private func end(_ sequence: Int, hasProposalID: Bool = false, to buffer: inout ByteBuffer) {
    buffer.append(#","sequence":"# as StaticString)
    buffer.append(decimal: sequence)
    if hasProposalID {
      buffer.append(#","proposal_id":"# as StaticString)
      buffer.append(parts, words.proposalID)
    }
    buffer.append(UInt8(ascii: "}"))
    if form == .events { buffer.append("}\n" as StaticString) }
  }

  // MARK: Payloads

  private func writeDecision(to buffer: inout ByteBuffer) {
    buffer.append(#"{"status":"# as StaticString)
    buffer.append(words.status.written)
    buffer.append(#","decision":"# as StaticString)
    buffer.append(words.decision.written)
    buffer.append(#","truth_id":"# as StaticString)
    buffer.append(parts, words.truthID)
    buffer.append(#","reason":"# as StaticString)
    buffer.append(parts, words.reason)
    buffer.append(#","violations":"# as StaticString)
    buffer.append(parts, words.violations)
    buffer.append(#","waiting_for":"# as StaticString)
    buffer.append(parts, words.waitingFor)
    buffer.append(#","steps":"# as StaticString)
    buffer.append(StepBytes.of(words.status).given)
    buffer.append(#","input_hash":"# as StaticString)
    buffer.append(parts, words.inputHash)
    buffer.append(#","output_hash":"# as StaticString)
    buffer.append(parts, words.outputHash)
    buffer.append(UInt8(ascii: "}"))
  }

  private mutating func writeSortedDecision() {
    scratch.append(#"{"decision":"# as StaticString)
    scratch.append(words.decision.written)
    scratch.append(#","input_hash":"# as StaticString)
    scratch.append(parts, words.inputHash)
    scratch.append(#","output_hash":"# as StaticString)
    scratch.append(parts, words.outputHash)
    scratch.append(#","reason":"# as StaticString)
    scratch.append(parts, words.reason)
    scratch.append(#","status":"# as StaticString)
    scratch.append(words.status.written)
    scratch.append(#","steps":"# as StaticString)
    scratch.append(StepBytes.of(words.status).sorted)
    scratch.append(#","truth_id":"# as StaticString)
    scratch.append(parts, words.truthID)
    scratch.append(#","violations":"# as StaticString)
    scratch.append(parts, words.sortedViolations)
    scratch.append(#","waiting_for":"# as StaticString)
    scratch.append(parts, words.waitingFor)
    scratch.append(UInt8(ascii: "}"))
  }

  private mutating func writeSorted(_ trace: RecordTrail.Trace) {
    scratch.append(#"{"action":"# as StaticString)
    if trace.isHit {
      scratch.append(#""guardrail.hit""# as StaticString)
    } else {
      scratch.writePlain(tape, at: envelope.action)
    }
    scratch.append(#","actor":"# as StaticString)
    scratch.append(actor.canonical)
    scratch.append(#","correlation_id":"# as StaticString)
    scratch.append(parts, words.correlationID)
    scratch.append(#","decision":"# as StaticString)
    scratch.append(words.decision.written)
    scratch.append(#","input_hash":"# as StaticString)
    scratch.append(parts, words.inputHash)
    scratch.append(#","output_hash":"# as StaticString)
    scratch.append(parts, words.outputHash)
    scratch.append(#","reason":"# as StaticString)
    scratch.append(parts, trace.reason)
    scratch.append(#","run_id":"# as StaticString)
    scratch.append(parts, words.runID)
    scratch.append(#","timestamp":"# as StaticString)
    scratch.append(parts, words.timestamp)
    scratch.append(#","trace_id":"# as StaticString)
    scratch.append(parts, trace.id)
    scratch.append(#","truth_id":"# as StaticString)
    scratch.append(parts, trace.truthID)
    scratch.append(UInt8(ascii: "}"))
  }
}

/// The list of steps for each way in which a plain run ends, in the order given and in canonical order.
private struct StepBytes {
  let given: [UInt8]
  let sorted: [UInt8]

  private init(_ steps: [Step]) {
    let json = Step.json(of: steps)
    given = json.compact()
    sorted = json.canonical()
  }

  static func of(_ status: RunState.Status) -> StepBytes {
    switch status {
    case .converged, .running: whole
    case .halted: stopped
    case .waiting: waiting
    }
  }

  private static let whole = StepBytes(Step.all)
  private static let stopped = StepBytes(Step.upTo(.check, .stop))
  private static let waiting = StepBytes(Step.upTo(.check, .wait))
}
