import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// A run as it is explained to people: made from its outcome, from what `truths run` printed of it, or from entries of a ledger.
///
/// What a record does not tell is empty.
package struct ExplainedRun: Sendable {
  /// How it ended. A record that tells no decision halted.
  var ending: RunEnding
  var truthID: String
  var reason: String
  /// How many clauses hold in an accepted run, where the reason tells no more.
  var held: HeldClauses?
  var violations: [RecordedViolation]
  var wait: RecordedWait
  package var runID: String
  package var proposalID: String?
  var proposalHash = ""
  var inputHash: String
  var outputHash: String
  /// The hash of the truths that decided.
  var truths = ""
  /// The contexts before and after it; `nil` where they are not known.
  var before: ContextPoint?
  var after: ContextPoint?
  /// The payloads of the facts that it appended.
  var facts: [JSONValue]
  /// What it appended, with what followed from the context before it.
  var entries: [AppendedEntry]
  /// The truth of its first trace that is not of a violation.
  var firedTruth: String?

  /// An entry, as far as an explanation tells it.
  struct AppendedEntry: Sendable {
    var type: Entry.EntryType?
    var runID: String?
    var truthID: String?
    var actor: JSONValue?
    var payload: JSONValue
    /// Whether it corrects a fact.
    var isCorrection: Bool

    init(_ entry: Entry) {
      (type, runID, truthID, isCorrection) = (entry.type, entry.runID, entry.truthID, entry.corrects != nil)
      actor = .object(entry.actor)
      payload = .object(entry.payload)
    }

    /// An entry as the output of a run has it.
    init(_ json: JSONValue) {
      type = json["entry_type"]?.stringValue.flatMap(Entry.EntryType.init)
      runID = json["run_id"]?.stringValue
      truthID = json["truth_id"]?.stringValue
      actor = json["actor"]
      payload = json["payload"] ?? .null
      isCorrection = json["corrects"] != nil
    }

    /// Whether it tells what a truth on facts followed from.
    var isFollowing: Bool { payload["from"] != nil }
  }

  private init(_ decision: DecisionRecord, runID: String, facts: [JSONValue], entries: [AppendedEntry]) {
    ending = decision.ending ?? .halted
    truthID = decision.truthID ?? ""
    reason = decision.reason ?? ""
    held = decision.held
    violations = decision.violations
    wait = decision.wait
    inputHash = decision.inputHash ?? ""
    outputHash = decision.outputHash ?? ""
    self.runID = runID
    self.facts = facts
    self.entries = entries
  }

  /// - Parameter output: what `truths run` printed.
  package init(_ output: RunOutputRecord) {
    let decision = output.decision
    self.init(decision, runID: output.runID ?? "", facts: output.facts, entries: output.entries.map { AppendedEntry($0) })
    proposalID = output.proposalID
    proposalHash = decision.proposalHash ?? ""
    truths = output.truths ?? ""
    before = Self.point(output.before)
    after = Self.point(output.after)
    firedTruth = Self.firedTruth(output.traces.map { $0.objectValue ?? [:] })
  }

  /// - Parameter traces: their payloads.
  private static func firedTruth(_ traces: [JSONObject]) -> String? {
    traces.lazy.map { TraceRecord($0) }.first { !$0.isOfViolation }?.truthID
  }

  private static func point(_ point: RunOutputRecord.Point) -> ContextPoint? {
    point.head.map { ContextPoint(head: $0, size: point.size ?? 0) }
  }

  /// - Parameters:
  ///   - decision: its entry.
  ///   - proposal: the entry of its proposal, where it is not among the others.
  ///   - proposalHash: that of the proposal, where it is wanted.
  ///   - entries: what it appended.
  ///   - heads: of the contexts before and after it, where they are wanted.
  init(
    decision: Entry, proposal: Entry?, proposalHash: String?, entries: [Entry],
    heads: (before: ContextPoint, after: ContextPoint)?
  ) {
    let isBegun = entries.contains { $0.type == .proposal }
    self.init(
      DecisionRecord(decision.payload), runID: decision.runID,
      facts: entries.filter { $0.type == .fact }.map { .object($0.payload) },
      entries: ((isBegun ? [] : [proposal].compactMap(\.self)) + entries).map { AppendedEntry($0) })
    proposalID = proposal?.proposalID
    self.proposalHash = proposalHash ?? ""
    firedTruth = Self.firedTruth(entries.filter { $0.type == .trace }.map(\.payload))
    (before, after) = (heads?.before, heads?.after)
  }

  /// - Parameter source: how a place in a truth file reads.
  package init(_ outcome: RunOutcome, source: (Span) -> String) {
    ending = outcome.ending
    truthID = outcome.truthID
    reason = outcome.reason
    held = outcome.held
    violations = outcome.violations.map { RecordedViolation($0, source: source) }
    wait = RecordedWait(awaited: outcome.run.waitingFor)
    runID = outcome.run.runID
    proposalID = outcome.proposalID
    proposalHash = outcome.proposalHash
    inputHash = outcome.inputHash
    outputHash = outcome.outputHash
    truths = outcome.truthsHash
    (before, after) = (outcome.before, outcome.after)
    facts = outcome.facts.map { .object($0) }
    entries = outcome.entries.map { AppendedEntry($0) }
    firedTruth = Self.firedTruth(outcome.traces)
  }

  /// The entry of the proposal, where it is among the entries.
  var proposalEntry: AppendedEntry? { entries.first { $0.type == .proposal } }

  /// The proposal as it was received, where its entry is there.
  var proposal: ProposalRecord? { proposalEntry.map { ProposalRecord($0.payload.objectValue ?? [:]) } }

  /// Who proposed, where that is known.
  var proposer: JSONValue? { proposalEntry?.actor }

  /// The deciding violation: the first with the decision's truth and reason.
  var deciding: RecordedViolation? { violations.first { $0.truthID == truthID && $0.reason == reason } }
}
