package import TruthsJSON

/// A proof for a reader who may not see the whole ledger.
extension ProofTree {
  /// For each node, the sequence of the decision or fact that it explains or stands for; 0 where nothing leads to the node.
  package var explained: [Int] {
    var explained = Array(repeating: 0, count: nodes.count)
    for id in depthFirst {
      if let entry = nodes[id].entry { explained[id] = entry }
      for other in nodes[id].because where explained[other] == 0 { explained[other] = explained[id] }
    }
    return explained
  }

  /// Returns the nodes without an entry that lead to some nodes, not through an entry.
  package func parts(of roots: [Int]) -> Set<Int> {
    var (parts, rest) = (Set<Int>(), roots)
    while let id = rest.popLast() {
      for other in nodes[id].because where nodes[other].entry == nil && parts.insert(other).inserted { rest.append(other) }
    }
    return parts
  }

  /// Returns the proof without nodes of entries that the reader may not read, and without nodes that lead only to these.
  ///
  /// A value computed from such an entry, or from a masked value, is masked. What it has chosen is left out.
  ///
  /// - Parameters:
  ///   - mask: the replacement of a masked value.
  ///   - isRead: whether the reader may read the entry with a sequence.
  ///   - areRead: whether the reader may read all facts of a type.
  ///   - node: returns a node as the reader may see it, given the sequence of the decision or fact that it explains.
  package func seen(
    mask: JSONValue, _ isRead: (Int) -> Bool, factsOfType areRead: (String) -> Bool,
    told node: (_ id: Int, _ explained: Int) -> ProofNode
  ) -> ProofTree {
    var seen = self
    let explained = explained
    var hidden: Set<Int> = []
    var parents: [Int: [Int]] = [:]
    var masked: Set<Int> = []
    for id in depthFirst {
      if let entry = nodes[id].entry, !isRead(entry) { hidden.insert(id) }
      for other in nodes[id].because { parents[other, default: []].append(id) }
      if hidden.contains(id) { continue }
      seen.nodes[id] = node(id, explained[id])
      if nodes[id].entry == nil, seen.nodes[id].value != nodes[id].value || !nodes[id].unlisted.allSatisfy(areRead) {
        masked.insert(id)
      }
    }
    var rest = Array(hidden.union(masked))
    while let id = rest.popLast() {
      for parent in parents[id] ?? [] where nodes[parent].entry == nil && masked.insert(parent).inserted { rest.append(parent) }
    }
    for id in masked where !hidden.contains(id) {
      if seen.nodes[id].value != nil { seen.nodes[id].value = mask }
      seen.nodes[id].count = nil
      seen.nodes[id].displayType = nil
      leaveOutChosen(by: id, mask: mask, in: &seen) { hidden.contains($0) || masked.contains($0) }
    }
    for id in seen.nodes.indices { seen.nodes[id].because.removeAll { hidden.contains($0) } }
    return seen
  }

  /// Leaves out the reasons of a node that would reveal a masked value: the row that a table chose, the branch that was taken,
  /// the fact that a key found.
  private func leaveOutChosen(by id: Int, mask: JSONValue, in seen: inout ProofTree, isUnseen: (Int) -> Bool) {
    let node = nodes[id]
    var reasons = node.because
    switch node.kind {
    case .table: reasons.removeAll { nodes[$0].kind == .row }
    case .lookUp, .state:
      let keys = node.because.filter { nodes[$0].entry == nil && ![.view, .absent, .result].contains(nodes[$0].kind) }
      guard keys.contains(where: isUnseen) else { break }
      reasons = keys
      seen.nodes[id].key = node.key.map { key in JSONObject(key.members.map { .init(name: $0.name, value: mask) }) }
    default: break
    }
    if node.isChosen { reasons = [] }
    guard reasons.count < node.because.count else { return }
    seen.nodes[id].because = reasons
    seen.nodes[id].isCut = true
  }
}

extension Undo {
  /// Returns the answer without the facts that a reader may not read.
  ///
  /// - Parameters:
  ///   - isRead: returns whether the reader may read the entry with a sequence.
  ///   - visibleMembers: returns a fact's payload, or some of its members, in the form that the reader may see.
  package func seen(_ isRead: (Int) -> Bool, told visibleMembers: (_ members: JSONObject, _ fact: Fact) -> JSONObject) -> Undo {
    var seen = self
    seen.facts = facts.filter { isRead($0.entry) }.map { fact in
      var shown = fact
      shown.payload = visibleMembers(fact.payload, fact)
      shown.key = visibleMembers(fact.key, fact)
      shown.superseded = fact.superseded.flatMap { isRead($0) ? $0 : nil }
      return shown
    }
    return seen
  }
}
