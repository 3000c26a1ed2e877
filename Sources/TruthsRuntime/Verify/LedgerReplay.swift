import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// Makes every decision of a ledger again on the context before it, each under the truths that it was made under, and compares
/// what it appended to the byte.
struct LedgerReplay {
  private let entries: RecordedEntries
  /// Over the truths at hand, one for each set and each version of the language that decisions name.
  private let procedures: [RunProcedure]
  /// How many sets are at hand.
  private let sets: Int
  /// The ledger so far, as each procedure reads it.
  private var contexts: [Context]
  /// What is known of the entries that were made again last; `nil` once they are taken in.
  private var known: Known?
  private var verification = Verification()
  /// The place that is looked at next.
  private var place = 0
  /// The run of the last decision that was not made again, as long as what it left behind goes on.
  private var unmade: String?
  /// Whether a decision stands before what is looked at.
  private var hasDecided = false
  /// The runs that a proposal began.
  private var begun: Set<PackedID> = []
  /// Facts behind a decision that none left: the first, and how many there are.
  private var histories: (first: (sequence: Int, type: String), count: Int)?

  /// What is known of entries that were made again. The facts that were made are not kept: they hold the store that they are of.
  private struct Known {
    /// Of the procedure that made them.
    var index: Int
    /// The sequence up to which every match of its truths has fired with them.
    var closedAt: Int
    /// Their hashes.
    var leaves: [Digest]
  }

  /// Entries that a procedure made again.
  private struct Made {
    /// Of the procedure.
    var index: Int
    var entries: [Entry]
    /// The ledger with them.
    var after: ContextPoint
    /// The sequence up to which every match of the truths has fired then.
    var closedAt: Int

    init(_ outcome: RunOutcome, by index: Int) {
      self.index = index
      (entries, after, closedAt) = (outcome.entries, outcome.after, outcome.closedAt)
    }

    init(_ closing: ContextClosure, by index: Int) {
      self.index = index
      (entries, after, closedAt) = (closing.entries, closing.context.point, closing.context.closedAt)
    }
  }

  /// - Parameters:
  ///   - entries: in sequence. Of those that are looked at the hashes agree.
  ///   - procedures: over the truths at hand, one for each set.
  ///   - languages: those that its decisions name.
  init(_ entries: RecordedEntries, _ procedures: [RunProcedure], languages: Set<LanguageVersion>) {
    self.entries = entries
    self.procedures = RunProcedure.speakers(procedures, of: languages)
    sets = procedures.count
    contexts = self.procedures.map(\.emptyContext)
  }

  /// Looks at the entries up to a place, and at what was made with the last of them, unless something differs before.
  ///
  /// - Complexity: O(these entries × sets at hand × versions of the language in the ledger), and the runs once more.
  mutating func goOn(through last: Int) {
    while place <= last, verification.difference == nil {
      let count = replay(at: place)
      if count == 0 { look(atUnmade: place) } else { unmade = nil }
      let end = min(entries.count, place + max(1, count))
      for next in place..<end { take(at: next, known?.leaves.dropFirst(next - place).first) }
      // What a run closed stands for the next, as when it was written.
      if let known { contexts[known.index].markClosed(upTo: known.closedAt) }
      (place, known) = (end, nil)
    }
  }

  /// What was found, once all entries were looked at.
  mutating func end() -> Verification {
    noteHistories()
    return verification
  }

  /// What does not fit some truths stands in the ledger, and they do not look it up.
  ///
  /// - Parameter leaf: its hash, where it is known.
  private mutating func take(at place: Int, _ leaf: Digest?) {
    let (entry, line) = (entries[place], entries.line(at: place))
    let hashed = HashedEntry(entry: entry, leafHash: leaf ?? entry.leafHash)
    for index in procedures.indices {
      let fact =
        entry.type == .fact ? try? procedures[index].factReader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
      contexts[index].append(hashed, line: line, fact: fact, program: procedures[index].program)
    }
    if entry.type == .decision { hasDecided = true }
    if entry.type == .proposal { begun.insert(entry.packedRunID) }
  }

