import TruthsCheck
package import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsText

/// Writes what plain proposals come to; see ``RunRecorder``. It belongs to one thread, and its memory is used again and again.
package struct RecordWriter: ~Copyable {
  let recorder: RunRecorder
  let form: RecordForm
  /// The recorder's, which cost no counted reference here.
  let truthsHash: [UInt8]
  let streamID: [UInt8]
  /// What every `input_hash` begins with: `{"context":…,"proposal":`.
  let inputBeginning: DigestBeginning
  var tape = JSONTape()
  var envelope = RecordEnvelope()
  /// JCS of the proposal as received.
  var canonical = ByteBuffer(capacity: 1024)
  /// Where in it the intent's fields stand.
  var fields: [Range<Int>] = []
  /// What stands in the output more than once.
  var parts = ByteBuffer(capacity: 4096)
  /// What is hashed.
  var scratch = ByteBuffer(capacity: 4096)
  var outcome = RecordOutcome()
  var words = RecordWords()
  var frame = RecordFrame()
  var trail = RecordTrail()
  /// The `seq` of the next event.
  var nextEvent = 1
  var actor = RecordActor.fixture
  /// How many actors and moments there were so far.
  private var actors = 0
  private var moments = 0
  /// The moment that is used, and how it is written.
  private(set) var moment: (timestamp: Timestamp, given: [UInt8]) { didSet { moments += 1 } }
  /// By place of the intent; `nil` for those whose proposals are never plain.
  private var intents: [Int: IntentRecord?] = [:]
  /// The intent of the last proposal, and what it called it.
  private var lastAction: [UInt8] = []
  private var lastRecord: IntentRecord?

  /// A writer that has nothing worked out yet.
  package init(_ recorder: RunRecorder, _ form: RecordForm = .object) {
    self.recorder = recorder
    self.form = form
    (truthsHash, streamID) = (recorder.truthsHash, recorder.streamID)
    scratch.append(#"{"context":"# as StaticString)
    scratch.append(recorder.head)
    scratch.append(#","proposal":"# as StaticString)
    inputBeginning = DigestBeginning(scratch)
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
    guard isTaken, plan.decide(&outcome) else { return nil }
    let isWaiting = outcome.violations.first?.kind == .acceptance
    if isWaiting, recorder.hasApprovals { return nil }
    identify()
    guard isNew() else { return nil }
    conclude(record)
    trail.begin(first: recorder.nextSequence, tree: form == .object ? recorder.tree : nil)
    trace(record)
    switch form {
    case .object: writeObject(record, to: &buffer)
    case .events:
      thread()
      frameEvents()
      writeEvents(to: &buffer)
    }
    return Ending(decision: words.decision, isWaiting: isWaiting)
  }

  // MARK: Who, when, what

  /// Whether the trace that events belong to stands where this writer looks for it.
  private var isTellable: Bool { form == .object || envelope.traceID > 0 || !envelope.mayNestTrace }

  /// What is known of the proposal's intent; `nil` where it is not declared, or its proposals are never plain.
  private mutating func record() -> IntentRecord? {
    if let lastRecord, tape.text(at: envelope.action, is: lastAction) { return lastRecord }
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
    (lastAction, lastRecord) = (Array(action.utf8), record)
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
    guard let isNew = actor.become(tape, at: envelope.actor) else { return false }
    if isNew { actors += 1 }
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
}
