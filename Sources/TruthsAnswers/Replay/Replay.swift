import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// Computes the decisions of a ledger again under different truths, entry by entry (answers §2).
///
/// With the recorded history, each decision is made on the recorded entries before it. In a cascading replay, each decision is
/// made on the results of the new decisions before it, and on facts from outside. The type is a value type: a copy continues
/// independently.
///
/// Each decision is made in the language version of its record, so that only the truths can cause flips.
package struct Replay: Sendable {
  private let budget: Budget
  /// The history as the new truths read it, once for each language version. The current version is first; the others are those
  /// that decisions name.
  private var sides: [Side]
  /// The proposal entry before the next entry, and its line. It is not in the history yet, because it is decided on the entries
  /// before it.
  private var pending: (entry: Entry, line: LedgerLine?)?
  /// The last decision that was computed again, until all its recorded entries are read; otherwise `nil`.
  private var repeated: RepeatedDecision?
  /// In a cascading replay, the ledger's runs, keyed by run id; otherwise `nil`.
  private var runs: [String: Beginning]?

  /// The number of decisions that were computed again.
  package private(set) var decided = 0
  /// The number of decisions that could not be computed again. They exceed the work limit, or continue a run that does not wait
  /// under the new truths.
  package private(set) var undecided = 0

  /// The history in one language version.
  private struct Side {
    let procedure: RunProcedure
    var context: Context

    /// Appends an entry. An adoption is not applied, because the new truths make all decisions.
    mutating func append(_ entry: Entry, _ line: LedgerLine?) {
      let isAdoption = entry.builtInFact == .truthsAdopted
      let fact =
        entry.type == .fact && !isAdoption
        ? try? procedure.factReader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
      context.append(HashedEntry(entry: entry, leafHash: entry.leafHash), line: line, fact: fact, program: procedure.program)
    }

    /// Returns the same history in a different language version.
    ///
    /// - Complexity: O(size of the history).
    func speaking(_ language: LanguageVersion) -> Side {
      let procedure = procedure.speaking(language)
      var side = Side(procedure: procedure, context: procedure.emptyContext)
      for entry in context.ledger.entries { side.append(entry, nil) }
      return side
    }
  }

  /// A run of the recorded ledger.
  private struct Beginning {
    var action: String
    var proposalID: String
    /// The id of the run under the new truths.
    var runID: String
  }

  /// - Parameters:
  ///   - procedure: the procedure for the new truths.
  ///   - context: the context before the first entry, which may contain policies.
  ///   - cascades: whether the history consists of the results of the new decisions.
  package init(_ procedure: RunProcedure, on context: Context, cascades: Bool, budget: Budget) {
    sides = [Side(procedure: procedure, context: context)]
    self.budget = budget
    runs = cascades ? [:] : nil
  }

  private var cascades: Bool { runs != nil }

  /// Reads the next entry of the ledger. If the entry is a decision, the decision is computed again.
  ///
  /// - Parameter line: the line of the entry, so that the entry need not be kept in memory; `nil` to keep it.
  /// - Returns: the flip of the previous decision, when the first entry that it did not leave is read; otherwise `nil`.
  /// - Complexity: O(the work of the run).
  package mutating func take(_ entry: Entry, _ line: LedgerLine?) -> Flip? {
    let flip = repeated?.take(entry) == true ? nil : end()
    if entry.type == .decision {
      decide(entry, line)
      return flip
    }
    repeatPending()
    if entry.type == .proposal {
      pending = (entry, line)
    } else if !cascades || arrives(entry) {
      append(entry, line)
    }
    return flip
  }

  /// Ends the previous decision.
  ///
  /// - Returns: the flip of that decision; `nil` if it does not differ, or does not exist.
  package mutating func end() -> Flip? {
    defer { repeated = nil }
    return repeated?.difference
  }

  /// Adds the next entry of the ledger to the history, without a decision.
  ///
  /// - Precondition: the replay is not cascading.
  package mutating func pass(_ entry: Entry, _ line: LedgerLine?) {
    if entry.type == .decision { _ = side(of: entry) }
    append(entry, line)
  }

  /// Returns the proposer of a run in the history; `nil` if the history has no such run.
  package func proposer(ofRun runID: String) -> JSONObject? { sides[0].context.proposal(ofRun: runID)?.actor }

  /// Derives facts from the current history, and discards them.
  ///
  /// If nothing follows, later derivations search only for new matches, in this replay and in all copies.
  ///
  /// - Complexity: O(matches with a fact that was added after the last call from which nothing followed).
  package func close(at now: Timestamp) {
    for side in sides { _ = side.procedure.close(side.context, now: now, budget: budget) }
  }

  private mutating func append(_ entry: Entry, _ line: LedgerLine?) {
    for place in sides.indices { sides[place].append(entry, line) }
  }

  /// Returns the index of the side with the language version of a recorded decision; 0 if that version is not supported.
  private mutating func side(of decision: Entry) -> Int {
    guard let language = DecisionRecord(decision.payload).language else { return 0 }
    if let place = sides.firstIndex(where: { $0.procedure.language == language }) { return place }
    sides.append(sides[0].speaking(language))
    return sides.count - 1
  }

  /// Returns whether a fact came from outside. Such a fact is a part of every history.
  private func arrives(_ entry: Entry) -> Bool {
    entry.type == .fact && entry.truthID == nil && runs?[entry.runID] == nil
  }

  /// Decides the pending proposal if no decision follows it in the ledger, because its run continued to wait.
  private mutating func repeatPending() {
    guard let pending else { return }
    self.pending = nil
    if cascades { _ = propose(pending.entry, 0) } else { append(pending.entry, pending.line) }
  }

  /// Decides the proposal of a ledger entry under one of the two sides.
  ///
  /// - Parameter side: the index of the side in whose language version the proposal is decided.
  private mutating func propose(_ entry: Entry, _ side: Int) -> RunOutcome? {
    let proposal = ProposalRecord(entry.payload)
    let action = proposal.action ?? ""
    var outcome: RunOutcome?
    if action != AdoptionRecord.intent {
      outcome = try? sides[side].procedure.run(request(of: entry), on: sides[side].context)
    }
    let proposalID = entry.proposalID ?? proposal.proposalID ?? ""
    runs?[entry.runID] = Beginning(action: action, proposalID: proposalID, runID: outcome?.run.runID ?? entry.runID)
    if cascades, let outcome { goOn(from: outcome, side) }
    return outcome
  }

  /// Appends the entries of a run to the new history.
  private mutating func goOn(from outcome: RunOutcome, _ place: Int) {
    for other in sides.indices {
      if other == place {
        sides[other].context = outcome.context
      } else {
        for entry in outcome.entries { sides[other].append(entry, nil) }
      }
    }
  }

  /// Returns the request without the hashes of the rules under which the proposal was made. With them it could be halted under
  /// different truths.
  private func request(of entry: Entry) -> RunRequest {
    RunRequest(again: entry, now: entry.timestamp, budget: budget, without: ["truths_hash", "policies_hash"])
  }

  private mutating func decide(_ entry: Entry, _ line: LedgerLine?) {
    let place = side(of: entry)
    let again = redecided(entry, place)
    let record = cascades ? nil : sides[place].context.runs.record(entry.runID)
    defer { if !cascades { append(entry, line) } }
    let action = runs?[entry.runID]?.action ?? record?.action ?? ""
    guard action != AdoptionRecord.intent else { return }
    guard let again else {
      undecided += 1
      return
    }
    decided += 1
    let proposalID = runs?[entry.runID]?.proposalID ?? record?.proposalID ?? ""
    repeated = RepeatedDecision(entry, proposalID: proposalID, action: action, outcome: again)
  }

  /// Returns the outcome of a decision that is computed again: for the pending proposal, or for a waiting run. `nil` if it
  /// cannot be made.
  private mutating func redecided(_ entry: Entry, _ side: Int) -> RunOutcome? {
    if let pending, pending.entry.runID == entry.runID {
      self.pending = nil
      defer { if !cascades { append(pending.entry, pending.line) } }
      return propose(pending.entry, side)
    }
    repeatPending()
    let runID = runs?[entry.runID]?.runID ?? entry.runID
    let made = try? sides[side].procedure.reevaluate(
      runID: runID, on: sides[side].context, now: entry.timestamp, budget: budget)
    if cascades, let made { goOn(from: made, side) }
    return made
  }
}
