package import TruthsJSON

/// A proof for a reader who may not see the whole ledger.
extension ProofTree {
  /// Returns the proof without nodes of entries that the reader may not read, and without nodes that lead only to these.
  ///
  /// A value computed from such an entry, or from a masked value, is masked.
  ///
  /// - Parameters:
  ///   - mask: the replacement of a masked value.
  ///   - isRead: whether the reader may read the entry with a sequence.
  ///   - told: returns a node as the reader may see it, given the sequence of the decision or fact that it explains.
  package func seen(
    mask: JSONValue, _ isRead: (Int) -> Bool, told: (_ node: ProofNode, _ explained: Int) -> ProofNode
  ) -> ProofTree {
    var seen = self
    var explained: [Int: Int] = [:]
    var hidden: Set<Int> = []
    var parents: [Int: [Int]] = [:]
    var masked: Set<Int> = []
    for id in depthFirst {
      let owner = nodes[id].entry ?? explained[id] ?? 0
      if let entry = nodes[id].entry, !isRead(entry) { hidden.insert(id) }
      for other in nodes[id].because {
        if explained[other] == nil { explained[other] = owner }
        parents[other, default: []].append(id)
      }
      if hidden.contains(id) { continue }
      seen.nodes[id] = told(nodes[id], owner)
      if nodes[id].entry == nil, seen.nodes[id].value != nodes[id].value { masked.insert(id) }
    }
    var rest = Array(hidden.union(masked))
    while let id = rest.popLast() {
      for parent in parents[id] ?? [] where nodes[parent].entry == nil && masked.insert(parent).inserted { rest.append(parent) }
    }
    for id in masked where !hidden.contains(id) {
      if seen.nodes[id].value != nil { seen.nodes[id].value = mask }
      seen.nodes[id].count = nil
    }
    for id in seen.nodes.indices { seen.nodes[id].because.removeAll { hidden.contains($0) } }
    return seen
  }
}

extension Undo {
  /// Returns the answer without the facts that a reader may not read.
  ///
  /// - Parameters:
  ///   - isRead: whether the reader may read the entry with a sequence.
  ///   - told: returns a fact's payload, or some of its members, as the reader may see it.
  package func seen(_ isRead: (Int) -> Bool, told: (_ members: JSONObject, _ fact: Fact) -> JSONObject) -> Undo {
    var seen = self
    seen.facts = facts.filter { isRead($0.entry) }.map { fact in
      var shown = fact
      shown.payload = told(fact.payload, fact)
      shown.key = told(fact.key, fact)
      shown.superseded = fact.superseded.flatMap { isRead($0) ? $0 : nil }
      return shown
    }
    return seen
  }
}
