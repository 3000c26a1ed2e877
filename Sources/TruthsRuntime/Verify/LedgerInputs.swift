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
  /// Decisions of version 1 whose `input_hash` nothing at hand explains.
  private(set) var unexplained = 0

  /// - Parameter known: truths hashes that are at hand.
  init(known: [String]) { self.known = known }

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
    case .trace where entry.truthID == BuiltInTruth.sealing.rawValue:
      verification.compare(
        "entry \(entry.sequence), head", recomputed: tree.head.prefixed, found: entry.payload["head"]?.stringValue)
    case .fact, .trace: break
    }
    tree.append(leafHash: entry.leafHash)
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
      if isExplained { verification.compare("\(subject), input_hash", recomputed: "", found: "") } else { unexplained += 1 }
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
