import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// A decision that comes out otherwise under other truths.
package struct Flip: Hashable, Sendable {
  /// The sequence of the recorded decision.
  package var sequence: Int
  package var timestamp: Timestamp
  package var proposalID: String
  package var runID: String
  package var action: String
  /// `accepted`, `rejected`, `halted` or `waiting`.
  package var from: String
  package var to: String
  /// The truth that decides now, and its reason.
  package var truthID: String
  package var reason: String

  /// `{"proposal_id": …, "run_id": …, "action": …, "from": …, "to": …, "truth_id": …, "reason": …}` (answers §2.2).
  package var json: JSONObject {
    [
      "entry": .number(Decimal(sequence)), "proposal_id": .text(proposalID), "run_id": .text(runID), "action": .text(action),
      "from": .text(from), "to": .text(to), "truth_id": .text(truthID), "reason": .text(reason),
    ]
  }

  package static let shape = JSONShape.members([
    .required("entry", .count(from: 1), "The sequence of the recorded decision."),
    .required("proposal_id", .text, "The proposal."), .required("run_id", .text, "The run."),
    .required("action", .text, "The intent."), .required("from", .words(endings), "What it came to."),
    .required("to", .words(endings), "What it would come to."),
    .required("truth_id", .text, "The truth, invariant or clause that would decide."),
    .required("reason", .text, "Why."),
  ])

  private static let endings = DecisionOutcome.allCases.map(\.rawValue) + [RunState.Status.waiting.rawValue]
}

/// Decides what a ledger has decided again under other truths, entry by entry (answers §2).
///
/// Against the recorded history each decision is made again on what stood before it. With a history of its own, each is made on
/// what followed from the new decisions before it, and from what came from outside. A value type: a copy goes on by itself.
package struct Replay: Sendable {
  private let procedure: RunProcedure
  private let budget: Budget
  private var context: Context
  /// What the proposal right before came to, and its run.
  private var pending: (runID: String, outcome: RunOutcome)?
  /// With a history of its own: each run of the ledger that a proposal began.
  private var runs: [String: Beginning]?

  /// Decisions that were made again.
  package private(set) var decided = 0
  /// Decisions that take more work than one may, or go on with a run that does not wait under these truths.
  package private(set) var undecided = 0

  /// A run of the ledger.
  private struct Beginning {
    var action: String
    var proposalID: String
    /// Its id under these truths.
    var runID: String
  }

  /// - Parameters:
  ///   - procedure: over the other truths.
  ///   - context: what stands before the first entry, such as policies.
  ///   - cascades: whether the history follows from the new decisions.
  package init(_ procedure: RunProcedure, on context: Context, cascades: Bool, budget: Budget) {
    self.procedure = procedure
    self.context = context
    self.budget = budget
    runs = cascades ? [:] : nil
  }

  private var cascades: Bool { runs != nil }

  /// Takes the next entry of the ledger.
  ///
  /// - Parameter line: where it stands, so that nobody keeps it.
  /// - Returns: what flips, where it is a decision that comes out otherwise.
  /// - Complexity: O(the run once more).
  package mutating func take(_ entry: Entry, _ line: LedgerLine?) -> Flip? {
    if entry.type == .decision { return compare(entry, line) }
    pending = nil
    if entry.type == .proposal { propose(entry) }
    if !cascades || arrives(entry) { pass(entry, line) }
    return nil
  }

  /// Takes the next entry of the ledger as what stands before those behind it, and decides nothing.
  ///
  /// - Precondition: the history is the recorded one.
  package mutating func pass(_ entry: Entry, _ line: LedgerLine?) {
    // What was adopted is the question's own matter: these truths decide everything.
    let isAdoption = entry.payload["type"]?.stringValue == BuiltInFact.truthsAdopted.rawValue
    let fact =
      entry.type == .fact && !isAdoption
      ? try? procedure.factReader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
    context.append(SealedEntry(entry: entry, leafHash: entry.leafHash), line: line, fact: fact, program: procedure.program)
  }

  /// Whether no truth made a fact, so that it stands in every history.
  private func arrives(_ entry: Entry) -> Bool {
    entry.type == .fact && entry.truthID == nil && runs?[entry.runID] == nil
  }

  private mutating func propose(_ entry: Entry) {
    let action = entry.payload["action"]?.stringValue ?? entry.payload["proposal"]?["action"]?.stringValue ?? ""
    var runID = entry.runID
    if action != Self.adoption, let outcome = try? procedure.run(request(of: entry), on: context) {
      pending = (entry.runID, outcome)
      runID = outcome.run.runID
      if cascades { context = outcome.context }
    }
    let proposalID = entry.proposalID ?? entry.payload["proposal_id"]?.stringValue ?? ""
    runs?[entry.runID] = Beginning(action: action, proposalID: proposalID, runID: runID)
  }

  /// The intent by which truths are adopted: no truths of a pack decide it.
  private static let adoption = "adopt_truths"

  /// The proposal without the hashes of what governed it: under other truths it would be stale for that alone.
  private func request(of entry: Entry) -> RunRequest {
    RunRequest(again: entry, now: entry.timestamp, budget: budget, without: ["truths_hash", "policies_hash"])
  }

  private mutating func compare(_ entry: Entry, _ line: LedgerLine?) -> Flip? {
    defer {
      pending = nil
      if !cascades { pass(entry, line) }
    }
    let record = cascades ? nil : context.runs.record(entry.runID)
    let action = runs?[entry.runID]?.action ?? record?.action ?? ""
    guard action != Self.adoption else { return nil }
    let made: RunOutcome?
    if let pending, pending.runID == entry.runID {
      made = pending.outcome
    } else {
      let runID = runs?[entry.runID]?.runID ?? entry.runID
      made = try? procedure.reevaluate(runID: runID, on: context, now: entry.timestamp, budget: budget)
      if cascades, let made { context = made.context }
    }
    guard let made else {
      undecided += 1
      return nil
    }
    decided += 1
    let isWaiting = entry.payload["status"]?.stringValue == RunState.Status.waiting.rawValue
    let from = isWaiting ? RunState.Status.waiting.rawValue : entry.payload["decision"]?.stringValue ?? ""
    guard from != made.ending else { return nil }
    return Flip(
      sequence: entry.sequence, timestamp: entry.timestamp,
      proposalID: runs?[entry.runID]?.proposalID ?? record?.proposalID ?? "", runID: entry.runID, action: action, from: from,
      to: made.ending, truthID: made.truthID, reason: made.reason)
  }
}
