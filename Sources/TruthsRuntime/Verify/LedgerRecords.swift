import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Verifies that the entries of a run agree with each other, independent of the truths (hashes §3 and runs §3).
///
/// Checked are the ids that follow from its proposal and its first decision, the members that traces repeat, and the bindings
/// of its requests for approval.
struct LedgerRecords {
  private let entries: RecordedEntries
  private var runs: [PackedID: Run] = [:]
  /// The truths in force: those adopted last, or else those of the first decision that names them.
  private var inForce: String?
  private var hasAdopted = false
  /// The last decision, whose facts and traces come right after it.
  private var decision: Entry?

  /// A run that a proposal began.
  private struct Run {
    /// The index of the first proposal entry.
    let proposal: Int
    /// The index of the newest proposal entry.
    var newest: Int
    /// Whether the run has the id that the proposal gives it.
    var isGiven: Bool
    var isDecided = false
    /// The language version of its newest decision's hashes.
    var language: LanguageVersion?
  }

  /// Creates a verifier.
  ///
  /// - Parameter entries: the entries in sequence, as read.
  init(_ entries: RecordedEntries) { self.entries = entries }

  /// Takes in the next entry.
  ///
  /// - Parameter proposal: the proposal, for a proposal's entry.
  mutating func take(_ place: Int, _ proposal: ReceivedProposal?, _ verification: inout Verification) {
    let entry = entries[place]
    if let adoption = AdoptionRecord(entry) {
      if let decision, decision.runID == entry.runID, let found = RecordedBasis(decision.payload)?.truths {
        verification.compare(
          "entry \(entry.sequence), the truths that decided the adoption", recomputed: inForce ?? found, found: found)
      }
      (inForce, hasAdopted) = (adoption.hash, true)
    }
    if let proposal, let run = runs[entry.packedRunID] {
      runs[entry.packedRunID]?.newest = place
      return take(again: proposal, at: place, of: run, &verification)
    }
    if let proposal {
      runs[entry.packedRunID] = Run(proposal: place, newest: place, isGiven: proposal.runID == entry.runID)
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

  /// Verifies that a proposal received again has the same fields, actor and correlation as its run.
  ///
  /// The language version of the decision right after it determines which members count, or else that of the decision before.
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

  /// Verifies a decision. A run without a given id has the id that follows from its first decision.
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

  /// Verifies that a trace repeats its decision. Traces of control messages belong to no decision.
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

  /// Verifies that a request is bound to the newest proposal, its clause and the asked role.
  ///
  /// The proposal is hashed in the language version of the decision that asks.
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
  /// The truths hashes at hand, which may explain a decision of version 1, since it does not record its own.
  private let known: [String]
  /// The Merkle tree over all entries so far.
  private(set) var tree = MerkleTree()
  /// The trees before the last three entries at which a run could begin, oldest first, with the indices of the entries.
  ///
  /// Three are enough: for derived entries, the proposal and the decision.
  private var beginnings: [(place: Int, tree: MerkleTree)] = []
  /// The index of the newest proposal of each run.
  private var proposals: [PackedID: Int] = [:]
  /// The newest proposal of all runs, and its index, because most decisions come right after their proposal.
  private var newest: (place: Int, proposal: ReceivedProposal)?
  /// The truths hashes at hand or named by decisions; closures of the context are made by one of them.
  private let closers: [String]
  /// Whether there may be other truths: those of a decision of version 1, or of a ledger without decisions, are not recorded.
  private let mayNotName: Bool
  /// The number of decisions of version 1 whose `input_hash` no truths at hand explain.
  private(set) var unexplained = 0

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - summary: the summary of the whole ledger.
  ///   - known: the truths hashes at hand.
  init(_ summary: LedgerSummary, known: [String]) {
    self.known = known
    closers = known + summary.truths.filter { !known.contains($0) }
    mayNotName = summary.decisions == 0 || summary.hasUnnamed
  }

  /// The head and size after all entries so far.
  var end: ContextPoint { ContextPoint(head: tree.head.prefixed, size: tree.size) }

  /// Takes in the next entry.
  ///
  /// - Parameters:
  ///   - leaf: the hash of the entry.
  ///   - proposal: the proposal, for a proposal's entry.
  mutating func take(
    _ place: Int, _ leaf: Digest, _ proposal: ReceivedProposal?, of entries: RecordedEntries, _ verification: inout Verification
  ) {
    if let proposal { newest = (place, proposal) }
    let entry = entries[place]
    let isFollowing = (entry.type == .fact || entry.type == .trace) && place > 0 && entries[place - 1].runID == entry.runID
    if !isFollowing {
      beginnings.append((place, tree))
      if beginnings.count > 3 { beginnings.removeFirst() }
    }
    switch entry.type {
    case .proposal: proposals[entry.packedRunID] = place
    case .decision: verify(entry, at: place, of: entries, &verification)
    case .trace: verify(trace: entry, at: place, &verification)
    case .fact: break
    }
    tree.append(leafHash: leaf)
  }

  /// Verifies a trace without an input, which is either a seal or a trace of closing the context.
  ///
  /// A seal must be the same to the byte. The run id of a closure must follow from the context before it and the truths. Traces
  /// with an input belong to a decision or a control message.
  private mutating func verify(trace entry: Entry, at place: Int, _ verification: inout Verification) {
    let subject = "entry \(entry.sequence)"
    if Self.isSeal(entry) {
      let head = tree.head.prefixed
      verification.compare("\(subject), head", recomputed: head, found: TraceRecord(entry.payload).head)
      let seal = RunProcedure.seal(of: head, sequence: place + 1, actor: entry.actor, now: entry.timestamp)
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
      verification.leave(open: "\(subject) tells of what followed from the context by truths that no decision names")
    } else {
      let wanted = closers.map { Hashes.closing(context: head, truths: $0).runID }.joined(separator: ", or ")
      verification.compare("\(subject), run_id, of a closing", recomputed: wanted, found: entry.runID)
    }
  }

  /// Returns whether a trace is a seal by any of its members.
  private static func isSeal(_ entry: Entry) -> Bool {
    let truth = BuiltInTruth.sealing.rawValue
    let trace = TraceRecord(entry.payload)
    return entry.truthID == truth || trace.truthID == truth || trace.action == "ledger.sealed"
  }

  private mutating func verify(_ entry: Entry, at place: Int, of entries: RecordedEntries, _ verification: inout Verification) {
    let subject = "entry \(entry.sequence)"
    guard let proposal = proposals[entry.packedRunID].map({ self.proposal(at: $0, of: entries) }) else { return }
    let found = DecisionRecord(entry.payload).inputHash
    guard let basis = RecordedBasis(entry.payload) else {
      let isExplained = known.contains { truths in
        let before = self.head(before: place, of: entries, truths: truths, claimed: nil)
        return Self.hash(proposal, entry, head: before, truths: truths, budget: nil) == found
      }
      if isExplained { verification.agreed += 1 } else { unexplained += 1 }
      return
    }
    let head = self.head(before: place, of: entries, truths: basis.truths, claimed: basis.contextHead)
    verification.compare("\(subject), context_head", recomputed: head, found: basis.contextHead)
    verification.compare(
      "\(subject), input_hash",
      recomputed: Self.hash(proposal, entry, head: basis.contextHead, truths: basis.truths, budget: basis.budget), found: found)
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

  /// Returns the head before the run of a decision: before its proposal and the closure of the context.
  ///
  /// A decision may claim the head after the closure. Then the closure was made when a waiting run was evaluated again and kept
  /// waiting.
  private func head(before place: Int, of entries: RecordedEntries, truths: String, claimed: String?) -> String {
    let runID = entries[place].runID
    let isProposed = place > 0 && entries[place - 1].type == .proposal && entries[place - 1].runID == runID
    let start = isProposed ? place - 1 : place
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
