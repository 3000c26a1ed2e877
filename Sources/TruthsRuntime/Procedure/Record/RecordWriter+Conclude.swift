import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// What the run comes to (runtime.md §3, step 4).
extension RecordWriter {
  mutating func conclude(_ record: IntentRecord) {
    words.text = parts.count
    parts.append(outcome.text)
    writeVerdict(record)
    writeViolations(record)
    words.waitingFor = parts.part { $0.append("[]" as StaticString) }
    if words.status == .waiting { askForApproval(record) } else { takeFacts(record) }
    let output = outputHash()
    words.outputHash = parts.part { $0.write(output) }
    writeFrame()
  }

  /// The first violation decides, unless it is advisory.
  private mutating func writeVerdict(_ record: IntentRecord) {
    guard let first = outcome.violations.first, first.kind != .advisory else {
      (words.decision, words.status) = (.accepted, .converged)
      let named = envelope.truthID > 0 ? outcome.fired.first { isNamed($0, record) } : nil
      let truthID = record.id(ofTruth: named ?? outcome.fired[0])
      words.truthID = parts.part { $0.append(record.bytes, truthID) }
      var start = parts.count
      parts.append(UInt8(ascii: "\""))
      parts.append(decimal: outcome.requirementsHeld)
      parts.append(" requirements and " as StaticString)
      parts.append(decimal: outcome.invariantsHeld)
      parts.append(" invariants hold" as StaticString)
      if outcome.facts.isEmpty, outcome.unchanged > 0 {
        parts.append("; every fact that it produces is there already" as StaticString)
      }
      parts.append(UInt8(ascii: "\""))
      words.reason = parts.cut(&start)
      return
    }
    words.decision = first.kind == .requirement ? .rejected : .halted
    words.status = first.kind == .acceptance ? .waiting : .halted
    words.truthID = parts.part { $0.append(record.bytes, record.clauses[first.clause].id) }
    words.reason = words.said(first.reason)
  }

  /// Whether the proposal names a truth of the intent.
  private func isNamed(_ truth: Int, _ record: IntentRecord) -> Bool {
    record.bytes.withBytes { bytes in
      let id = UnsafeRawBufferPointer(rebasing: bytes[record.id(ofTruth: truth).withoutQuotes])
      return tape.text(at: envelope.truthID, is: id.assumingMemoryBound(to: UInt8.self))
    }
  }

