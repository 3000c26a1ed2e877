import TruthsEngine
import TruthsJSON
package import TruthsLedger
import TruthsProgram
package import TruthsRuntime
import TruthsText

/// Makes the proof of a decision or a fact of a ledger, from the nearest to the farthest.
package final class ProofMaker {
  /// Nodes at most, but for the rest of the decision or fact at which they are reached.
  package static let mostNodes = 5_000
  /// Elements that are listed of what a clause goes through, and how many are looked through for one.
  package static let (mostElements, mostTried) = (100, 1_000)

  let past: LedgerPast
  private(set) var tree = ProofTree()
  /// By sequence, the node of an entry.
  private var known: [Int: Int] = [:]
  /// Nodes of entries whose reasons are still to be told.
  private var pending: [Int] = []
  /// The nodes of no entry, each of which stands once.
  private var same: [ProofNode: Int] = [:]
  /// How many `let`s are being told within one another.
  var nesting = 0

  /// - Parameters:
  ///   - entries: the ledger, in sequence.
  ///   - procedures: over the truths at hand, one for each set.
  ///   - maxWork: how many steps of work all of it may take.
  package init(_ entries: RecordedEntries, _ procedures: [RunProcedure], maxWork: Int) {
    past = LedgerPast(entries, procedures, maxWork: maxWork)
  }

  /// The proof of an entry.
  ///
  /// - Parameter sequence: of a decision or a fact.
  /// - Complexity: at most ``mostNodes`` nodes; a run for each decision among them, which together take no more work than one
  ///   may.
  package func proof(of sequence: Int) -> ProofTree {
    if let place = past.place(sequence) { node(at: place) }
    while !pending.isEmpty {
      // Level by level, each in the order of the ledger: contexts are made from one another.
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

  /// What leads back from a decision or fact; `nil` where no truths are at hand.
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

  /// Adds a node with all that leads to it, where none is there that is the same.
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

  /// Lets nodes lead to another, each once.
  func lead(_ ids: [Int], to id: Int) {
    for each in ids where !tree.nodes[id].because.contains(each) { tree.nodes[id].because.append(each) }
  }

  func kind(of id: Int) -> ProofNode.Kind { tree.nodes[id].kind }

  func remark(_ text: String) { if !tree.remarks.contains(text) { tree.remarks.append(text) } }

  /// The node of an entry, made when it is first asked for.
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

  /// How a fact came in that neither a decision of the ledger left nor truths on facts made of other entries.
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

  /// Somebody's approval of a request, or consent.
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
