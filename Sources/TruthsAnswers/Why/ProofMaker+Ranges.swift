import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Proof nodes for quantifiers and aggregates.
extension ProofMaker {
  /// Returns the node of a quantifier or aggregate. Its sources are the facts or elements of the loops, and the data that the
  /// expression's parts read.
  func range(
    _ node: Node, _ loops: [LoopNode], _ filter: Node?, _ bodies: [Node], _ labels: [Node: Term], _ frame: ProofFrame
  ) -> [Int] {
    if frame.isNotedOfElement(node) { return [] }
    let store = frame.evaluator.store
    var proofNode = valued(.range, "", node, unit: labels[node]?.unit, frame)
    proofNode.isChosen = filter != nil || node.isChoice
    var behind: [Int] = []
    var unlisted: Set<Int> = []
    for loop in loops {
      switch loop.source {
      case .facts(let type):
        proofNode.name = proofNode.name.isEmpty ? frame.program.facts[type].name : proofNode.name
        let places = passing(factIndices(of: type, store, frame.program), of: type, loops.count == 1 ? filter : nil, loop, frame)
        proofNode.count = proofNode.count ?? places.count
        behind += places.prefix(Self.mostElements).map { record(store.record(type, at: $0), frame) }
        if places.count > Self.mostElements { unlisted.insert(type) }
      case .instances(let lifecycle):
        proofNode.name = proofNode.name.isEmpty ? frame.program.lifecycles[lifecycle].name : proofNode.name
        let instances = store.instances(lifecycle)
        proofNode.count = proofNode.count ?? instances.count
        behind += instances.prefix(Self.mostElements).map { entered(lifecycle, $0, frame) }
        if instances.count > Self.mostElements { unlisted.insert(frame.program.lifecycles[lifecycle].history) }
      case .list(let list):
        if case .list(let elements) = frame.isOfElement(list) ? .missing(.absent) : frame.value(list) {
          proofNode.count = proofNode.count ?? elements.count
        }
        let sources = grounds(of: list, frame, labels)
        proofNode.name = proofNode.name.isEmpty ? sources.first.map { tree.nodes[$0].name } ?? "list" : proofNode.name
        behind += sources
      }
      frame.bound.insert(loop.slot)
    }
    // The label of a quantifier is its variable.
    switch node {
    case .quantified(let quantified):
      proofNode.name = "\(quantified.quantifier.word) \(labels[node].map { "\($0.label) in " } ?? "")\(proofNode.name)"
    default: proofNode.name = labels[node]?.label ?? proofNode.name
    }
    let outer = frame.readByElement
    frame.readByElement = []
    for part in [filter].compactMap(\.self) + bodies { behind += grounds(of: part, frame, labels) }
    proofNode.unlisted = frame.program.names(withSourcesOf: unlisted.union(frame.readByElement))
    frame.readByElement = outer
    for loop in loops { frame.bound.remove(loop.slot) }
    proofNode.because = behind.uniqued()
    return [add(proofNode)]
  }

  /// Returns the indices of the current facts of a type, in the order of their keys. If there are many, they are in order of
  /// arrival.
  func factIndices(of type: Int, _ store: FactStore, _ program: Program) -> [Int] {
    if store.count(type) <= Self.mostTried { return store.orderedPlaces(type, in: program) }
    return (0..<store.count(type)).filter { store.isCurrent(type, at: $0) }
  }

  /// Returns those of the given facts for which a condition is true. If there are many facts, it returns all of them.
  private func passing(_ places: [Int], of type: Int, _ filter: Node?, _ loop: LoopNode, _ frame: ProofFrame) -> [Int] {
    guard let filter, places.count <= Self.mostTried else { return places }
    return places.filter { place in
      frame.evaluator.set(loop.slot, toFact: type, at: place)
      return frame.evaluator.value(filter) == .boolean(true)
    }
  }
}

extension QuantifierKind {
  fileprivate var word: String {
    switch self {
    case .some: "some"
    case .every: "every"
    case .no: "no"
    }
  }
}
