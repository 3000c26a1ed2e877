import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// Decides again every proposal of a ledger, on the context before it and under its own truths. The new entries must equal the
/// recorded ones in every byte.
struct LedgerReplay {
  private let entries: RecordedEntries
  /// The procedures: one for each set of truths that is loaded and each language version that decisions name.
  private let procedures: [RunProcedure]
  /// The number of sets of truths that are loaded.
  private let sets: Int
  /// The entries before the next one, as a context of each procedure. The index is that of the procedure.
  private var contexts: [Context]
  /// The data about the entries that were just computed again; `nil` once they are appended to the contexts.
  private var recomputed: RecomputedEntries?
  private var verification = Verification()
  /// The values of the entries around the next one that are known already.
  private var checks: [EntryChecks] = []
  /// The index of the next entry to examine.
  private var nextIndex = 0
  /// The id of the run whose last decision could not be computed again, while entries of that run follow.
  private var unmade: String?
  /// Whether a decision comes before the entry that is examined.
  private var hasDecided = false
  /// The runs that a proposal began.
  private var begun: Set<PackedID> = []
  /// The facts after the first decision that belong to no decision: the first of them, and their number. `nil` if there are no
  /// such facts.
  private var histories: (first: (sequence: Int, type: String), count: Int)?

  /// Data about entries that were computed again. Their facts are not kept, because each fact keeps its whole store in memory.
  private struct RecomputedEntries {
    /// The index of the procedure that made the entries.
    var index: Int
    /// The sequence up to which the procedure's truths have fired for every match of facts, after these entries.
    var closedAt: Int
    /// The leaf hashes of the entries, in order.
    var leaves: [Digest]
  }

  /// The entries that a procedure has computed again.
  private struct Recomputation {
    /// The index of the procedure.
    var index: Int
    var entries: [Entry]
    /// The head and size of the ledger with these entries.
    var after: ContextPoint
    /// The sequence up to which the procedure's truths have fired for every match of facts, after these entries.
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

  /// Creates a replay.
  ///
  /// - Parameters:
  ///   - entries: the entries in the order of their sequences. The hashes of an entry must be verified before the entry is
  ///     examined.
  ///   - procedures: the procedures for the loaded truths, one for each set.
  ///   - languages: the language versions that decisions of the ledger name.
  init(_ entries: RecordedEntries, _ procedures: [RunProcedure], languages: Set<LanguageVersion>) {
    self.entries = entries
    self.procedures = RunProcedure.speakers(procedures, of: languages)
    sets = procedures.count
    contexts = self.procedures.map(\.emptyContext)
  }

  /// The language version of each procedure.
  var languages: [LanguageVersion] { procedures.map(\.language) }

  /// Examines the entries up to an index, and all entries of the run at that index. Stops at the first difference.
  ///
  /// - Parameter checks: the values of some of these entries, so that they are not computed again.
  /// - Complexity: O(entries examined × loaded sets × language versions in the ledger), plus the cost of deciding the runs
  ///   again.
  mutating func goOn(through last: Int, knowing checks: [EntryChecks]) {
    self.checks = checks
    while nextIndex <= last, verification.difference == nil {
      let count = replay(at: nextIndex)
      if count == 0 { look(atUnmade: nextIndex) } else { unmade = nil }
      let end = min(entries.count, nextIndex + max(1, count))
      for next in nextIndex..<end { take(at: next, recomputed?.leaves.dropFirst(next - nextIndex).first) }
      // The next run can rely on the closure of this one, as when it was written.
      if let recomputed { contexts[recomputed.index].markClosed(upTo: recomputed.closedAt) }
      (nextIndex, recomputed) = (end, nil)
    }
    self.checks = []
  }

  private func check(at index: Int) -> EntryCheck? { checks.lazy.compactMap { $0[index] }.first }

  /// Returns the hash of an entry's leaf in the Merkle tree.
  private func leafHash(at index: Int) -> Digest { check(at: index)?.leafHash ?? entries[index].leafHash }

  /// Returns the result. Call it after all entries are examined.
  mutating func end() -> Verification {
    noteHistories()
    return verification
  }

