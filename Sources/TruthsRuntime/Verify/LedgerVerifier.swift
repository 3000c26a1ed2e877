import TruthsCheck
import TruthsEngine
import TruthsJSON
package import TruthsLedger
import TruthsText

/// Recomputes everything in a ledger that can be recomputed: ids, hashes, and, with the truths at hand, the decisions themselves.
package struct LedgerVerifier {
  private let entries: [Entry]
  private let procedure: RunProcedure?
  private var verification = Verification()
  private var order = LedgerOrder()
  private var records: LedgerRecords
  /// The run of the last decision that was not made again, as long as what it left behind goes on.
  private var unmade: String?
  /// Whether a decision stands before what is looked at.
  private var hasDecided = false
  /// Facts behind a decision that none left: the first, and how many there are.
  private var histories: (first: (sequence: Int, type: String), count: Int)?

  /// - Parameters:
  ///   - entries: in sequence, as read.
  ///   - procedure: over the truths that are at hand; without them nothing is replayed.
  package init(entries: [Entry], procedure: RunProcedure?) {
    self.entries = entries
    self.procedure = procedure
    records = LedgerRecords(entries)
  }

  /// - Complexity: O(size of the ledger), and the runs once more where they are replayed.
  package mutating func verify() -> Verification {
    for (index, entry) in entries.enumerated() where verification.difference == nil {
      verification.compare("entry \(entry.sequence), sequence", recomputed: String(index + 1), found: String(entry.sequence))
      verification.compare(
        "entry \(entry.sequence), entry_id", recomputed: entry.contentID, found: entry.entryID)
      let proposal = entry.type == .proposal ? RunOutputVerifier.proposal(of: entry) : nil
      switch entry.type {
      case .proposal: verify(proposal, of: entry)
      case .trace: verify(trace: entry)
      case .decision: verify(decision: entry, at: index)
      case .fact: break
      }
      records.take(index, proposal, &verification)
      if verification.difference == nil {
        verification.difference = order.take(entry, next: entries.indices.contains(index + 1) ? entries[index + 1] : nil)
      }
    }
    if verification.difference == nil { replay() }
    noteHistories()
    if verification.difference == nil { prove() }
    return verification
  }

  private mutating func verify(_ proposal: ReceivedProposal?, of entry: Entry) {
    guard let proposal, let found = entry.proposalID else { return }
    verification.compare("entry \(entry.sequence), proposal_id", recomputed: proposal.identity, found: found)
  }

  /// The ledger continues what it was before its last decision, and holds that decision.
  private mutating func prove() {
    guard let last = entries.lastIndex(where: { $0.type == .decision }) else { return }
    var ledger = Ledger()
    for entry in entries[..<last] { ledger.append(entry) }
    let earlier = ledger
    for entry in entries[last...] { ledger.append(entry) }
    verification.compareProofs(of: ledger, since: earlier, holding: entries[last])
  }

  private mutating func verify(trace entry: Entry) {
    let truth = entry.payload["truth_id"]?.stringValue ?? ""
    guard entry.payload["trace_id"] != nil else { return }
    verification.compare(
      "entry \(entry.sequence), trace_id",
      recomputed: Hashes.traceID(runID: entry.runID, truthID: truth, sequence: entry.sequence),
      found: entry.payload["trace_id"]?.stringValue)
  }

  /// A decision's output hash is over it and the facts behind it, up to the next entry of another kind.
  private mutating func verify(decision entry: Entry, at index: Int) {
    let facts = entries[(index + 1)...].prefix { $0.type == .fact && $0.runID == entry.runID }.map(\.payload)
    let payload = entry.payload
    let recomputed = Hashes.output(
      decision: payload["decision"]?.stringValue ?? "", truthID: payload["truth_id"]?.stringValue ?? "",
      reason: payload["reason"]?.stringValue ?? "", violations: payload["violations"] ?? .array([]), facts: facts)
    verification.compare(
      "entry \(entry.sequence), output_hash", recomputed: recomputed.prefixed, found: payload["output_hash"]?.stringValue)
  }

  /// Makes each decision again on the context before it, and compares what it appends to the byte.
  private mutating func replay() {
    guard let procedure else { return verification.note("no truths at hand: the decisions were not made again") }
    let reader = FactReader(program: procedure.program)
    var context = procedure.emptyContext
    var index = 0
    while index < entries.count, verification.difference == nil {
      let replayed = replay(at: index, on: context, procedure)
      let count = max(1, replayed)
      if replayed == 0 { look(atUnmade: entries[index], procedure.program, reader) } else { unmade = nil }
      for entry in entries[index..<min(entries.count, index + count)] {
        let fact = fact(of: entry, reader)
        if entry.type == .fact, fact == nil { return verification.note("its facts do not fit the truths at hand") }
        context.append(entry, fact: fact, program: procedure.program)
        if entry.type == .decision { hasDecided = true }
      }
      index += count
    }
  }

  /// - Returns: how many entries the run at an index appended, 0 where none begins there or it was made under other truths.
  private mutating func replay(at index: Int, on context: Context, _ procedure: RunProcedure) -> Int {
    let closed = closingCount(at: index, on: context, procedure)
    let start = index + closed
    guard start < entries.count, let outcome = outcome(of: entries[start], on: context, procedure),
      let decision = entries[start...].prefix(2).first(where: { $0.type == .decision && $0.runID == entries[start].runID }),
      closed == 0 || decision.payload["input_hash"]?.stringValue == outcome.inputHash
    else { return closed > 0 ? replayClosing(at: index, on: context, procedure) : 0 }
    let entry = entries[start]
    guard decision.payload["input_hash"]?.stringValue == outcome.inputHash else {
      verification.note(
        "entry \(entry.sequence) was decided under other truths, another budget or another envelope, and was not made again")
      return 0
    }
    guard !outcome.entries.isEmpty else {
      // The answer is as it was, and such an answer leaves no entry.
      verification.compare(
        "entry \(decision.sequence), made again", recomputed: "nothing: the run still waits, for the same",
        found: String(decoding: decision.leaf, as: UTF8.self))
      return 0
    }
    let made = compare(outcome.entries, at: index)
    if made > 0 { verification.replayed += 1 }
    return made
  }

  /// What no decision that was made again left behind: history, what came from outside or steered a run, and whatever belongs to
  /// a decision that was not made again. Nothing else may say that it is a run's.
  private mutating func look(atUnmade entry: Entry, _ program: Program, _ reader: FactReader) {
    guard verification.difference == nil else { return }
    if entry.type == .proposal || entry.type == .decision {
      unmade = entry.runID
    } else if unmade != entry.runID {
      unmade = nil
      let isProduced = entry.type == .trace ? entry.payload["input_hash"] != nil : isInternal(entry, program, reader)
      if !isProduced { return }
      guard entry.type == .trace || order.isBegun(entry.runID) else { return take(history: entry) }
      verification.difference = Verification.Difference(
        subject: "entry \(entry.sequence), made again",
        recomputed: "nothing: no decision before it leaves such a \(entry.type.rawValue)",
        found: String(decoding: entry.leaf, as: UTF8.self))
    }
  }

  /// Whether only decisions, and the closing of a context, leave such facts: they may not come from outside, and no document
  /// holds them.
  private func isInternal(_ entry: Entry, _ program: Program, _ reader: FactReader) -> Bool {
    guard let type = reader.type(named: entry.payload["type"]?.stringValue ?? ""), !program.facts[type].isExternal else {
      return false
    }
    guard entry.runID == RunProcedure.documentRun else { return true }
    return !program.sources.contains { $0.outputs.contains { $0.fact == type } }
  }

  /// A context may begin with facts of any type. Behind a decision whoever wrote the ledger must be believed: an approval that
  /// nobody gave may stand so. Policies may be set for any run.
  private mutating func take(history entry: Entry) {
    let name = entry.payload["type"]?.stringValue ?? ""
    if !hasDecided || name == BuiltInFact.policySet.rawValue { return }
    histories = (histories?.first ?? (entry.sequence, name), (histories?.count ?? 0) + 1)
  }

  private mutating func noteHistories() {
    guard let histories else { return }
    let which = histories.count == 1 ? "" : ", the first of \(histories.count),"
    verification.note(
      "entry \(histories.first.sequence)\(which) is a `\(histories.first.type)` that no decision left and that may not come from "
        + "outside: it was taken as history")
  }

  /// How many entries at an index follow from the context by themselves, in the run of its closing.
  private func closingCount(at index: Int, on context: Context, _ procedure: RunProcedure) -> Int {
    guard entries[index].type == .fact || entries[index].type == .trace else { return 0 }
    let runID = Hashes.closing(context: context.ledger.head, truths: procedure.truthsHash).runID
    return entries[index...].prefix { $0.runID == runID }.count
  }

  /// A closing that no decision followed: a fact had arrived from outside.
  private mutating func replayClosing(at index: Int, on context: Context, _ procedure: RunProcedure) -> Int {
    compare(procedure.close(context, now: entries[index].timestamp).entries, at: index)
  }

  /// Compares what was made again to what stands in the ledger.
  ///
  /// - Returns: how many entries that were, 0 where one differs.
  private mutating func compare(_ again: [Entry], at index: Int) -> Int {
    for (offset, made) in again.enumerated() {
      let found = index + offset < entries.count ? entries[index + offset] : nil
      let subject = "entry \(made.sequence), made again"
      guard
        verification.compare(
          subject, recomputed: String(decoding: made.leaf, as: UTF8.self),
          found: found.map { String(decoding: $0.leaf, as: UTF8.self) })
      else { return 0 }
    }
    return again.count
  }

  private func outcome(of entry: Entry, on context: Context, _ procedure: RunProcedure) -> RunOutcome? {
    switch entry.type {
    case .proposal: return procedure.run(RunOutputVerifier.request(of: entry, now: entry.timestamp), on: context)
    case .decision: return procedure.reevaluate(runID: entry.runID, on: context, now: entry.timestamp)
    case .fact, .trace: return nil
    }
  }

  /// The fact of an entry; `nil` for other entries, and where it does not fit the vocabulary.
  private func fact(of entry: Entry, _ reader: FactReader) -> TypedFact? {
    guard entry.type == .fact else { return nil }
    guard case .success(let fact) = reader.read(LocatedJSON(unlocated: .object(entry.payload))) else { return nil }
    return fact
  }
}
