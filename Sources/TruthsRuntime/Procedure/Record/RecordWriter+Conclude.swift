import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// What the run comes to (runtime.md §3, step 4).
extension RecordWriter {
  mutating func conclude(_ record: IntentRecord) {
    writeVerdict(record)
    writeViolations(record)
    words.waitingFor = parts.part { $0.append("[]" as StaticString) }
    if words.status == .waiting { askForApproval(record) } else { takeFacts(record) }
    let output = outputHash()
    words.outputHash = parts.part { $0.write(output) }
    words.envelope = parts.part { _ in }
    words.envelope = writeEnvelope()
    words.opening = writeOpening()
  }

  /// The first violation decides, unless it is advisory.
  private mutating func writeVerdict(_ record: IntentRecord) {
    let plan = record.plan
    guard let first = plan.violations.first, first.kind != .advisory else {
      (words.decision, words.status) = (.accepted, .converged)
      let truth = envelope.truthID > 0 ? plan.fired.first { isNamed(record.id(ofTruth: $0).bareID) } : nil
      words.truthID = parts.part { $0.append(record.id(ofTruth: truth ?? plan.fired[0]).id) }
      words.reason = parts.part { parts in
        parts.append(UInt8(ascii: "\""))
        parts.append(decimal: plan.requirementsHeld)
        parts.append(" requirements and " as StaticString)
        parts.append(decimal: plan.invariantsHeld)
        parts.append(" invariants hold" as StaticString)
        if plan.facts.isEmpty, plan.unchanged > 0 {
          parts.append("; every fact that it produces is there already" as StaticString)
        }
        parts.append(UInt8(ascii: "\""))
      }
      return
    }
    words.decision = first.kind == .requirement ? .rejected : .halted
    words.status = first.kind == .acceptance ? .waiting : .halted
    words.truthID = parts.part { $0.append(record.clauses[first.clause].id) }
    words.reason = parts.part { $0.append(plan.text, first.reason.range) }
  }

  /// Whether the proposal names the truth with this id.
  private func isNamed(_ truthID: [UInt8]) -> Bool { tape.text(at: envelope.truthID, is: truthID) }

