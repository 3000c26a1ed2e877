import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// A run in the form that explanations use. It is created from an outcome, from the output of `truths run`, or from entries of
/// a ledger.
///
/// A part that the source does not contain is empty.
package struct ExplainedRun: Sendable {
  /// The outcome of the run. A record without a decision counts as halted.
  var ending: RunEnding
  var truthID: String
  var reason: String
  /// The number of clauses that hold, if the run was accepted and its reason says only that number; `nil` for any other reason.
  var heldClauses: HeldClauses?
  var violations: [RecordedViolation]
  var wait: RecordedWait
  package var runID: String
  package var proposalID: String?
  var proposalHash = ""
  var inputHash: String
  var outputHash: String
  /// The hash of the truth set that made the decision.
  var truths = ""
  /// The contexts before and after the run; each is `nil` if it is not known.
  var before: ContextPoint?
  var after: ContextPoint?
  /// The payloads of the facts that the run appended.
  var facts: [JSONValue]
  /// The entries that the run appended. They include facts that truths derived from the context before the run.
  var entries: [AppendedEntry]
  /// The truth that left the run's first trace, not counting traces of violations; `nil` without such a trace.
  var firedTruth: String?

  /// The parts of an entry that explanations show.
  struct AppendedEntry: Sendable {
    var type: Entry.EntryType?
    var runID: String?
    var truthID: String?
    var actor: JSONValue?
    var payload: JSONValue
    /// Whether the entry corrects an earlier fact.
    var isCorrection: Bool

    init(_ entry: Entry) {
      (type, runID, truthID, isCorrection) = (entry.type, entry.runID, entry.truthID, entry.corrects != nil)
      actor = .object(entry.actor)
      payload = .object(entry.payload)
    }

    /// Creates an entry from the output of `truths run`.
    init(_ json: JSONValue) {
      type = json["entry_type"]?.stringValue.flatMap(Entry.EntryType.init)
      runID = json["run_id"]?.stringValue
      truthID = json["truth_id"]?.stringValue
      actor = json["actor"]
      payload = json["payload"] ?? .null
      isCorrection = json["corrects"] != nil
    }

    /// Whether the entry is the trace of a truth that starts from facts. Such a trace lists under `from` the facts that the
    /// truth started from.
    var isFollowing: Bool { payload["from"] != nil }
  }

  private init(_ decision: DecisionRecord, runID: String, facts: [JSONValue], entries: [AppendedEntry]) {
    ending = decision.ending ?? .halted
    truthID = decision.truthID ?? ""
    reason = decision.reason ?? ""
    heldClauses = decision.heldClauses
    violations = decision.violations
    wait = decision.wait
    inputHash = decision.inputHash ?? ""
    outputHash = decision.outputHash ?? ""
    self.runID = runID
    self.facts = facts
    self.entries = entries
  }

  /// - Parameter output: the output of `truths run`.
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

  /// Returns the id of the first truth that fired.
  ///
  /// - Parameter traces: the payloads of the traces.
  private static func firedTruth(_ traces: [JSONObject]) -> String? {
    traces.lazy.map { TraceRecord($0) }.first { !$0.isOfViolation }?.truthID
  }

  private static func point(_ point: RunOutputRecord.Point) -> ContextPoint? {
    point.head.map { ContextPoint(head: $0, size: point.size ?? 0) }
  }

  /// - Parameters:
  ///   - decision: the entry of the decision.
  ///   - proposal: the entry of the proposal; `nil` if the record has none. It may also be among `entries`.
  ///   - proposalHash: the hash of the proposal; `nil` if the explanation does not need it.
  ///   - entries: the entries that the run appended.
  ///   - heads: the contexts before and after the run; `nil` if the explanation does not need them.
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

  /// - Parameter source: formats a location in a truth file, such as `shop/shop.truths:40:7`.
  package init(_ outcome: RunOutcome, source: (Span) -> String) {
    ending = outcome.ending
    truthID = outcome.truthID
    reason = outcome.reason
    heldClauses = outcome.heldClauses
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

  /// The entry of the proposal; `nil` if the run's entries do not contain it.
  var proposalEntry: AppendedEntry? { entries.first { $0.type == .proposal } }

  /// The proposal as it was received; `nil` if its entry is not available.
  var proposal: ProposalRecord? { proposalEntry.map { ProposalRecord($0.payload.objectValue ?? [:]) } }

  /// The actor who made the proposal; `nil` if not known.
  var proposer: JSONValue? { proposalEntry?.actor }

  /// The violation that decided the run, which is the first one with the truth and reason of the decision; `nil` without such a
  /// violation.
  var deciding: RecordedViolation? { violations.first { $0.truthID == truthID && $0.reason == reason } }
}
