import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Recomputes the `input_hash` of every decision of a ledger from the ledger alone (runtime-2.md §1): the head before the run,
/// the proposal as it was received last, the truths hash and the budget all stand in it.
struct LedgerInputs {
  /// Truths hashes that are at hand: they may explain a decision of version 1, which does not say its own.
  private let known: [String]
  private var tree = MerkleTree()
  /// The trees before the last entries at which a run could begin, oldest first, with their places. Few are needed: what was
  /// derived from the context, the proposal, the decision.
  private var beginnings: [(place: Int, tree: MerkleTree)] = []
  /// The newest proposal of each run.
  private var proposals: [String: Entry] = [:]
  /// Truths hashes that are at hand or that decisions name: what follows from a context by itself follows by one of them.
  private let closers: [String]
  /// Whether there may be others: those of a decision of version 1 stand nowhere, nor do those of a ledger without decisions.
  private let mayNotName: Bool
  /// Decisions of version 1 whose `input_hash` nothing at hand explains.
  private(set) var unexplained = 0

  /// - Parameters:
  ///   - entries: all of the ledger.
  ///   - known: truths hashes that are at hand.
  init(_ entries: [Entry], known: [String]) {
    self.known = known
    let decisions = entries.lazy.filter { $0.type == .decision }
    var named = known
    var seen = Set(known)
    for decision in decisions {
      if let truths = RecordedBasis(decision.payload)?.truths, seen.insert(truths).inserted { named.append(truths) }
    }
    closers = named
    mayNotName = decisions.isEmpty || decisions.contains { RecordedBasis($0.payload) == nil }
  }

  /// The head of all entries so far.
  var end: ContextPoint { ContextPoint(head: tree.head.prefixed, size: tree.size) }

  /// Takes in the entry at a place, behind all those before it.
  mutating func take(_ place: Int, of entries: [Entry], _ verification: inout Verification) {
    let entry = entries[place]
    let isFollowing = (entry.type == .fact || entry.type == .trace) && place > 0 && entries[place - 1].runID == entry.runID
    if !isFollowing {
      beginnings.append((place, tree))
      if beginnings.count > 3 { beginnings.removeFirst() }
    }
    switch entry.type {
    case .proposal: proposals[entry.runID] = entry
    case .decision: verify(entry, at: place, of: entries, &verification)
    case .trace: verify(trace: entry, at: place, &verification)
    case .fact: break
    }
    tree.append(leafHash: entry.leafHash)
  }

  /// A trace is of a decision, or of what somebody steered: then it names its input. Else it seals, and is that seal to the byte,
  /// or it tells of a closing, whose run follows from the context before it and the truths.
  private mutating func verify(trace entry: Entry, at place: Int, _ verification: inout Verification) {
    let subject = "entry \(entry.sequence)"
    if Self.isSeal(entry) {
      let head = tree.head.prefixed
      verification.compare("\(subject), head", recomputed: head, found: entry.payload["head"]?.stringValue)
      let seal = RunProcedure.seal(of: head, sequence: place + 1, actor: entry.actor, now: entry.timestamp)
      verification.compare(
        "\(subject), a seal", recomputed: String(decoding: seal.leaf, as: UTF8.self),
        found: String(decoding: entry.leaf, as: UTF8.self))
      return
    }
    guard entry.payload["input_hash"] == nil, verification.difference == nil else { return }
    guard proposals[entry.runID] == nil else {
      verification.compare("\(subject), input_hash", recomputed: "that of the decision that it is a trace of", found: nil)
      return
    }
    let head = (beginnings.last?.tree ?? tree).head.prefixed
    if closers.contains(where: { Hashes.closing(context: head, truths: $0).runID == entry.runID }) { return }
    if mayNotName {
      verification.leave(open: "\(subject) tells of what followed from the context by truths that no decision names")
    } else {
      let wanted = closers.map { Hashes.closing(context: head, truths: $0).runID }.joined(separator: ", or ")
      verification.compare("\(subject), run_id, of a closing", recomputed: wanted, found: entry.runID)
    }
  }

  /// Whether a trace says that it seals, in one of the members that say so.
  private static func isSeal(_ entry: Entry) -> Bool {
    let truth = BuiltInTruth.sealing.rawValue
    return entry.truthID == truth || entry.payload["truth_id"]?.stringValue == truth
      || entry.payload["action"]?.stringValue == "ledger.sealed"
  }

  private mutating func verify(_ entry: Entry, at place: Int, of entries: [Entry], _ verification: inout Verification) {
    let subject = "entry \(entry.sequence)"
    guard let proposal = proposals[entry.runID].map({ RunOutputVerifier.proposal(of: $0) }) else { return }
    let found = entry.payload["input_hash"]?.stringValue
    guard let basis = RecordedBasis(entry.payload) else {
      let isExplained = known.contains { truths in
        let before = self.head(before: place, of: entries, truths: truths)
        return Self.hash(proposal, entry, head: before, truths: truths, budget: nil) == found
      }
      if isExplained { verification.agreed += 1 } else { unexplained += 1 }
      return
    }
    let head = self.head(before: place, of: entries, truths: basis.truths)
    verification.compare("\(subject), context_head", recomputed: head, found: basis.contextHead)
    verification.compare(
      "\(subject), input_hash",
      recomputed: Self.hash(proposal, entry, head: basis.contextHead, truths: basis.truths, budget: basis.budget), found: found)
  }

  private static func hash(
    _ proposal: ReceivedProposal, _ entry: Entry, head: String, truths: String, budget: JSONValue?
  ) -> String {
    var scratch = HashScratch()
    return Hashes.input(context: head, truths: truths, budget: budget, &scratch) {
      proposal.writeUsed(at: entry.timestamp, to: &$0)
    }.prefixed
  }

  /// The head before the run of a decision: before its proposal, where that stands right before it, and before what followed from
  /// the context by itself.
  private func head(before place: Int, of entries: [Entry], truths: String) -> String {
    let runID = entries[place].runID
    let isProposed = place > 0 && entries[place - 1].type == .proposal && entries[place - 1].runID == runID
    let start = isProposed ? place - 1 : place
    if let derived = beginnings.last(where: { $0.place < start }), entries[derived.place].type != .decision,
      entries[derived.place].runID == entries[start - 1].runID
    {
      let head = derived.tree.head.prefixed
      if Hashes.closing(context: head, truths: truths).runID == entries[derived.place].runID { return head }
    }
    return (beginnings.last { $0.place == start }?.tree ?? tree).head.prefixed
  }
}
