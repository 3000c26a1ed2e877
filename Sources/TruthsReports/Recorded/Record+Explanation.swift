import TruthsDiagnostics
import TruthsLedger
import TruthsRendering
import TruthsRuntime
import TruthsText

/// A selection of decisions in a record.
public enum RecordedSubject: Hashable, Sendable {
  /// The decision that an entry belongs to, by the entry's sequence. The entry is the decision or any other entry of its run.
  case entry(Int)
  /// All decisions about the proposal with an id.
  case proposal(String)
  /// All decisions of the run with an id.
  case run(String)
  /// The last decision.
  case last
}

extension Record {
  /// Returns the explanation of decisions for people. Without a selection, several decisions get one line each.
  ///
  /// - Parameter subject: the selected decisions; `nil` for all.
  /// - Returns: `nil` if the selection matches no decision.
  public func explanation(_ detail: ExplanationDetail = ExplanationDetail(), of subject: RecordedSubject? = nil) -> String? {
    var told = ""
    return explain(detail, of: subject) { told += $0 } ? told : nil
  }

  /// Passes the explanation to a function part by part, so that a large ledger's explanation is never whole in memory.
  ///
  /// - Parameter tell: receives the parts in order.
  /// - Returns: whether the selection matches a decision.
  public func explain(
    _ detail: ExplanationDetail = ExplanationDetail(), of subject: RecordedSubject? = nil, _ tell: (String) throws -> Void
  ) rethrows -> Bool {
    guard subject == nil else {
      var isFirst = true
      try decisions(of: subject) { _, decision in
        try tell((isFirst ? "" : "\n") + decision.text(detail))
        isFirst = false
      }
      return !isFirst
    }
    switch count {
    case 0: try tell("no decision is recorded\n")
    case 1:
      try tell(rules)
      try decisions(of: .last) { _, decision in try tell(decision.text(detail)) }
    default:
      try tell(rules)
      try list(tell)
    }
    return true
  }

  private var count: Int {
    switch kind {
    case .runs(let runs): runs.count
    case .ledger(let ledger): ledger.summary.decisions
    }
  }

  /// Calls a function with each selected decision in order, and with its index among all decisions, from 0.
  private func decisions(of subject: RecordedSubject?, _ take: (Int, RecordedDecision) throws -> Void) rethrows {
    switch kind {
    case .ledger(let ledger):
      var outcomes = LedgerOutcomes(ledger)
      try outcomes.forEach(of: subject, take)
    case .runs(let runs):
      for (index, run) in runs.enumerated() {
        let isMeant =
          switch subject {
          case nil: true
          case .entry: false
          case .proposal(let id): RunOutputRecord(run).proposalID == id
          case .run(let id): RunOutputRecord(run).runID == id
          case .last: index == runs.count - 1
          }
        if isMeant { try take(index, RecordedDecision(run: ExplainedRun(RunOutputRecord(run)))) }
      }
    }
  }

  /// Lists the decisions in one line each: `entry 12  2025-01-31 10:00 UTC  create_invoice of @ann  Waiting: …`.
  private func list(_ tell: (String) throws -> Void) rethrows {
    var widths = [0, 0, 0]
    var last: Int?
    decisions(of: nil) { place, decision in
      let row = decision.row(place)
      for column in widths.indices { widths[column] = max(widths[column], displayWidth(of: row[column])) }
      last = decision.sequence
    }
    try decisions(of: nil) { place, decision in
      let row = decision.row(place)
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - displayWidth(of: $0) + 2) }
      try tell(cells.joined() + row[3] + "\n")
    }
    let hint = last.map { "--entry \($0), --proposal ID, --run ID" } ?? "--proposal ID, --run ID"
    try tell("\none of them: \(hint) or --last\n")
  }

  /// The section about the changes of truths in a ledger, and who agreed to them. Empty for the output of runs.
  private var rules: String {
    guard case .ledger(let ledger) = kind else { return "" }
    return RuleHistory(ledger.entries, ledger.summary).text
  }
}

/// A decision of a record, with the parts of its run that the record contains.
private struct RecordedDecision {
  /// The sequence of the decision's entry in the ledger; `nil` for the output of a run.
  var sequence: Int?
  var timestamp: String?
  var run: ExplainedRun
  /// The requests for approval that earlier runs of the same proposal made.
  var askedBefore: [RequestRecord] = []
  /// The ids of people who had consented to the proposal before this decision.
  var consenters: Set<String> = []

  private func explanation(_ detail: ExplanationDetail) -> Explanation {
    Explanation(
      run, evaluated: [], isRecorded: true, detail: detail, showsProposal: true, askedBefore: askedBefore,
      consenters: consenters)
  }

  func text(_ detail: ExplanationDetail) -> String {
    let heading = sequence.map { "Entry \($0)\(timestamp.map { ", \(PlainValue.text($0))" } ?? "")\n\n" } ?? ""
    return heading + explanation(detail).text
  }

  /// Returns the decision's line in a list, as one text for each column.
  ///
  /// - Parameter place: the index among the decisions, from 0.
  func row(_ place: Int) -> [String] {
    let explanation = explanation(ExplanationDetail())
    let action = visible(run.proposal?.action ?? run.proposalID ?? "")
    let proposer = run.proposer.map { " of \(ExplanationText.actor($0))" } ?? ""
    let name = sequence.map { "entry \($0)" } ?? "run \(place + 1)"
    return [name, timestamp.map { PlainValue.text($0) } ?? "", action + proposer, explanation.result]
  }
}

