import TruthsEngine
import TruthsLedger

/// The values of an entry that are recomputed from the entry and its neighbours alone.
///
/// They do not depend on the entries before, so that all cores compute them for many entries at once.
struct EntryCheck: Sendable {
  let entry: Entry
  /// The hash of the entry's leaf in the Merkle tree.
  let leafHash: Digest
  /// The `entry_id` that follows from the content.
  let contentID: String
  /// The proposal in a proposal entry; `nil` for other entries.
  let proposal: ReceivedProposal?
  /// The proposal in a proposal entry as each procedure of a replay indexes it; empty for other entries.
  let proposalsOfRun: [ProposalOfRun]
  /// The `trace_id` that a trace states, and the recomputed one; `nil` for other entries, and for a trace that states none.
  let traceID: (recomputed: String, stated: String?)?
  /// The `output_hash` that a decision states, and the recomputed one; `nil` for other entries. It covers the decision and the
  /// facts of its run that come right after it.
  let outputHash: (recomputed: String, stated: String?)?

  /// Computes the values of the entry at an index.
  ///
  /// - Parameters:
  ///   - entries: the entries of the ledger as read, in the order of their sequences.
  ///   - languages: the language version of each procedure of a replay; empty without a replay.
  init(_ entries: RecordedEntries, at index: Int, languages: [LanguageVersion]) {
    let entry = entries[index]
    self.entry = entry
    leafHash = entry.leafHash
    contentID = entry.contentID
    let isProposal = entry.type == .proposal
    proposal = isProposal ? RunOutputVerifier.proposal(of: entry) : nil
    proposalsOfRun = isProposal ? languages.map { ProposalOfRun(entry, $0) } : []
    traceID = entry.type == .trace ? Self.traceID(of: entry) : nil
    outputHash = entry.type == .decision ? Self.outputHash(of: entry, at: index, entries) : nil
  }

  private static func traceID(of entry: Entry) -> (recomputed: String, stated: String?)? {
    let trace = TraceRecord(entry.payload)
    guard let stated = trace.traceID else { return nil }
    let recomputed = Hashes.traceID(runID: entry.runID, truthID: trace.truthID ?? "", sequence: entry.sequence)
    return (recomputed, stated)
  }

  private static func outputHash(
    of entry: Entry, at index: Int, _ entries: RecordedEntries
  ) -> (recomputed: String, stated: String?) {
    let facts = entries[(index + 1)...].prefix { $0.type == .fact && $0.runID == entry.runID }.map(\.payload)
    let record = DecisionRecord(entry.payload)
    return (record.recomputedOutputHash(facts), record.outputHash)
  }
}

/// The values of consecutive entries.
struct EntryChecks: Sendable {
  /// The index of the first entry.
  private(set) var start = 0
  private(set) var checks: [EntryCheck] = []

  init() {}

  init(_ start: Int, _ checks: [EntryCheck]) {
    self.start = start
    self.checks = checks
  }

  var isEmpty: Bool { checks.isEmpty }

  /// The indices of the entries.
  var range: Range<Int> { start..<start + checks.count }

  /// Returns the values of the entry at an index; `nil` if it is not among these entries.
  subscript(index: Int) -> EntryCheck? { range.contains(index) ? checks[index - start] : nil }
}
