import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Verifies that the entries of a run agree with each other, independent of the truths (hashes §3 and runs §3).
///
/// It checks the ids that follow from the run's proposal and its first decision. It also checks the members that traces state
/// again, and the hashes in requests for approval.
struct LedgerRecords {
  private let entries: RecordedEntries
  private var runs: [PackedID: Run] = [:]
  /// The hash of the truths in force: the truths adopted last or, without an adoption, those of the first decision that names
  /// its truths.
  private var inForce: String?
  private var hasAdopted = false
  /// The last decision. Its facts and traces come right after it.
  private var decision: Entry?

  /// A run that a proposal began.
  private struct Run {
    /// The index of the first proposal entry.
    let proposal: Int
    /// The index of the newest proposal entry.
    var newest: Int
    /// Whether the run has the id that its proposal gives.
    var isGiven: Bool
    var isDecided = false
    /// The language version for the hashes of the run's newest decision; `nil` before the first decision.
    var language: LanguageVersion?
  }

  /// Creates a verifier.
  ///
  /// - Parameter entries: the entries of the ledger as read, in the order of their sequences.
  init(_ entries: RecordedEntries) { self.entries = entries }

  /// Verifies the next entry, which is at an index of the entries.
  ///
  /// - Parameter proposal: the proposal in a proposal entry; `nil` for other entries.
  mutating func take(_ index: Int, _ proposal: ReceivedProposal?, _ verification: inout Verification) {
    let entry = entries[index]
    if let adoption = AdoptionRecord(entry) {
      if let decision, decision.runID == entry.runID, let found = RecordedBasis(decision.payload)?.truths {
        verification.compare(
          "entry \(entry.sequence), the truths that decided the adoption", recomputed: inForce ?? found, found: found)
      }
      (inForce, hasAdopted) = (adoption.hash, true)
    }
    if let proposal, let run = runs[entry.packedRunID] {
      runs[entry.packedRunID]?.newest = index
      return take(again: proposal, at: index, of: run, &verification)
    }
    if let proposal {
      runs[entry.packedRunID] = Run(proposal: index, newest: index, isGiven: proposal.runID == entry.runID)
      verification.compare(
        "entry \(entry.sequence), correlation_id", recomputed: proposal.correlation, found: entry.correlationID)
      return
    }
    guard let run = runs[entry.packedRunID] else { return }
    switch entry.type {
    case .decision: take(decision: entry, of: run, &verification)
    case .trace: take(trace: entry, &verification)
    case .fact where entry.builtInFact == .approvalRequested: take(request: entry, of: run, &verification)
    case .fact, .proposal: break
    }
  }

  /// Verifies a proposal that was received again: its fields, actor and correlation id must be those of its run.
  ///
  /// The language version determines which members count. It is the version of the decision right after the proposal or,
  /// without one, of the run's decision before it.
  private func take(again proposal: ReceivedProposal, at place: Int, of run: Run, _ verification: inout Verification) {
    let (entry, begun) = (entries[place], entries[run.proposal])
    let behind = entries[(place + 1)...].prefix(1).first { $0.type == .decision && $0.runID == entry.runID }
    let language = behind.map { LanguageVersion(hashingFor: $0.payload) } ?? run.language ?? .current
    let subject = "entry \(entry.sequence)"
    verification.compare("\(subject), correlation_id", recomputed: begun.correlationID, found: entry.correlationID)
    verification.compare(
      "\(subject), proposal_hash", recomputed: RunOutputVerifier.proposal(of: begun).hash(in: language).prefixed,
      found: proposal.hash(in: language).prefixed)
  }

  /// Verifies a decision. If the proposal gives no run id, the run's id must follow from its first decision.
  private mutating func take(decision entry: Entry, of run: Run, _ verification: inout Verification) {
    let subject = "entry \(entry.sequence)"
    let begun = entries[run.proposal]
    verification.compare("\(subject), correlation_id", recomputed: begun.correlationID, found: entry.correlationID)
    let record = DecisionRecord(entry.payload)
    if let fault = RecordedBasis.fault(in: entry.payload) {
      verification.compare("\(subject), \(fault.member)", recomputed: fault.wanted, found: fault.found)
    }
    if !run.isDecided, !run.isGiven {
      verification.compare("\(subject), run_id", recomputed: Hashes.runID(inputHash: record.inputHash ?? ""), found: entry.runID)
    }
    if let found = RecordedBasis(entry.payload)?.truths {
      if hasAdopted, record.decision == DecisionOutcome.accepted.rawValue {
        verification.compare("\(subject), the truths that were in force", recomputed: inForce ?? "", found: found)
      }
      inForce = inForce ?? found
    }
    runs[entry.packedRunID]?.isDecided = true
    runs[entry.packedRunID]?.language = LanguageVersion(hashingFor: entry.payload)
    decision = entry
  }