/// Reads from a ledger's facts which people consented.
enum ConsentRecord {
  /// Returns the ids of the people who consented.
  ///
  /// - Parameter consents: facts of type `consent.given`.
  static func people(_ consents: [Entry]) -> Set<String> {
    Set(consents.compactMap { AssentRecord($0, .consent).userID })
  }
}

/// An iteration over the decisions of a ledger. It keeps the indices of earlier entries that a decision may need: the newest
/// proposal of each run, requests, and consents.
private struct LedgerOutcomes {
  private let entries: RecordedEntries
  private let last: Int?
  private var proposals: [PackedID: Int] = [:]
  /// The indices of entries in the ledger. Indices of requests are keyed by the run that made the request, and indices of
  /// consents by the proposal's hash.
  private var requests: [PackedID: [Int]] = [:]
  private var consents: [Text: [Int]] = [:]
  /// The Merkle tree before the current entry, and the tree one entry earlier.
  private var tree = MerkleTree()
  private var treeBefore = MerkleTree()

  init(_ ledger: RecordedLedger) {
    entries = ledger.entries
    last = ledger.summary.lastDecision
  }

  /// Calls a function with each selected decision, in the order of the ledger.
  ///
  /// - Parameters:
  ///   - subject: the selected decisions; `nil` for all, which are then passed without the heads of their contexts.
  ///   - take: receives the index of a decision among all decisions, from 0, and the decision.
  mutating func forEach(of subject: RecordedSubject?, _ take: (Int, RecordedDecision) throws -> Void) rethrows {
    var count = 0
    for index in entries.indices {
      let entry = entries[index]
      if entry.type == .decision {
        if isMeant(entry, at: index, by: subject) { try take(count, decision(entry, at: index, hasHeads: subject != nil)) }
        count += 1
      }
      note(entry, at: index)
      guard subject != nil else { continue }
      treeBefore = tree
      tree.append(leafHash: entry.leafHash)
    }
  }

  private func isMeant(_ decision: Entry, at index: Int, by subject: RecordedSubject?) -> Bool {
    switch subject {
    case nil: true
    case .entry(let sequence):
      span(of: decision, at: index).contains { entries[$0].sequence == sequence }
    case .proposal(let id): proposal(of: decision).flatMap { entries[$0].proposalID } == id
    case .run(let id): decision.runID == id
    case .last: index == last
    }
  }

  private mutating func note(_ entry: Entry, at index: Int) {
    switch entry.type {
    case .proposal: proposals[entry.packedRunID] = index
    case .fact:
      switch entry.builtInFact {
      case .approvalRequested: requests[entry.packedRunID, default: []].append(index)
      case .consentGiven:
        if let hash = AssentRecord(entry, .consent).proposalHash { consents[Text(hash), default: []].append(index) }
      default: break
      }
    case .decision, .trace: break
    }
  }

  /// Returns the index of the newest proposal of a decision's run; `nil` if the ledger has none.
  private func proposal(of decision: Entry) -> Int? { proposals[decision.packedRunID] }

  /// Returns the indices of the entries of one decision of a run: the proposal, the decision, its facts and its traces. A
  /// resumed run has its proposal earlier, so it is not included.
  private func span(of decision: Entry, at place: Int) -> Range<Int> {
    let first = place > 0 && proposal(of: decision) == place - 1 ? place - 1 : place
    var end = place + 1
    while end < entries.count {
      let entry = entries[end]
      if entry.type == .decision || entry.type == .proposal || entry.runID != decision.runID { break }
      end += 1
    }
    return first..<end
  }

  private func decision(_ entry: Entry, at index: Int, hasHeads: Bool) -> RecordedDecision {
    let record = DecisionRecord(entry.payload)
    let requested =
      record.ending == .waiting
      ? requests[entry.packedRunID, default: []].compactMap { RequestRecord(ifRequested: entries[$0].payload) } : []
    // The hash of the proposal is computed only where it is needed, because an entry does not contain it.
    let isAgreedTo = record.violations.contains { !$0.approvers.isEmpty }
    let hash =
      record.ending == .waiting || isAgreedTo
      ? proposal(of: entry).map { entries[$0].proposalHash(decidedBy: entry) } : nil
    let consented = hash.flatMap { consents[Text($0)] } ?? []
    return RecordedDecision(
      sequence: entry.sequence, timestamp: entry.timestamp.text,
      run: run(of: entry, at: index, proposalHash: hash, hasHeads: hasHeads), askedBefore: requested,
      consenters: ConsentRecord.people(consented.map { entries[$0] }))
  }

  private func run(of decision: Entry, at index: Int, proposalHash: String?, hasHeads: Bool) -> ExplainedRun {
    let own = span(of: decision, at: index)
    let written = own.map { entries[$0] }
    var heads: (before: ContextPoint, after: ContextPoint)?
    if hasHeads {
      let before = own.lowerBound == index ? tree : treeBefore
      var after = before
      for entry in written { after.append(leafHash: entry.leafHash) }
      heads = (point(before), point(after))
    }
    return ExplainedRun(
      decision: decision, proposal: proposal(of: decision).map { entries[$0] }, proposalHash: proposalHash,
      entries: written, heads: heads)
  }

  private func point(_ tree: MerkleTree) -> ContextPoint { ContextPoint(head: tree.head.prefixed, size: tree.size) }
}
