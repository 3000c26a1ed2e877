import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Proof nodes for the values of facts and lifecycles.
extension ProofMaker {
  func lookUp(_ node: Node, _ key: FactKey, named name: String, _ frame: ProofFrame) -> [Int] {
    if frame.isOfElement(node) { return [] }
    let type = frame.program.facts[key.fact]
    let values = key.keys.map { frame.evaluator.value($0) }
    var unit: NumberUnit?
    if case .lookUp(_, let field) = node { unit = type.fields[field].type.innermost.unit }
    var made = valued(.lookUp, name, node, unit: unit, frame)
    let fields = type.key.map { type.fields[$0] }
    made.isPresence = node.isPresence
    (made.key, made.keyTypes) = self.key(fields, values, frame)
    var behind = key.keys.flatMap { grounds(of: $0, frame) }
    let isAsked = !values.contains(where: \.isMissing)
    let store = frame.evaluator.store
    let record =
      values.isEmpty && type.key.isEmpty
      ? places(of: key.fact, store, frame.program).first.map { store.record(key.fact, at: $0) }
      : isAsked ? store.current(key.fact, identity: values) : nil
    if let record {
      behind.append(self.record(record, frame))
    } else if isAsked {
      behind.append(absent(type.name, made))
    }
    made.because = behind.uniqued()
    return [add(made)]
  }

  /// Returns a key as JSON, and the display types of its values.
  private func key(_ fields: [Field], _ values: [Value], _ frame: ProofFrame) -> (JSONObject, DisplayType?) {
    var (members, types) = ([JSONObject.Member](), [String: DisplayType]())
    for (field, value) in zip(fields, values) {
      members.append(JSONObject.Member(name: Text(field.jsonName), value: shown(value, frame.program)))
      types[field.jsonName] = frame.engine.displayType(of: value, unit: field.type.innermost.unit)
    }
    return (JSONObject(members), .object(types))
  }

  /// - Parameter lookUp: the look-up that found nothing.
  private func absent(_ name: String, _ lookUp: ProofNode? = nil) -> Int {
    var node = ProofNode(.absent, name)
    (node.key, node.keyTypes) = (lookUp?.key, lookUp?.keyTypes)
    return add(node)
  }

  /// Returns the node of a fact in the store: of an entry, or of a view.
  func record(_ record: FactRecord, _ frame: ProofFrame) -> Int {
    guard frame.program.facts[record.type].isDerived else { return fact(record.entry.sequence, named: nil, frame) }
    let view = ViewNodes.Key(type: record.type, fields: record.fields)
    if let known = frame.views.made[view] { return known }
    var node = ProofNode(.view, frame.program.facts[record.type].name)
    node.value = .object(frame.program.payload(type: record.type, fields: record.fields))
    guard frame.depth < Self.deepest, let behind = ViewProof(self, frame).grounds(of: record) else {
      node.isCut = true
      node.because = [absent("what it follows from")]
      return add(node)
    }
    node.because = behind
    let id = add(node)
    frame.views.made[view] = id
    return id
  }

  func state(_ node: Node, _ key: LifecycleKey, named name: String, _ frame: ProofFrame) -> [Int] {
    if frame.isOfElement(node) { return [] }
    let lifecycle = frame.program.lifecycles[key.lifecycle]
    let values = key.keys.map { frame.evaluator.value($0) }
    var made = valued(.state, name, node, frame)
    (made.key, made.keyTypes) = self.key(lifecycle.key, values, frame)
    made.because = key.keys.flatMap { grounds(of: $0, frame) }
    if !values.contains(where: \.isMissing), let state = frame.evaluator.store.state(key.lifecycle, of: values) {
      made.because.append(entered(key.lifecycle, state, frame))
    }
    made.because = made.because.uniqued()
    return [add(made)]
  }

  /// Returns the node of the fact by which an instance entered its state.
  func entered(_ lifecycle: Int, _ state: InstanceState, _ frame: ProofFrame) -> Int {
    let history = frame.program.lifecycles[lifecycle].history
    let found = frame.evaluator.store.current(history, identity: state.key + [.number(Decimal(state.step))])
    return found.map { record($0, frame) } ?? absent(frame.program.facts[history].name)
  }
}

extension Node {
  /// Whether the node tests that a fact, or a field of one, exists.
  fileprivate var isPresence: Bool {
    switch self {
    case .present, .lookUpExists: true
    default: false
    }
  }
}