  /// - Returns: how many entries of those at a place were made again, 0 where none.
  private mutating func replay(at place: Int) -> Int {
    switch entries[place].type {
    case .proposal, .decision: replayRun(at: place, start: place)
    case .fact, .trace: replayClosing(at: place)
    }
  }

  /// What follows from the context by itself, with the run behind it; or alone, where a fact had arrived from outside, or where a
  /// run that waits was evaluated again and waits still: the decision behind that names the head with it.
  private mutating func replayClosing(at place: Int) -> Int {
    for index in procedures.indices {
      let runID = Hashes.closing(context: contexts[index].ledger.head, truths: procedures[index].truthsHash).runID
      let count = entries[place...].prefix { ($0.type == .fact || $0.type == .trace) && $0.runID == runID }.count
      if count == 0 { continue }
      let alike = procedures.indices.filter { procedures[$0].truthsHash == procedures[index].truthsHash }
      if isWithRun(place + count, head: contexts[index].ledger.head) {
        let decider = (place + count < entries.count ? decision(at: place + count) : nil).flatMap { procedure(of: $0) } ?? index
        let made = replayRun(at: place, start: place + count, under: alike.contains(decider) ? decider : index)
        if made > 0 || verification.difference != nil { return made }
      }
      return replayClosing(at: place, under: alike)
    }
    return 0
  }

  /// What follows from the context alone: nothing tells the version of the language, so any that is at hand may make it again.
  private mutating func replayClosing(at place: Int, under alike: [Int]) -> Int {
    let closings = alike.map { Made(procedures[$0].close(contexts[$0], now: entries[place].timestamp), by: $0) }
    return (closings.first { isSame($0.entries, at: place) } ?? closings.first).map { compare($0, at: place) } ?? 0
  }

  /// Whether what was derived at a head belongs to the run that begins, or goes on, at a place behind it.
  private func isWithRun(_ start: Int, head: String) -> Bool {
    guard start < entries.count, let basis = decision(at: start).flatMap({ RecordedBasis($0.payload) }) else { return true }
    return basis.contextHead == head
  }

  /// A run whose first own entry, its proposal or its decision, stands at `start`, with what was derived before it.
  ///
  /// - Parameter only: the truths that the derivation tells; else those that the decision names.
  private mutating func replayRun(at place: Int, start: Int, under only: Int? = nil) -> Int {
    guard start < entries.count, entries[start].type == .proposal || entries[start].type == .decision else { return 0 }
    guard let decision = decision(at: start) else { return replayRepetition(at: place, start: start, under: only) }
    let isOwn =
      entries[start].type == .decision && start > 0 && entries[start - 1].type == .proposal
      && entries[start - 1].runID == entries[start].runID
    guard let index = procedure(of: decision), only == nil || only == index, !isOwn else {
      if place == start, entries[start].type == .decision { verification.count(unmade: cause(of: decision)) }
      return 0
    }
    let budget = RecordedBasis(decision.payload)?.budget.flatMap { Budget(json: $0) } ?? .standard
    let made: RunOutcome?
    do {
      made = try outcome(of: entries[start], under: index, budget)
    } catch {
      if place == start { verification.count(unmade: .overworked) }
      return 0
    }
    guard let outcome = made else {
      verification.difference = difference(
        start, "nothing: no run of this id waits", String(decoding: entries[start].leaf, as: UTF8.self))
      return 0
    }
    guard !outcome.entries.isEmpty else {
      verification.difference = difference(
        start, "nothing: the run still waits, for the same", String(decoding: decision.leaf, as: UTF8.self))
      return 0
    }
    let count = compare(Made(outcome, by: index), at: place)
    if count > start - place, outcome.entries.contains(where: { $0.type == .decision }) { verification.replayed += 1 }
    return count
  }

