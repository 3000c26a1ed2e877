import TruthsCheck
package import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsText

/// Writes what plain proposals come to; see ``RunRecorder``. It belongs to one thread, and its memory is used again and again.
package struct RecordWriter: ~Copyable {
  let recorder: RunRecorder
  let form: RecordForm
  var tape = JSONTape()
  var envelope = RecordEnvelope()
  /// JCS of the proposal as received.
  var canonical = ByteBuffer(capacity: 1024)
  /// What stands in the output more than once.
  var parts = ByteBuffer(capacity: 4096)
  /// What is hashed.
  var scratch = ByteBuffer(capacity: 4096)
  var words = RecordWords()
  var trail = RecordTrail()
  /// The `seq` of the next event.
  var nextEvent = 1
  var actor = RecordActor.fixture { didSet { actors += 1 } }
  /// How many actors and moments there were so far.
  private var actors = 0
  private var moments = 0
  /// The moment that is used, and how it is written.
  private var moment: (timestamp: Timestamp, given: [UInt8]) { didSet { moments += 1 } }
  /// By place of the intent; `nil` for those whose proposals are never plain.
  private var intents: [Int: IntentRecord?] = [:]
  /// The intent of the last proposal, and what it called it.
  private var last: (action: [UInt8], record: IntentRecord)?

  /// A writer that has nothing worked out yet.
  package init(_ recorder: RunRecorder, _ form: RecordForm = .object) {
    self.recorder = recorder
    self.form = form
    let start = recorder.now ?? ReceivedProposal.defaultTimestamp
    moment = (start, Array(start.text.utf8))
  }

  /// What a plain proposal came to.
  package struct Ending: Sendable {
    package var decision: Decision
    package var isWaiting: Bool
  }

  /// Appends what a proposal comes to, without white space but for the line breaks.
  ///
  /// - Parameter line: one JSON document in UTF-8.
  /// - Returns: `nil`, with nothing appended, where it is not plain.
  /// - Complexity: O(size of the proposal + what is written).
  package mutating func write(_ line: UnsafeBufferPointer<UInt8>, to buffer: inout ByteBuffer) -> Ending? {
    guard tape.read(line), envelope.read(tape), isTellable, let record = record(), readMoment(), readActor() else { return nil }
    let plan = record.plan
    tell(record)
    let isTaken = envelope.fields.withUnsafeBufferPointer { plan.take($0, of: tape) }
    guard isTaken, plan.decide() else { return nil }
    let isWaiting = plan.violations.first?.kind == .acceptance
    if isWaiting, recorder.hasApprovals { return nil }
    identify()
    guard isNew() else { return nil }
    conclude(record)
    trail.begin(first: recorder.nextSequence, tree: recorder.tree)
    trace(record)
    switch form {
    case .object: writeObject(record, to: &buffer)
    case .events:
      thread()
      writeEvents(to: &buffer)
    }
    return Ending(decision: words.decision, isWaiting: isWaiting)
  }

  // MARK: Who, when, what

  /// Whether the trace that events belong to stands where this writer looks for it.
  private var isTellable: Bool { form == .object || envelope.traceID > 0 || !envelope.mayNestTrace }

  /// What is known of the proposal's intent; `nil` where it is not declared, or its proposals are never plain.
  private mutating func record() -> IntentRecord? {
    if let last, tape.text(at: envelope.action, is: last.action) { return last.record }
    let action = tape.text(at: envelope.action).string
    guard let intent = recorder.procedure.governing.place(of: action) else { return nil }
    let record: IntentRecord?
    if let known = intents[intent] {
      record = known
    } else {
      record = IntentRecord(recorder, intent: intent)
      intents[intent] = record
    }
    guard let record else { return nil }
    last = (Array(action.utf8), record)
    return record
  }

  /// The moment of the run. One that is written otherwise than it is printed wants a closer look.
  private mutating func readMoment() -> Bool {
    if envelope.timestamp == 0 {
      let start = recorder.now ?? ReceivedProposal.defaultTimestamp
      if start != moment.timestamp { moment = (start, Array(start.text.utf8)) }
      return true
    }
    if tape.text(at: envelope.timestamp, is: moment.given) { return true }
    let text = tape.text(at: envelope.timestamp).string
    guard recorder.now == nil, let timestamp = Timestamp(text: text), timestamp.text == text else { return false }
    moment = (timestamp, Array(text.utf8))
    return true
  }

  private mutating func readActor() -> Bool {
    guard let read = RecordActor.read(tape, at: envelope.actor, last: actor) else { return false }
    if read.isNew { actor = read.actor }
    return true
  }

  /// Tells a plan what clauses may read of the envelope, where that is not what it was.
  private func tell(_ record: IntentRecord) {
    let plan = record.plan
    if plan.forget() { record.told = IntentRecord.Told() }
    if record.told.moment != moments {
      record.told.moment = moments
      plan.set(.now, to: .timestamp(moment.timestamp))
    }
    if record.told.actor != actors {
      record.told.actor = actors
      plan.set(.actorType, to: actor.type.map { .text(Text($0)) } ?? .missing(.absent))
      plan.set(.actorUserID, to: actor.user.map { .text(Text($0)) } ?? .missing(.absent))
      plan.set(.actorRoles, to: .list(actor.roles.map { .text(Text($0)) }))
    }
    if record.told.pack.take(envelope.pack, of: tape) {
      plan.set(pack: envelope.pack > 0 ? tape.text(at: envelope.pack).string : nil)
    }
    if record.told.truthID.take(envelope.truthID, of: tape) {
      plan.set(.proposalTruthID, to: envelope.truthID > 0 ? .text(tape.text(at: envelope.truthID)) : .missing(.absent))
    }
    if record.told.confidence.take(envelope.confidence, of: tape) {
      plan.set(.proposalConfidence, to: envelope.confidence > 0 ? .number(envelope.confidence(tape)) : .missing(.absent))
    }
  }

  /// Whether the context has no run that this proposal could have to do with.
  private func isNew() -> Bool {
    guard let runs = recorder.runs else { return true }
    return !runs.isAccepted(proposalID: words.identity(parts)) && runs.openRun(hash: words.hash(parts)) == nil
  }

  // MARK: Hashes of the proposal

  /// Works out what names the proposal and the run.
  private mutating func identify() {
    canonical.truncate()
    let (place, isLast) = writeCanonical()
    parts.truncate()
    words.begin(&parts, actor: actor, moment: moment.given)
    let digest = envelope.proposalID == 0 || envelope.correlationID == 0 ? Digest(of: canonical) : nil
    words.proposalID = parts.part { parts in
      if let digest, envelope.proposalID == 0 {
        parts.write("prop_", idOf: digest)
      } else {
        parts.writePlain(tape, at: envelope.proposalID)
      }
    }
    words.correlationID = parts.part { parts in
      if let digest, envelope.correlationID == 0 {
        parts.write("cor_", idOf: digest)
      } else {
        parts.writePlain(tape, at: envelope.correlationID)
      }
    }
    let proposalHash = proposalHash()
    words.proposalHash = parts.part { $0.write(proposalHash) }
    let input = inputHash(place, isLast)
    words.inputHash = parts.part { $0.write(input) }
    words.runID = parts.part { $0.write("run_", idOf: input) }
  }

  /// JCS of the proposal.
  ///
  /// - Returns: where in it a `timestamp` would stand that it has not, and whether behind all others; below 0 where it has one.
  private mutating func writeCanonical() -> (place: Int, isLast: Bool) {
    var placed: (Int, Bool)?
    canonical.append(UInt8(ascii: "{"))
    for (turn, name) in envelope.names.enumerated() {
      if turn > 0 { canonical.append(UInt8(ascii: ",")) }
      if placed == nil, tape.isTimestampBefore(Int(name)) { placed = (canonical.count, false) }
      canonical.writePlain(tape, at: Int(name))
      canonical.append(UInt8(ascii: ":"))
      canonical.writeCanonical(tape, at: Int(name) + 1)
    }
    let end = canonical.count
    canonical.append(UInt8(ascii: "}"))
    return envelope.timestamp == 0 ? placed ?? (end, true) : (-1, false)
  }

  private mutating func proposalHash() -> Digest {
    scratch.truncate()
    scratch.append(#"{"action":"# as StaticString)
    scratch.writePlain(tape, at: envelope.action)
    scratch.append(#","fields":{"# as StaticString)
    for (turn, name) in envelope.fields.enumerated() {
      if turn > 0 { scratch.append(UInt8(ascii: ",")) }
      scratch.writePlain(tape, at: Int(name))
      scratch.append(UInt8(ascii: ":"))
      scratch.writeCanonical(tape, at: Int(name) + 1)
    }
    scratch.append(#"},"proposal_id":"# as StaticString)
    scratch.append(parts, words.proposalID)
    scratch.append(#","user_id":"# as StaticString)
    scratch.append(actor.userID)
    scratch.append(UInt8(ascii: "}"))
    return Digest(of: scratch)
  }

  private mutating func inputHash(_ place: Int, _ isLast: Bool) -> Digest {
    scratch.truncate()
    scratch.append(#"{"context":"# as StaticString)
    scratch.append(recorder.head)
    scratch.append(#","proposal":"# as StaticString)
    if place < 0 {
      scratch.append(canonical)
    } else {
      scratch.append(canonical, 0..<place)
      if isLast, canonical.count > 2 { scratch.append(UInt8(ascii: ",")) }
      scratch.append(#""timestamp":"# as StaticString)
      scratch.append(parts, words.timestamp)
      if !isLast { scratch.append(UInt8(ascii: ",")) }
      scratch.append(canonical, place..<canonical.count)
    }
    scratch.append(#","truths":"# as StaticString)
    scratch.append(recorder.truthsHash)
    scratch.append(UInt8(ascii: "}"))
    return Digest(of: scratch)
  }
}

extension JSONTape {
  /// Whether a `timestamp` sorts before a name.
  fileprivate func isTimestampBefore(_ name: Int) -> Bool {
    let bytes = bytes(of: name)
    let timestamp: StaticString = "timestamp"
    for place in 0..<min(bytes.count, timestamp.utf8CodeUnitCount) where bytes[place] != timestamp.utf8Start[place] {
      return timestamp.utf8Start[place] < bytes[place]
    }
    return timestamp.utf8CodeUnitCount < bytes.count
  }
}
