import TruthsDiagnostics
import TruthsEngine
package import TruthsLedger
import TruthsText

/// Recomputes everything in a ledger that can be recomputed: ids, hashes and, if truths are loaded, the decisions.
package struct LedgerVerifier {
  private let entries: RecordedEntries
  private let summary: LedgerSummary
  private let procedures: [RunProcedure]
  private let question: Question
  private var verification = Verification()
  private var order = LedgerOrder()
  private var records: LedgerRecords
  private var inputs: LedgerInputs
  /// The number of entries at which the ledger had a given head, keyed by that head.
  private var matchedAt: [String: Int] = [:]
  /// The number of entries that are verified so far.
  package private(set) var position = 0
  private var replay: LedgerReplay?
  /// The last decision's proofs, for the whole ledger: that it continues the state before that decision (`continues`), and that
  /// it contains that decision (`holds`). `nil` before that decision.
  private var proofs: (earlier: MerkleTree, continues: MerkleTrail, holds: MerkleTrail)?

  /// The options of a verification.
  package struct Question: Sendable {
    /// Whether decisions are computed again; otherwise only hashes are recomputed.
    package var isReplaying = true
    /// The head of the whole ledger that someone has kept outside it; `nil` if none is given.
    package var head: String?
    /// A head that someone kept earlier, when the ledger had fewer entries or the same number; `nil` if none is given.
    package var earlierHead: String?
    /// The sequences of the entries that are written in short form.
    package var shortForms: Set<Int> = []
    /// The number of consecutive entries that all cores examine together, while the entries before them are compared and
    /// decided again; `nil` to leave all work to the calling thread. The result is the same for any number.
    package var pieceSize: Int? = 64

    package init(
      isReplaying: Bool = true, head: String? = nil, earlierHead: String? = nil, shortForms: Set<Int> = []
    ) {
      self.isReplaying = isReplaying
      self.head = head
      self.earlierHead = earlierHead
      self.shortForms = shortForms
    }
  }

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - entries: the entries of the ledger as read, in the order of their sequences.
  ///   - procedures: the procedures for the loaded truths, one for each set. If it is empty, no decision is computed again.
  package init(entries: [Entry], procedures: [RunProcedure], question: Question = Question()) {
    self.init(RecordedEntries(entries), LedgerSummary(entries), procedures: procedures, question: question)
  }

  /// Creates a verifier for entries with their summary.
  ///
  /// - Parameter summary: the summary of the same entries.
  package init(
    _ entries: RecordedEntries, _ summary: LedgerSummary, procedures: [RunProcedure], question: Question = Question()
  ) {
    self.entries = entries
    self.summary = summary
    self.procedures = procedures
    self.question = question
    records = LedgerRecords(entries)
    inputs = LedgerInputs(summary, known: procedures.map(\.truthsHash))
    replay = question.isReplaying ? LedgerReplay(entries, procedures, languages: summary.languages) : nil
    verification.decisions = summary.decisions
  }

  /// Verifies the whole ledger.
  ///
  /// - Complexity: O(size of the ledger), plus the cost of the runs if they are decided again. Memory is needed for the facts
  ///   and the runs, but not for all entries.
  package mutating func verify() -> Verification {
    goOn(entries: entries.count)
    return end()
  }

  /// Verifies the next `count` entries.
  ///
  /// - Returns: whether further entries must be verified; `false` after a difference.
  @discardableResult
  package mutating func goOn(entries count: Int) -> Bool {
    guard verification.difference == nil else { return false }
    let indices = entries.indices.dropFirst(position).prefix(count)
    if let size = question.pieceSize { verify(indices, inPiecesOf: size) } else { verifyInOrder(indices) }
    return verification.difference == nil && position < entries.count
  }

  private mutating func verifyInOrder(_ indices: Range<Int>) {
    let languages = replay?.languages ?? []
    for index in indices {
      let checks = EntryChecks(index, [EntryCheck(entries, at: index, languages: languages)])
      verify(checks)
      guard verification.difference == nil else { return }
      // The replay runs while its entry is in memory, so that no line is read again for it.
      replay?.goOn(through: index, knowing: [checks])
    }
  }

  /// Verifies entries on all cores. While a piece is examined, one thread compares the piece before it, and one decides again
  /// the piece before that.
  private mutating func verify(_ indices: Range<Int>, inPiecesOf size: Int) {
    let entries = entries
    // The replay has a variable of its own, because it runs while this verifier changes.
    var replay = replay.take()
    defer { self.replay = replay }
    let languages = replay?.languages ?? []
    var (start, examined, compared) = (indices.lowerBound, EntryChecks(), EntryChecks())
    repeat {
      let range = start..<min(indices.upperBound, start + max(1, size))
      let checks = Parallel.map(range.count, stride: Self.stride) {
        verify(examined)
      } and: {
        replay?.goOn(through: compared.range.upperBound - 1, knowing: [compared, examined])
      } _: {
        EntryCheck(entries, at: range.lowerBound + $0, languages: languages)
      }
      (start, examined, compared) = (range.upperBound, EntryChecks(range.lowerBound, checks), examined)
    } while verification.difference == nil && !(examined.isEmpty && compared.isEmpty)
  }

  /// The number of entries that a thread examines at a time.
  private static let stride = 4

  /// Compares the entries of a piece, up to the first that differs.
  private mutating func verify(_ checks: EntryChecks) {
    for check in checks.checks {
      verify(check, at: position)
      guard verification.difference == nil else { return }
      position += 1
    }
  }

  /// Returns the result. Call it after all entries are verified.
  package mutating func end() -> Verification {
    guard verification.difference == nil else { return verification }
    verification.end = inputs.end
    holdAgainstHeads()
    noteUnexplained()
    noteUnsealed()
    noteSetBack()
    if let made = replay?.end() {
      // A wrong head is reported before differences in decisions.
      if verification.difference == nil { verification.add(made) }
    } else {
      for _ in 0..<verification.decisions { verification.count(unmade: .notAsked) }
    }
    if verification.difference == nil { prove() }
    return verification
  }

  private mutating func verify(_ check: EntryCheck, at index: Int) {
    let entry = check.entry
    let subject = "entry \(entry.sequence)"
    verification.compare("\(subject), sequence", recomputed: String(index + 1), found: String(entry.sequence))
    verification.compare("\(subject), entry_id", recomputed: check.contentID, found: entry.entryID)
    if let proposal = check.proposal, let found = entry.proposalID {
      verification.compare("\(subject), proposal_id", recomputed: proposal.identity, found: found)
    }
    if let (recomputed, stated) = check.traceID {
      verification.compare("\(subject), trace_id", recomputed: recomputed, found: stated)
    }
    if let (recomputed, stated) = check.outputHash {
      verification.compare("\(subject), output_hash", recomputed: recomputed, found: stated)
    }
    records.take(index, check.proposal, &verification)
    prove(check.leafHash, at: index)
    inputs.take(index, check.leafHash, check.proposal, of: entries, &verification)
    if verification.difference == nil {
      verification.difference = order.take(entry, next: index + 1 < entries.count ? entries[index + 1] : nil)
    }
    if question.head != nil || question.earlierHead != nil {
      let head = inputs.end.head
      if head == question.head || head == question.earlierHead { matchedAt[head] = index + 1 }
    }
  }

  /// Adds the hash of a leaf to the proofs, which begin at the last decision.
  private mutating func prove(_ leaf: Digest, at index: Int) {
    if index == summary.lastDecision {
      let tree = inputs.tree
      proofs = (tree, MerkleTrail(since: tree), MerkleTrail(of: leaf, behind: tree))
    } else {
      proofs?.holds.append(leaf)
    }
    proofs?.continues.append(leaf)
  }

  /// Verifies two proofs: that the ledger continues its state before the last decision, and that it contains that decision.
  private mutating func prove() {
    guard let proofs, let last = summary.lastDecision else { return }
    let end = (size: inputs.tree.size, head: inputs.tree.head)
    let earlier = (size: proofs.earlier.size, head: proofs.earlier.head)
    let continues = MerkleProof.verifies(
      consistency: earlier.size == 0 ? [] : proofs.continues.proof, from: earlier, to: end)
    let holds = MerkleProof.verifies(
      inclusion: proofs.holds.proof, leaf: entries[last].leafHash, place: last, size: end.size, head: end.head)
    verification.compareProofs(since: earlier.size, continues, holding: (last + 1, holds))
  }

  /// Compares the heads that were kept outside the ledger. A difference reveals a ledger that was cut, or rewritten with new
  /// hashes.
  private mutating func holdAgainstHeads() {
    if let head = question.head {
      let known = matchedAt[head].map { ", which had that head at entry \($0)" } ?? ", and no earlier entry has that head"
      let found = head == inputs.end.head ? head : "\(inputs.end.head) over all \(entries.count) entries\(known)"
      verification.compare("the head that was kept", recomputed: found, found: head)
    }
    if let head = question.earlierHead {
      let place = matchedAt[head]
      verification.compare(
        "the head that was kept before", recomputed: place == nil ? "a head that the ledger never had" : head, found: head)
      if let place { verification.note("it had that head at entry \(place), and has \(entries.count - place) entries more") }
    }
  }

  private mutating func noteUnexplained() {
    let count = inputs.unexplained
    guard count > 0 else { return }
    let which = counted(count, "decision")
    verification.leave(open: "the `input_hash` of \(which) made by version 1 can be explained only by the truths of that time")
  }

  /// Notes a decision with an older language version than earlier decisions. An older tool may have made it, or someone who
  /// avoids the newer rules.
  private mutating func noteSetBack() {
    guard let sequence = summary.firstSetBack else { return }
    verification.note("entry \(sequence) was decided by an older version of the language than decisions before it")
  }

  /// Notes facts in short form after the last seal. They have no ids of their own, so nothing would reveal a change of the
  /// file.
  private mutating func noteUnsealed() {
    let open = question.shortForms.filter { $0 > summary.lastSeal ?? 0 }.sorted()
    guard let first = open.first, let last = open.last else { return }
    let which =
      first == last ? "entry \(first) is a short form that was" : "entries \(first) to \(last) hold short forms that were"
    verification.note("\(which) never sealed: nothing vouches for these entries (`truths run --ledger` seals it)")
  }
}

