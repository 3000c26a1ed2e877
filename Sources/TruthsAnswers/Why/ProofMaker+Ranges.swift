import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Proof nodes for quantifiers and aggregates.
extension ProofMaker {
  /// Returns the node of a quantifier or aggregate, with the facts or elements of its loops and the reads of its parts.
  func range(
    _ node: Node, _ loops: [LoopNode], _ filter: Node?, _ parts: [Node], _ labels: [Node: Term], _ frame: ProofFrame
  ) -> [Int] {
    if frame.isOfElement(node) { return [] }
    let store = frame.evaluator.store
    var made = valued(.range, "", node, unit: labels[node]?.unit, frame)
    var behind: [Int] = []
    for loop in loops {
      switch loop.source {
      case .facts(let type):
        made.name = made.name.isEmpty ? frame.program.facts[type].name : made.name
        let places = passing(places(of: type, store, frame.program), of: type, loops.count == 1 ? filter : nil, loop, frame)
        made.count = made.count ?? places.count
        behind += places.prefix(Self.mostElements).map { record(store.record(type, at: $0), frame) }
      case .instances(let lifecycle):
        made.name = made.name.isEmpty ? frame.program.lifecycles[lifecycle].name : made.name
        let instances = store.instances(lifecycle)
        made.count = made.count ?? instances.count
        behind += instances.prefix(Self.mostElements).map { entered(lifecycle, $0, frame) }
      case .list(let list):
        if case .list(let elements) = frame.isOfElement(list) ? .missing(.absent) : frame.value(list) {
          made.count = made.count ?? elements.count
        }
        let sources = grounds(of: list, frame, labels)
        made.name = made.name.isEmpty ? sources.first.map { tree.nodes[$0].name } ?? "list" : made.name
        behind += sources
      }
      frame.bound.insert(loop.slot)
    }
    // The label of a quantifier is its variable.
    switch node {
    case .quantified(let quantified):
      made.name = "\(quantified.quantifier.word) \(labels[node].map { "\($0.label) in " } ?? "")\(made.name)"
    default: made.name = labels[node]?.label ?? made.name
    }
    for part in [filter].compactMap(\.self) + parts { behind += grounds(of: part, frame, labels) }
    for loop in loops { frame.bound.remove(loop.slot) }
    made.because = behind.uniqued()
    return [add(made)]
  }

  /// Returns the current facts of a type, in key order; if they are many, in order of arrival.
  func places(of type: Int, _ store: FactStore, _ program: Program) -> [Int] {
    if store.count(type) <= Self.mostTried { return store.orderedPlaces(type, in: program) }
    return (0..<store.count(type)).filter { store.isCurrent(type, at: $0) }
  }

  /// Returns the facts for which a condition is true; if they are many, all facts.
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
