import TruthsEngine
import TruthsJSON
import TruthsLedger

/// What the entries of a run say of each other, whatever its truths say (runtime.md §2 and §3): the ids that follow from its
/// proposal and its first decision, what its traces repeat of their decision, what its requests for approval are bound to.
struct LedgerRecords {
  private let entries: [Entry]
  private var runs: [String: Run] = [:]
  /// The truths that are in force: those that were adopted last, else those of the first decision that says them.
  private var inForce: String?
  private var hasAdopted = false
  /// The last decision, whose facts and traces stand right behind it.
  private var decision: Entry?

  /// A run that a proposal began.
  private struct Run {
    /// Its place among the entries.
    var proposal: Int
    /// The id that the proposal gives it.
    var givenID: String?
    var isDecided = false
  }

  /// - Parameter entries: in sequence, as read.
  init(_ entries: [Entry]) { self.entries = entries }

  /// Takes in the entry at a place, behind all those before it.
  ///
  /// - Parameter proposal: what a proposal's entry says, read.
  mutating func take(_ place: Int, _ proposal: ReceivedProposal?, _ verification: inout Verification) {
    let entry = entries[place]
    if entry.type == .fact, entry.payload["type"]?.stringValue == BuiltInFact.truthsAdopted.rawValue {
      if let decision, decision.runID == entry.runID, let found = RecordedBasis(decision.payload)?.truths {
        verification.compare(
          "entry \(entry.sequence), the truths that decided the adoption", recomputed: inForce ?? found, found: found)
      }
      (inForce, hasAdopted) = (entry.payload["hash"]?.stringValue, true)
    }
    if let proposal, let run = runs[entry.runID] { return take(again: proposal, entry, of: run, &verification) }
    if let proposal {
      runs[entry.runID] = Run(proposal: place, givenID: proposal.runID)
      verification.compare(
        "entry \(entry.sequence), correlation_id", recomputed: proposal.correlation, found: entry.correlationID)
      return
    }
    guard let run = runs[entry.runID] else { return }
    switch entry.type {
    case .decision: take(decision: entry, of: run, &verification)
    case .trace: take(trace: entry, &verification)
    case .fact where entry.payload["type"]?.stringValue == BuiltInFact.approvalRequested.rawValue:
      take(request: entry, of: run, &verification)
    case .fact, .proposal: break
    }
  }

  /// A proposal that was received again is the one of its run: the same fields by the same actor, in the run's own correlation.
  private func take(again proposal: ReceivedProposal, _ entry: Entry, of run: Run, _ verification: inout Verification) {
    let begun = entries[run.proposal]
    let subject = "entry \(entry.sequence)"
    verification.compare("\(subject), correlation_id", recomputed: begun.correlationID, found: entry.correlationID)
    verification.compare(
      "\(subject), proposal_hash", recomputed: RunOutputVerifier.proposal(of: begun).hash.prefixed,
      found: proposal.hash.prefixed)
  }

  /// A run that was given no id has that of its first decision.
  private mutating func take(decision entry: Entry, of run: Run, _ verification: inout Verification) {
    let subject = "entry \(entry.sequence)"
    let begun = entries[run.proposal]
    verification.compare("\(subject), correlation_id", recomputed: begun.correlationID, found: entry.correlationID)
    let inputHash = entry.payload["input_hash"]?.stringValue ?? ""
    if let fault = RecordedBasis.fault(in: entry.payload) {
      verification.compare("\(subject), \(fault.member)", recomputed: fault.wanted, found: fault.found)
    }
    if !run.isDecided, run.givenID != entry.runID {
      verification.compare("\(subject), run_id", recomputed: Hashes.runID(inputHash: inputHash), found: entry.runID)
    }
    if let found = RecordedBasis(entry.payload)?.truths {
      if hasAdopted, entry.payload["decision"]?.stringValue == "accepted" {
        verification.compare("\(subject), the truths that were in force", recomputed: inForce ?? "", found: found)
      }
      inForce = inForce ?? found
    }
    runs[entry.runID]?.isDecided = true
    decision = entry
  }

  /// A trace of a decision repeats it. What steered a run says nothing of one.
  private func take(trace entry: Entry, _ verification: inout Verification) {
    guard let decision, decision.runID == entry.runID, entry.payload["input_hash"] != nil else { return }
    for member in ["decision", "input_hash", "output_hash"] {
      verification.compare(
        "entry \(entry.sequence), \(member)", recomputed: decision.payload[member]?.stringValue ?? "nothing",
        found: entry.payload[member]?.stringValue)
    }
  }

  /// A request is bound to the proposal, its clause and the role that is asked.
  private func take(request entry: Entry, of run: Run, _ verification: inout Verification) {
    let (subject, payload) = ("entry \(entry.sequence)", entry.payload)
    let hash = RunOutputVerifier.proposal(of: entries[run.proposal]).hash.prefixed
    verification.compare("\(subject), proposal_hash", recomputed: hash, found: payload["proposal_hash"]?.stringValue)
    func text(_ member: String) -> String { payload[member]?.stringValue ?? "" }
    verification.compare(
      "\(subject), request",
      recomputed: Hashes.request(proposalHash: hash, truthID: text("truth_id"), clause: text("clause"), role: text("role")),
      found: payload["request"]?.stringValue)
  }
}
