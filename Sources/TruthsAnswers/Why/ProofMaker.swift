import TruthsEngine
import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsRuntime
import TruthsText

/// Makes the proof of a decision or fact of a ledger, level by level (answers §3).
package final class ProofMaker {
  /// Maximum number of nodes; the decision or fact that reaches it is still completed.
  package static let mostNodes = 5_000
  /// Maximum numbers of elements listed for a loop, and of elements tried to find one.
  package static let (mostElements, mostTried) = (100, 1_000)

  let past: LedgerPast
  private(set) var tree = ProofTree()
  /// Nodes of entries, by sequence.
  private var known: [Int: Int] = [:]
  /// Nodes of entries that are not explained yet.
  private var pending: [Int] = []
  /// Nodes without an entry, each once.
  private var same: [ProofNode: Int] = [:]
  /// Present nesting depth of `let`s.
  var nesting = 0

  /// - Parameters:
  ///   - entries: the ledger's entries in sequence.
  ///   - procedures: a procedure for each available truth set.
  ///   - maxWork: the maximum work of all proofs together, in steps.
  package init(_ entries: RecordedEntries, _ procedures: [RunProcedure], maxWork: Int) {
    past = LedgerPast(entries, procedures, maxWork: maxWork)
  }

  /// Returns the proof of an entry.
  ///
  /// - Parameter sequence: the sequence of a decision or fact.
  /// - Complexity: at most ``mostNodes`` nodes, and a run for each decision among them. All runs together take at most the work
  ///   of one.
  package func proof(of sequence: Int) -> ProofTree {
    if let place = past.place(sequence) { node(at: place) }
    while !pending.isEmpty {
      // Levels are in ledger order, because each context is made from an earlier one.
      let level = pending.sorted { tree.nodes[$0].entry ?? 0 < tree.nodes[$1].entry ?? 0 }
      pending = []
      for id in level {
        if tree.nodes.count > Self.mostNodes || past.isExhausted {
          tree.nodes[id].isCut = true
          tree.leftOut += 1
        } else {
          expand(id)
        }
      }
    }
    return tree
  }

  /// Returns ways to undo a decision or fact; `nil` if no truth set is available.
  ///
  /// - Complexity: O(ledger + truths × facts of the decision).
  package func undo(of sequence: Int) -> Undo? {
    guard let place = past.place(sequence), !past.procedures.isEmpty else { return nil }
    let last = past.lastDecision.flatMap { past.procedure(of: past.entries[$0]) }
    if last?.isRecorded == false {
      remark("what leads back is told by truths at hand, which are not those of the last decision (--truths)")
    }
    return UndoSearch(past, last.map { past.set(of: $0.index) } ?? 0).undo(at: place)
  }

  private func expand(_ id: Int) {
    guard let sequence = tree.nodes[id].entry, let place = past.place(sequence) else { return }
    switch tree.nodes[id].kind {
    case .decision: DecisionProof(self, id, at: place).make()
    case .fact: FactProof(self, id, at: place).make()
    default: break
    }
  }

  // MARK: Nodes

  /// Adds a node, unless an equal one exists.
  func add(_ node: ProofNode) -> Int {
    if let id = same[node] { return id }
    let id = append(node)
    same[node] = id
    return id
  }

  private func append(_ node: ProofNode) -> Int {
    tree.nodes.append(node)
    return tree.nodes.count - 1
  }

  func change(_ id: Int, _ change: (inout ProofNode) -> Void) { change(&tree.nodes[id]) }

  /// Adds nodes as reasons of another one, each once.
  func lead(_ ids: [Int], to id: Int) {
    for each in ids where !tree.nodes[id].because.contains(each) { tree.nodes[id].because.append(each) }
  }

  func kind(of id: Int) -> ProofNode.Kind { tree.nodes[id].kind }

  func remark(_ text: String) { if !tree.remarks.contains(text) { tree.remarks.append(text) } }

  /// Returns the node of an entry; the first call makes it.
  @discardableResult
  func node(at place: Int) -> Int {
    let entry = past.entries[place]
    if let id = known[entry.sequence] { return id }
    let id = append(shallow(entry))
    known[entry.sequence] = id
    if tree.nodes[id].kind == .decision || tree.nodes[id].kind == .fact && tree.nodes[id].outside == nil { pending.append(id) }
    return id
  }

  private func shallow(_ entry: Entry) -> ProofNode {
    var node: ProofNode
    switch entry.type {
    case .proposal:
      node = ProofNode(.proposal, ProposalRecord(entry.payload).action ?? "")
    case .decision:
      let record = DecisionRecord(entry.payload)
      node = ProofNode(.decision, record.truthID ?? "")
      (node.text, node.held) = (record.reason, record.held)
      node.outcome = record.ending.map { .decision($0) }
    case .fact, .trace:
      node = ProofNode(.fact, entry.payload.factType ?? "")
      node.value = .object(entry.payload)
      node.truthID = entry.truthID
      node.outside = arrival(of: entry)
    }
    node.entry = entry.sequence
    node.actor = entry.actor
    node.timestamp = entry.timestamp
    node.runID = entry.runID
    return node
  }

  /// Returns how a fact arrived that was neither left by a decision nor derived; `nil` for other facts.
  private func arrival(of entry: Entry) -> ProofNode.Arrival? {
    if past.decision(of: entry.runID, before: entry.sequence - 1) != nil { return nil }
    if let truth = entry.truthID, !past.matches(of: truth, in: entry.runID).isEmpty { return nil }
    switch entry.runID {
    case Entry.shortFormRun: return .shortForm
    case RunProcedure.documentRun: return .document
    case RunProcedure.policyRun: return .setting
    default: return entry.truthID == nil ? .external : .history
    }
  }

  /// Returns the node of an approval or a consent.
  func agreement(at place: Int, _ kind: ProofNode.Kind) -> Int {
    let entry = past.entries[place]
    let record = AssentRecord(entry, kind == .approval ? .grant : .consent)
    var node = ProofNode(kind, record.userID ?? "")
    node.entry = entry.sequence
    node.actor = entry.actor
    node.timestamp = entry.timestamp
    node.runID = entry.runID
    if let standing = record.standing { node.value = .object(["as": standing]) }
    return add(node)
  }
}