/// Checks the order of entries in a ledger, independent of its truths (runs §3).
///
/// A proposal begins a run, and its decision follows it. A waiting run may be decided again; an ended run may not.
struct LedgerOrder {
  private var runs: [PackedID: Run] = [:]

  /// The state of a run that a proposal began.
  private enum Run {
    /// The run has no decision yet.
    case begun(at: Int)
    /// The run waits since the decision with a sequence.
    case open(since: Int)
    case ended(at: Int)
  }

  /// Checks the next entry.
  ///
  /// - Parameter next: the entry after the checked one; `nil` at the end of the ledger.
  /// - Returns: the expected and the found entry, if the order is wrong; otherwise `nil`.
  mutating func take(_ entry: Entry, next: Entry?) -> Verification.Difference? {
    switch entry.type {
    case .proposal: begin(entry, next)
    case .decision: decide(entry)
    case .trace where entry.truthID == BuiltInTruth.cancelled.rawValue: cancel(entry)
    case .fact, .trace: nil
    }
  }

  private mutating func begin(_ entry: Entry, _ next: Entry?) -> Verification.Difference? {
    if let run = runs[entry.packedRunID] {
      // A proposal may be received again, perhaps with a consent. If it changes nothing, no decision follows.
      if case .open = run { return nil }
      return difference(entry, "a proposal that begins a new run", "one of run \(entry.runID), \(text(run))")
    }
    runs[entry.packedRunID] = .begun(at: entry.sequence)
    guard let next else { return difference(entry, "a proposal with its decision after it", "the end of the ledger") }
    guard next.type == .decision, next.runID == entry.runID else {
      let found = next.type == .decision ? "the decision of run \(next.runID)" : next.type.rawValue.withArticle
      return difference(next, "the decision of run \(entry.runID), whose proposal is before it", found)
    }
    return nil
  }

