import TruthsEngine
import TruthsJSON
package import TruthsLedger
import TruthsText

/// The runs of a context: which proposal each decides, and what was decided last.
package struct RunIndex: Sendable {
  private var records: [String: RunRecord] = [:]
  /// In the order in which they began.
  private var order: [String] = []
  private var byKey: [IdempotencyKey: String] = [:]
  private var byHash: [String: [String]] = [:]
  private var accepted: Set<String> = []
  private var policySteps: [Int: Int] = [:]

  /// Runs that wait, in the order in which they began.
  package var waiting: [String] { order.filter { records[$0]?.status == .waiting } }

  /// The run of an id.
  package func record(_ runID: String) -> RunRecord? { records[runID] }

  /// The run that an actor began with an idempotency key.
  package func run(key: String, userID: String) -> RunRecord? {
    byKey[IdempotencyKey(key: key, userID: userID)].flatMap { records[$0] }
  }

  /// The waiting run of a proposal.
  package func waitingRun(hash: String) -> RunRecord? {
    byHash[hash]?.lazy.compactMap { records[$0] }.first { $0.status == .waiting }
  }

  /// Whether a proposal was accepted before.
  package func isAccepted(proposalID: String) -> Bool { accepted.contains(proposalID) }

  /// The highest step of a policy so far; 0 for none.
  package func lastStep(ofPolicy index: Int) -> Int { policySteps[index] ?? 0 }

  mutating func setLastStep(_ step: Int, ofPolicy index: Int) { policySteps[index] = step }

  /// Takes in an entry.
  ///
  /// - Parameter sequence: its place in the ledger.
  mutating func append(_ entry: Entry, at sequence: Int) {
    switch entry.type {
    case .proposal: begin(entry)
    case .decision: decide(entry, at: sequence)
    case .fact, .trace: follow(entry, at: sequence)
    }
    if entry.type == .trace, entry.truthID == BuiltInTruth.cancelled.rawValue { cancel(entry) }
  }

  /// The trace of a cancellation ends its run, also where the context is read again later.
  private mutating func cancel(_ entry: Entry) {
    guard records[entry.runID]?.status == .waiting else { return }
    records[entry.runID]?.status = .halted
    records[entry.runID]?.cancellation = entry
  }

  private mutating func begin(_ entry: Entry) {
    guard records[entry.runID] == nil else { return }
    var proposal = ProposalReader.read(LocatedJSON(unlocated: .object(entry.payload)), actor: entry.actor)
    proposal.actor = entry.actor
    let record = RunRecord(
      runID: entry.runID, proposalID: proposal.identity, proposalHash: proposal.hash, userID: proposal.userID, entry: entry)
    records[entry.runID] = record
    order.append(entry.runID)
    byHash[record.proposalHash, default: []].append(entry.runID)
    if let key = proposal.idempotencyKey {
      let idempotency = IdempotencyKey(key: key, userID: proposal.userID)
      if byKey[idempotency] == nil { byKey[idempotency] = entry.runID }
    }
  }

  /// The facts and traces that stand right behind a decision are its own; others of the run came later, from outside.
  private mutating func follow(_ entry: Entry, at sequence: Int) {
    guard var record = records[entry.runID], record.lastSequence == sequence - 1 else { return }
    record.lastSequence = sequence
    if entry.type == .fact { record.factEntries.append(sequence) } else { record.traceEntries.append(sequence) }
    records[entry.runID] = record
  }

  private mutating func decide(_ entry: Entry, at sequence: Int) {
    guard var record = records[entry.runID] else { return }
    record.decision = entry
    record.status = entry.payload["status"]?.stringValue.flatMap(RunState.Status.init) ?? .halted
    record.factEntries = []
    record.traceEntries = []
    record.lastSequence = sequence
    records[entry.runID] = record
    if entry.payload["decision"]?.stringValue == "accepted" { accepted.insert(record.proposalID) }
  }
}

private struct IdempotencyKey: Hashable {
  var key: String
  var userID: String
}

/// One run of a context.
package struct RunRecord: Sendable {
  package var runID: String
  package var proposalID: String
  package var proposalHash: String
  package var userID: String
  /// The proposal entry.
  package var entry: Entry
  /// The newest decision entry.
  package var decision: Entry?
  package var status: RunState.Status = .running
  /// The trace of its cancellation, where somebody cancelled it.
  package var cancellation: Entry?
  /// Sequences of the facts and traces behind the newest decision.
  package var factEntries: [Int] = []
  package var traceEntries: [Int] = []
  /// Sequence of the last entry that belongs to the newest decision.
  fileprivate var lastSequence = 0
}