  /// Appends an entry to the context of every procedure. A fact that does not fit a procedure's truths cannot be looked up in
  /// its context.
  ///
  /// - Parameter leaf: the hash of the entry's leaf; `nil` to compute it.
  private mutating func take(at place: Int, _ leaf: Digest?) {
    let (check, line) = (check(at: place), entries.line(at: place))
    let entry = check?.entry ?? entries[place]
    let hashed = HashedEntry(entry: entry, leafHash: leaf ?? check?.leafHash ?? entry.leafHash)
    for index in procedures.indices {
      let fact =
        entry.type == .fact ? try? procedures[index].factReader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
      let proposal = check.flatMap { $0.proposalsOfRun.isEmpty ? nil : $0.proposalsOfRun[index] }
      contexts[index].append(hashed, line: line, fact: fact, proposal: proposal, program: procedures[index].program)
    }
    if entry.type == .decision { hasDecided = true }
    if entry.type == .proposal { begun.insert(entry.packedRunID) }
  }

  /// Computes again the entries that begin at an index, and compares them.
  ///
  /// - Returns: the number of entries that were computed again and agree; 0 if none were.
  private mutating func replay(at place: Int) -> Int {
    switch entries[place].type {
    case .proposal, .decision: replayRun(at: place, start: place)
    case .fact, .trace: replayClosing(at: place)
    }
  }

  /// Computes a closure of the context again, together with the run after it, or alone.
  ///
  /// The closure is computed alone after a fact from outside, or if a waiting run was evaluated again and continued to wait.
  /// The next decision then names a head that includes the closure.
  private mutating func replayClosing(at entryIndex: Int) -> Int {
    for index in procedures.indices {
      let runID = Hashes.closing(context: contexts[index].ledger.head, truths: procedures[index].truthsHash).runID
      let count = entries[entryIndex...].prefix { ($0.type == .fact || $0.type == .trace) && $0.runID == runID }.count
      if count == 0 { continue }
      let alike = procedures.indices.filter { procedures[$0].truthsHash == procedures[index].truthsHash }
      if isWithRun(entryIndex + count, head: contexts[index].ledger.head) {
        let decider =
          (entryIndex + count < entries.count ? decision(at: entryIndex + count) : nil).flatMap { procedure(of: $0) } ?? index
        let made = replayRun(at: entryIndex, start: entryIndex + count, under: alike.contains(decider) ? decider : index)
        if made > 0 || verification.difference != nil { return made }
      }
      return replayClosing(at: entryIndex, under: alike)
    }
    return 0
  }

  /// Computes a closure again, without a run. No entry records the closure's language version, so every version in use is
  /// tried.
  private mutating func replayClosing(at place: Int, under alike: [Int]) -> Int {
    let closings = alike.map { Recomputation(procedures[$0].close(contexts[$0], now: entries[place].timestamp), by: $0) }
    return (closings.first { isSame($0.entries, at: place) } ?? closings.first).map { compare($0, at: place) } ?? 0
  }

  /// Returns whether a closure on a head belongs to the run that begins or continues at a later index.
  private func isWithRun(_ start: Int, head: String) -> Bool {
    guard start < entries.count, let basis = decision(at: start).flatMap({ RecordedBasis($0.payload) }) else { return true }
    return basis.contextHead == head
  }

  /// Decides a run again, with the closure before it. `start` is the index of the run's first own entry, its proposal or its
  /// decision.
  ///
  /// - Parameter only: the index of the procedure that made the closure; `nil` for the procedure that the decision names.
  private mutating func replayRun(at entryIndex: Int, start: Int, under only: Int? = nil) -> Int {
    guard start < entries.count, entries[start].type == .proposal || entries[start].type == .decision else { return 0 }
    guard let decision = decision(at: start) else { return replayRepetition(at: entryIndex, start: start, under: only) }
    let isOwn =
      entries[start].type == .decision && start > 0 && entries[start - 1].type == .proposal
      && entries[start - 1].runID == entries[start].runID
    guard let index = procedure(of: decision), only == nil || only == index, !isOwn else {
      if entryIndex == start, entries[start].type == .decision { verification.count(unmade: cause(of: decision)) }
      return 0
    }
    let budget = RecordedBasis(decision.payload)?.budget.flatMap { Budget(json: $0) } ?? .standard
    let outcomeOfRun: RunOutcome?
    do {
      outcomeOfRun = try outcome(of: entries[start], under: index, budget)
    } catch {
      if entryIndex == start { verification.count(unmade: .overworked) }
      return 0
    }
    guard let outcome = outcomeOfRun else {
      verification.difference = difference(
        start, "nothing: no run of this id waits", String(decoding: entries[start].leaf, as: UTF8.self))
      return 0
    }
    guard !outcome.entries.isEmpty else {
      verification.difference = difference(
        start, "nothing: the run still waits, for the same", String(decoding: decision.leaf, as: UTF8.self))
      return 0
    }
    let count = compare(Recomputation(outcome, by: index), at: entryIndex)
    if count > start - entryIndex, outcome.entries.contains(where: { $0.type == .decision }) { verification.replayed += 1 }
    return count
  }