  private mutating func decide(_ entry: Entry) -> Verification.Difference? {
    guard let run = runs[entry.packedRunID] else {
      return difference(entry, "a decision of a run that a proposal began", "one of run \(entry.runID), which no proposal began")
    }
    if case .ended = run {
      return difference(entry, "a decision of a run that is open", "one of run \(entry.runID), \(text(run))")
    }
    let isWaiting = DecisionRecord(entry.payload).ending == .waiting
    runs[entry.packedRunID] = isWaiting ? .open(since: entry.sequence) : .ended(at: entry.sequence)
    return nil
  }

  private mutating func cancel(_ entry: Entry) -> Verification.Difference? {
    if case .ended? = runs[entry.packedRunID] { return nil }
    if runs[entry.packedRunID] != nil { runs[entry.packedRunID] = .ended(at: entry.sequence) }
    return nil
  }

  private func text(_ run: Run) -> String {
    switch run {
    case .begun(let sequence), .open(let sequence): "which is open since entry \(sequence)"
    case .ended(let sequence): "which ended at entry \(sequence)"
    }
  }

  private func difference(_ entry: Entry, _ wanted: String, _ found: String) -> Verification.Difference {
    Verification.Difference(subject: "entry \(entry.sequence)", recomputed: wanted, found: found)
  }
}