  /// Verifies that a trace states the same as its decision. Traces of control messages belong to no decision.
  private func take(trace entry: Entry, _ verification: inout Verification) {
    let trace = TraceRecord(entry.payload)
    let isSteering = [BuiltInTruth.control, .cancelled].contains { $0.rawValue == entry.truthID }
    guard let decision, decision.runID == entry.runID, trace.hasInput, !isSteering else { return }
    let record = DecisionRecord(decision.payload)
    let members = [
      ("decision", record.decision, trace.decision), ("input_hash", record.inputHash, trace.inputHash),
      ("output_hash", record.outputHash, trace.outputHash),
    ]
    for (name, decided, traced) in members {
      verification.compare("entry \(entry.sequence), \(name)", recomputed: decided ?? "nothing", found: traced)
    }
  }

  /// Verifies that a request's hashes follow from the newest proposal, the clause and the role that is asked.
  ///
  /// The proposal is hashed in the language version of the decision that makes the request.
  private func take(request entry: Entry, of run: Run, _ verification: inout Verification) {
    let (subject, request) = ("entry \(entry.sequence)", RequestRecord(entry.payload))
    let hash = RunOutputVerifier.proposal(of: entries[run.newest]).hash(in: run.language ?? .current).prefixed
    verification.compare("\(subject), proposal_hash", recomputed: hash, found: request.proposalHash)
    verification.compare(
      "\(subject), request",
      recomputed: Hashes.request(
        proposalHash: hash, truthID: request.truthID ?? "", clause: request.clause ?? "", role: request.role ?? ""),
      found: request.id)
  }
}

/// Recomputes the `input_hash` of every decision of a ledger from the ledger alone (ledgers §4).
///
/// The ledger contains all inputs: the head before the run, the newest proposal, the truths hash and the budget.
struct LedgerInputs {
  /// The hashes of the loaded truths. One of them may explain a decision of version 1, which does not record its truths.
  private let knownHashes: [String]
  /// The Merkle tree over all entries before the next one.
  private(set) var tree = MerkleTree()
  /// The trees before the last three entries at which a run could begin, oldest first. `place` is the index of the entry.
  ///
  /// Three trees are enough: for derived entries, for the proposal, and for the decision.
  private var beginnings: [(place: Int, tree: MerkleTree)] = []
  /// The index of the newest proposal entry of each run, keyed by run id.
  private var proposals: [PackedID: Int] = [:]
  /// The newest proposal of all runs, and the index of its entry. It is kept because most decisions come right after their
  /// proposal.
  private var newest: (place: Int, proposal: ReceivedProposal)?
  /// The hashes of all truths that are loaded or named by decisions. One of these truths must have made each closure of the
  /// context.
  private let closers: [String]
  /// Whether further truths, which are not recorded, may have made entries: those of a decision of version 1, or of a ledger
  /// without decisions.
  private let mayNotName: Bool
  /// The number of decisions of version 1 whose `input_hash` none of the loaded truths explains.
  private(set) var unexplained = 0

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - summary: the summary of the whole ledger.
  ///   - known: the hashes of the loaded truths.
  init(_ summary: LedgerSummary, known: [String]) {
    self.knownHashes = known
    closers = known + summary.truths.filter { !known.contains($0) }
    mayNotName = summary.decisions == 0 || summary.hasUnnamed
  }

  /// The head and size of the ledger after all entries verified so far.
  var end: ContextPoint { ContextPoint(head: tree.head.prefixed, size: tree.size) }

  /// Verifies the next entry, which is at an index of the entries.
  ///
  /// - Parameters:
  ///   - leaf: the hash of the entry's leaf in the Merkle tree.
  ///   - proposal: the proposal in a proposal entry; `nil` for other entries.
  mutating func take(
    _ index: Int, _ leaf: Digest, _ proposal: ReceivedProposal?, of entries: RecordedEntries, _ verification: inout Verification
  ) {
    if let proposal { newest = (index, proposal) }
    let entry = entries[index]
    let isFollowing = (entry.type == .fact || entry.type == .trace) && index > 0 && entries[index - 1].runID == entry.runID
    if !isFollowing {
      beginnings.append((index, tree))
      if beginnings.count > 3 { beginnings.removeFirst() }
    }
    switch entry.type {
    case .proposal: proposals[entry.packedRunID] = index
    case .decision: verify(entry, at: index, of: entries, &verification)
    case .trace: verify(trace: entry, at: index, &verification)
    case .fact: break
    }
    tree.append(leafHash: leaf)
  }

