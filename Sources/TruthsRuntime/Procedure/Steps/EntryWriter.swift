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

  /// A trace: §7.2's object.
  mutating func writeTrace(
    action: String, truthID: String, verdict: Verdict, reason: String, inputHash: String, outputHash: String
  ) {
    let payload: JSONObject = [
      "trace_id": .text(Hashes.traceID(runID: runID, truthID: truthID, sequence: context.nextSequence)), "run_id": .text(runID),
      "correlation_id": .text(correlationID), "actor": .object(actor), "action": .text(action), "truth_id": .text(truthID),
      "input_hash": .text(inputHash), "output_hash": .text(outputHash), "decision": .text(verdict.decision.rawValue),
      "reason": .text(reason), "timestamp": .text(now.text),
    ]
    write(.trace, payload: payload, truthID: truthID)
  }
}
