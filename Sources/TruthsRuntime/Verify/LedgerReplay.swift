import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// Repeats every decision of a ledger on the context before it, under its own truths, and compares the entries to the byte.
struct LedgerReplay {
  private let entries: RecordedEntries
  /// The procedures: one for each set of truths and each language version that decisions name.
  private let procedures: [RunProcedure]
  /// The number of sets of truths at hand.
  private let sets: Int
  /// The ledger so far, as each procedure reads it.
  private var contexts: [Context]
  /// The data about the entries repeated last; `nil` once they are taken in.
  private var known: Known?
  private var verification = Verification()
  /// The index of the next entry to examine.
  private var place = 0
  /// The run of the last decision that was not repeated, while its entries continue.
  private var unmade: String?
  /// Whether there is a decision before the examined entry.
  private var hasDecided = false
  /// The runs that a proposal began.
  private var begun: Set<PackedID> = []
  /// The facts after a decision that no decision left: the first, and their number.
  private var histories: (first: (sequence: Int, type: String), count: Int)?

  /// The data about repeated entries. The facts themselves are not kept, because they retain their store.
  private struct Known {
    /// The index of the procedure that made them.
    var index: Int
    /// The sequence up to which every match of its truths has fired, these entries included.
    var closedAt: Int
    /// The hashes of the entries.
    var leaves: [Digest]
  }

  /// Entries that a procedure made again.
  private struct Made {
    /// The index of the procedure.
    var index: Int
    var entries: [Entry]
    /// The head and size of the ledger with them.
    var after: ContextPoint
    /// The sequence up to which every match of the truths has then fired.
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
  ///   - entries: the entries in sequence; the hashes of the examined ones must agree.
  ///   - procedures: the procedures over the truths at hand, one for each set.
  ///   - languages: the language versions that the decisions name.
  init(_ entries: RecordedEntries, _ procedures: [RunProcedure], languages: Set<LanguageVersion>) {
    self.entries = entries
    self.procedures = RunProcedure.speakers(procedures, of: languages)
    sets = procedures.count
    contexts = self.procedures.map(\.emptyContext)
  }

  /// Examines the entries up to an index, and the run of the last one, until a difference is found.
  ///
  /// - Complexity: O(these entries × sets at hand × versions of the language in the ledger), and the runs once more.
  mutating func goOn(through last: Int) {
    while place <= last, verification.difference == nil {
      let count = replay(at: place)
      if count == 0 { look(atUnmade: place) } else { unmade = nil }
      let end = min(entries.count, place + max(1, count))
      for next in place..<end { take(at: next, known?.leaves.dropFirst(next - place).first) }
      // The next run can rely on the closure of this one, as when it was written.
      if let known { contexts[known.index].markClosed(upTo: known.closedAt) }
      (place, known) = (end, nil)
    }
  }

  /// Returns the result, after all entries were examined.
  mutating func end() -> Verification {
    noteHistories()
    return verification
  }

  /// Appends an entry to the context of every procedure. Facts that do not fit a procedure's truths cannot be looked up.
  ///
  /// - Parameter leaf: the hash of the entry, if known.
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

  /// Repeats the entries that begin at an index.
  ///
  /// - Returns: the number of repeated entries, 0 for none.
  private mutating func replay(at place: Int) -> Int {
    switch entries[place].type {
    case .proposal, .decision: replayRun(at: place, start: place)
    case .fact, .trace: replayClosing(at: place)
    }
  }

  /// Repeats a closure of the context together with the run after it, or alone.
  ///
  /// It is alone after a fact from outside, or if a waiting run was evaluated again and kept waiting. Then the decision after
  /// it names the head that includes it.
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

  /// Repeats a closure alone. No entry records its language version, so any version at hand may have made it.
  private mutating func replayClosing(at place: Int, under alike: [Int]) -> Int {
    let closings = alike.map { Made(procedures[$0].close(contexts[$0], now: entries[place].timestamp), by: $0) }
    return (closings.first { isSame($0.entries, at: place) } ?? closings.first).map { compare($0, at: place) } ?? 0
  }

  /// Returns whether a closure at a head belongs to the run that begins or continues at a later index.
  private func isWithRun(_ start: Int, head: String) -> Bool {
    guard start < entries.count, let basis = decision(at: start).flatMap({ RecordedBasis($0.payload) }) else { return true }
    return basis.contextHead == head
  }

  /// Repeats a run whose first own entry, its proposal or its decision, is at `start`, with the closure before it.
  ///
  /// - Parameter only: the procedure of the closure; `nil` for the one that the decision names.
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

  /// Repeats a proposal that was received again without leaving a decision, because its run still waits.
  ///
  /// No entry records its truths, so any truths at hand may have made it.
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

  /// Returns the decision of the run that begins or continues at an index.
  private func decision(at start: Int) -> Entry? {
    entries[start...].prefix(2).first { $0.type == .decision && $0.runID == entries[start].runID }
  }

  /// Returns the procedure of a decision, if its truths are at hand and this engine supports its language version.
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

  /// Compares repeated entries with the ledger. Entries that give the same head are the same to the byte.
  ///
  /// - Returns: the number of equal entries, 0 where one differs.
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

  /// Returns whether repeated entries are in the ledger.
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
  /// Examines an entry that no repeated decision left.
  ///
  /// It must be history, a fact from outside, a control message, or part of a decision that was not repeated. No other entry
  /// may claim to belong to a run.
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

  /// Returns whether a trace comes from a decision; otherwise it comes from a control message, a closure or a seal.
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

  /// Returns whether only decisions and closures can make a fact of this type, since it may not come from outside or from a
  /// document.
  ///
  /// A type unknown to all truths at hand shows nothing.
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

  /// Checks that a fact from outside comes from an actor that its type allows, never from an agent (declarations §3).
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

  /// Counts a fact that no decision left. A context may begin with any facts, and policies may be set for any run.
  ///
  /// After a decision such a fact depends on the trust in the ledger's writer; it could be an approval that was never given.
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