  /// A proposal that was received again, of a run that still waits for the same: it left no decision. Nothing tells its truths,
  /// so any of those at hand may make it again.
  private mutating func replayRepetition(at place: Int, start: Int, under only: Int?) -> Int {
    var first: Made?
    for index in procedures.indices where only == nil || only == index {
      guard let outcome = try? outcome(of: entries[start], under: index, .standard) else { continue }
      let made = Made(outcome, by: index)
      if isSame(made.entries, at: place) { return compare(made, at: place) }
      first = first ?? made
    }
    if sets == 1, let first { return compare(first, at: place) }
    if place == start { verification.count(unmade: procedures.isEmpty ? .noTruths : .inputMissing) }
    return 0
  }

  /// The decision of the run that begins, or goes on, at a place.
  private func decision(at start: Int) -> Entry? {
    entries[start...].prefix(2).first { $0.type == .decision && $0.runID == entries[start].runID }
  }

  /// The truths at hand that a decision was made under, where this engine speaks their language.
  private func procedure(of decision: Entry) -> Int? {
    guard let basis = RecordedBasis(decision.payload), let version = basis.version else { return nil }
    return procedures.firstIndex { $0.truthsHash == basis.truths && $0.language == version }
  }

  private func cause(of decision: Entry) -> Verification.Cause {
    guard let basis = RecordedBasis(decision.payload) else { return .version1 }
    if basis.version == nil { return .language(basis.languageText) }
    return procedures.isEmpty ? .noTruths : .otherTruths(basis.truths)
  }

  private mutating func outcome(of entry: Entry, under index: Int, _ budget: Budget) throws(WorkExceeded) -> RunOutcome? {
    let (procedure, context) = (procedures[index], contexts[index])
    let work = WorkMeter(limit: budget.maxWork)
    defer { verification.work += work.spent }
    guard entry.type == .proposal else {
      return try procedure.reevaluate(runID: entry.runID, on: context, now: entry.timestamp, budget: budget, within: work)
    }
    return try procedure.run(RunRequest(again: entry, now: entry.timestamp, budget: budget), on: context, within: work)
  }

  /// Compares what was made again to what stands in the ledger: entries that give it the same head are the same to the byte.
  ///
  /// - Returns: how many entries that were, 0 where one differs.
  private mutating func compare(_ again: Made, at place: Int) -> Int {
    let leaves = (place..<min(entries.count, place + again.entries.count)).map { entries[$0].leafHash }
    var tree = contexts[again.index].ledger.tree
    for leaf in leaves { tree.append(leafHash: leaf) }
    if again.after == ContextPoint(head: tree.head.prefixed, size: tree.size) {
      verification.agreed += leaves.count
      known = Known(index: again.index, closedAt: again.closedAt, leaves: leaves)
      return leaves.count
    }
    for (offset, made) in again.entries.enumerated() {
      let found = place + offset < entries.count ? entries[place + offset] : nil
      guard
        verification.compare(
          "entry \(made.sequence), made again", recomputed: String(decoding: made.leaf, as: UTF8.self),
          found: found.map { String(decoding: $0.leaf, as: UTF8.self) })
      else { return 0 }
    }
    return again.entries.count
  }

  /// Whether what was made again stands in the ledger.
  private func isSame(_ again: [Entry], at place: Int) -> Bool {
    again.enumerated().allSatisfy { offset, made in
      place + offset < entries.count && entries[place + offset].leafHash == made.leafHash
    }
  }

  private func difference(_ place: Int, _ wanted: String, _ found: String) -> Verification.Difference {
    Verification.Difference(subject: "entry \(entries[place].sequence), made again", recomputed: wanted, found: found)
  }
}