  private mutating func writeViolations(_ record: IntentRecord) {
    var start = parts.count
    parts.append(UInt8(ascii: "["))
    for turn in outcome.violations.indices {
      let violation = outcome.violations[turn]
      if turn > 0 { parts.append(UInt8(ascii: ",")) }
      var opening = parts.count
      parts.append(#"{"truth_id":"#, record.bytes, record.clauses[violation.clause].id)
      parts.append(#","clause":"#, record.bytes, record.clauses[violation.clause].name)
      parts.append(#","kind":"# as StaticString)
      parts.append(violation.kind.written)
      parts.append(#","reason":"#, again: words.said(violation.reason))
      parts.append(#","values":"#, again: words.said(violation.values))
      words.openings.append(parts.cut(&opening))
      parts.append(UInt8(ascii: "}"))
    }
    parts.append(UInt8(ascii: "]"))
    words.violations = parts.cut(&start)
    parts.append(UInt8(ascii: "["))
    for turn in outcome.violations.indices {
      let violation = outcome.violations[turn]
      if turn > 0 { parts.append(UInt8(ascii: ",")) }
      parts.append(#"{"clause":"#, record.bytes, record.clauses[violation.clause].name)
      parts.append(#","kind":"# as StaticString)
      parts.append(violation.kind.written)
      parts.append(#","reason":"#, again: words.said(violation.reason))
      parts.append(#","truth_id":"#, record.bytes, record.clauses[violation.clause].id)
      parts.append(#","values":"#, again: words.said(violation.sortedValues))
      parts.append(UInt8(ascii: "}"))
    }
    parts.append(UInt8(ascii: "]"))
    words.sortedViolations = parts.cut(&start)
  }

  private mutating func takeFacts(_ record: IntentRecord) {
    for turn in outcome.facts.indices {
      let fact = outcome.facts[turn]
      words.facts.append(
        RecordWords.Fact(
          payload: words.said(fact.payload), sorted: words.said(fact.sortedPayload),
          truthID: parts.part { $0.append(record.bytes, record.id(ofTruth: fact.truth)) }))
    }
  }

  // MARK: Approvals

  /// The run waits for every approval, and asks for each once (runtime.md §3, step 5).
  private mutating func askForApproval(_ record: IntentRecord) {
    var approvals: [Range<Int>] = []
    var asked: [Digest] = []
    for turn in outcome.violations.indices where outcome.violations[turn].kind == .acceptance {
      let violation = outcome.violations[turn]
      let clause = record.clauses[violation.clause]
      if !approvals.contains(clause.approval) { approvals.append(clause.approval) }
      let digest = requestDigest(clause, record)
      if asked.contains(digest) { continue }
      asked.append(digest)
      words.facts.append(
        RecordWords.Fact(
          payload: write(record.request, clause, violation, digest, record),
          sorted: write(record.sortedRequest, clause, violation, digest, record),
          truthID: parts.part { $0.append(record.bytes, clause.id) }))
    }
    var start = parts.count
    parts.append(UInt8(ascii: "["))
    for (turn, approval) in approvals.enumerated() {
      if turn > 0 { parts.append(UInt8(ascii: ",")) }
      parts.append(record.bytes, approval)
    }
    parts.append(UInt8(ascii: "]"))
    words.waitingFor = parts.cut(&start)
  }

  private mutating func requestDigest(_ clause: IntentRecord.ClauseWords, _ record: IntentRecord) -> Digest {
    scratch.truncate()
    scratch.append(parts, words.proposalHash.withoutQuotes)
    scratch.append("/", record.bytes, clause.id.withoutQuotes)
    scratch.append("/", record.bytes, clause.name.withoutQuotes)
    scratch.append("/", record.bytes, clause.bareRole)
    return Digest(in: &scratch)
  }

  private mutating func write(
    _ members: [IntentRecord.RequestMember], _ clause: IntentRecord.ClauseWords, _ violation: RecordViolation,
    _ digest: Digest, _ record: IntentRecord
  ) -> Range<Int> {
    var start = parts.count
    for (turn, member) in members.enumerated() {
      parts.append(turn == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
      switch member {
      case .type: parts.append(#""type":"approval.requested""# as StaticString)
      case .request:
        parts.append(#""request":"# as StaticString)
        parts.write("req_", idOf: digest)
      case .proposalID: parts.append(#""proposal_id":"#, again: words.proposalID)
      case .proposalHash: parts.append(#""proposal_hash":"#, again: words.proposalHash)
      case .truthID: parts.append(#""truth_id":"#, record.bytes, clause.id)
      case .clause: parts.append(#""clause":"#, record.bytes, clause.name)
      case .role: parts.append(#""role":"#, record.bytes, clause.role)
      case .proposedBy:
        parts.append(#""proposed_by":"# as StaticString)
        parts.append(actor.userID)
      case .reason: parts.append(#""reason":"#, again: words.said(violation.reason))
      case .requestedAt: parts.append(#""requested_at":"#, again: words.timestamp)
      }
    }
    parts.append(UInt8(ascii: "}"))
    return parts.cut(&start)
  }

  private mutating func outputHash() -> Digest {
    scratch.truncate()
    scratch.append(#"{"decision":"# as StaticString)
    scratch.append(words.decision.written)
    scratch.append(#","facts":["# as StaticString)
    for place in words.facts.indices {
      if place > 0 { scratch.append(UInt8(ascii: ",")) }
      scratch.append(parts, words.facts[place].sorted)
    }
    scratch.append(#"],"reason":"#, parts, words.reason)
    scratch.append(#","truth_id":"#, parts, words.truthID)
    scratch.append(#","violations":"#, parts, words.sortedViolations)
    scratch.append(UInt8(ascii: "}"))
    return Digest(in: &scratch)
  }
}

extension Violation.Kind {
  /// As JSON.
  var written: StaticString {
    switch self {
    case .structural: #""structural""#
    case .unknown: #""unknown""#
    case .postcondition: #""postcondition""#
    case .requirement: #""requirement""#
    case .acceptance: #""acceptance""#
    case .advisory: #""advisory""#
    }
  }
}
