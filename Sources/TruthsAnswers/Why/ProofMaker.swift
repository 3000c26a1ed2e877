import TruthsEngine
import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsRuntime
import TruthsText

/// Creates the proof of a decision or fact of a ledger, level by level (answers §3).
package final class ProofMaker {
  /// The maximum number of nodes. The decision or fact during which it is reached is still completed.
  package static let mostNodes = 5_000
  /// The maximum number of elements that are listed for a loop, and of elements that are tried in order to find one.
  package static let (mostElements, mostTried) = (100, 1_000)

  let past: LedgerPast
  private(set) var tree = ProofTree()
  /// The nodes of entries, keyed by the entry's sequence.
  private var nodeOfEntry: [Int: Int] = [:]
  /// The nodes of entries that are not explained yet.
  private var pending: [Int] = []
  /// The nodes without an entry of their own, keyed by their content, so that equal nodes exist once.
  private var same: [ProofNode: Int] = [:]
  /// The current depth of nested `let`s.
  var nesting = 0

  /// - Parameters:
  ///   - entries: the ledger's entries, in the order of their sequences.
  ///   - procedures: a procedure for each truth set that is available.
  ///   - maxWork: the maximum work of all proofs together, in steps.
  package init(_ entries: RecordedEntries, _ procedures: [RunProcedure], maxWork: Int) {
    past = LedgerPast(entries, procedures, maxWork: maxWork)
  }

  /// Returns the proof of an entry.
  ///
  /// - Parameter sequence: the sequence of a decision or fact.
  /// - Complexity: at most about ``mostNodes`` nodes, and a run for each decision among them. All runs together take at most
  ///   the maximum work.
  package func proof(of sequence: Int) -> ProofTree {
    if let place = past.index(ofSequence: sequence) { node(at: place) }
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

  /// Returns the ways to undo a decision or fact; `nil` if no truth set is available.
  ///
  /// - Complexity: O(ledger + truths × facts of the decision).
  package func undo(of sequence: Int) -> Undo? {
    guard let entryIndex = past.index(ofSequence: sequence), !past.procedures.isEmpty else { return nil }
    let last = past.lastDecision.flatMap { past.procedure(of: past.entries[$0]) }
    if last?.isRecorded == false {
      remark("advice about undoing uses the given truths, not those of the last decision (--truths)")
    }
    return UndoSearch(past, last.map { past.set(of: $0.index) } ?? 0).undo(at: entryIndex)
  }

  private func expand(_ id: Int) {
    guard let sequence = tree.nodes[id].entry, let place = past.index(ofSequence: sequence) else { return }
    switch tree.nodes[id].kind {
    case .decision: DecisionProof(self, id, at: place).make()
    case .fact: FactProof(self, id, at: place).make()
    default: break
    }
  }

  // MARK: Nodes

  /// Adds a node and returns its index. If an equal node exists, returns the index of that node.
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

  /// Adds nodes to the reasons of another node, each once.
  func lead(_ ids: [Int], to id: Int) {
    for each in ids where !tree.nodes[id].because.contains(each) { tree.nodes[id].because.append(each) }
  }

  func kind(of id: Int) -> ProofNode.Kind { tree.nodes[id].kind }

  func remark(_ text: String) { if !tree.remarks.contains(text) { tree.remarks.append(text) } }

  /// Returns the index of the node of an entry, given the entry's index. The first call adds the node.
  @discardableResult
  func node(at place: Int) -> Int {
    let entry = past.entries[place]
    if let id = nodeOfEntry[entry.sequence] { return id }
    let id = append(shallow(entry))
    nodeOfEntry[entry.sequence] = id
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
      (node.text, node.isReason, node.heldClauses) = (record.reason, true, record.heldClauses)
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

  /// Returns how a fact arrived; `nil` for a fact that a decision left or that was derived.
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

  /// Returns the index of the node of an approval or a consent.
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
