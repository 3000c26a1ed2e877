import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Proof nodes for the values of facts, and for states of lifecycles.
extension ProofMaker {
  func lookUp(_ node: Node, _ key: FactKey, named name: String, _ frame: ProofFrame) -> [Int] {
    if frame.isNotedOfElement(node) { return [] }
    let type = frame.program.facts[key.fact]
    let values = key.keys.map { frame.evaluator.value($0) }
    var unit: NumberUnit?
    if case .lookUp(_, let field) = node { unit = type.fields[field].type.innermost.unit }
    var proofNode = valued(.lookUp, name, node, unit: unit, frame)
    let fields = type.key.map { type.fields[$0] }
    proofNode.isPresence = node.isPresence
    (proofNode.key, proofNode.keyTypes) = self.key(fields, values, frame)
    var behind = key.keys.flatMap { grounds(of: $0, frame) }
    let isAsked = !values.contains(where: \.isMissing)
    let store = frame.evaluator.store
    let record =
      values.isEmpty && type.key.isEmpty
      ? factIndices(of: key.fact, store, frame.program).first.map { store.record(key.fact, at: $0) }
      : isAsked ? store.current(key.fact, identity: values) : nil
    if let record {
      behind.append(self.record(record, frame))
    } else if isAsked {
      behind.append(absent(type.name, proofNode))
    }
    proofNode.because = behind.uniqued()
    return [add(proofNode)]
  }

  /// Returns a key as JSON, with the display types of its values.
  private func key(_ fields: [Field], _ values: [Value], _ frame: ProofFrame) -> (JSONObject, DisplayType?) {
    var (members, types) = ([JSONObject.Member](), [String: DisplayType]())
    for (field, value) in zip(fields, values) {
      members.append(JSONObject.Member(name: Text(field.jsonName), value: shown(value, frame.program)))
      types[field.jsonName] = frame.engine.displayType(of: value, unit: field.type.innermost.unit)
    }
    return (JSONObject(members), .object(types))
  }

  /// Adds a node for a fact that does not exist, and returns the index of the node.
  ///
  /// - Parameter lookUp: the look-up that found no fact; `nil` if there was no look-up.
  private func absent(_ name: String, _ lookUp: ProofNode? = nil) -> Int {
    var node = ProofNode(.absent, name)
    (node.key, node.keyTypes) = (lookUp?.key, lookUp?.keyTypes)
    return add(node)
  }

  /// Returns the node of a fact in the store. The fact has an entry, or belongs to a view.
  func record(_ record: FactRecord, _ frame: ProofFrame) -> Int {
    guard frame.program.facts[record.type].isDerived else { return fact(record.entry.sequence, named: nil, frame) }
    let view = ViewNodes.Key(type: record.type, fields: record.fields)
    if let known = frame.views.nodes[view] { return known }
    var node = ProofNode(.view, frame.program.facts[record.type].name)
    node.value = .object(frame.program.payload(type: record.type, fields: record.fields))
    guard frame.depth < Self.deepest, let behind = ViewProof(self, frame).grounds(of: record) else {
      (node.isCut, node.unlisted) = (true, frame.program.names(withSourcesOf: [record.type]))
      node.because = [absent("what it follows from")]
      return add(node)
    }
    node.because = behind
    let id = add(node)
    frame.views.nodes[view] = id
    return id
  }

  func state(_ node: Node, _ key: LifecycleKey, named name: String, _ frame: ProofFrame) -> [Int] {
    if frame.isNotedOfElement(node) { return [] }
    let lifecycle = frame.program.lifecycles[key.lifecycle]
    let values = key.keys.map { frame.evaluator.value($0) }
    var proofNode = valued(.state, name, node, frame)
    (proofNode.key, proofNode.keyTypes) = self.key(lifecycle.key, values, frame)
    proofNode.because = key.keys.flatMap { grounds(of: $0, frame) }
    if !values.contains(where: \.isMissing), let state = frame.evaluator.store.state(key.lifecycle, of: values) {
      proofNode.because.append(entered(key.lifecycle, state, frame))
    }
    proofNode.because = proofNode.because.uniqued()
    return [add(proofNode)]
  }

  /// Returns the node of the fact that records how an instance entered its current state.
  func entered(_ lifecycle: Int, _ state: InstanceState, _ frame: ProofFrame) -> Int {
    let history = frame.program.lifecycles[lifecycle].history
    let found = frame.evaluator.store.current(history, identity: state.key + [.number(Decimal(state.step))])
    return found.map { record($0, frame) } ?? absent(frame.program.facts[history].name)
  }
}

extension Node {
  /// Whether the node tests that a fact, or a field of a fact, exists.
  fileprivate var isPresence: Bool {
    switch self {
    case .present, .lookUpExists: true
    default: false
    }
  }
}
