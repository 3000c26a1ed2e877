import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// The entries of a run: the proposal, one decision, the facts, the traces (runtime.md §3).
extension RecordWriter {
  mutating func writeEntries(to buffer: inout ByteBuffer) {
    let beginnings = begin()
    var sequence = trail.first
    var rest = open(.proposal)
    scratch.append(canonical)
    scratch.append(#","proposal_id":"#, parts, words.proposalID)
    let named = envelope.truthID == 0 ? nil : parts.part { $0.writePlain(tape, at: envelope.truthID) }
    close(sequence, beginnings, rest, truthID: named, .proposal, to: &buffer)
    buffer.writeCompact(tape, at: 0)
    end(sequence, hasProposalID: true, to: &buffer)
    if form == .events { writeProvisionalFacts(to: &buffer) }

    sequence += 1
    rest = open(.decision)
    writeSortedDecision()
    close(sequence, beginnings, rest, truthID: words.truthID, .decision, to: &buffer)
    writeDecision(to: &buffer)
    end(sequence, to: &buffer)

    for place in words.facts.indices {
      let fact = words.facts[place]
      sequence += 1
      rest = open(.fact)
      scratch.append(parts, fact.sorted)
      close(sequence, beginnings, rest, truthID: fact.truthID, .fact, to: &buffer)
      buffer.append(parts, fact.payload)
      end(sequence, to: &buffer)
    }
    for place in trail.traces.indices {
      let trace = trail.traces[place]
      sequence += 1
      rest = open(.trace)
      writeSorted(trace)
      close(sequence, beginnings, rest, truthID: trace.truthID, traceID: trace.id, .trace, to: &buffer)
      buffer.append(parts, trace.payload)
      end(sequence, to: &buffer)
    }
  }

  /// What the two hashes of every entry take in first: that of its id, and that of the leaf, of which events say nothing.
  private struct Beginnings {
    var id: DigestBeginning
    var leaf: DigestBeginning?
  }

  private mutating func begin() -> Beginnings {
    scratch.truncate()
    scratch.append(0)
    scratch.append(parts, frame.opening)
    return Beginnings(id: DigestBeginning(scratch, from: 1), leaf: form == .events ? nil : DigestBeginning(scratch))
  }

  /// Begins with JCS of an entry behind its id, as far as its payload.
  ///
  /// - Returns: where that begins.
  private mutating func open(_ entry: EntryWords) -> Int {
    let rest = scratch.openEntry()
    scratch.append(entry.sorted)
    return rest
  }

  /// Ends JCS of the entry, hashes it, and writes the entry as far as its payload.
  private mutating func close(
    _ sequence: Int, _ beginnings: Beginnings, _ rest: Int, truthID: Range<Int>?, traceID: Range<Int>? = nil,
    _ entry: EntryWords, to buffer: inout ByteBuffer
  ) {
    scratch.append(parts, frame.sequence)
    scratch.append(decimal: sequence)
    scratch.append(parts, frame.truth)
    if let truthID { scratch.append(parts, truthID) } else { scratch.append("null" as StaticString) }
    scratch.append(UInt8(ascii: "}"))
    let digest = Digest(beginnings.id, andOf: &scratch, from: rest)
    if let leaf = beginnings.leaf {
      let start = scratch.writeEntryID(of: digest)
      trail.tree.append(leafHash: Digest(leaf, andOf: &scratch, from: start))
    }
    switch form {
    case .object: if sequence > trail.first { buffer.append(UInt8(ascii: ",")) }
    case .events: openEvent(entry.type, version: sequence, traceID: traceID ?? words.traceID, to: &buffer)
    }
    buffer.append(#"{"entry_id":""# as StaticString)
    buffer.append("ctx_", idOf: digest)
    buffer.append(entry.given)
    buffer.append(parts, frame.envelope)
    if let truthID { buffer.append(parts, truthID) } else { buffer.append("null" as StaticString) }
    buffer.append(#","payload":"# as StaticString)
  }

  /// Writes what stands behind an entry's payload.
  private func end(_ sequence: Int, hasProposalID: Bool = false, to buffer: inout ByteBuffer) {
    buffer.append(#","sequence":"# as StaticString)
    buffer.append(decimal: sequence)
    if hasProposalID { buffer.append(#","proposal_id":"#, parts, words.proposalID) }
    buffer.append(UInt8(ascii: "}"))
    if form == .events { buffer.append("}\n" as StaticString) }
  }

  // MARK: Payloads

  private func writeDecision(to buffer: inout ByteBuffer) {
    buffer.append(#"{"status":"# as StaticString)
    buffer.append(words.status.written)
    buffer.append(#","decision":"# as StaticString)
    buffer.append(words.decision.written)
    buffer.append(#","truth_id":"#, parts, words.truthID)
    buffer.append(#","reason":"#, parts, words.reason)
    buffer.append(#","violations":"#, parts, words.violations)
    buffer.append(#","waiting_for":"#, parts, words.waitingFor)
    buffer.append(#","steps":"# as StaticString)
    buffer.append(StepBytes.of(words.status).given)
    buffer.append(parts, frame.hashes)
    buffer.append(UInt8(ascii: "}"))
  }

  private mutating func writeSortedDecision() {
    scratch.append("{", parts, frame.sortedVerdict)
    scratch.append(parts, words.reason)
    scratch.append(#","status":"# as StaticString)
    scratch.append(words.status.written)
    scratch.append(#","steps":"# as StaticString)
    scratch.append(StepBytes.of(words.status).sorted)
    scratch.append(#","truth_id":"#, parts, words.truthID)
    scratch.append(#","violations":"#, parts, words.sortedViolations)
    scratch.append(#","waiting_for":"#, parts, words.waitingFor)
    scratch.append(UInt8(ascii: "}"))
  }

  private mutating func writeSorted(_ trace: RecordTrail.Trace) {
    scratch.append(#"{"action":"# as StaticString)
    if trace.isHit {
      scratch.append(#""guardrail.hit""# as StaticString)
    } else {
      scratch.writePlain(tape, at: envelope.action)
    }
    scratch.append(parts, frame.sortedTrace)
    scratch.append(parts, trace.reason)
    scratch.append(parts, frame.sortedRun)
    scratch.append(parts, trace.id)
    scratch.append(#","truth_id":"#, parts, trace.truthID)
    scratch.append(UInt8(ascii: "}"))
  }
}

/// What an entry says by its type alone.
private struct EntryWords {
  let type: StaticString
  /// In JCS behind the id, and in declared order.
  let sorted: StaticString
  let given: StaticString

  static var proposal: EntryWords {
    EntryWords(type: "proposal", sorted: #","entry_type":"proposal","payload":"#, given: #"","entry_type":"proposal""#)
  }
  static var decision: EntryWords {
    EntryWords(type: "decision", sorted: #","entry_type":"decision","payload":"#, given: #"","entry_type":"decision""#)
  }
  static var fact: EntryWords {
    EntryWords(type: "fact", sorted: #","entry_type":"fact","payload":"#, given: #"","entry_type":"fact""#)
  }
  static var trace: EntryWords {
    EntryWords(type: "trace", sorted: #","entry_type":"trace","payload":"#, given: #"","entry_type":"trace""#)
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
