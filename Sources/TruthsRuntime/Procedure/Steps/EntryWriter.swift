import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Appends the entries of one run to its context.
struct EntryWriter {
  let program: Program
  private(set) var context: Context
  let runID: String
  let correlationID: String
  let actor: JSONObject
  let now: Timestamp
  /// What was appended, in sequence.
  private(set) var entries: [Entry] = []

  init(program: Program, context: Context, runID: String, correlationID: String, actor: JSONObject, now: Timestamp) {
    self.program = program
    self.context = context
    self.runID = runID
    self.correlationID = correlationID
    self.actor = actor
    self.now = now
  }

  /// The proposal: its payload as received; the envelope has the timestamp used and the `proposal_id`.
  mutating func write(proposal: ReceivedProposal) {
    write(
      .proposal, payload: proposal.received.value.objectValue ?? [:], truthID: proposal.truthID, proposalID: proposal.identity)
  }

  @discardableResult
  mutating func write(
    _ type: Entry.EntryType, payload: JSONObject, truthID: String?, corrects: String? = nil, proposalID: String? = nil,
    fact: TypedFact? = nil
  ) -> String {
    let entry = Entry.make(
      type: type, timestamp: now, correlationID: correlationID, runID: runID, actor: actor, truthID: truthID, payload: payload,
      sequence: context.nextSequence, corrects: corrects, proposalID: proposalID)
    context.append(entry, fact: fact, program: program)
    entries.append(entry)
    return entry.entryID
  }

  /// - Returns: the `entry_id` of the new entry.
  mutating func write(fact: ProducedFact, corrects: String?) -> String {
    write(
      .fact, payload: fact.payload, truthID: fact.truthID, corrects: corrects,
      fact: TypedFact(type: fact.type, fields: fact.fields))
  }

  /// Facts in order.
  ///
  /// - Returns: the `entry_id` of each.
  mutating func write(facts: [ProducedFact]) -> [String] {
    var ids: [String] = []
    for fact in facts {
      let corrects = fact.corrects ?? fact.correctsProduced.map { ids.indices.contains($0) ? ids[$0] : "" }
      ids.append(write(fact: fact, corrects: corrects))
    }
    return ids
  }

  /// A trace: §7.2's object.
  mutating func writeTrace(_ words: TraceWords) {
    var payload: JSONObject = [
      "trace_id": .text(Hashes.traceID(runID: runID, truthID: words.truthID, sequence: context.nextSequence)),
      "run_id": .text(runID), "correlation_id": .text(correlationID), "actor": .object(actor), "action": .text(words.action),
      "truth_id": .text(words.truthID),
    ]
    if let hashes = words.hashes {
      payload["input_hash"] = .text(hashes.input)
      payload["output_hash"] = .text(hashes.output)
    }
    payload["decision"] = .text(words.decision.rawValue)
    payload["reason"] = .text(words.reason)
    payload["timestamp"] = .text(now.text)
    if let from = words.from { payload["from"] = .array(from.map { .text($0) }) }
    write(.trace, payload: payload, truthID: words.truthID)
  }
}

/// What a trace says, beside the run that it belongs to.
struct TraceWords {
  var action: String
  var truthID: String
  var decision: Decision
  var reason: String
  /// None for what follows from a context by itself: nothing was put in.
  var hashes: (input: String, output: String)?
  /// Of a match of a truth on facts: the entry ids of the facts.
  var from: [String]?
}