  private mutating func writeViolations(_ record: IntentRecord) {
    words.violations = parts.part { parts in
      parts.append(UInt8(ascii: "["))
      for (turn, violation) in record.plan.violations.enumerated() {
        if turn > 0 { parts.append(UInt8(ascii: ",")) }
        parts.open(violation, record)
        parts.append(UInt8(ascii: "}"))
      }
      parts.append(UInt8(ascii: "]"))
    }
    words.sortedViolations = parts.part { parts in
      parts.append(UInt8(ascii: "["))
      for (turn, violation) in record.plan.violations.enumerated() {
        if turn > 0 { parts.append(UInt8(ascii: ",")) }
        parts.append(#"{"clause":"# as StaticString)
        parts.append(record.clauses[violation.clause].name)
        parts.append(#","kind":"# as StaticString)
        parts.append(violation.kind.written)
        parts.append(#","reason":"# as StaticString)
        parts.append(record.plan.text, violation.reason.range)
        parts.append(#","truth_id":"# as StaticString)
        parts.append(record.clauses[violation.clause].id)
        parts.append(#","values":"# as StaticString)
        parts.append(record.plan.text, violation.sortedValues.range)
        parts.append(UInt8(ascii: "}"))
      }
      parts.append(UInt8(ascii: "]"))
    }
  }

  private mutating func takeFacts(_ record: IntentRecord) {
    let plan = record.plan
    for fact in plan.facts {
      let truth = record.id(ofTruth: fact.truth).id
      words.facts.append(
        RecordWords.Fact(
          payload: parts.part { $0.append(plan.text, fact.payload.range) },
          sorted: parts.part { $0.append(plan.text, fact.sortedPayload.range) }, truthID: parts.part { $0.append(truth) }))
    }
  }

  // MARK: Approvals

  /// The run waits for every approval, and asks for each once (runtime.md §3, step 5).
  private mutating func askForApproval(_ record: IntentRecord) {
    var roles: [String] = []
    var asked: [Digest] = []
    for violation in record.plan.violations where violation.kind == .acceptance {
      let clause = record.clauses[violation.clause]
      if !roles.contains(clause.role) { roles.append(clause.role) }
      let digest = requestDigest(clause)
      if asked.contains(digest) { continue }
      asked.append(digest)
      words.facts.append(
        RecordWords.Fact(
          payload: write(record.request, clause, violation, digest, record),
          sorted: write(record.sortedRequest, clause, violation, digest, record),
          truthID: parts.part { $0.append(clause.id) }))
    }
    words.waitingFor = parts.part { parts in
      parts.append(UInt8(ascii: "["))
      for (turn, role) in roles.enumerated() {
        if turn > 0 { parts.append(UInt8(ascii: ",")) }
        parts.write("approval from @\(role)")
      }
      parts.append(UInt8(ascii: "]"))
    }
  }

  private mutating func requestDigest(_ clause: IntentRecord.ClauseBytes) -> Digest {
    scratch.truncate()
    scratch.append(parts, words.proposalHash.dropFirst().dropLast())
    scratch.append(UInt8(ascii: "/"))
    scratch.append(clause.bareID)
    scratch.append(UInt8(ascii: "/"))
    scratch.append(clause.bareName)
    scratch.append(UInt8(ascii: "/"))
    scratch.append(clause.role)
    return Digest(of: scratch)
  }

  private mutating func write(
    _ members: [IntentRecord.RequestMember], _ clause: IntentRecord.ClauseBytes, _ violation: RecordViolation,
    _ digest: Digest, _ record: IntentRecord
  ) -> Range<Int> {
    let (words, actor) = (words, actor.userID)
    return parts.part { parts in
      for (turn, member) in members.enumerated() {
        parts.append(turn == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
        parts.write(member.rawValue)
        parts.append(UInt8(ascii: ":"))
        switch member {
        case .type: parts.append(#""approval.requested""# as StaticString)
        case .request: parts.write("req_", idOf: digest)
        case .proposalID: parts.append(again: words.proposalID)
        case .proposalHash: parts.append(again: words.proposalHash)
        case .truthID: parts.append(clause.id)
        case .clause: parts.append(clause.name)
        case .role: parts.write(clause.role)
        case .proposedBy: parts.append(actor)
        case .reason: parts.append(record.plan.text, violation.reason.range)
        case .requestedAt: parts.append(again: words.timestamp)
        }
      }
      parts.append(UInt8(ascii: "}"))
    }
  }

  // MARK: What all entries have in common

  private mutating func writeEnvelope() -> Range<Int> {
    let (words, actor) = (words, actor.compact)
    return parts.part { parts in
      parts.append(#","timestamp":"# as StaticString)
      parts.append(again: words.timestamp)
      parts.append(#","correlation_id":"# as StaticString)
      parts.append(again: words.correlationID)
      parts.append(#","run_id":"# as StaticString)
      parts.append(again: words.runID)
      parts.append(#","actor":"# as StaticString)
      parts.append(actor)
    }
  }

  private mutating func writeOpening() -> Range<Int> {
    let (words, actor) = (words, actor.canonical)
    return parts.part { parts in
      parts.append(#"{"actor":"# as StaticString)
      parts.append(actor)
      parts.append(#","correlation_id":"# as StaticString)
      parts.append(again: words.correlationID)
    }
  }

  private mutating func outputHash() -> Digest {
    scratch.truncate()
    scratch.append(#"{"decision":"# as StaticString)
    scratch.append(words.decision.written)
    scratch.append(#","facts":["# as StaticString)
    for (turn, fact) in words.facts.enumerated() {
      if turn > 0 { scratch.append(UInt8(ascii: ",")) }
      scratch.append(parts, fact.sorted)
    }
    scratch.append(#"],"reason":"# as StaticString)
    scratch.append(parts, words.reason)
    scratch.append(#","truth_id":"# as StaticString)
    scratch.append(parts, words.truthID)
    scratch.append(#","violations":"# as StaticString)
    scratch.append(parts, words.sortedViolations)
    scratch.append(UInt8(ascii: "}"))
    return Digest(of: scratch)
  }
}

extension ByteBuffer {
  /// Appends a violation as far as its `values`.
  mutating func open(_ violation: RecordViolation, _ record: borrowing IntentRecord) {
    append(#"{"truth_id":"# as StaticString)
    append(record.clauses[violation.clause].id)
    append(#","clause":"# as StaticString)
    append(record.clauses[violation.clause].name)
    append(#","kind":"# as StaticString)
    append(violation.kind.written)
    append(#","reason":"# as StaticString)
    append(record.plan.text, violation.reason.range)
    append(#","values":"# as StaticString)
    append(record.plan.text, violation.values.range)
  }
}

extension Violation.Kind {
  /// As JSON.
  fileprivate var written: StaticString {
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
