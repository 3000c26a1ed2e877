import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// Decides what a ledger has decided again under other truths, entry by entry (answers §2).
///
/// Against the recorded history each decision is made again on what stood before it. With a history of its own, each is made on
/// what followed from the new decisions before it, and from what came from outside. A value type: a copy goes on by itself.
///
/// Each is made again in the version of the language in which it was recorded, so that what flips, flips for the truths.
package struct Replay: Sendable {
  private let budget: Budget
  /// The history as the truths read it, in the language of today first; in another once a decision names that.
  private var sides: [Side]
  /// The proposal right before, which no history holds yet: it is decided on what stood before it.
  private var pending: (entry: Entry, line: LedgerLine?)?
  /// The decision that was made again last, until everything that it left has been read.
  private var repeated: RepeatedDecision?
  /// With a history of its own: each run of the ledger that a proposal began.
  private var runs: [String: Beginning]?

  /// Decisions that were made again.
  package private(set) var decided = 0
  /// Decisions that take more work than one may, or go on with a run that does not wait under these truths.
  package private(set) var undecided = 0

  /// The history in one version of the language.
  private struct Side {
    let procedure: RunProcedure
    var context: Context

    /// Takes in an entry. What was adopted is the question's own matter: these truths decide everything.
    mutating func append(_ entry: Entry, _ line: LedgerLine?) {
      let isAdoption = entry.builtInFact == .truthsAdopted
      let fact =
        entry.type == .fact && !isAdoption
        ? try? procedure.factReader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
      context.append(HashedEntry(entry: entry, leafHash: entry.leafHash), line: line, fact: fact, program: procedure.program)
    }

    /// The same history in another version of the language.
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
    /// Its id under these truths.
    var runID: String
  }

  /// - Parameters:
  ///   - procedure: over the other truths.
  ///   - context: what stands before the first entry, such as policies.
  ///   - cascades: whether the history follows from the new decisions.
  package init(_ procedure: RunProcedure, on context: Context, cascades: Bool, budget: Budget) {
    sides = [Side(procedure: procedure, context: context)]
    self.budget = budget
    runs = cascades ? [:] : nil
  }

  private var cascades: Bool { runs != nil }

  /// Takes the next entry of the ledger.
  ///
  /// - Parameter line: where it stands, so that nobody keeps it.
  /// - Returns: the decision before it that comes out otherwise, where the entry is the first that the decision did not leave.
  /// - Complexity: O(the run once more).
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

  /// Takes it that the last decision left nothing more.
  ///
  /// - Returns: that decision, where it comes out otherwise.
  package mutating func end() -> Flip? {
    defer { repeated = nil }
    return repeated?.difference
  }

  /// Takes the next entry of the ledger as what stands before those behind it, and decides nothing.
  ///
  /// - Precondition: the history is the recorded one.
  package mutating func pass(_ entry: Entry, _ line: LedgerLine?) {
    if entry.type == .decision { _ = side(of: entry) }
    append(entry, line)
  }

  /// Who proposed what a run of the history decides; `nil` where no entry says it.
  package func proposer(ofRun runID: String) -> JSONObject? { sides[0].context.proposal(ofRun: runID)?.actor }

  /// Works out what follows from the history so far. Where nothing does, what comes is searched for new matches alone, here and
  /// in all copies.
  ///
  /// - Complexity: that of the matches that hold a fact which arrived since this was asked last, where nothing followed then.
  package func close(at now: Timestamp) {
    for side in sides { _ = side.procedure.close(side.context, now: now, budget: budget) }
  }

  private mutating func append(_ entry: Entry, _ line: LedgerLine?) {
    for place in sides.indices { sides[place].append(entry, line) }
  }

  /// The place of the side in whose language a decision was recorded; that of today where it is none that is spoken.
  private mutating func side(of decision: Entry) -> Int {
    guard let language = DecisionRecord(decision.payload).language else { return 0 }
    if let place = sides.firstIndex(where: { $0.procedure.language == language }) { return place }
    sides.append(sides[0].speaking(language))
    return sides.count - 1
  }

  /// Whether no truth made a fact, so that it stands in every history.
  private func arrives(_ entry: Entry) -> Bool {
    entry.type == .fact && entry.truthID == nil && runs?[entry.runID] == nil
  }

  /// Decides the proposal right before, behind which no decision of its own stands: its run waits for what it waited for.
  private mutating func repeatPending() {
    guard let pending else { return }
    self.pending = nil
    if cascades { _ = propose(pending.entry, 0) } else { append(pending.entry, pending.line) }
  }

  /// - Parameter place: of the side in whose language it is decided.
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

  /// The new history goes on with what a run left.
  private mutating func goOn(from made: RunOutcome, _ place: Int) {
    for other in sides.indices {
      if other == place {
        sides[other].context = made.context
      } else {
        for entry in made.entries { sides[other].append(entry, nil) }
      }
    }
  }

  /// The proposal without the hashes of what governed it: under other truths it would be stale for that alone.
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

  /// What a decision comes to: of the proposal right before it, or of a run that waited.
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
