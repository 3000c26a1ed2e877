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
  /// The truth that decided then.
  package var formerTruthID: String

  /// `{"proposal_id": …, "run_id": …, "action": …, "from": …, "to": …, "truth_id": …, "reason": …}` (answers §2.2).
  package var json: JSONObject {
    [
      "entry": .number(Decimal(sequence)), "proposal_id": .text(proposalID), "run_id": .text(runID), "action": .text(action),
      "from": .text(from), "to": .text(to), "truth_id": .text(truthID), "reason": .text(reason),
    ]
  }
}

/// Decides what a ledger has decided again under other truths, entry by entry (answers §2).
///
/// Against the recorded history each decision is made again on what stood before it. With a history of its own, each is made on
/// what followed from the new decisions before it, and from what came from outside.
package struct Replay {
  private let procedure: RunProcedure
  private let reader: FactReader
  private let cascades: Bool
  private let budget: Budget
  private var context: Context
  /// What a proposal came to whose decision is not read yet, by its run.
  private var pending: [String: RunOutcome] = [:]
  /// What runs propose, by their ids in the ledger.
  private var actions: [String: String] = [:]
  private var proposalIDs: [String: String] = [:]
  /// Runs that began with a proposal, by the id in the ledger: the id under these truths, where that is another.
  private var runs: [String: String] = [:]

  /// Decisions that were made again.
  package private(set) var decided = 0
  /// Decisions that take more work than one may, or go on with a run that does not wait under these truths.
  package private(set) var undecided = 0

  /// - Parameters:
  ///   - procedure: over the other truths.
  ///   - context: what stands before the first entry, such as policies.
  ///   - cascades: whether the history follows from the new decisions.
  package init(_ procedure: RunProcedure, on context: Context, cascades: Bool, budget: Budget) {
    self.procedure = procedure
    self.context = context
    self.cascades = cascades
    self.budget = budget
    reader = FactReader(program: procedure.program)
  }

  /// Takes the next entry of the ledger.
  ///
  /// - Returns: what flips, where it is a decision that comes out otherwise.
  /// - Complexity: O(the run once more).
  package mutating func take(_ entry: Entry) -> Flip? {
    switch entry.type {
    case .proposal: propose(entry)
    case .decision: return compare(entry)
    case .fact, .trace: if !cascades || arrives(entry) { append(entry) }
    }
    return nil
  }

  /// Whether no truth made a fact, so that it stands in every history.
  private func arrives(_ entry: Entry) -> Bool {
    entry.type == .fact && entry.truthID == nil && actions[entry.runID] == nil
  }

  private mutating func append(_ entry: Entry) {
    // What was adopted is the question's own matter: these truths decide everything.
    let isAdoption = entry.payload["type"]?.stringValue == BuiltInFact.truthsAdopted.rawValue
    let fact =
      entry.type == .fact && !isAdoption
      ? try? reader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
    context.append(entry, fact: fact, program: procedure.program)
  }

  private mutating func propose(_ entry: Entry) {
    let action = entry.payload["action"]?.stringValue ?? entry.payload["proposal"]?["action"]?.stringValue ?? ""
    actions[entry.runID] = action
    proposalIDs[entry.runID] = entry.proposalID ?? entry.payload["proposal_id"]?.stringValue ?? ""
    pending[entry.runID] = nil
    if action != Self.adoption, let outcome = try? procedure.run(request(of: entry), on: context) {
      pending[entry.runID] = outcome
      runs[entry.runID] = outcome.run.runID
      if cascades { context = outcome.context }
    }
    if !cascades { append(entry) }
  }

  /// The intent by which truths are adopted: no truths of a pack decide it.
  private static let adoption = "adopt_truths"

  /// The proposal without the hashes of what governed it: under other truths it would be stale for that alone.
  private func request(of entry: Entry) -> RunRequest {
    RunRequest(again: entry, now: entry.timestamp, budget: budget, without: ["truths_hash", "policies_hash"])
  }

  private mutating func compare(_ entry: Entry) -> Flip? {
    defer { if !cascades { append(entry) } }
    let action = actions[entry.runID] ?? ""
    guard action != Self.adoption else { return nil }
    let made: RunOutcome?
    if let outcome = pending.removeValue(forKey: entry.runID) {
      made = outcome
    } else {
      let runID = cascades ? runs[entry.runID] ?? entry.runID : entry.runID
      made = try? procedure.reevaluate(runID: runID, on: context, now: entry.timestamp, budget: budget)
      if cascades, let made { context = made.context }
    }
    guard let made else {
      undecided += 1
      return nil
    }
    decided += 1
    let from = Self.ending(entry.payload["status"]?.stringValue, entry.payload["decision"]?.stringValue)
    let to = made.ending
    guard from != to else { return nil }
    return Flip(
      sequence: entry.sequence, timestamp: entry.timestamp, proposalID: proposalIDs[entry.runID] ?? "", runID: entry.runID,
      action: action, from: from, to: to, truthID: made.truthID, reason: made.reason,
      formerTruthID: entry.payload["truth_id"]?.stringValue ?? "")
  }

  private static func ending(_ status: String?, _ decision: String?) -> String {
    status == RunState.Status.waiting.rawValue ? "waiting" : decision ?? ""
  }
}
