import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// Repeats the decisions of a ledger under other truths, entry by entry (answers §2).
///
/// With the recorded history, each decision is repeated on the entries before it. With a history of its own (cascading), each is
/// made on the results of the new decisions before it, and on facts from outside. It is a value type: a copy continues
/// independently.
///
/// Each decision is repeated in the language version of its record, so that only the truths cause flips.
package struct Replay: Sendable {
  private let budget: Budget
  /// The history as the truths read it: in the current language version first, then in each other version that a decision names.
  private var sides: [Side]
  /// The proposal before the next entry. It is not in the history yet, because it is decided on the entries before it.
  private var pending: (entry: Entry, line: LedgerLine?)?
  /// The last repeated decision, until all its entries were read.
  private var repeated: RepeatedDecision?
  /// In a cascading replay, the ledger's runs by id; else `nil`.
  private var runs: [String: Beginning]?

  /// Number of repeated decisions.
  package private(set) var decided = 0
  /// Number of decisions that exceed the work limit, or continue a run that does not wait under these truths.
  package private(set) var undecided = 0

  /// The history in one language version.
  private struct Side {
    let procedure: RunProcedure
    var context: Context

    /// Appends an entry. Adoptions are not applied, because these truths decide everything.
    mutating func append(_ entry: Entry, _ line: LedgerLine?) {
      let isAdoption = entry.builtInFact == .truthsAdopted
      let fact =
        entry.type == .fact && !isAdoption
        ? try? procedure.factReader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
      context.append(HashedEntry(entry: entry, leafHash: entry.leafHash), line: line, fact: fact, program: procedure.program)
    }

    /// Returns the history in another language version.
    ///
    /// - Complexity: O(size of the history).
    func speaking(_ language: LanguageVersion) -> Side {
      let procedure = procedure.speaking(language)
      var side = Side(procedure: procedure, context: procedure.emptyContext)
      for entry in context.ledger.entries { side.append(entry, nil) }
      return side
    }
  }

  /// A run of the ledger.
  private struct Beginning {
    var action: String
    var proposalID: String
    /// Id of the run under these truths.
    var runID: String
  }

  /// - Parameters:
  ///   - procedure: the procedure over the other truths.
  ///   - context: the context before the first entry, such as policies.
  ///   - cascades: whether the history follows from the new decisions.
  package init(_ procedure: RunProcedure, on context: Context, cascades: Bool, budget: Budget) {
    sides = [Side(procedure: procedure, context: context)]
    self.budget = budget
    runs = cascades ? [:] : nil
  }

  private var cascades: Bool { runs != nil }

  /// Takes the next entry of the ledger.
  ///
  /// - Parameter line: the stored bytes of the entry, so that it is not kept in memory.
  /// - Returns: the flip of the previous decision, at the first entry that this decision did not leave.
  /// - Complexity: O(the run's own work).
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

  /// Ends the last decision.
  ///
  /// - Returns: its flip, if it differs.
  package mutating func end() -> Flip? {
    defer { repeated = nil }
    return repeated?.difference
  }

  /// Takes the next entry of the ledger as history, without deciding it.
  ///
  /// - Precondition: the history is the recorded one.
  package mutating func pass(_ entry: Entry, _ line: LedgerLine?) {
    if entry.type == .decision { _ = side(of: entry) }
    append(entry, line)
  }

  /// Returns the proposer of a run in the history; `nil` if no entry names one.
  package func proposer(ofRun runID: String) -> JSONObject? { sides[0].context.proposal(ofRun: runID)?.actor }

  /// Derives facts from the history so far and discards them.
  ///
  /// If nothing follows, later derivations search for new matches only, here and in all copies.
  ///
  /// - Complexity: that of the matches with a fact that arrived since the last call from which nothing followed.
  package func close(at now: Timestamp) {
    for side in sides { _ = side.procedure.close(side.context, now: now, budget: budget) }
  }

  private mutating func append(_ entry: Entry, _ line: LedgerLine?) {
    for place in sides.indices { sides[place].append(entry, line) }
  }

  /// Returns the index of the side in whose language version a decision was recorded; 0 if that version is unsupported.
  private mutating func side(of decision: Entry) -> Int {
    guard let language = DecisionRecord(decision.payload).language else { return 0 }
    if let place = sides.firstIndex(where: { $0.procedure.language == language }) { return place }
    sides.append(sides[0].speaking(language))
    return sides.count - 1
  }

  /// Whether a fact came from outside, so that every history contains it.
  private func arrives(_ entry: Entry) -> Bool {
    entry.type == .fact && entry.truthID == nil && runs?[entry.runID] == nil
  }

  /// Decides the previous proposal if it has no decision of its own: its run kept waiting.
  private mutating func repeatPending() {
    guard let pending else { return }
    self.pending = nil
    if cascades { _ = propose(pending.entry, 0) } else { append(pending.entry, pending.line) }
  }

  /// - Parameter place: the index of the side in whose language version it is decided.
  private mutating func propose(_ entry: Entry, _ place: Int) -> RunOutcome? {
    let proposal = ProposalRecord(entry.payload)
    let action = proposal.action ?? ""
    var made: RunOutcome?
    if action != AdoptionRecord.intent {
      made = try? sides[place].procedure.run(request(of: entry), on: sides[place].context)
    }
    let proposalID = entry.proposalID ?? proposal.proposalID ?? ""
    runs?[entry.runID] = Beginning(action: action, proposalID: proposalID, runID: made?.run.runID ?? entry.runID)
    if cascades, let made { goOn(from: made, place) }
    return made
  }

  /// Continues the new history with the entries of a run.
  private mutating func goOn(from made: RunOutcome, _ place: Int) {
    for other in sides.indices {
      if other == place {
        sides[other].context = made.context
      } else {
        for entry in made.entries { sides[other].append(entry, nil) }
      }
    }
  }

  /// Returns the proposal without the hashes of its governing rules, which would make it stale under other truths.
  private func request(of entry: Entry) -> RunRequest {
    RunRequest(again: entry, now: entry.timestamp, budget: budget, without: ["truths_hash", "policies_hash"])
  }

  private mutating func decide(_ entry: Entry, _ line: LedgerLine?) {
    let place = side(of: entry)
    let made = made(again: entry, place)
    let record = cascades ? nil : sides[place].context.runs.record(entry.runID)
    defer { if !cascades { append(entry, line) } }
    let action = runs?[entry.runID]?.action ?? record?.action ?? ""
    guard action != AdoptionRecord.intent else { return }
    guard let made else {
      undecided += 1
      return
    }
    decided += 1
    let proposalID = runs?[entry.runID]?.proposalID ?? record?.proposalID ?? ""
    repeated = RepeatedDecision(entry, proposalID: proposalID, action: action, made: made)
  }

  /// Returns the repeated decision: of the proposal before it, or of a waiting run.
  private mutating func made(again entry: Entry, _ place: Int) -> RunOutcome? {
    if let pending, pending.entry.runID == entry.runID {
      self.pending = nil
      defer { if !cascades { append(pending.entry, pending.line) } }
      return propose(pending.entry, place)
    }
    repeatPending()
    let runID = runs?[entry.runID]?.runID ?? entry.runID
    let made = try? sides[place].procedure.reevaluate(
      runID: runID, on: sides[place].context, now: entry.timestamp, budget: budget)
    if cascades, let made { goOn(from: made, place) }
    return made
  }
}