  /// Verifies a trace without an input hash. It is either a seal, or a trace of closing the context.
  ///
  /// A seal must be identical in every byte. The run id of a closure must follow from the context before it and from the
  /// truths. Any other trace has an input hash, and belongs to a decision or a control message.
  private mutating func verify(trace entry: Entry, at index: Int, _ verification: inout Verification) {
    let subject = "entry \(entry.sequence)"
    if Self.isSeal(entry) {
      let head = tree.head.prefixed
      verification.compare("\(subject), head", recomputed: head, found: TraceRecord(entry.payload).head)
      let seal = RunProcedure.seal(of: head, sequence: index + 1, actor: entry.actor, now: entry.timestamp)
      verification.compare(
        "\(subject), a seal", recomputed: String(decoding: seal.leaf, as: UTF8.self),
        found: String(decoding: entry.leaf, as: UTF8.self))
      return
    }
    guard !TraceRecord(entry.payload).hasInput, verification.difference == nil else { return }
    guard proposals[entry.packedRunID] == nil else {
      verification.compare("\(subject), input_hash", recomputed: "that of the decision that it is a trace of", found: nil)
      return
    }
    let head = (beginnings.last?.tree ?? tree).head.prefixed
    if closers.contains(where: { Hashes.closing(context: head, truths: $0).runID == entry.runID }) { return }
    if mayNotName {
      verification.leave(open: "\(subject) records what followed from the context by truths that no decision names")
    } else {
      let wanted = closers.map { Hashes.closing(context: head, truths: $0).runID }.joined(separator: ", or ")
      verification.compare("\(subject), run_id, of a closing", recomputed: wanted, found: entry.runID)
    }
  }

  /// Returns whether a trace is a seal. One matching member is enough.
  private static func isSeal(_ entry: Entry) -> Bool {
    let truth = BuiltInTruth.sealing.rawValue
    let trace = TraceRecord(entry.payload)
    return entry.truthID == truth || trace.truthID == truth || trace.action == "ledger.sealed"
  }

  private mutating func verify(_ entry: Entry, at index: Int, of entries: RecordedEntries, _ verification: inout Verification) {
    let subject = "entry \(entry.sequence)"
    guard let proposal = proposals[entry.packedRunID].map({ self.proposal(at: $0, of: entries) }) else { return }
    let recorded = DecisionRecord(entry.payload).inputHash
    guard let basis = RecordedBasis(entry.payload) else {
      let isExplained = knownHashes.contains { truths in
        let before = self.head(before: index, of: entries, truths: truths, claimed: nil)
        return Self.hash(proposal, entry, head: before, truths: truths, budget: nil) == recorded
      }
      if isExplained { verification.agreed += 1 } else { unexplained += 1 }
      return
    }
    let head = self.head(before: index, of: entries, truths: basis.truths, claimed: basis.contextHead)
    verification.compare("\(subject), context_head", recomputed: head, found: basis.contextHead)
    verification.compare(
      "\(subject), input_hash",
      recomputed: Self.hash(proposal, entry, head: basis.contextHead, truths: basis.truths, budget: basis.budget), found: recorded
    )
  }

  private func proposal(at place: Int, of entries: RecordedEntries) -> ReceivedProposal {
    newest.flatMap { $0.place == place ? $0.proposal : nil } ?? RunOutputVerifier.proposal(of: entries[place])
  }

  private static func hash(
    _ proposal: ReceivedProposal, _ entry: Entry, head: String, truths: String, budget: JSONValue?
  ) -> String {
    var scratch = HashScratch()
    return Hashes.input(context: head, truths: truths, budget: budget, &scratch) {
      proposal.writeUsed(at: entry.timestamp, to: &$0)
    }.prefixed
  }

  /// Returns the head before the run of a decision, that is, before the run's proposal and before the closure of the context.
  ///
  /// A decision may instead record the head after the closure. That is correct if the closure was appended earlier, when a
  /// waiting run was evaluated again and continued to wait.
  private func head(before index: Int, of entries: RecordedEntries, truths: String, claimed: String?) -> String {
    let runID = entries[index].runID
    let isProposed = index > 0 && entries[index - 1].type == .proposal && entries[index - 1].runID == runID
    let start = isProposed ? index - 1 : index
    let behind = (beginnings.last { $0.place == start }?.tree ?? tree).head.prefixed
    if claimed == behind { return behind }
    if let derived = beginnings.last(where: { $0.place < start }), entries[derived.place].type != .decision,
      entries[derived.place].runID == entries[start - 1].runID
    {
      let head = derived.tree.head.prefixed
      if Hashes.closing(context: head, truths: truths).runID == entries[derived.place].runID { return head }
    }
    return behind
  }
}