  /// Decides again a proposal that was received again and left no decision, because its run still waits.
  ///
  /// No entry records the truths that were used, so all loaded truths are tried.
  private mutating func replayRepetition(at entryIndex: Int, start: Int, under only: Int?) -> Int {
    var first: Recomputation?
    for index in procedures.indices where only == nil || only == index {
      guard let outcome = try? outcome(of: entries[start], under: index, .standard) else { continue }
      let made = Recomputation(outcome, by: index)
      if isSame(made.entries, at: entryIndex) { return compare(made, at: entryIndex) }
      first = first ?? made
    }
    if sets == 1, let first { return compare(first, at: entryIndex) }
    if entryIndex == start { verification.count(unmade: procedures.isEmpty ? .noTruths : .inputMissing) }
    return 0
  }

  /// Returns the decision of the run that begins or continues at an index; `nil` if no decision follows.
  private func decision(at start: Int) -> Entry? {
    entries[start...].prefix(2).first { $0.type == .decision && $0.runID == entries[start].runID }
  }

  /// Returns the index of the procedure for a decision; `nil` if its truths are not loaded, or its language version is not
  /// supported.
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

  /// Compares the computed entries with the ledger. If the heads agree, the entries are identical in every byte.
  ///
  /// - Returns: the number of entries that agree; 0 if one differs.
  private mutating func compare(_ again: Recomputation, at index: Int) -> Int {
    let leaves = (index..<min(entries.count, index + again.entries.count)).map { leafHash(at: $0) }
    var tree = contexts[again.index].ledger.tree
    for leaf in leaves { tree.append(leafHash: leaf) }
    if again.after == ContextPoint(head: tree.head.prefixed, size: tree.size) {
      verification.agreed += leaves.count
      recomputed = RecomputedEntries(index: again.index, closedAt: again.closedAt, leaves: leaves)
      return leaves.count
    }
    for (offset, made) in again.entries.enumerated() {
      let found = index + offset < entries.count ? entries[index + offset] : nil
      guard
        verification.compare(
          "entry \(made.sequence), repeated", recomputed: String(decoding: made.leaf, as: UTF8.self),
          found: found.map { String(decoding: $0.leaf, as: UTF8.self) })
      else { return 0 }
    }
    return again.entries.count
  }

  /// Returns whether entries that were computed again are in the ledger at an index.
  private func isSame(_ again: [Entry], at place: Int) -> Bool {
    again.enumerated().allSatisfy { offset, made in
      place + offset < entries.count && leafHash(at: place + offset) == made.leafHash
    }
  }

  private func difference(_ place: Int, _ wanted: String, _ found: String) -> Verification.Difference {
    Verification.Difference(subject: "entry \(entries[place].sequence), repeated", recomputed: wanted, found: found)
  }
}

extension LedgerReplay {
  /// Examines an entry that was not computed again.
  ///
  /// The entry must be history, a fact from outside, a control message, or part of a decision that could not be computed again.
  /// Any other entry is a difference, because it claims to come from a decision.
  private mutating func look(atUnmade index: Int) {
    let entry = entries[index]
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
        index, "nothing: no decision before it leaves such a \(entry.type.rawValue)", String(decoding: entry.leaf, as: UTF8.self))
    }
  }

  /// Returns whether a trace comes from a decision. Otherwise it comes from a control message, a closure or a seal.
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
    verification.leave(open: "entry \(entry.sequence), which steers a run, was made under truths that are not given")
    return false
  }

  /// Returns whether only decisions and closures can make a fact of the entry's type. Such a type is neither external nor made
  /// from documents.
  ///
  /// A type that none of the loaded truths declares gives the result `false`.
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

  /// Checks that a fact from outside comes from an actor that its type allows, and never from an agent (declarations §3).
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

  /// Counts a fact that belongs to no decision. A context may begin with any facts, and policies may be set for any run.
  ///
  /// After a decision, only trust in the ledger's writer supports such a fact. It could be an approval that was never given.
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