extension LedgerReplay {
  /// What no decision that was made again left behind: history, what came from outside or steered a run, and whatever belongs to
  /// a decision that was not made again. Nothing else may say that it is a run's.
  private mutating func look(atUnmade place: Int) {
    let entry = entries[place]
    guard verification.difference == nil, !procedures.isEmpty else { return }
    if entry.type == .proposal || entry.type == .decision {
      unmade = entry.runID
    } else if unmade != entry.runID {
      unmade = nil
      let isProduced = entry.type == .trace ? isOfDecision(entry) : isInternal(entry)
      if entry.type == .fact, !isProduced, hasDecided { look(atArrival: entry) }
      if !isProduced || verification.difference != nil { return }
      guard entry.type == .trace || begun.contains(entry.packedRunID) else { return take(history: entry) }
      verification.difference = difference(
        place, "nothing: no decision before it leaves such a \(entry.type.rawValue)", String(decoding: entry.leaf, as: UTF8.self))
    }
  }

  /// Whether a trace is one that a decision leaves. What somebody steered, and what closed or sealed the context, is none.
  private mutating func isOfDecision(_ entry: Entry) -> Bool {
    let trace = TraceRecord(entry.payload)
    guard let inputHash = trace.inputHash else { return false }
    let action = trace.action ?? ""
    for (procedure, context) in zip(procedures, contexts) {
      if procedure.steeringHash(of: action, runID: entry.runID, on: context).prefixed == inputHash {
        verification.agreed += 1
        let record = DecisionRecord(entry.payload)
        verification.compare(
          "entry \(entry.sequence), output_hash", recomputed: record.recomputedOutputHash([], violations: []),
          found: record.outputHash ?? "")
        return false
      }
    }
    guard [BuiltInTruth.control.rawValue, BuiltInTruth.cancelled.rawValue].contains(entry.truthID) else { return true }
    verification.leave(open: "entry \(entry.sequence), which steers a run, was made under truths that are not at hand")
    return false
  }

  /// Whether only decisions, and the closing of a context, leave such facts: they may not come from outside, and no document
  /// holds them. What no truths at hand know tells nothing.
  private func isInternal(_ entry: Entry) -> Bool {
    let name = entry.factType ?? ""
    let declared = procedures.indices.compactMap { index in procedures[index].factReader.type(named: name).map { (index, $0) } }
    guard !declared.isEmpty else { return false }
    return declared.allSatisfy { index, type in
      let program = procedures[index].program
      if program.facts[type].isExternal { return false }
      return entry.runID != RunProcedure.documentRun || !program.sources.contains { $0.outputs.contains { $0.fact == type } }
    }
  }

  /// What may come from outside comes from those whom its type names: never from an agent (declarations §3).
  private mutating func look(atArrival entry: Entry) {
    let name = entry.factType ?? ""
    let roles = entry.actor.texts("roles")
    let arrivals = procedures.indices.compactMap { index in
      procedures[index].factReader.type(named: name).map {
        procedures[index].program.facts[$0].arrival ?? TruthsProgram.Arrival()
      }
    }
    guard !arrivals.isEmpty, !arrivals.contains(where: { $0.takes(type: entry.actor.text("type"), roles: roles) }) else {
      return
    }
    let (who, whom) = (entry.userID ?? "", arrivals[0].words)
    verification.leave(
      open: "entry \(entry.sequence) is \(name.quotedWithArticle) by @\(who), and such facts arrive from \(whom) only")
  }

  /// A context may begin with facts of any type. Behind a decision whoever wrote the ledger must be believed: an approval that
  /// nobody gave may stand so. Policies may be set for any run.
  private mutating func take(history entry: Entry) {
    let name = entry.factType ?? ""
    if !hasDecided || name == BuiltInFact.policySet.rawValue { return }
    histories = (histories?.first ?? (entry.sequence, name), (histories?.count ?? 0) + 1)
  }

  private mutating func noteHistories() {
    guard let histories else { return }
    let which = histories.count == 1 ? "" : ", the first of \(histories.count),"
    let type = histories.first.type.quotedWithArticle
    verification.leave(
      open:
        "entry \(histories.first.sequence)\(which) is \(type) that no decision left and that may not come from outside: "
        + "nothing vouches for it")
  }
}
